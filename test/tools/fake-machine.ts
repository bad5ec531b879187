import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defaultSearch, type Search } from "../../tools/pulumi-cli/search.js";

/** Writes an executable shell script. */
export function script(folder: string, name: string, body: string): void {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, name);
  writeFileSync(file, `#!/bin/sh\n${body}\n`);
  chmodSync(file, 0o755);
}

/** A `pulumi` that prints its version, with its language host. */
export function addPulumi(folder: string, version: string, languageHost = true): void {
  script(folder, "pulumi", `echo v${version}`);
  if (languageHost) script(folder, "pulumi-language-nodejs", "exit 0");
}

/** A home, a cache and a PATH of real files. The PATH is empty until a test adds programs. */
export class FakeMachine {
  readonly root = mkdtempSync(join(tmpdir(), "fake-machine-"));
  readonly home = join(this.root, "home");
  readonly path = join(this.root, "path");
  readonly cache = join(this.root, "cache", "pulumi-app-platform");
  readonly goLog = join(this.root, "go.log");
  readonly progress: string[] = [];

  constructor() {
    mkdirSync(this.home);
    mkdirSync(this.path);
    this.addVendorInstaller("console.error('no network'); process.exit(1)");
  }

  get env(): Record<string, string> {
    return { PATH: this.path, HOME: this.home, XDG_CACHE_HOME: join(this.root, "cache"), GO_LOG: this.goLog };
  }

  get vendorInstaller(): string {
    return join(this.root, "vendor-installer.cjs");
  }

  addVendorInstaller(code: string): void {
    writeFileSync(this.vendorInstaller, code);
  }

  /** A `go` that logs its arguments and, instead of compiling, writes a script that prints `version`. */
  addGo(options: { seconds?: number; version?: string; fails?: string } = {}): void {
    const { seconds = 0, version = "3.246.0", fails } = options;
    const end = fails
      ? `echo '${fails}' >&2; exit 1`
      : `printf '#!/bin/sh\\necho v${version}\\n' > "$out"; /bin/chmod 755 "$out"`;
    script(
      this.path,
      "go",
      [
        'echo "$PWD $*" >> "$GO_LOG"',
        'while [ $# -gt 0 ]; do if [ "$1" = -o ]; then out=$2; fi; shift; done',
        `/bin/sleep ${seconds} & echo "$$ $!" >> "$GO_LOG.pids"; wait`,
        end,
      ].join("\n"),
    );
  }

  /** The calls of the fake `go`: folder and arguments. */
  get goCalls(): string[] {
    return existsSync(this.goLog) ? readFileSync(this.goLog, "utf8").trim().split("\n") : [];
  }

  /** Process ids of the fake `go` and of the processes that it started. */
  get goPids(): number[] {
    const file = `${this.goLog}.pids`;
    return existsSync(file) ? readFileSync(file, "utf8").trim().split(/\s+/).map(Number) : [];
  }

  /** The entries of the cache, including hidden ones. */
  get cached(): string[] {
    return existsSync(this.cache) ? readdirSync(this.cache).sort() : [];
  }

  search(changes: Partial<Search> = {}): Search {
    const progress = {
      begin: (text: string) => {
        this.progress.push(text);
        return () => undefined;
      },
    };
    return defaultSearch({ env: this.env, vendorInstaller: this.vendorInstaller, progress, ...changes });
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
