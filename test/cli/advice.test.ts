/**
 * Advice of errors that only a process of its own can have, followed with the Pulumi CLI.
 * Codes: AP1004, AP2009, AP2015, AP3101, AP4003.
 * Titles are built from the rows: "advice of <code> (<class>) if <when> › leads to a run that succeeds: <advice>".
 */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import { connect, createServer as createTcpServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Database } from "pulumi-app-platform";
import * as native from "pulumi-app-platform/native";
import { afterAll, beforeEach, expect, onTestFinished } from "vitest";
import { forward } from "../engine/advice/servers.js";
import { followAdvice, nothing } from "../engine/advice/support.js";
import { databaseArgs } from "../engine/support/declare.js";
import { requests } from "../engine/support/journal.js";
import type { Program, StepOptions, TestStack } from "../engine/support/test-stack.js";
import { records } from "../kinds/index.js";
import { openedPlatform, proxyTo } from "../platform/support/opened.js";
import { certificate, certificateAuthority } from "../support/certificates.js";
import { portOf } from "../support/listening.js";
import { fault } from "./support/operated.js";
import { openCliStack } from "./support/stack.js";

const platform = openedPlatform({ endpoints: "extended" });
const other = openedPlatform({ endpoints: "extended" });
let current: TestStack;
beforeEach(async () => {
  await platform.request("POST", "/_local/reset");
  await other.request("POST", "/_local/reset");
  current = await openCliStack(platform, { env: { APP_PLATFORM_ENDPOINTS: "extended" } });
  return () => current.close();
});
const stack = proxyTo(() => current);

const up = async (program?: Program, options: StepOptions = {}) => {
  await stack.run("up", program, options);
  return options;
};
const db =
  (args: object = {}): Program =>
  () =>
    void new Database("db", databaseArgs(platform, { name: "orders", ...args }));
const existing = async (): Promise<string | undefined> => {
  const { body } = await platform.request("GET", `/environment/${platform.ids.environment}/database`);
  return body.results[0]?.id;
};

const folder = mkdtempSync(join(tmpdir(), "advice-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The plugin loads a file before anything else. */
const preload = (variables: Readonly<Record<string, string>>): StepOptions => ({
  env: { NODE_OPTIONS: `--require ${JSON.stringify(join(__dirname, "errors/plugin.cjs"))}`, ...variables },
});
const withoutState = () => preload({ ERRORS_PLUGIN_STATE: "file:///nowhere" });

const temporary = join(folder, "temporary");
const own = join(temporary, `app-platform-${process.getuid?.() ?? "runs"}`);
const open = async () => {
  mkdirSync(own, { recursive: true });
  chmodSync(own, 0o755);
};
const inTemporary = { env: { TMPDIR: temporary } };

const pidFile = join(folder, "plugin.pid");
/** Interrupts the plugin once the platform has the request. */
const interrupting = () => {
  const timer = setInterval(async () => {
    const isSent = (await requests(platform))["POST /environment/{environmentId}/database 201"] !== undefined;
    if (!isSent || !existsSync(pidFile)) return;
    clearInterval(timer);
    const pid = Number(readFileSync(pidFile, "utf8"));
    rmSync(pidFile);
    process.kill(pid, "SIGINT");
  }, 50);
  return () => clearInterval(timer);
};

const providerOf = (name: string, { url: baseUrl, tokens: { admin: token } }: typeof platform) =>
  new native.Provider(name, { baseUrl, token, endpoints: "extended" });
const web = (provider?: native.Provider) => {
  const args = records.Container.lifecycle.args(platform.ids);
  return new native.Container("web", args as never, provider && { provider });
};
const explicit: Program = () => void web(providerOf("eu", other));
const hasContainer = async (on: typeof platform) => {
  const { body } = await on.request("GET", `/environment/${on.ids.environment}/container`);
  return body.results.length > 0;
};

/** The platform behind TLS, with a certificate of an authority that only its users know. */
let [secure, authorityFile] = ["", ""];
const serveSecurely = async () => {
  const authority = await certificateAuthority();
  authorityFile = join(folder, "authority.pem");
  writeFileSync(authorityFile, authority.cert);
  const server = createServer(await certificate({ authority }), forward(platform.url));
  secure = `https://localhost:${await portOf(server)}`;
  onTestFinished(() => void server.close().closeAllConnections());
};
/** The same as a server that responds to plain text with a TLS alert, as many do. */
const serveWithAlerts = async () => {
  await serveSecurely();
  const target = Number(new URL(secure).port);
  const server = createTcpServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", (first) => {
      const handshake = 0x16;
      if (first[0] !== handshake) return void socket.end(Buffer.from("15030100020246", "hex"));
      const onward = connect(target, "127.0.0.1");
      onward.on("error", () => socket.destroy());
      onward.write(first);
      socket.pipe(onward).pipe(socket);
    });
  });
  secure = `https://localhost:${await portOf(server)}`;
  onTestFinished(() => void server.close());
};
const trusting = (url: string) => ({ env: { APP_PLATFORM_BASE_URL: url, NODE_EXTRA_CA_CERTS: authorityFile } });

followAdvice("cli", stack, [
  {
    error: "OwnersUnknownError",
    when: "the state can't be read",
    prepare: () => up(db()),
    program: () => nothing,
    options: withoutState,
    ways: [
      [
        "make sure that `pulumi stack export` works in the project's folder",
        async () => {
          await up();
          expect(await existing()).toBeUndefined();
        },
      ],
      [
        "delete the resource in the platform's console, then run again",
        async () => {
          await platform.request("DELETE", `/database/${await existing()}`);
          await up(undefined, withoutState());
        },
      ],
      [
        "to keep it on the platform, remove it from the state only: pulumi state delete",
        async () => {
          await stack.forget("db");
          expect(await existing()).toBeDefined();
        },
      ],
    ],
  },
  {
    error: "LedgerError",
    when: "other users can use the folder",
    prepare: open,
    program: () => db(),
    options: () => inTemporary,
    ways: [
      [
        "make sure that only you can read and write the folder",
        async () => {
          chmodSync(own, 0o700);
          return up(undefined, inTemporary);
        },
      ],
      [
        "set TMPDIR to another folder, then run again",
        async () => {
          const another = join(folder, "another");
          mkdirSync(another, { recursive: true });
          return up(undefined, { env: { TMPDIR: another } });
        },
      ],
    ],
  },
  {
    error: "InterruptedError",
    when: "the plugin gets a signal during a create",
    prepare: async () => {
      await fault(platform, { match: { method: "POST" }, when: "after", fault: "no-answer", times: 1 });
    },
    program: () => db(),
    options: () => preload({ ERRORS_PLUGIN_PID: pidFile }),
    during: interrupting,
    ways: [
      [
        "run `pulumi up` again: it names what was created in the meantime, which can be adopted with `adoptId`",
        async () => {
          const id = await existing();
          expect(await stack.fails("up")).toContain(`adoptId: "${id}"`);
          await up(db({ adoptId: id }));
          expect((await stack.resource("db")).id).toBe(id);
        },
      ],
    ],
  },
  {
    error: "ProviderGoneError",
    when: "the program no longer sets the provider",
    prepare: () => up(explicit),
    program: () => () => void web(),
    ways: [
      ["set the option `provider` on them again", () => up(explicit)],
      [
        "to delete them, remove them from the program while the provider is still in it; then remove the provider",
        async () => {
          await up(() => void providerOf("eu", other));
          expect(await hasContainer(other)).toBe(false);
          await up(nothing);
        },
      ],
      [
        "to leave them on their platform, remove them from the state: pulumi state delete",
        async () => {
          await stack.forget("web");
          await up(() => void web());
          expect([await hasContainer(platform), await hasContainer(other)]).toEqual([true, true]);
        },
      ],
      [
        "to create new ones on the other platform, declare another provider for it and set that one",
        async () => {
          await up(() => void web(providerOf("us", platform)));
          expect(await hasContainer(platform)).toBe(true);
        },
      ],
    ],
  },
  {
    error: "UnreachableError",
    when: "the authority of its certificate is unknown",
    prepare: serveSecurely,
    program: () => db(),
    options: () => ({ env: { APP_PLATFORM_BASE_URL: secure } }),
    ways: [
      [
        "if you trust it, set NODE_EXTRA_CA_CERTS to the path of a PEM file with the certificate of its authority",
        () => up(undefined, trusting(secure)),
      ],
    ],
  },
  {
    error: "UnreachableError",
    when: "the address says http and the server uses TLS",
    prepare: serveWithAlerts,
    program: () => db(),
    options: () => trusting(secure.replace("https", "http")),
    ways: [["correct the beginning of APP_PLATFORM_BASE_URL", () => up(undefined, trusting(secure))]],
  },
]);
