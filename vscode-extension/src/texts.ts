// Documents of the scheme `gbr`, in memory: generated texts, which are read-only, and the example.

import * as vscode from "vscode";
import { EXAMPLE, EXAMPLE_PATH } from "./example";
import { type Kept, type KeptLink, KeptTexts, type Memory } from "./kept";
import { GENERATED, listGeneratedTexts } from "./languages";

const RENEWED_WITHIN = 5_000;

interface Text {
  readonly bytes: Uint8Array;
  readonly time: number;
  readonly links: readonly vscode.DocumentLink[];
  readonly isWritable: boolean;
}

/** What a document has besides its text. */
interface More {
  readonly links?: readonly vscode.DocumentLink[];
  readonly language?: string | undefined;
  readonly isWritable?: boolean;
}

/** A text is dropped when its document closes. After a reload of the window the open ones are made again. */
export class Texts implements vscode.FileSystemProvider, vscode.Disposable {
  private readonly texts = new Map<string, Text>();
  private readonly kept: KeptTexts;
  private readonly changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.changed.event;
  private readonly registered = vscode.Disposable.from(
    this.changed,
    vscode.workspace.registerFileSystemProvider(GENERATED, this, { isCaseSensitive: true }),
    vscode.languages.registerDocumentLinkProvider(
      { scheme: GENERATED },
      { provideDocumentLinks: ({ uri }) => [...(this.texts.get(uri.toString())?.links ?? [])] },
    ),
    // A change of the language also closes and opens a document.
    vscode.workspace.onDidCloseTextDocument(({ uri, isClosed }) => {
      if (!isClosed || uri.scheme !== GENERATED) return;
      this.texts.delete(uri.toString());
      this.kept.drop(uri.toString());
    }),
    vscode.workspace.onDidOpenTextDocument((document) => {
      const language = document.uri.scheme === GENERATED && this.kept.get(document.uri.toString())?.language;
      if (language && document.languageId !== language)
        void vscode.languages.setTextDocumentLanguage(document, language);
    }),
  );

  constructor(memory: Memory) {
    this.kept = new KeptTexts(memory);
  }

  /** Return the document at `path` with `text`. If it is open, it gets the new text in the same tab. */
  async open(path: string, text: string, more: More = {}): Promise<vscode.TextDocument> {
    const uri = vscode.Uri.from({ scheme: GENERATED, path });
    const before = documentOf(uri);
    // An example that was changed is kept.
    if (!(before && more.isWritable)) {
      this.put(uri, new TextEncoder().encode(text), more);
      this.keep(uri, text, more);
      if (before && before.getText() !== text) await this.renew(before, uri);
    }
    const document = await vscode.workspace.openTextDocument(uri);
    if (!more.language || document.languageId === more.language) return document;
    return vscode.languages.setTextDocumentLanguage(document, more.language);
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const { bytes, time, isWritable } = this.findText(uri);
    const permissions = isWritable ? {} : { permissions: vscode.FilePermission.Readonly };
    return { type: vscode.FileType.File, ctime: time, mtime: time, size: bytes.length, ...permissions };
  }

  readFile(uri: vscode.Uri): Uint8Array {
    return this.findText(uri).bytes;
  }

  writeFile(uri: vscode.Uri, bytes: Uint8Array): void {
    if (!this.findText(uri).isWritable) throw vscode.FileSystemError.NoPermissions(uri);
    this.put(uri, bytes, { isWritable: true });
    this.keep(uri, new TextDecoder().decode(bytes), { isWritable: true });
  }

  watch(): vscode.Disposable {
    return { dispose: () => {} };
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  dispose(): void {
    this.registered.dispose();
  }

  private findText(uri: vscode.Uri): Text {
    const key = uri.toString();
    if (!this.texts.has(key)) this.restore(uri, this.kept.get(key));
    const text = this.texts.get(key);
    if (!text) throw vscode.FileSystemError.FileNotFound(uri);
    return text;
  }

  /** Make the text at `uri` again, which was open before a reload; without `kept` only the example. */
  private restore(uri: vscode.Uri, kept: Kept | undefined): void {
    const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
    if (kept) {
      const links = kept.links.map(
        ([row, start, end, target]) =>
          new vscode.DocumentLink(new vscode.Range(row, start, row, end), vscode.Uri.parse(target)),
      );
      this.put(uri, encode(kept.text), { ...kept, links });
    } else if (uri.path === EXAMPLE_PATH) this.put(uri, encode(EXAMPLE), { isWritable: true });
  }

  private put(uri: vscode.Uri, bytes: Uint8Array, { links = [], isWritable = false }: More): void {
    const key = uri.toString();
    // VS Code reads a file again only if its time has changed.
    const time = Math.max(Date.now(), (this.texts.get(key)?.time ?? 0) + 1);
    this.texts.set(key, { bytes, time, links, isWritable });
  }

  /** Keep a text for the next start of the window, and drop those that are in no tab. */
  private keep(uri: vscode.Uri, text: string, { links = [], isWritable = false, language }: More): void {
    const places = links.map(({ range: { start, end }, target }): KeptLink => [
      start.line,
      start.character,
      end.character,
      String(target),
    ]);
    this.kept.keepOnly([...listGeneratedTexts(vscode.window.tabGroups.all), uri.toString()]);
    this.kept.put(uri.toString(), { text, links: places, isWritable, language });
  }

  /** Make `document` load its new text, and wait until it has changed, at most `RENEWED_WITHIN` ms. */
  private renew(document: vscode.TextDocument, uri: vscode.Uri): Promise<void> {
    return new Promise((resolve) => {
      const finish = (): void => {
        clearTimeout(timer);
        listening.dispose();
        resolve();
      };
      const timer = setTimeout(finish, RENEWED_WITHIN);
      const listening = vscode.workspace.onDidChangeTextDocument((change) => {
        if (change.document === document) finish();
      });
      this.changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    });
  }
}

function documentOf(uri: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
}
