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
  it("takes a fitting one on PATH before all others", async () => {
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
      says: /is v3\.245\.9; needed is 3\.246\.0 or newer/,
    },
    {
      title: "is too new for the SDK",
      add: () => addPulumi(machine.path, "3.268.0"),
      says: /is v3\.268\.0; needed is .* older than 3\.268\.0/,
    },
    { title: "is of the next major release", add: () => addPulumi(machine.path, "4.0.0"), says: /is v4\.0\.0/ },
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
      title: "does not say a version",
      add: () => {
        addPulumi(machine.path, "3.246.0");
        script(machine.path, "pulumi", "exit 0");
      },
      says: /is of an unknown version/,
    },
  ])("passes over one on PATH that $title, and says so when nothing else is found", async ({ add, says }) => {
    add();
    expect((await failure()).message).toMatch(says);
    addPulumi(underHome("3.246.0"), "3.246.0");
    expect(await findPulumi(machine.search())).toMatchObject({ folder: underHome("3.246.0") });
  });

  it.each([
    { title: "the SDK's own release", versions: ["3.245.0", "3.246.0", "3.250.0", "3.270.0"], taken: "3.246.0" },
    { title: "else the newest that fits", versions: ["3.245.0", "3.247.1", "3.250.0", "3.270.0"], taken: "3.250.0" },
  ])("takes from Pulumi's folder of versions $title", async ({ versions, taken }) => {
    for (const version of versions) addPulumi(underHome(version), version);
    expect(await findPulumi(machine.search())).toEqual({ folder: underHome(taken), version: `v${taken}` });
  });

  it("looks for versions under PULUMI_HOME when that is set", async () => {
    const pulumiHome = join(machine.root, "elsewhere");
    addPulumi(join(pulumiHome, "versions/3.246.0/bin"), "3.246.0");
    const env = { ...machine.env, PULUMI_HOME: pulumiHome };
    expect((await findPulumi(machine.search({ env }))).folder).toBe(join(pulumiHome, "versions/3.246.0/bin"));
  });

  it("keeps what the vendor's installer brings, without a need for Go", async () => {
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

  it("gives up on an installer that takes too long, with what it started, and goes on to the build", async () => {
    machine.addVendorInstaller(`require("node:child_process").spawnSync("/bin/sleep", ["60"])`);
    machine.addGo();
    const started = Date.now();
    await findPulumi(machine.search({ vendorLimitMs: 300 }));
    expect(Date.now() - started).toBeLessThan(10_000);
  });

  it("builds both programs from the pinned modules, with the release stamped in", async () => {
    machine.addGo();
    const search = machine.search();
    await findPulumi(search);
    expect(machine.goCalls).toHaveLength(2);
    const [host = "", cli = ""] = machine.goCalls;
    expect(host).toContain(`${join(search.modules, "language-nodejs")} build -mod=readonly -trimpath`);
    expect(host).toContain("common/version.Version=v3.68.0");
    expect(cli).toContain(`${join(search.modules, "cli")} build -mod=readonly -tags osusergo,grpcnotrace -trimpath`);
    expect(cli).toContain("common/version.Version=v3.246.0");
    expect(machine.said.at(-1)).toMatch(/building pulumi with Go/);
  });

  it("keeps beside the CLI what starts dynamic providers, so that the one folder on a PATH is enough", async () => {
    machine.addGo();
    const search = machine.search();
    const { folder } = await findPulumi(search);
    const starter = "pulumi-resource-pulumi-nodejs";
    expect(readFileSync(join(folder, starter), "utf8")).toBe(readFileSync(join(search.sdk, starter), "utf8"));
  });

  it("builds once: the next search finds what is kept", async () => {
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
    writeFileSync(join(modules, "cli/go.sum"), "pinned otherwise");
    const second = await findPulumi(machine.search({ modules }));
    expect(second.folder).not.toBe(first.folder);
    expect(machine.goCalls).toHaveLength(4);
  });

  it("makes a kept CLI anew when it no longer answers", async () => {
    machine.addGo();
    const { folder } = await findPulumi(machine.search());
    script(folder, "pulumi", "exit 1");
    expect(await findPulumi(machine.search())).toEqual({ folder, version: "v3.246.0" });
    expect(machine.goCalls).toHaveLength(4);
  });

  it.each([
    { title: "fails", go: { fails: "module proxy: connection refused" }, says: "module proxy: connection refused" },
    { title: "gives a program of another release", go: { version: "3.200.0" }, says: "needed is 3.246.0 or newer" },
  ])("leaves nothing behind when a build $title", async ({ go, says }) => {
    machine.addGo(go);
    expect((await failure()).message).toContain(says);
    expect(machine.kept).toEqual([]);
  });

  it("says what was tried and what to install when there is no way", async () => {
    const error = await failure();
    expect(error).toBeInstanceOf(PulumiUnavailable);
    const text = error.message.replaceAll(machine.root, "").replace(/-\w+-\w+-[0-9a-f]{12}/, "-…");
    expect(text).toBe(
      [
        "No Pulumi CLI was found, and none could be installed or built. Tried:",
        "  - PATH: there is no pulumi",
        "  - Pulumi's own folder of versions: there is no fitting version in /home/.pulumi/versions",
        "  - the cache of an earlier run: there is no pulumi in /cache/pulumi-app-platform/pulumi-3.246.0-…/bin",
        "  - the vendor's installer: no network",
        "  - a build with Go: go is not on PATH",
        "Install one of these, then run the command again:",
        "  - Pulumi 3.246.0 or newer, but older than 3.268.0: curl -fsSL https://get.pulumi.com | sh -s -- --version 3.246.0",
        "  - Go 1.25.8 or newer, https://go.dev/dl (the CLI is then built once; Go's module proxy must be within reach)",
      ].join("\n"),
    );
  });

  it("names a cache that cannot be written as the reason", async () => {
    machine.addGo();
    writeFileSync(join(machine.root, "cache"), "a file where a folder should be");
    expect((await failure()).message).toMatch(/keeping it in .*pulumi-app-platform: ENOTDIR/);
  });
});
