// A list of files that were opened together, with the number of findings in each.

import type { Client } from "./client";
import type { Draft } from "./drafts";
import { button, byId, formatCount, make } from "./elements";
import { readFile } from "./files";

export class FileList {
  /** The drafts of the files, each with the element that has its number of findings. */
  private readonly counts = new Map<Draft, HTMLElement>();
  private number = 0;

  constructor(
    private readonly client: Client,
    private readonly say: (text: string) => void,
    private readonly show: (draft: Draft) => void,
  ) {}

  /** Read and check `files`, and show the first that can be read. */
  async open(files: readonly File[]): Promise<void> {
    const number = ++this.number;
    this.counts.clear();
    const list = byId("files");
    list.hidden = false;
    list.replaceChildren(
      make("h2", { textContent: formatCount(files.length, "file") }),
      button("link", "Close the list", () => this.close()),
    );
    for (const [index, file] of files.entries()) {
      this.say(`Reading file ${index + 1} of ${files.length}: ${file.name}`);
      const row = await this.row(file);
      if (number !== this.number) return;
      list.append(row);
    }
    this.say(`${formatCount(this.counts.size, "file")} of ${files.length} read`);
  }

  /** Show that `draft`, if it is in the list, has `found` findings now. */
  count(draft: Draft, found: number): void {
    const findings = this.counts.get(draft);
    if (findings) findings.textContent = inWords(found);
  }

  close(): void {
    this.number++;
    byId("files").hidden = true;
    byId("files").replaceChildren();
  }

  private async row(file: File): Promise<HTMLElement> {
    const read = await readFile(this.client, file, () => {});
    if ("trouble" in read) return make("p", { className: "dim", textContent: read.trouble });
    const { draft } = read;
    const findings = make("span", { className: "dim" });
    this.counts.set(draft, findings);
    if (this.counts.size === 1) this.show(draft);
    const row = button("row", draft.name, () => this.show(draft));
    row.append(findings);
    findings.textContent = await this.check(draft, file);
    return row;
  }

  /** Return the number of findings in `file`, in words. */
  private async check({ proof, name }: Draft, file: File): Promise<string> {
    const data = proof ? undefined : new Uint8Array(await file.arrayBuffer());
    const checked = proof ?? (await this.client.check(name, data!).catch(() => undefined));
    if (!checked || checked.trouble) return checked?.trouble ?? "not checked";
    return inWords(checked.findings.length);
  }
}

const inWords = (found: number): string => (found ? formatCount(found, "finding") : "nothing found");
