import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { output } from "@pulumi/pulumi";
import * as native from "pulumi-app-platform/native";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { withImplied } from "../../../provider/definition/kind.js";
import { providerAt } from "../../engine/faults/provider.js";
import {
  everyField,
  everyFieldOf,
  type SecretName,
  type Secrets,
  secretNames,
  takenBy,
} from "../../engine/support/every-field.js";
import { makeEveryKind } from "../../engine/support/every-kind.js";
import type { Program, TestStack } from "../../engine/support/test-stack.js";
import { isNotApplicable, kindNames, records } from "../../kinds/index.js";
import { filesBelow } from "../../package/support/files-below.js";
import { filesIn, packedPackages } from "../../package/support/packed.js";
import { openedPlatform } from "../../platform/support/opened.js";
import type { SeededIds } from "../../platform/support/platform.js";
import { frontends } from "../../support/frontend.js";
import type { Values } from "../../support/provider.js";
import { definitionOf } from "../../unit/support/fake-platform.js";
import { startServer } from "../support/servers.js";
import { openCliStack } from "../support/stack.js";

/** Everything of a request in one text: as it came, and each text of its JSON by itself. */
function everythingIn(headers: IncomingHttpHeaders, body: string): string {
  const texts: string[] = [];
  if (body !== "") {
    JSON.parse(body, (_key, value) => {
      if (typeof value === "string") texts.push(value);
      return value;
    });
  }
  return [headers.authorization, ...texts, body].join(" | ");
}

/** Answers with what it was told. */
type Echo = (response: ServerResponse, text: string) => void;

const json = (response: ServerResponse, status: number, body: unknown) => {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
};
const error =
  (status: number, of: (text: string) => object): Echo =>
  (response, text) =>
    json(response, status, of(text));

/** The least that tells of nothing, so that what is told begins beyond what a line of an error may hold, or at its end. */
const filler = "so it is ".repeat(30);

const problem = (text: string) => ({ status: 0, detail: text });
const statuses = [400, 401, 404, 409, 429, 500];

const echoes: Readonly<Record<string, Echo>> = {
  ...Object.fromEntries(statuses.map((status) => [`the sentence of a ${status}`, error(status, problem)])),
  "a violation": error(400, (text) => ({ violations: [{ field: text, message: text }] })),
  "a sentence that is cut": error(400, (text) => ({ detail: filler + text })),
  "a sentence in lines": error(422, (text) => ({ detail: text.replaceAll(" | ", "\n\n") })),
  "other members of an error": error(500, (text) => ({ message: text, error: text, trace: text, path: text })),
  "an error that is plain text": (response, text) =>
    response.writeHead(500, { "content-type": "text/plain" }).end(text),
  "an error that is a page": (response, text) =>
    response.writeHead(502, { "content-type": "text/html" }).end(`<h1>${text}</h1>`),
  "the content type of a response": (response, text) =>
    response.writeHead(200, { "content-type": `text/${encodeURIComponent(text).slice(0, 4000)}` }).end("x"),
  "the location of a redirect": (response, text) =>
    response.writeHead(307, { location: `/elsewhere?${encodeURIComponent(text)}` }).end(),
  "Retry-After": (response, text) =>
    response.writeHead(429, { "retry-after": encodeURIComponent(text).slice(0, 4000) }).end(),
  "the ID of the request": (response, text) =>
    response
      .writeHead(500, { "x-request-id": encodeURIComponent(text).slice(0, 4000), "request-id": text.length })
      .end(),
  "a response with other members": (response, text) => json(response, 201, { text }),
  "an ID that isn't a string": (response, text) => json(response, 201, { id: [text], name: text }),
  "a response that isn't JSON": (response, text) =>
    response.writeHead(201, { "content-type": "application/json" }).end(`{"told": ${text}`),
};

/** A server that answers in that way. */
async function startEcho(how: Echo) {
  let count = 0;
  const { url, close } = await startServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      count += 1;
      how(response, everythingIn(request.headers, Buffer.concat(chunks).toString("utf8")));
    });
  });
  return { url, count: () => count, close };
}

/** The kinds with a secret, which their first resource carries. */
const kinds = kindNames.filter((kind) => records[kind].secrets.length > 0);

/**
 * Every text that creating each kind with a secret ends in, through each provider: errors with their reasons, warnings and, at the end, the
 * log of requests.
 */
async function errorTexts(how: Echo, ids: SeededIds, token: string, secrets: Secrets): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "canaries-"));
  const logFile = join(folder, "requests.jsonl");
  const server = await startEcho(how);
  const texts = await Promise.all(
    frontends
      .flatMap((frontend) => kinds.map((kind) => ({ frontend, kind })))
      .map(async ({ frontend, kind }) => {
        const [args = {}] = Object.values(everyFieldOf(kind, ids, secrets));
        const settings = { endpoints: "extended", operationSeconds: 4, logFile } as const;
        const provider = providerAt({ ...settings, frontend, url: server.url, token });
        const created = provider.of(kind).create(withImplied(definitionOf(kind), args as Values));
        const failed = await created.then(
          () => undefined,
          (error: Error & { reasons?: string[] }) => error,
        );
        // What has its id from the program is content with any response; then there are at most warnings.
        return [failed?.message, failed?.stack, ...(failed?.reasons ?? []), ...provider.warnings].join("\n");
      }),
  );
  if (server.count() < texts.length) throw new Error("Not every kind has sent a request.");
  await server.close();
  // A request that runs out of time on its way never arrives, and one that several wait for may end after them.
  const log = await vi.waitFor(() => {
    const lines = readFileSync(logFile, "utf8");
    if (lines.split("\n").length - 1 < server.count()) throw new Error("Not every request is in the log.");
    return lines;
  }, 60_000);
  rmSync(folder, { recursive: true });
  return [...texts, log];
}

const root = join(__dirname, "../../..");

/** The files below these folders that are in the repository, or will be once they are committed. */
function trackedFiles(...folders: string[]): string[] {
  const listed = ["ls-files", "--cached", "--others", "--exclude-standard", ...folders];
  return execFileSync("git", listed, { cwd: root, encoding: "utf8" }).split("\n");
}

/** Every page that is written for people. */
function pages(): string[] {
  const under = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" });
  return [
    ...["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "backend/README.md"],
    "backend/CONTRIBUTING.md",
    ...under.flatMap((path) => (path.endsWith(".md") ? [join("docs", path)] : [])),
  ];
}

function textOf(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

/** What is a secret by its looks, or tells of the machine that it was created on. */
const suspicious: Readonly<Record<string, RegExp>> = {
  "a JWT": /\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/,
  "a private key": /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  "a key of a cloud": /\b(AKIA|ASIA)[A-Z0-9]{16}\b|\bAIza[\w-]{35}\b/,
  "a token of a forge or registry": /\b(gh[pousr]_|glpat-|npm_|xox[abp]-|pul-)[\w-]{20,}/,
  "an address with a password": /\b[a-z]+:\/\/[^\s/:@"'`<>]+:[^\s/@"'`<>$]+@[\w.-]+/,
  "a folder of somebody": /(\/home\/|\/Users\/|\/root\/|[A-Z]:\\Users\\)\w+/,
};

/** A secret value: what stands around its core is spelled otherwise in JSON, URLs, HTML and shells. */
interface Canary {
  readonly value: string;
  /** Letters and digits, which no escape changes. */
  readonly core: string;
}

function canary(): Canary {
  const core = randomBytes(12).toString("hex");
  return { core, value: `"${core}"\\/+&<ü %20 $(x) ${core}\n` };
}

/** A token: its signature, which nobody could guess, is its core. */
const canaryOf = (value: string): Canary => ({ value, core: value.split(".")[2] ?? "" });

/**
 * What the core looks like when a text that holds it anywhere was encoded. Base64 takes three bytes at a time, so there are
 * three ways, of which the characters count that do not hang on what stands before and after.
 */
function encodings(core: string): string[] {
  const base64 = [0, 1, 2].map((before) => {
    const encoded = Buffer.from("x".repeat(before) + core)
      .toString("base64")
      .replace(/=+$/, "");
    return encoded.slice(before === 0 ? 0 : before + 1, (encoded.length >> 2) * 4 - 4);
  });
  const urls = base64.map((text) => text.replaceAll("+", "-").replaceAll("/", "_"));
  const bytes = Buffer.from(core);
  return [core, bytes.toString("hex"), bytes.toString("utf16le"), ...base64, ...urls];
}

/** Those of the canaries that the text holds, in plain text or encoded. */
function leaksIn(text: string, canaries: readonly Canary[]): Canary[] {
  const lower = text.toLowerCase();
  return canaries.filter(({ core }) =>
    encodings(core).some((each) => text.includes(each) || lower.includes(each.toLowerCase())),
  );
}

const platform = openedPlatform();
let stack: TestStack;
let token: Canary;

const secretCanaries = () =>
  Object.fromEntries(secretNames.map((name) => [name, canary()])) as Record<SecretName, Canary>;
const first = secretCanaries();
const second = secretCanaries();
const secrets = (of: typeof first) => Object.fromEntries(secretNames.map((name) => [name, of[name].value])) as Secrets;

let others: Canary[] = [];
const tokens = () => [token, ...others];
/** Everything that is looked for. */
const allSecrets = () => [...Object.values(first), ...Object.values(second), ...tokens()];

beforeAll(async () => {
  const made = (await platform.request("POST", "/_local/tokens", { body: { role: "admin" } })).body.token;
  token = canaryOf(made);
  others = Object.values(platform.tokens).map(canaryOf);
  stack = await openStack();
});
afterAll(() => stack.close());

const openStack = () =>
  openCliStack(platform, {
    env: { APP_PLATFORM_TOKEN: "", APP_PLATFORM_LOG_FILE: "requests.jsonl" },
    secretConfig: { "app-platform:token": token.value },
  });

/** All kinds that carry a secret, given in plain text; some of them handed out again. */
const program =
  (of: Secrets): Program =>
  () => {
    const args = everyField(platform.ids, of);
    const { container, cluster, argoCdConfig, terraformService } = makeEveryKind(args);
    return {
      autoscaling: container.autoscaling,
      metrics: cluster.metricsParameters,
      token: argoCdConfig.argocdToken,
      variables: terraformService.terraformVariablesSource,
      // Nothing secret is in here, and nothing may become secret by accident.
      url: output(argoCdConfig.argocdUrl),
    };
  };

/** The text isn't empty, and free of what is looked for. */
function expectNoSecret(text: string): void {
  expect(text).toMatch(/\S/);
  expect(leaksIn(text, allSecrets())).toEqual([]);
}

describe("always secret argument set in plain text (dynamic provider)", () => {
  it("is printed only by Pulumi's engine at -v=9, never by the provider; the token is never printed", async () => {
    expectNoSecret((await stack.run("up", program(secrets(first)))).output);
    expectNoSecret((await stack.run("refresh")).output);
    // Application, container and Terraform service have no edit here: their secret is named, never shown.
    const refused = await stack.fails("preview", program(secrets(second)));
    expect(refused).toContain(": a secret value → a secret value");
    expectNoSecret(refused);
    const edited = { ...secrets(first), argocdToken: second.argocdToken.value, alerting: second.alerting.value };
    const { changes, output } = await stack.run("up", program(edited), { diff: true, verbose: true });
    expect(changes).toMatchObject({ update: 2 });
    const engine = leaksIn(output.split("\n").filter(isOfEngine).join("\n"), allSecrets());
    expect(withoutEngine(output)).toContain("argocdToken");
    expectNoSecret(withoutEngine(output));
    // As long as this holds, docs/concepts/secrets.md rightly says so; a token isn't a property, and in neither part.
    expect(engine.length).toBeGreaterThan(0);
    expect(engine.filter((leak) => tokens().includes(leak))).toEqual([]);
  });

  it("is shown as *** if an error of the platform repeats it (AP3006)", async () => {
    const echo = await startEcho(echoes["the sentence of a 400"] as Echo);
    const third = { ...secrets(first), alerting: second.alerting.value };
    const refused = await stack.fails("up", program(third), { env: { APP_PLATFORM_BASE_URL: echo.url } });
    await echo.close();
    expect(refused).toMatch(/AP3006.*\n.*the platform says: Bearer \*\*\*/);
    expectNoSecret(refused);
  });

  it("is encrypted in the state, and neither it nor the token is in a file", async () => {
    for (const at of ["inputs", "outputs"] as const)
      expect((await stack.resource("argo-cd-config"))[at]).toMatchObject({
        argocdUrl: "https://argocd.acme.io",
        argocdToken: { ciphertext: expect.any(String) },
      });
    expectNoSecret(await allFiles());
  });
});

const nativeClasses: Readonly<Record<string, unknown>> = native;

describe("always secret argument set in plain text (native provider)", () => {
  it("is printed only by Pulumi's engine at -v=9, never by the provider, and is in no file", async () => {
    const opened = await openStack();
    const secretKinds = kinds.filter((kind) => records[kind].served.create.includes("documented"));
    const program = () => {
      for (const kind of secretKinds) {
        const [all = {}] = Object.values(everyFieldOf(kind, platform.ids, secrets(first)));
        const args = takenBy("documented", kind, all);
        // The services of the stack before have stayed, with their names.
        const own = isNotApplicable(records[kind].service) ? {} : { name: `native-${kind}` };
        const Kind = nativeClasses[kind] as typeof native.Container;
        new Kind(`native-${kind}`, { ...args, ...own } as never);
      }
    };
    expectNoSecret(withoutEngine((await opened.run("up", program, { verbose: true })).output));
    expectNoSecret(await allFiles(opened));
    expect(Object.keys((await opened.resource("native-Container")).outputs)).toContain("autoscaling");
    await opened.close();
  });
});

/** The engine, and Pulumi's SDK in its messages of each resource, log properties. */
const isOfEngine = (line: string) =>
  /"msg":"((Unm|M)arshaling property for RPC|Planner decided|(eventSink::Debug\(.{0,20})?\w+ RPC finished)/.test(line);

const withoutEngine = (output: string) =>
  output
    .split("\n")
    .filter((line) => !isOfEngine(line))
    .join("\n");

/** State, backups, history and configuration of the stack, and the log of requests. */
async function allFiles(of = stack): Promise<string> {
  const names = filesBelow(of.folder);
  for (const kind of [/stacks.+\.json$/, /history/, /^Pulumi\.\w+\.yaml$/, /^requests\.jsonl$/]) {
    expect(
      names.some((name) => kind.test(name)),
      `${kind}`,
    ).toBe(true);
  }
  return (await Promise.all(names.map((name) => readFile(join(of.folder, name), "utf8")))).join("\n");
}

describe("secret or access token that the platform sends back", () => {
  it.each(Object.entries(echoes))("is redacted in the provider's errors, warnings and log: %s", async (_, how) => {
    const texts = await errorTexts(how, platform.ids, token.value, secrets(first));
    expectNoSecret(texts.join("\n"));
    expect(texts.filter((text) => /AP\d{4}/.test(text)).length).toBeGreaterThanOrEqual(3);
  });
});

describe("published files", async () => {
  const packed = filesIn((await packedPackages()).provider);
  it.each([
    ["the package's files", packed],
    ["the documentation", pages()],
  ])("contain nothing that looks like a secret or names a machine: %s", (_which, files) => {
    expect(files.length).toBeGreaterThan(10);
    for (const [what, pattern] of Object.entries(suspicious)) {
      const found = files.filter((file) => pattern.test(textOf(file)));
      expect(found, what).toEqual([]);
    }
  });

  it("are only code, types, pages and templates", () => {
    const expected =
      /^(bin\/app-platform\.js|dist\/(sdk|provider|cli)\/.+\.(js|d\.ts)|dist\/native\/(pulumi-resource-app-platform|plugin\.js|schema\.json|THIRD-PARTY-NOTICES\.txt)|docs\/.+\.md)$/;
    const projects = trackedFiles("examples", "template");
    const others = packed.filter((path) => !expected.test(path) && !projects.includes(path));
    expect(others.sort(), "what Git ignores would be published: remove it").toEqual([
      "CHANGELOG.md",
      "LICENSE",
      "README.md",
      "package.json",
    ]);
  });
});

describe("search for leaked secrets", () => {
  const hidden = canary();
  const { value } = hidden;
  const base64 = (before: string) => Buffer.from(`${before}${value}`).toString("base64");
  it.each<readonly [where: string, text: string]>([
    ["in clear", `a line with ${value} in it`],
    ["in JSON within JSON", JSON.stringify(JSON.stringify({ value }))],
    ["in a URL", `?q=${encodeURIComponent(value)}`],
    ["in hexadecimal", Buffer.from(value).toString("hex").toUpperCase()],
    ["in base64", base64("")],
    ["in base64, after a character", base64("a")],
    ["in base64, after two characters", base64("ab")],
    ["in base64 for URLs", Buffer.from(value).toString("base64url")],
  ])("finds a secret %s", (_where, text) => {
    expect(leaksIn(text, [hidden, canary()])).toEqual([hidden]);
    expect(leaksIn(`${text.slice(0, 12)} and more`, [hidden])).toEqual([]);
  });

  it("finds a token, and its signature without the rest", () => {
    expect(leaksIn(`Bearer ${token.value}`, allSecrets())).toContain(token);
    expect(leaksIn(`...${token.core}...`, allSecrets())).toContain(token);
  });
});
