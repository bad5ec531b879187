/** The files that a user of the package gets, and the documentation beside them. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(__dirname, "../../..");

/** The files below these folders that are in the repository, or will be once they are committed. */
export function trackedFiles(...folders: string[]): string[] {
  const listed = ["ls-files", "--cached", "--others", "--exclude-standard", ...folders];
  return execFileSync("git", listed, { cwd: root, encoding: "utf8" }).split("\n");
}

/** Every page that is written for people. */
export function pages(): string[] {
  const under = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" });
  return [
    ...["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "backend/README.md"],
    "backend/CONTRIBUTING.md",
    ...under.flatMap((path) => (path.endsWith(".md") ? [join("docs", path)] : [])),
  ];
}

export function textOf(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

/** What is a secret by its looks, or tells of the machine that it was created on. */
export const suspicious: Readonly<Record<string, RegExp>> = {
  "a JWT": /\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/,
  "a private key": /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  "a key of a cloud": /\b(AKIA|ASIA)[A-Z0-9]{16}\b|\bAIza[\w-]{35}\b/,
  "a token of a forge or registry": /\b(gh[pousr]_|glpat-|npm_|xox[abp]-|pul-)[\w-]{20,}/,
  "an address with a password": /\b[a-z]+:\/\/[^\s/:@"'`<>]+:[^\s/@"'`<>$]+@[\w.-]+/,
  "a folder of somebody": /(\/home\/|\/Users\/|\/root\/|[A-Z]:\\Users\\)\w+/,
};
