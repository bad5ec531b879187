import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RELEASE } from "../../../tools/fetch/pulumi-cli/release.js";
import { defaultSearch, type Search } from "../../../tools/fetch/pulumi-cli/search.js";

/** Writes an executable shell script. */
export function script(folder: string, name: string, body: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), `#!/bin/sh\n${body}\n`, { mode: 0o755 });
}

/** A `pulumi` that prints its version, with its language host. */
export function addPulumi(folder: string, version: string, languageHost = true): void {
  script(folder, "pulumi", `echo v${version}`);
  if (languageHost) script(folder, "pulumi-language-nodejs", "exit 0");
}

/** Starts a program of this repository and collects what it prints. */
export function start(program: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, ["--import", "tsx", program, ...args], { env });
  const said = { out: "", err: "" };
  child.stdout.on("data", (chunk) => {
    said.out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    said.err += chunk;
  });
  return { child, said, ended: once(child, "close").then(([code]) => ({ ...said, code: code as number })) };
}

/** A home, a cache and a PATH of real files. The PATH is empty until a test adds programs, and the vendor cannot be reached. */
export function fakeMachine() {
  const root = mkdtempSync(join(tmpdir(), "fake-machine-"));
  const [home, path, log] = [join(root, "home"), join(root, "path"), join(root, "go.log")];
  const cache = join(root, "cache", "pulumi-app-platform");
  for (const folder of [home, path]) mkdirSync(folder);
  const env = { PATH: path, HOME: home, XDG_CACHE_HOME: join(root, "cache") };
  const lines = (file: string) => (existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : []);
  return {
    ...{ root, home, path, env },
    /** A `go` that logs its arguments and, instead of compiling, writes a script that prints `version`. */
    addGo({ seconds = 0, version = RELEASE, fails = "" } = {}): void {
      const end = fails
        ? `echo '${fails}' >&2; exit 1`
        : `printf '#!/bin/sh\\necho v${version}\\n' > "$out"; /bin/chmod 755 "$out"`;
      const output = 'while [ $# -gt 0 ]; do if [ "$1" = -o ]; then out=$2; fi; shift; done';
      script(path, "go", [`echo "$PWD $*" >> ${log}`, output, `/bin/sleep ${seconds}`, end].join("\n"));
    },
    /** The calls of the fake `go`: folder and arguments. */
    goCalls: () => lines(log),
    /** The entries of the cache, including hidden ones. */
    cached: () => (existsSync(cache) ? readdirSync(cache) : []),
    search: (changes: Partial<Search> = {}): Search =>
      defaultSearch({ env, vendorUrl: "http://127.0.0.1:65535/", ...changes }),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
