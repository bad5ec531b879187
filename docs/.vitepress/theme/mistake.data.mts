import { readFileSync } from "node:fs";
import { join } from "node:path";

/** What the home page shows: the messages of the preview in "Getting started" that finds two mistakes. */
export declare const data: string;

const page = join(import.meta.dirname, "../../getting-started.md");

export default {
  watch: [page],
  load(): string {
    const [, messages] =
      /^pulumi preview\n```\n\n```text\n[\s\S]*?^(Diagnostics:\n[\s\S]*?)\n\n/m.exec(readFileSync(page, "utf8")) ?? [];
    if (messages === undefined) throw new Error(`${page} has no preview with messages.`);
    return messages;
  },
};
