import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { CHECKOUT } from "../../tools/pulumi-cli/search.js";
import { FakeMachine } from "./fake-machine.js";

const installer = join(CHECKOUT, "tools/pulumi-cli/vendor-installer.cjs");

/** Stands for the vendor's site: a script that says how it was called. */
const site = createServer((request, response) => {
  if (request.url === "/install.sh") response.end('echo "$@" > "$3/called"\n');
  else response.writeHead(404).end();
});
const tunnels: string[] = [];
/** A proxy that connects everybody to that site, whatever the name. */
const proxy = createServer().on("connect", (request, client) => {
  tunnels.push(request.url ?? "");
  const target = connect(portOf(site), "127.0.0.1", () => {
    client.write("HTTP/1.1 200 Connection established\r\n\r\n");
    target.pipe(client).pipe(target);
  });
});
const portOf = (server: typeof site) => (server.address() as AddressInfo).port;
const addressOf = (server: typeof site) => `http://127.0.0.1:${portOf(server)}/`;

let machine: FakeMachine;
beforeAll(async () => {
  for (const server of [site, proxy]) {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
  }
});
afterAll(() => {
  for (const server of [site, proxy]) {
    server.closeAllConnections();
    server.close();
  }
});
beforeEach(() => {
  machine = new FakeMachine();
  tunnels.length = 0;
});
afterEach(() => machine.remove());

async function install(address: string, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [installer, machine.root, "3.246.0", address], { env });
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const [code] = await once(child, "close");
  return { code, errors, isCalled: existsSync(join(machine.root, "called")) };
}

describe("the vendor's installer", () => {
  it("runs the vendor's script for the release and the folder", async () => {
    expect(await install(addressOf(site))).toEqual({ code: 0, errors: "", isCalled: true });
    expect(readFileSync(join(machine.root, "called"), "utf8")).toBe(
      `--no-edit-path --install-root ${machine.root} --version 3.246.0\n`,
    );
  });

  it("downloads through the proxy that the environment names", async () => {
    const env = { HTTP_PROXY: addressOf(proxy) };
    expect(await install("http://get.example.test/", env)).toEqual({ code: 0, errors: "", isCalled: true });
    expect(tunnels).toEqual(["get.example.test:80"]);
  });

  it("downloads directly from a host in NO_PROXY", async () => {
    const env = { HTTP_PROXY: addressOf(proxy), NO_PROXY: "127.0.0.1" };
    expect(await install(addressOf(site), env)).toMatchObject({ code: 0, isCalled: true });
    expect(tunnels).toEqual([]);
  });

  it("says that the site cannot be reached, with the reason", async () => {
    const { code, errors } = await install("http://127.0.0.1:65535/");
    expect([code, errors]).toEqual([1, "127.0.0.1:65535 cannot be reached (connect ECONNREFUSED 127.0.0.1:65535)\n"]);
  });

  it("says which status another site responded", async () => {
    const { code, errors } = await install(`${addressOf(site)}elsewhere/`);
    expect([code, errors]).toEqual([1, `127.0.0.1:${portOf(site)} responded 404 for install.sh\n`]);
  });
});
