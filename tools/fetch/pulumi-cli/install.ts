import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EnvHttpProxyAgent, fetch } from "undici";
import { alone } from "./lock.js";
import { LANGUAGE_HOST_RELEASE, RELEASE } from "./release.js";
import { cacheFolder, type Search } from "./search.js";

const VENDOR_TIMEOUT_MS = 180_000;
const CONNECT_TIMEOUT_MS = 10_000;
/** How much of a program's output a message shows: enough for the last lines of a compiler. */
const SHOWN_LINES = 6;

/** The Go modules that pin every dependency. The quick build first, so that a failure of both shows after seconds. */
const BUILDS = [
  {
    program: "pulumi-language-nodejs",
    release: LANGUAGE_HOST_RELEASE,
    module: "language-hosts",
    goPackage: "github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs",
    flags: [],
    duration: "a minute",
  },
  {
    program: "pulumi",
    release: RELEASE,
    module: "cli",
    goPackage: "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi",
    flags: ["-tags", "osusergo,grpcnotrace"],
    duration: "8 minutes",
  },
];

/** The folder of the CLI in the cache: its name has the release and a hash of what pins its contents. */
export function cacheEntry({ env, modules }: Search): string {
  const hash = createHash("sha256");
  for (const { module } of BUILDS) {
    for (const file of ["go.mod", "go.sum"]) hash.update(readFileSync(join(modules, module, file)));
  }
  const name = `pulumi-${RELEASE}-${process.platform}-${process.arch}-${hash.digest("hex").slice(0, 12)}`;
  return join(cacheFolder(env), name);
}

/** Runs a program until it ends. On abort, it is ended together with every process that it started. */
async function run(
  command: string,
  args: readonly string[],
  signal: AbortSignal,
  options: { cwd?: string; env: NodeJS.ProcessEnv },
) {
  signal.throwIfAborted();
  const child = spawn(command, args, { ...options, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const end = () => {
    // It has a process group of its own.
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  };
  signal.addEventListener("abort", end, { once: true });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk;
    });
  }
  try {
    const code = await new Promise((resolve, reject) => child.once("error", reject).once("close", resolve)).catch(
      (error) => {
        throw error.code === "ENOENT" ? new Error(`${command} isn't on PATH`) : error;
      },
    );
    signal.throwIfAborted();
    if (code === 0) return;
    const lines = output.trim().split("\n");
    throw new Error(lines.slice(-SHOWN_LINES).join("\n") || `${command} ended with exit code ${code}`);
  } finally {
    signal.removeEventListener("abort", end);
  }
}

/** Pulumi's own installer. The SDK has a function for it, but its download does not use the proxy that HTTPS_PROXY names. */
async function download(root: string, { env, vendorUrl, signal }: Search): Promise<void> {
  const { host } = new URL(vendorUrl);
  const specified = (name: string) => env[name.toLowerCase()] ?? env[name] ?? "";
  const proxy = {
    httpProxy: specified("HTTP_PROXY"),
    httpsProxy: specified("HTTPS_PROXY"),
    noProxy: specified("NO_PROXY"),
  };
  const response = await fetch(new URL("install.sh", vendorUrl), {
    dispatcher: new EnvHttpProxyAgent(proxy),
    signal: AbortSignal.any([signal, AbortSignal.timeout(CONNECT_TIMEOUT_MS)]),
  }).catch((error) => {
    throw new Error(`${host} can't be reached (${error.cause?.message ?? error.message})`);
  });
  if (!response.ok) throw new Error(`${host} responded ${response.status} for install.sh`);
  const script = join(root, "install.sh");
  writeFileSync(script, await response.text());
  const limit = AbortSignal.any([signal, AbortSignal.timeout(VENDOR_TIMEOUT_MS)]);
  await run("/bin/sh", [script, "--no-edit-path", "--install-root", root, "--version", RELEASE], limit, { env });
}

/** A build of the CLI and its language host from the pinned modules. */
async function build(root: string, { env, modules, progress, signal }: Search): Promise<void> {
  for (const { program, release, module, goPackage, flags, duration } of BUILDS) {
    // The SDK refuses a CLI without a version.
    const stamp = `-s -w -X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v${release}`;
    const output = join(root, "bin", program);
    const args = ["build", "-mod=readonly", ...flags, "-trimpath", "-ldflags", stamp, "-o", output, goPackage];
    // A Go workspace above the checkout must not change the versions.
    const options = { cwd: join(modules, module), env: { ...env, GOWORK: "off" } };
    await progress.during(`building ${program} with Go, once (about ${duration})`, () =>
      run("go", args, signal, options),
    );
  }
}

const INSTALLERS = [
  { way: "the vendor's installer", into: download },
  { way: "a build with Go", into: build },
];

/** Installs into a folder beside the entry first, so that the cache never holds half an installation. */
async function installInto(
  entry: string,
  search: Search,
  inspect: (folder: string) => Promise<unknown>,
): Promise<readonly string[]> {
  const temporary = `${entry}.installing`;
  const bin = join(temporary, "bin");
  const failures: string[] = [];
  for (const { way, into } of INSTALLERS) {
    try {
      // A run that was killed may have left it.
      rmSync(temporary, { recursive: true, force: true });
      mkdirSync(bin, { recursive: true });
      await into(temporary, search);
      // The starter of dynamic providers, beside the CLI, so that PATH needs only this folder.
      for (const name of ["pulumi-resource-pulumi-nodejs", "pulumi-resource-pulumi-nodejs.cmd"]) {
        copyFileSync(join(search.sdk, name), join(bin, name));
        chmodSync(join(bin, name), 0o755);
      }
      await inspect(bin);
      // An existing entry doesn't work; otherwise, it would have been used.
      rmSync(entry, { recursive: true, force: true });
      renameSync(temporary, entry);
      return [];
    } catch (error) {
      search.signal.throwIfAborted();
      failures.push(`${way}: ${(error as Error).message}`);
    } finally {
      rmSync(temporary, { recursive: true, force: true });
    }
  }
  return failures;
}

/**
 * Installs the CLI into the cache. A second process waits for the first one and uses what that installed.
 * @returns why it could not be installed; nothing if it could
 */
export async function install(
  search: Search,
  inspect: (folder: string) => Promise<unknown>,
): Promise<readonly string[]> {
  const entry = cacheEntry(search);
  const { progress, signal } = search;
  const wait = (end: () => Promise<unknown>) =>
    progress.during("waiting for the process that installs the Pulumi CLI", end);
  return alone(entry, signal, wait, async () => {
    const isThere = await inspect(join(entry, "bin")).then(
      () => true,
      () => false,
    );
    return isThere ? [] : installInto(entry, search, inspect);
  });
}
