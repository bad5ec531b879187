import { readFileSync } from "node:fs";
import { join } from "node:path";

/** What the home page shows: the first run of the quickstart. */
export declare const data: string;

const page = join(import.meta.dirname, "../../getting-started.md");

export default {
  watch: [page],
  load(): string {
    const [, output] = /^pulumi up .*\n```\n\n```text\n([\s\S]*?)\n```$/m.exec(readFileSync(page, "utf8")) ?? [];
    if (output === undefined) throw new Error(`${page} has no output of pulumi up.`);
    return output.replace(/^ +Type .*\n|^.*pulumi:pulumi:Stack {2}.*\n|pulumi-nodejs:dynamic\/app-platform:/gm, "");
  },
};
