/** A copy of the repository, in which the page on adding a kind is followed. */
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Block } from "../../../tools/chapter.js";
import { CHECKOUT } from "../../../tools/fetch/pulumi-cli/search.js";
import { changed } from "../docs/changed.js";
import { linkInstalled } from "../support/packed.js";

export interface Copy {
  readonly root: string;
  /** Runs a command of a shell in the copy. */
  run(
    command: string,
    variables?: Readonly<Record<string, string>>,
  ): { readonly code: number; readonly output: string };
  remove(): void;
}

/** Packages of the repository, which the copy has as its own. */
const own: Readonly<Record<string, string>> = { "pulumi-app-platform": "..", "app-platform-backend": "../backend" };

/** What the copy does without: it is large, and nothing of it concerns a kind. */
const omitted = /^(test\/cli\/upgrades\/fixtures\/|test\/platform\/fixtures\/)/;

/** Copies what is tracked in the checkout, as it is now: what is not committed yet counts too. */
export function copyTracked(to: string, isCopied: (path: string) => boolean = () => true): void {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], {
    cwd: CHECKOUT,
    encoding: "utf8",
  });
  for (const path of listed.split("\0").slice(0, -1)) {
    if (!existsSync(join(CHECKOUT, path)) || !isCopied(path)) continue;
    mkdirSync(dirname(join(to, path)), { recursive: true });
    copyFileSync(join(CHECKOUT, path), join(to, path));
  }
}

export function copyOfRepository(): Copy {
  const root = mkdtempSync(join(tmpdir(), "adding-a-kind-"));
  copyTracked(root, (path) => !omitted.test(path));
  for (const folder of ["node_modules", "backend/node_modules"])
    linkInstalled(join(CHECKOUT, folder), join(root, folder), own);
  return {
    root,
    run(command, variables = {}) {
      const { VITEST: _, VITEST_POOL_ID: __, VITEST_WORKER_ID: ___, TEST_REST: ____, ...inherited } = process.env;
      const env = { ...inherited, NO_COLOR: "1", npm_config_loglevel: "error", ...variables };
      const { status, stdout, stderr } = spawnSync("sh", ["-ec", command], { cwd: root, encoding: "utf8", env });
      return { code: status ?? 1, output: `${stdout}${stderr}` };
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** Does what a block says. */
export function follow(copy: Copy, { kind, title, text }: Block): void {
  if (kind === "commands") {
    const { code, output } = copy.run(text);
    // Indented by a bar: Vitest would take the output's stack traces for those of this error.
    if (code !== 0) throw new Error(`${title} ends with ${code}:\n${output.replace(/^/gm, "| ")}`);
    return;
  }
  const file = join(copy.root, title);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, kind === "change" ? changed(readFileSync(file, "utf8"), text) : text);
}
