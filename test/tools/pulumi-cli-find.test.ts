import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findPulumi } from "../../tools/pulumi-cli/find.js";
import { PulumiUnavailable } from "../../tools/pulumi-cli/pulumi-unavailable.js";
import { addPulumi, FakeMachine, script } from "./fake-machine.js";

let machine: FakeMachine;
beforeEach(() => {
  machine = new FakeMachine();
});
afterEach(() => machine.remove());

const underHome = (version: string) => join(machine.home, ".pulumi/versions", version, "bin");
const failure = () =>
  findPulumi(machine.search()).then(
    (found) => expect.unreachable(`found ${found.folder}`),
    (error: Error) => error,
  );

describe("the search for a Pulumi CLI", () => {
  it("uses a supported one on PATH before all others", async () => {
    addPulumi(machine.path, "3.246.0");
    addPulumi(underHome("3.246.0"), "3.246.0");
    expect(await findPulumi(machine.search())).toEqual({ folder: machine.path, version: "v3.246.0" });
  });

  it("accepts a language host elsewhere on PATH", async () => {
    const other = join(machine.root, "other");
    addPulumi(machine.path, "3.250.1", false);
    script(other, "pulumi-language-nodejs", "exit 0");
    const env = { ...machine.env, PATH: `${machine.path}:${other}` };
    expect(await findPulumi(machine.search({ env }))).toEqual({ folder: machine.path, version: "v3.250.1" });
  });

  it.each([
    {
      title: "is older than the SDK",
      add: () => addPulumi(machine.path, "3.245.9"),
      says: /must be 3\.246\.0 or newer .*; got v3\.245\.9/,
    },
    {
      title: "is too new for the SDK",
      add: () => addPulumi(machine.path, "3.268.0"),
      says: /must be .* older than 3\.268\.0; got v3\.268\.0/,
    },
    { title: "is of the next major release", add: () => addPulumi(machine.path, "4.0.0"), says: /got v4\.0\.0/ },
    {
      title: "has no language host",
      add: () => addPulumi(machine.path, "3.246.0", false),
      says: /language host pulumi-language-nodejs is missing/,
    },
    {
      title: "does not start",
      add: () => {
        addPulumi(machine.path, "3.246.0");
        script(machine.path, "pulumi", "echo 'wrong machine' >&2; exit 126");
      },
      says: /version` failed: wrong machine/,
    },
    {
      title: "prints no version",
      add: () => {
        addPulumi(machine.path, "3.246.0");
        script(machine.path, "pulumi", "exit 0");
      },
      says: /got an unknown version/,
    },
  ])("skips one on PATH that $title, and says so if nothing else is found", async ({ add, says }) => {
    add();
    expect((await failure()).message).toMatch(says);
    addPulumi(underHome("3.246.0"), "3.246.0");
    expect(await findPulumi(machine.search())).toMatchObject({ folder: underHome("3.246.0") });
  });

  it.each([
    { title: "the release of the SDK", versions: ["3.245.0", "3.246.0", "3.250.0", "3.270.0"], used: "3.246.0" },
    {
      title: "otherwise the newest supported one",
      versions: ["3.245.0", "3.247.1", "3.250.0", "3.270.0"],
      used: "3.250.0",
    },
  ])("uses from the versions in Pulumi's home $title", async ({ versions, used }) => {
    for (const version of versions) addPulumi(underHome(version), version);
    expect(await findPulumi(machine.search())).toEqual({ folder: underHome(used), version: `v${used}` });
  });

  it("uses the one that Pulumi's installer put into Pulumi's home before those of the Automation API", async () => {
    addPulumi(underHome("3.246.0"), "3.246.0");
    const bin = join(machine.home, ".pulumi/bin");
    addPulumi(bin, "3.250.0");
    expect(await findPulumi(machine.search())).toEqual({ folder: bin, version: "v3.250.0" });
    addPulumi(machine.path, "3.246.0");
    expect(await findPulumi(machine.search())).toMatchObject({ folder: machine.path });
  });

  it("looks in PULUMI_HOME instead of ~/.pulumi if it is set", async () => {
    const [bin, pulumiHome] = [join(machine.root, "elsewhere/bin"), join(machine.root, "elsewhere")];
    addPulumi(join(machine.home, ".pulumi/bin"), "3.246.0");
    addPulumi(bin, "3.246.0");
    const env = { ...machine.env, PULUMI_HOME: pulumiHome };
    expect((await findPulumi(machine.search({ env }))).folder).toBe(bin);
  });

  it("looks for versions in PULUMI_HOME if it is set", async () => {
    const pulumiHome = join(machine.root, "elsewhere");
    addPulumi(join(pulumiHome, "versions/3.246.0/bin"), "3.246.0");
    const env = { ...machine.env, PULUMI_HOME: pulumiHome };
    expect((await findPulumi(machine.search({ env }))).folder).toBe(join(pulumiHome, "versions/3.246.0/bin"));
  });

  it("caches what the vendor's installer installs, without Go", async () => {
    machine.addVendorInstaller(`
      const { mkdirSync, writeFileSync } = require("node:fs");
      const folder = process.argv[2] + "/bin";
      mkdirSync(folder);
      for (const name of ["pulumi", "pulumi-language-nodejs"]) writeFileSync(folder + "/" + name, "#!/bin/sh\\necho v3.246.0\\n", { mode: 0o755 });`);
    const { folder } = await findPulumi(machine.search());
    expect(folder.startsWith(machine.cache)).toBe(true);
    machine.addVendorInstaller("process.exit(1)");
    expect(await findPulumi(machine.search())).toMatchObject({ folder });
  });

  it("stops an installer that takes too long, with its processes, and continues with the build", async () => {
    machine.addVendorInstaller(`require("node:child_process").spawnSync("/bin/sleep", ["60"])`);
    machine.addGo();
    const started = Date.now();
    await findPulumi(machine.search({ vendorTimeoutMs: 300 }));
    expect(Date.now() - started).toBeLessThan(10_000);
  });

  it("builds both programs from the pinned modules, with the release as their version", async () => {
    machine.addGo();
    const search = machine.search();
    await findPulumi(search);
    expect(machine.goCalls).toHaveLength(2);
    const [host = "", cli = ""] = machine.goCalls;
    expect(host).toContain(`${join(search.modules, "language-nodejs")} build -mod=readonly -trimpath`);
    expect(host).toContain("common/version.Version=v3.68.0");
    expect(cli).toContain(`${join(search.modules, "cli")} build -mod=readonly -tags osusergo,grpcnotrace -trimpath`);
    expect(cli).toContain("common/version.Version=v3.246.0");
    expect(machine.progress.at(-1)).toMatch(/building pulumi with Go/);
  });

  it("has the starter of dynamic providers beside the CLI, so that PATH needs only this folder", async () => {
    machine.addGo();
    const search = machine.search();
    const { folder } = await findPulumi(search);
    const starter = "pulumi-resource-pulumi-nodejs";
    expect(readFileSync(join(folder, starter), "utf8")).toBe(readFileSync(join(search.sdk, starter), "utf8"));
  });

  it("builds once: the next search finds it in the cache", async () => {
    machine.addGo();
    const { folder } = await findPulumi(machine.search());
    expect(await findPulumi(machine.search())).toMatchObject({ folder });
    expect(machine.goCalls).toHaveLength(2);
  });

  it("builds again when a module file has changed", async () => {
    machine.addGo();
    const modules = join(machine.root, "modules");
    for (const module of ["cli", "language-nodejs"]) {
      mkdirSync(join(modules, module), { recursive: true });
      for (const file of ["go.mod", "go.sum"]) writeFileSync(join(modules, module, file), "pinned");
    }
    const first = await findPulumi(machine.search({ modules }));
    writeFileSync(join(modules, "cli/go.sum"), "pinned differently");
    const second = await findPulumi(machine.search({ modules }));
    expect(second.folder).not.toBe(first.folder);
    expect(machine.goCalls).toHaveLength(4);
  });

  it("builds a cached CLI again if it no longer runs", async () => {
    machine.addGo();
    const { folder } = await findPulumi(machine.search());
    script(folder, "pulumi", "exit 1");
    expect(await findPulumi(machine.search())).toEqual({ folder, version: "v3.246.0" });
    expect(machine.goCalls).toHaveLength(4);
  });

  it.each([
    { title: "fails", go: { fails: "module proxy: connection refused" }, says: "module proxy: connection refused" },
    { title: "produces a program of another release", go: { version: "3.200.0" }, says: "must be 3.246.0 or newer" },
  ])("leaves nothing behind if a build $title", async ({ go, says }) => {
    machine.addGo(go);
    expect((await failure()).message).toContain(says);
    expect(machine.cached).toEqual([]);
  });

  it("says what was tried and what to install if nothing works", async () => {
    const error = await failure();
    expect(error).toBeInstanceOf(PulumiUnavailable);
    const text = error.message.replaceAll(machine.root, "").replace(/-\w+-\w+-[0-9a-f]{12}/, "-…");
    expect(text).toBe(
      [
        "No Pulumi CLI was found, and none could be installed or built. Tried:",
        "  - PATH: no pulumi found",
        "  - Pulumi's home: no pulumi in /home/.pulumi/bin",
        "  - the versions in Pulumi's home: no supported version in /home/.pulumi/versions",
        "  - the cache of an earlier run: no pulumi in /cache/pulumi-app-platform/pulumi-3.246.0-…/bin",
        "  - the vendor's installer: no network",
        "  - a build with Go: go is not on PATH",
        "Install Pulumi 3.246.0 or newer and older than 3.268.0, then run the command again:",
        "  curl -fsSL https://get.pulumi.com | sh -s -- --version 3.246.0",
        "Behind a proxy, set HTTPS_PROXY. If get.pulumi.com cannot be reached at all, install Go 1.25.8 or newer, https://go.dev/dl:",
        "the CLI is then built once, which needs access to Go's module proxy.",
      ].join("\n"),
    );
  });

  it("names a cache that is not writable as the reason", async () => {
    machine.addGo();
    writeFileSync(join(machine.root, "cache"), "a file where a folder should be");
    expect((await failure()).message).toMatch(/writing to the cache .*pulumi-app-platform: ENOTDIR/);
  });
});
