"""Patterns of announcements of twins, by language and kind of change; see `twin_words` for the fields.

Fields of a second man end in 2. `here` and `there` are the men of a whole position as words: `Kg3, a4`.
`herep` is `Kg3 pa4` and `hereP` is `Kg3, Pa4`. `fen` and `placement` are the position. `ref` is the label
of the twin before. A pattern without `x` needs a man that is the only one of its color and kind.
"""

_SEEN_TEXT = """
# any
move: {c}{L}{x}→{y} | {L}{x}-{y} | {c}{L}{x} => {y} | {f}{x}→{y} | {c}{L}{x}>{y}
king: {c}{L}{y} | {L}→{y}
remove: -{c}{L}{x} | –{L}{x} | -{l}{x}
add: +{c}{L}{z} | + {f}{z} | +{L}{z}
replace: {c}{L}{x}={c}{L2} | {f}{x} → {f2}
exchange: {c}{L}{x}<->{c2}{L2}{x2} | {L}{x} ↔ {L2}{x2}
fen: {fen} | FEN: {fen} | {placement} | `{fen}`
two: {c}{L}{x}→{y}, +{c2}{L2}{z2} | {c}{L}{x}-{y}, -{c2}{L2}{x2}
chain: = {ref} + {c}{L}{z} | {ref} & {c}{L}{x}→{y}
# English
move: {c}{L}{x} to {y} | {L}{x} on {y} | {nom} {x} to {y} | with {sides} {noun} on {y} | {c}{L}{x} at {y}
move: move the {nom} from {x} to {y} | {L}{y} instead of {x} | {C}{L}{x} to {y} | shift {c}{L}{x} to {y}
move: with the {nom} on {y} instead of {x} | {k} {L}{x} to {y}
king: {L}{y} instead of {x} | {side} King at {y} | with the {nom} on {y} | move {c}{L} to {y}
remove: without {c}{L}{x} | remove {c}{L}{x} | remove the {nom} | without {L}{x} | omit {L}{x}
remove: without the {nom} on {x}
add: add {c}{L}{z} | add a {nom} on {z} | with an additional {nom} on {z} | add {L}{z} | plus {c}{L}{z}
replace: {c}{L2}{x} instead of {c}{L}{x} | replace {c}{L}{x} by {c}{L2} | with a {nom2} instead of the {noun} on {x}
replace: {L2} instead of {L} on {x}
exchange: exchange {L}{x} and {L2}{x2} | interchange {c}{L}{x} and {c2}{L2}{x2} | swap the {nom} and the {nom2}
turn: Black to move | BTM | same position, Black to play | with Black to move
colors: colors exchanged | colours reversed
colorsb: colours reversed, Black to move | exchange colors, Black to play
list: White: {here}; Black: {there} | W: {herep} B: {therep} | White {hereP} / Black {thereP}
two: {c}{L}{y}, without {c2}{L2}{x2} | {c}{L}{x} to {y}, {c2}{L2}{x2} to {y2}
two: move {c}{L}{x} to {y} and add {c2}{L2}{z2}
chain: as {ref}, {c}{L}{z} | as {ref}, but {c}{L}{x} to {y} | {ref} without {c}{L}{x} | further {c}{L}{x} to {y}
# German
move: {c}{L}{x} nach {y} | {c}{L} {x} auf {y} | {Nom} {x} steht auf {y} | {nom} {x} nach {y} | {L}{y} statt {x}
move: {c}{L} auf {y} statt {x} | versetze {Acc} von {x} nach {y} | {Nom} auf {y} statt auf {x}
king: {c}{L} nach {y} | {nom} auf {y} | mit {c}{L}{y} | {Nom} steht auf {y}
remove: ohne {c}{L}{x} | ohne {acc} {x} | {c}{L}{x} entfernen | ohne {L}{x} | {Nom} {x} fehlt
add: zusätzlich {c}{L}{z} | mit {c}{L}{z} zusätzlich | füge {acc} {z} hinzu | plus {c}{L}{z}
replace: {c}{L2}{x} statt {c}{L}{x} | {c}{L2} statt {c}{L} auf {x} | ersetze {Acc} auf {x} durch {c}{L2}
exchange: vertausche {L}{x} und {L2}{x2} | {c}{L}{x} und {c2}{L2}{x2} vertauscht
turn: Schwarz am Zug | Schwarz beginnt | mit Schwarz am Zug
colors: Farben vertauscht | Farbwechsel
colorsb: Farben vertauscht, Schwarz am Zug
list: Weiß: {here}; Schwarz: {there} | Weiß {hereP} – Schwarz {thereP} | W: {hereP} / S: {thereP}
two: {c}{L}{y}, ohne {c2}{L2}{x2} | {c}{L}{x} nach {y}, {c2}{L2}{x2} nach {y2} | {c}{L} auf {y}, dazu {c2}{L2}{z2}
chain: wie {ref}, aber {c}{L}{x} nach {y} | wie {ref}, ohne {c}{L}{x} | ferner {c}{L}{x} nach {y}
# Dutch
move: {c}{L}{x} naar {y} | {c}{L}{x} op {y} | {nom} {x} naar {y} | {Nom} van {x} naar {y} | {L}{y} i.p.v. {x}
move: {Nom} op {y} in plaats van {x}
king: {c}{L} op {y} | {Nom} op {y} | {c}{L} naar {y}
remove: zonder {c}{L}{x} | zonder {Nom} op {x} | verwijder {c}{L}{x} | zonder {L}{x}
add: voeg {c}{L}{z} toe | met extra {nom} op {z} | plus {c}{L}{z}
replace: {c}{L2}{x} in plaats van {c}{L}{x} | vervang {c}{L}{x} door {c}{L2} | {c}{L2} i.p.v. {c}{L} op {x}
exchange: verwissel {L}{x} en {L2}{x2} | {c}{L}{x} en {c2}{L2}{x2} verwisseld
turn: Zwart aan zet | Zwart begint | met zwart aan zet
colors: kleuren verwisseld | verwissel de kleuren
colorsb: kleuren verwisseld, Zwart aan zet
list: Wit: {here}; Zwart: {there} | Wit {herep} – Zwart {therep}
two: {c}{L}{y}, zonder {c2}{L2}{x2} | {c}{L}{x} naar {y} en {c2}{L2}{x2} naar {y2}
chain: als {ref}, maar {c}{L}{x} naar {y} | als {ref}, zonder {c}{L}{x} | als {ref}, met {c}{L}{z}
# French
move: {c}{L}{x} en {y} | {L}{c}{x} en {y} | {noun} {x} en {y} | {nom} {x} en {y} | {L}{x} en {y}
move: {L}{y} au lieu de {x} | {Nom} en {y} au lieu de {x} | déplacer {Nom} de {x} en {y}
king: {L}{c} en {y} | {nom} en {y} | avec {Nom} en {y}
remove: sans {L}{x} | sans {Nom} {x} | sans {c}{L}{x} | ôter {L}{x} | supprimer {Nom} {x}
add: ajouter {c}{L}{z} | ajouter {nom} {z} | avec {nom} {z} en plus | plus {L}{c}{z}
replace: {c}{L2} au lieu de {c}{L} en {x} | remplacer {Nom} {x} par {nom2}
exchange: échanger {L}{x} et {L2}{x2} | permuter {c}{L}{x} et {c2}{L2}{x2}
turn: trait aux Noirs | les Noirs jouent | les Noirs commencent
colors: couleurs inversées | inverser les couleurs
colorsb: couleurs inversées, trait aux Noirs
list: Blancs : {here} ; Noirs : {there} | Bl. {hereP} N. {thereP}
two: {c}{L}{y}, sans {c2}{L2}{x2} | {c}{L}{x} en {y} et {c2}{L2}{x2} en {y2}
chain: comme {ref}, mais {c}{L}{x} en {y} | comme {ref}, sans {c}{L}{x} | de plus {c}{L}{x} en {y}
# Italian
move: {c}{L}{x} in {y} | {L}{c}{x} in {y} | {nom} {x} in {y} | {Nom} da {x} in {y} | {L}{x} a {y}
move: {L}{y} invece di {x} | {Nom} in {y} anziché in {x}
king: {L}{c} in {y} | {nom} in {y} | con {Nom} in {y}
remove: senza {L}{x} | senza {c}{L}{x} | senza {Nom} {x} | togliere {Nom} in {x}
add: aggiungere {c}{L}{z} | aggiungere {nom} in {z} | con {nom} {z} in più
replace: {c}{L2}{x} invece di {c}{L}{x} | sostituire {c}{L}{x} con {c}{L2}
exchange: scambiare {L}{x} e {L2}{x2} | scambio di {c}{L}{x} e {c2}{L2}{x2}
turn: tratto al Nero | muove il Nero
colors: colori invertiti | invertire i colori
colorsb: colori invertiti, muove il Nero
list: Bianco: {here}; Nero: {there} | B: {hereP} N: {thereP}
two: {c}{L}{y}, senza {c2}{L2}{x2} | {c}{L}{x} in {y} e {c2}{L2}{x2} in {y2}
chain: come {ref}, ma {c}{L}{x} in {y} | come {ref}, senza {c}{L}{x}
# Spanish
move: {c}{L}{x} a {y} | {L}{c}{x} a {y} | {nom} {x} a {y} | {nom} en {y} | {L}{x} en {y}
move: {L}{y} en lugar de {x} | {Nom} en {y} en vez de {x} | mover {Nom} de {x} a {y}
king: {L}{c} en {y} | {nom} en {y} | con {Nom} en {y}
remove: sin {L}{x} | sin {c}{L}{x} | sin {Nom} de {x} | quitar {Nom} {x}
add: añadir {c}{L}{z} | añadir {nom} en {z} | con {nom} en {z} adicional
replace: {c}{L2}{x} en lugar de {c}{L}{x} | cambiar {c}{L}{x} por {c}{L2}
exchange: intercambiar {L}{x} y {L2}{x2} | permutar {c}{L}{x} y {c2}{L2}{x2}
turn: juegan las negras | negras juegan
colors: colores cambiados | colores invertidos
colorsb: colores invertidos, juegan negras
list: Blancas: {here}; Negras: {there} | B: {hereP} / N: {thereP}
two: {c}{L}{y}, sin {c2}{L2}{x2} | {c}{L}{x} a {y} y {c2}{L2}{x2} a {y2}
chain: como {ref}, pero {c}{L}{x} a {y} | como {ref}, sin {c}{L}{x}
# Portuguese
move: {c}{L}{x} para {y} | {L}{c}{x} para {y} | {nom} {x} em {y} | {nom} de {x} para {y} | {L}{x} em {y}
move: {L}{y} em vez de {x} | {Nom} em {y} em vez de {x}
king: {L}{c} em {y} | {nom} em {y} | com {Nom} em {y}
remove: sem {L}{x} | sem {c}{L}{x} | sem {Nom} de {x} | retirar {Nom} {x}
add: acrescentar {c}{L}{z} | acrescentar {nom} em {z} | com {nom} adicional em {z}
replace: {c}{L2}{x} em vez de {c}{L}{x} | substituir {c}{L}{x} por {c}{L2}
exchange: trocar {L}{x} e {L2}{x2} | {c}{L}{x} e {c2}{L2}{x2} trocados
turn: jogam as pretas | pretas jogam
colors: cores trocadas | cores invertidas
colorsb: cores invertidas, pretas jogam
list: Brancas: {here}; Pretas: {there} | Br: {hereP} Pr: {thereP}
two: {c}{L}{y}, sem {c2}{L2}{x2} | {c}{L}{x} para {y} e {c2}{L2}{x2} para {y2}
chain: como {ref}, mas {c}{L}{x} para {y} | como {ref}, sem {c}{L}{x}
# Russian
move: {c}{L}{x} на {y} | {L}{x} на {y} | {k} {L}{x} на {y} | {nom} {x} на {y} | {noun} {x} на {y} | {L}{x} – {y}
move: {nom} на {y} вместо {x} | {nom} {x} стоит на {y} | {L}{y} вместо {x} | переставить {acc} с {x} на {y}
king: {c}{L} на {y} | {nom} на {y} | {k} {L}{y} | {c}.{L} {y}
remove: без {L}{x} | без {c}{L}{x} | без {gen} {x} | снять {acc} {x} | убрать {L}{x}
add: добавить {c}{L}{z} | добавить {acc} {z} | плюс {c}{L}{z} | с {k} {L}{z}
replace: {c}{L2}{x} вместо {c}{L}{x} | вместо {gen} {x} – {noun2} | заменить {L}{x} на {L2}
exchange: поменять местами {L}{x} и {L2}{x2} | {c}{L}{x} ⇄ {c2}{L2}{x2}
turn: ход чёрных | при ходе чёрных | чёрные начинают
colors: цвета изменены | с переменой цвета фигур
colorsb: с переменой цвета фигур, ход чёрных
list: Белые: {here}; Чёрные: {there} | Белые: {herep}. Чёрные: {therep}
two: {c}{L}{y}, без {c2}{L2}{x2} | {c}{L}{x} на {y}, {c2}{L2}{x2} на {y2}
chain: как {ref}, но {c}{L}{x} на {y} | {ref} без {L}{x} | кроме того, {c}{L}{x} на {y}
# Polish
move: {c}{L}{x} na {y} | {L}{x} na {y} | {nom} {x} na {y} | {L}{y} zamiast {x} | {nom} na {y} zamiast {x}
move: przestawić {acc} z {x} na {y}
king: {c}{L} na {y} | {nom} na {y} | {k}{L}{y}
remove: bez {L}{x} | bez {c}{L}{x} | bez {gen} {x} | usunąć {acc} {x}
add: dodać {c}{L}{z} | dodać {acc} {z} | dodatkowo {c}{L}{z}
replace: {c}{L2}{x} zamiast {c}{L}{x} | {noun2} zamiast {gen} {x}
exchange: zamienić {L}{x} i {L2}{x2} | {c}{L}{x} i {c2}{L2}{x2} zamienione
turn: czarne zaczynają | posunięcie czarnych
colors: zamiana kolorów | kolory zamienione
colorsb: zamiana kolorów, zaczynają czarne
list: Białe: {here}; Czarne: {there} | Białe: {hereP} Czarne: {thereP}
two: {c}{L}{y}, bez {c2}{L2}{x2} | {c}{L}{x} na {y}, {c2}{L2}{x2} na {y2}
chain: jak {ref}, ale {c}{L}{x} na {y} | jak {ref}, bez {c}{L}{x}
# Czech
move: {c}{L}{x} na {y} | {L}{x} na {y} | {nom} {x} na {y} | {L}{y} místo {x} | {nom} na {y} místo na {x}
move: přesunout {acc} z {x} na {y}
king: {c}{L} na {y} | {nom} na {y} | {k}{L}{y}
remove: bez {L}{x} | bez {c}{L}{x} | bez {gen} {x} | odstranit {acc} {x}
add: přidat {c}{L}{z} | přidat {acc} {z} | navíc {c}{L}{z}
replace: {c}{L2}{x} místo {c}{L}{x} | {noun2} místo {gen} na {x}
exchange: vyměnit {L}{x} a {L2}{x2} | záměna {c}{L}{x} a {c2}{L2}{x2}
turn: černý na tahu | černý začíná
colors: záměna barev | barvy zaměněny
colorsb: záměna barev, černý na tahu
list: Bílý: {here}; Černý: {there} | Bílý: {hereP} Černý: {thereP}
two: {c}{L}{y}, bez {c2}{L2}{x2} | {c}{L}{x} na {y}, {c2}{L2}{x2} na {y2}
chain: jako {ref}, ale {c}{L}{x} na {y} | jako {ref}, bez {c}{L}{x}
# Swedish
move: {c}{L}{x} till {y} | {L}{x} på {y} | {nom} {x} till {y} | {L}{y} i stället för {x}
move: den {Nom} på {y} i stället för {x} | flytta {Nom} från {x} till {y}
king: {c}{L} på {y} | {nom} på {y} | {sides} {noun} på {y}
remove: utan {c}{L}{x} | utan {L}{x} | utan den {Nom} på {x} | tag bort {c}{L}{x}
add: lägg till {c}{L}{z} | med extra {nom} på {z} | plus {c}{L}{z}
replace: {c}{L2}{x} i stället för {c}{L}{x} | byt {c}{L}{x} mot {c}{L2}
exchange: byt plats på {L}{x} och {L2}{x2} | {c}{L}{x} och {c2}{L2}{x2} byter plats
turn: svart drar | svart vid draget
colors: ombytta färger | omvända färger
colorsb: ombytta färger, svart vid draget
list: Vit: {here}; Svart: {there} | Vit {hereP} – Svart {thereP}
two: {c}{L}{y}, utan {c2}{L2}{x2} | {c}{L}{x} till {y} och {c2}{L2}{x2} till {y2}
chain: som {ref}, men {c}{L}{x} till {y} | som {ref}, utan {c}{L}{x}
# Hungarian
move: {c}{L}{x} {onto} | {L}{x}-{y} | {nom} {x} {onto} | {c}{L} {off} {onto} | {nom} {on} | {L}{y} {x} helyett
king: {c}{L} {onto} | {nom} {on} | {c}{L} {on}
remove: {c}{L}{x} nélkül | {L}{x} nélkül | {Nom} {x} nélkül | {c}{L}{x} le
add: plusz {c}{L}{z} | {c}{L}{z} hozzáadva | még egy {nom} {on}
replace: {c}{L}{x} helyett {c}{L2} | {x} {noun} helyett {noun2}
exchange: {L}{x} és {L2}{x2} cseréje | {c}{L}{x} és {c2}{L2}{x2} helyet cserél
turn: sötét indul | sötét kezd
colors: színcsere | felcserélt színek
colorsb: színcsere, sötét indul
list: Világos: {here}; Sötét: {there} | Világos: {hereP} Sötét: {thereP}
two: {c}{L}{y}, {c2}{L2}{x2} nélkül | {c}{L}{x} {onto}, {c2}{L2}{x2} {onto2}
chain: mint {ref}, de {c}{L}{x} {onto} | mint {ref}, {c}{L}{x} nélkül
"""

_UNSEEN_TEXT = """
# any
move: {x}→{y} | {L}{y} (←{x}) | {L}{x}/{y} | {c}{L} {x}:{y}
king: {f}{y} | {c}{L}={y}
remove: ./. {L}{x} | {c}{L}{x}→× | {c}{L}{x}↓
add: {c}{L}{z} | (+{f} {z})
replace: {L}{x}≡{L2} | {x}={c}{L2}
exchange: {x}<-->{x2} | {L}{x}/{L2}{x2}
two: {c}{L}{x}/{y} + {c2}{L2}{x2}/{y2}
chain: {ref} ./. {c}{L}{x}
# English
move: the {noun} of {x} starts at {y} | {c}{L} transferred from {x} to {y}
move: put the {noun} {x} on {y} | {x} {noun} to {y}
move: if {sides} {noun} were on {y} | {noun} at {y} in place of {x}
king: {side} has his {noun} on {y} | {noun} of {side} to {y}
remove: the {x} {noun} is missing | {side} is without his {x} {noun} | take the {nom} off the board | no {nom} at {x}
add: {side} has one more {noun}, {z} | insert {c}{L}{z} | and {c}{L}{z} besides
replace: a {noun2} stands on {x} and not a {noun} | {noun} {x} turned into a {noun2} | substitute {c}{L2} for {c}{L}{x}
exchange: the {noun} {x} and the {noun2} {x2} trade places | {L}{x} where {L2}{x2} stands and vice versa
turn: the move being Black's | it is Black's turn
colors: the white men are black and the black men white
list: {here} v. {there} | {hereP} against {thereP}
two: {c}{L}{y} and no {c2}{L2}{x2} | {L}{x}, {L2}{x2} to {y}, {y2} respectively
chain: continue: {c}{L}{x} to {y} | add to {ref} {c}{L}{z} | additionally remove {L}{x}
# German
move: {L}{x} kommt nach {y} | man stelle {Acc} {x} auf {y} | {Nom} wandert von {x} nach {y} | {y} statt {x} ({c}{L})
remove: man entferne {Acc} {x} | {L}{x} weg | {Acc} von {x} streichen
add: {c}{L}{z} dazu | {nom} kommt auf {z} hinzu
replace: auf {x} steht {noun2} statt {noun} | aus {c}{L}{x} wird {c}{L2}
exchange: Platztausch {L}{x}/{L2}{x2}
turn: Nachziehender am Zug | Anzug Schwarz
# Dutch
move: {L}{x} staat op {y} | zet {Nom} van {x} op {y}
remove: {L}{x} weg | {Nom} {x} ontbreekt
# French
move: {Nom} passe de {x} à {y} | {L}{c} : {x} → {y}
remove: ôtez {Nom} de {x} | {L}{x} manque
exchange: {L}{x} et {L2}{x2} échangent leurs places
# Italian
move: spostare {Nom} da {x} a {y} | {L}{x} va in {y}
add: {c}{L} anche in {z}
# Spanish
move: {Nom} de {x} pasa a {y} | trasladar {L}{x} a {y}
add: agregar {noun} en {z} ({c})
# Portuguese
move: {L}{x} passa a {y} | deslocar {Nom} de {x} a {y}
# Russian
move: {L}{x} передвинуть на {y} | если {nom} на {y} | {L}{x} перенести на {y}
remove: {gen} {x} нет | {L}{x} снимается
add: на {z} {nom} | доб. {c}{L}{z}
# Polish
move: {Nom} stoi na {y}, nie na {x} | {L}{x} przesuń na {y}
remove: {L}{x} zdjąć
# Czech
move: {Nom} stojí na {y}, ne na {x} | {L}{x} posuň na {y}
# Swedish
move: {Nom} från {x} ställs på {y} | {L}{x} flyttas till {y}
remove: stryk {L}{x}
# Hungarian
move: {Nom} {off} {onto} kerül | {c}{L}{x} helye {y}
remove: vegyük le {Acc} {x}
add: tegyünk {acc} {onto}
"""


def _read(text: str) -> dict[str, dict[str, list[str]]]:
    """Return the patterns by language (`any` for all) and kind."""
    found: dict[str, dict[str, list[str]]] = {}
    kinds: dict[str, list[str]] = {}
    for row in text.strip().splitlines():
        if row.startswith("# "):
            found[row[2:]] = kinds = {}
            continue
        kind, _, patterns = row.partition(": ")
        kinds.setdefault(kind, []).extend(patterns.split(" | "))
    return found


PATTERNS = _read(_SEEN_TEXT)
UNSEEN = _read(_UNSEEN_TEXT)
"""The most unusual patterns, used on request only."""


def patterns_of(language: str, kind: str, *, unseen: bool = False) -> list[str]:
    """Return the patterns of `kind` in `language`, and then those of any language; perhaps none."""
    source = UNSEEN if unseen else PATTERNS
    kinds = ("king", "move") if kind == "king" else (kind,)
    return [one for part in (language, "any") for name in kinds for one in source.get(part, {}).get(name, [])]


def count_patterns(source: dict[str, dict[str, list[str]]]) -> int:
    """Return the number of distinct pairs of a language and a pattern."""
    return sum(len(set(kinds[kind])) for kinds in source.values() for kind in kinds)
