import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findPulumi } from "../../../tools/fetch/pulumi-cli/find.js";
import { RELEASE } from "../../../tools/fetch/pulumi-cli/release.js";
import { addPulumi, fakeMachine, script, start } from "./fake-machine.js";

let machine: ReturnType<typeof fakeMachine>;
beforeEach(() => {
  machine = fakeMachine();
});
afterEach(() => machine.remove());

const read = (...path: string[]) => readFileSync(join(...path), "utf8");
const underHome = (version: string) => join(machine.home, ".pulumi/versions", version, "bin");
const failure = () =>
  findPulumi(machine.search()).then(
    () => "",
    (error: Error) => error.message,
  );

describe("search for a Pulumi CLI", () => {
  it("prefers PATH to ~/.pulumi/bin, and ~/.pulumi/bin to ~/.pulumi/versions", async () => {
    const [bin, other] = [join(machine.home, ".pulumi/bin"), join(machine.root, "other")];
    for (const version of ["3.274.0", "3.275.1", "3.280.0", "4.0.0"]) addPulumi(underHome(version), version);
    expect(await findPulumi(machine.search())).toEqual({ folder: underHome("3.280.0"), version: "v3.280.0" });
    addPulumi(underHome(RELEASE), RELEASE);
    expect(await findPulumi(machine.search())).toMatchObject({ folder: underHome(RELEASE) });
    addPulumi(bin, "3.280.0");
    expect(await findPulumi(machine.search())).toMatchObject({ folder: bin });
    expect(await findPulumi(machine.search({ env: { ...machine.env, PULUMI_HOME: other } })).catch(() => "")).toBe("");
    // The language host may be elsewhere on PATH.
    addPulumi(machine.path, "3.280.1", false);
    script(other, "pulumi-language-nodejs", "exit 0");
    const env = { ...machine.env, PATH: `${machine.path}:${other}` };
    expect(await findPulumi(machine.search({ env }))).toEqual({ folder: machine.path, version: "v3.280.1" });
  });

  it.each([
    { title: "is too old", version: "3.274.0", says: /must be 3\.274\.1 or newer, below 4; got v3\.274\.0/ },
    { title: "has no language host", host: false, says: /language host pulumi-language-nodejs is missing/ },
    { title: "does not start", body: "echo 'wrong machine' >&2; exit 126", says: /version` failed: wrong machine/ },
    { title: "prints no version", body: "exit 0", says: /got an unknown version/ },
  ])("skips a CLI on PATH that $title", async ({ version = RELEASE, host, body, says }) => {
    addPulumi(machine.path, version, host);
    if (body) script(machine.path, "pulumi", body);
    expect(await failure()).toMatch(says);
    addPulumi(underHome(RELEASE), RELEASE);
    expect(await findPulumi(machine.search())).toMatchObject({ folder: underHome(RELEASE) });
  });

  it("fails with what was tried and what to install", async () => {
    const text = (await failure()).replaceAll(machine.root, "").replace(/-\w+-\w+-[0-9a-f]{12}/, "-…");
    expect(text).toBe(
      [
        "No Pulumi CLI was found, and none could be installed or built. Tried:",
        "  - PATH: no pulumi in /path",
        "  - Pulumi's home: no pulumi in /home/.pulumi/bin",
        "  - the cache of an earlier run: no pulumi in /cache/pulumi-app-platform/pulumi-3.274.1-…/bin",
        "  - the vendor's installer: 127.0.0.1:65535 can't be reached (connect ECONNREFUSED 127.0.0.1:65535)",
        "  - a build with Go: go isn't on PATH",
        "Install Pulumi 3.274.1 or newer, below 4, then run the command again:",
        "  curl -fsSL https://get.pulumi.com | sh -s -- --version 3.274.1",
        "Behind a proxy, set HTTPS_PROXY. If get.pulumi.com can't be reached at all, install Go 1.26.6 or newer, https://go.dev/dl:",
        "the CLI is then built once, which needs access to Go's module proxy.",
      ].join("\n"),
    );
  });
});

describe("Pulumi's installer", () => {
  it("installs the release through the environment's proxy", async () => {
    const body = `mkdir -p "$3/bin"; echo "$@" > "$3/bin/called"; for name in pulumi pulumi-language-nodejs; do printf '#!/bin/sh\\necho v${RELEASE}\\n' > "$3/bin/$name"; chmod 755 "$3/bin/$name"; done`;
    const site = createServer((_, response) => response.end(body)).listen(0, "127.0.0.1");
    const tunnels: (string | undefined)[] = [];
    const portOf = (server: typeof site) => (server.address() as AddressInfo).port;
    const proxy = createServer().on("connect", (request, client) => {
      tunnels.push(request.url);
      const target = connect(portOf(site), "127.0.0.1", () => {
        client.write("HTTP/1.1 200 Connection established\r\n\r\n");
        target.pipe(client).pipe(target);
      });
    });
    await once(proxy.listen(0, "127.0.0.1"), "listening");
    // The script needs the usual programs; no CLI is among them.
    const env = { ...machine.env, PATH: "/usr/bin:/bin", HTTP_PROXY: `http://127.0.0.1:${portOf(proxy)}/` };
    const { folder } = await findPulumi(machine.search({ env, vendorUrl: "http://get.example.test/" }));
    expect(tunnels).toEqual(["get.example.test:80"]);
    expect(read(folder, "called")).toMatch(/^--no-edit-path --install-root \S+ --version 3\.274\.1\n$/);
    for (const server of [site, proxy]) server.close().closeAllConnections();
    expect(await findPulumi(machine.search())).toMatchObject({ folder });
  });
});

describe("Pulumi CLI built with Go", () => {
  it("is built from the pinned modules, and only once", async () => {
    machine.addGo();
    const { modules, sdk } = machine.search();
    const { folder } = await findPulumi(machine.search());
    expect(await findPulumi(machine.search())).toMatchObject({ folder });
    expect(machine.goCalls()).toEqual([
      expect.stringMatching(`^${modules}/language-hosts build -mod=readonly .*version.Version=v3.66.0 `),
      expect.stringMatching(`^${modules}/cli build -mod=readonly .*version.Version=v3.274.1 `),
    ]);
    const starter = "pulumi-resource-pulumi-nodejs";
    expect(read(folder, starter)).toBe(read(sdk, starter));
  });

  it.each([
    { title: "fails", go: { fails: "module proxy: connection refused" }, says: "module proxy: connection refused" },
    { title: "produces a program of another release", go: { version: "3.200.0" }, says: "must be 3.274.1 or newer" },
  ])("leaves nothing behind if the build $title", async ({ go, says }) => {
    machine.addGo(go);
    expect(await failure()).toContain(says);
    expect(machine.cached()).toEqual([]);
  });

  const search = () => start(join(__dirname, "find-in-process.ts"), [], machine.env);
  it("is built once by two parallel runs", async () => {
    machine.addGo({ seconds: 3 });
    const runs = [search(), search()].map(({ ended }) => ended);
    for (const { code, out } of await Promise.all(runs)) {
      expect(code).toBe(0);
      expect(out).toBe(`${join(machine.root, "cache/pulumi-app-platform", machine.cached()[0] ?? "", "bin")}\n`);
    }
    expect(machine.cached()).toHaveLength(1);
    expect(machine.goCalls()).toHaveLength(2);
    expect((await Promise.all(runs)).map(({ err }) => err).join()).toContain("waiting for the process that installs");
  });
});
