import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { certificate, certificateAuthority } from "../certificates.js";
import { openedFolder } from "../opened-folder.js";
import { type Platform, startPlatform } from "../platform/platform.js";
import { type CliProject, checkout, openCliProject } from "./project.js";
import { type RunOptions, runCli } from "./run.js";
import { runProcess } from "./run-process.js";
import { loginPage, startServer, withClock } from "./servers.js";
import { expectShown } from "./shown.js";

interface Finding {
  readonly name: string;
  readonly status: "ok" | "warning" | "failure" | "skipped";
  readonly message: string;
  readonly details?: readonly string[];
  readonly cure?: string | readonly string[];
}

/** What the check says that finds the fault, and what to do. */
type Fault = readonly [name: string, status: "warning" | "failure", message: RegExp, cure: RegExp];

/** How `doctor` is run; by default in the project. */
interface Given extends RunOptions {
  readonly args?: readonly string[];
}

const system = "/usr/bin:/bin";

let documented: Platform;
let extended: Platform;
let project: CliProject;
const scratch = openedFolder("doctor");
/** The variables with a program for the Pulumi CLI that only says what the real one says in the project. */
let fake: Readonly<Record<string, string>>;

beforeAll(async () => {
  [documented, extended, project] = await Promise.all([
    startPlatform(),
    startPlatform({ endpoints: "extended" }),
    openCliProject(),
  ]);
  const plain = { "app-platform:baseUrl": documented.url, "shop:environmentId": documented.ids.environment };
  const secret = { "app-platform:token": documented.tokens.admin };
  await project.configure(plain, secret);
  fake = await fakePulumi({ plain, secret });
});
afterAll(() => Promise.all([documented.stop(), extended.stop(), project.close()]));

/** Runs `doctor` in the project, by default with the program for the Pulumi CLI. */
async function doctor({ args = [], env, ...options }: Given = {}, run = runCli) {
  const ran = await run(["doctor", "--json", ...args], { cwd: project.folder, ...options, env: { ...fake, ...env } });
  const { ok, checks } = ran.json() as { ok: boolean; checks: readonly Finding[] };
  return { ...ran, ok, checks, check: (name: string) => checks.find((each) => each.name === name) };
}

/** Runs `doctor` and compares what it complains about with the one fault that was planted. */
async function expectFault([name, status, message, cure]: Fault, given?: Given, run?: typeof runCli) {
  const report = await doctor(given, run);
  const found = report.checks.filter((each) => each.status === "warning" || each.status === "failure");
  expect(found, report.stdout).toMatchObject([{ name, status, message: expect.stringMatching(message) }]);
  expect([found[0]?.cure].flat().join("\n")).toMatch(cure);
  expect(report).toMatchObject(status === "failure" ? { ok: false, code: 1 } : { ok: true, code: 0 });
  return report;
}

const mint = async (options: object): Promise<string> =>
  (await documented.request("POST", "/_local/tokens", { body: options })).body.token;

describe("doctor, in a healthy project", () => {
  test("finds no fault and says where each setting comes from", async () => {
    const env = { ...project.env, APP_PLATFORM_MAX_CONCURRENT_REQUESTS: "8" };
    const { code, stdout, stderr, ok, checks, check } = await doctor({ env });
    expect({ code, stderr, ok }, stdout).toEqual({ code: 0, stderr: "", ok: true });
    expect(checks.filter(({ status }) => status !== "ok")).toEqual([]);
    expect(check("settings")?.details).toEqual([
      `baseUrl: ${documented.url}/ (app-platform:baseUrl)`,
      "token: (secret) (app-platform:token)",
      "tokenScheme: bearer (default)",
      "endpoints: documented (default)",
      "onDelete: warn (default)",
      "onExisting: fail (default)",
      "onUnsafeCreate: fail (default)",
      "maxConcurrentRequests: 8 (APP_PLATFORM_MAX_CONCURRENT_REQUESTS)",
      "operationTimeoutSeconds: 120 (default)",
      "requestTimeoutSeconds: 30 (default)",
    ]);
    expect(check("token")?.details).toEqual([
      "role: admin",
      `organization: ${documented.ids.organization}`,
      "subject: admin@app-platform.local",
      expect.stringMatching(/^expires: \d{4}-/),
    ]);
    expect(stdout).not.toContain(documented.tokens.admin);
  });

  test("prints a line for each check and a summary, and only reads from the platform", async () => {
    await documented.request("DELETE", "/_local/requests");
    const { stdout, code } = await runProcess(["doctor"], { cwd: project.folder, env: project.env });
    expect(code, stdout).toBe(0);
    expect(stdout).toMatch(/^ok {7}Node\.js +\d+/m);
    expect(stdout).toMatch(/^ok {7}role +admin: every operation\.$/m);
    expect(stdout).toMatch(/\n17 checks: 17 ok\.\n$/);
    const { body } = await documented.request("GET", "/_local/requests");
    const methods = (body.requests ?? body.results ?? body) as readonly { method: string }[];
    expect(new Set(methods.map(({ method }) => method))).toEqual(new Set(["GET"]));
  });

  test("finds none on an extended platform whose settings come from the environment alone, outside a project", async () => {
    const env = {
      APP_PLATFORM_BASE_URL: extended.url,
      APP_PLATFORM_TOKEN: extended.tokens.editor,
      APP_PLATFORM_ENDPOINTS: "extended",
    };
    const report = await doctor({ cwd: scratch, env, args: ["--environment", extended.ids.environment] });
    expect(report, report.stdout).toMatchObject({ ok: true, code: 0 });
    const skipped = report.checks.filter(({ status }) => status !== "ok");
    expect(skipped.map(({ name, status }) => `${name}: ${status}`)).toEqual([
      ...["project: skipped", "Pulumi SDK: skipped", "TypeScript: skipped", "package: skipped"],
      ...["native provider: skipped", "stack configuration: skipped"],
    ]);
    expect(report.check("role")?.message).toContain("editor");
  });
});

describe("the report of doctor in the documentation", () => {
  /** What differs from machine to machine and from run to run. */
  const normalized = (text: string) =>
    text
      .replaceAll(project.folder, "/projects/shop")
      .replaceAll(checkout, "/projects/shop/node_modules/pulumi-app-platform")
      .replaceAll(documented.url, "https://api.acme.io")
      .replace(/(\/home\/me\/shop\/node_modules\/pulumi-app-platform)\/node_modules\S*/g, "$1")
      .replace(/(Pulumi CLI +)\S+ \(.*\/pulumi\)/, "$13.274.1 (~/.pulumi/bin/pulumi)")
      .replace(/(language host .* in ).*\.$/m, "$1~/.pulumi/bin.")
      .replace(/(Node\.js +)[\d.]+/, "$122.12.0")
      .replace(/(package +)\S+/, "$11.0.0")
      .replace(/in \d+ ms/, "in 12 ms")
      .replace(/(proxy: none) \(.*\)/, "$1 (HTTPS_PROXY and HTTP_PROXY aren't set)")
      .replace(/expires: \S+/, "expires: 2027-01-01T12:00:00.000Z");

  test("is what it prints", async () => {
    const args = ["doctor"];
    const env = { ...project.env, APP_PLATFORM_ENDPOINTS: "extended" };
    const { stdout } = await runCli(args, { cwd: project.folder, env });
    expectShown("command-line.md", args, normalized(stdout), undefined);
  });
});

describe("doctor finds, of the machine,", () => {
  test("a Node.js that is too old", async () => {
    const env = { NODE_OPTIONS: `--require ${JSON.stringify(join(__dirname, "old-node.cjs"))}` };
    const fault = ["Node.js", "failure", /must be >=20\.19; got 20\.11\.1/, /install Node\.js 20\.19/] as const;
    await expectFault(fault, { env }, runProcess);
  });

  test("that there is no Pulumi CLI, and skips what needs it", async () => {
    const fault = ["Pulumi CLI", "failure", /no `pulumi` on the PATH/, /pulumi\.com\/docs\/install/] as const;
    const env = { PATH: system, PULUMI_HOME: scratch };
    const { checks } = await expectFault(fault, { env });
    const skipped = checks
      .filter(({ status }) => status === "skipped")
      .map(({ name, message }) => `${name}: ${message}`);
    expect(skipped).toContain("language host: the Pulumi CLI isn't found.");
    expect(skipped).toContain("settings: the stack configuration can't be read.");
  });

  test("a Pulumi CLI that is too old", async () => {
    const message = /must be 3\.216\.0 or newer; got 3\.100\.0/;
    const env = await fakePulumi({ version: "v3.100.0" });
    await expectFault(["Pulumi CLI", "failure", message, /update the Pulumi CLI/], { env });
  });

  test("a Pulumi CLI without its language host", async () => {
    const message = /missing: pulumi-language-nodejs/;
    const env = await fakePulumi({ beside: [] });
    await expectFault(["language host", "failure", message, /install the Pulumi CLI again/], { env });
  });

  test("a Pulumi CLI that is in Pulumi's home but not on the PATH", async () => {
    const env = { ...(await fakePulumi()), PATH: system };
    await expectFault(["Pulumi CLI", "warning", /which isn't on the PATH/, /export PATH=/], { env });
  });
});

describe("doctor finds, of the project,", () => {
  const modules = () => join(project.folder, "node_modules");

  /** Does the work while something in the project's folder is out of the way. */
  async function without(path: string, work: () => Promise<unknown>): Promise<void> {
    const aside = join(scratch, path.replaceAll("/", "-"));
    await rename(join(project.folder, path), aside);
    try {
      await work();
    } finally {
      await rm(join(project.folder, path), { recursive: true, force: true });
      await rename(aside, join(project.folder, path));
    }
  }

  test.each<Fault>([
    ["Pulumi SDK", "failure", /@pulumi\/pulumi must be installed/, /npm install @pulumi\/pulumi/],
    ["package", "failure", /pulumi-app-platform must be installed in the project/, /npm install pulumi-app-platform/],
  ])("that %s is not installed", async (...fault) => {
    const path = fault[0] === "package" ? "pulumi-app-platform" : "@pulumi/pulumi";
    await without(join("node_modules", path), () => expectFault(fault));
  });

  test("an SDK that is too old", async () => {
    const path = "node_modules/@pulumi/pulumi";
    await without(path, async () => {
      await mkdir(join(project.folder, path));
      const manifest = '{"name":"@pulumi/pulumi","version":"3.100.0"}';
      await writeFile(join(project.folder, path, "package.json"), manifest);
      const message = /must be >=3\.216\.0 <4; got 3\.100\.0/;
      await expectFault(["Pulumi SDK", "failure", message, /npm install @pulumi\/pulumi@3/]);
    });
  });

  test.each(["3.268.0", "3.273.2"])("that the Pulumi CLI %s breaks get functions of an older SDK", async (version) => {
    const message = new RegExp(`CLI is ${version}, but @pulumi/pulumi is 3\\.246\\.0`);
    const env = await fakePulumi({ version: `v${version}` });
    await expectFault(["Pulumi SDK", "warning", message, /update the Pulumi CLI to 3\.274\.0 or newer/], { env });
  });

  test.each(["3.267.0", "3.274.0", "3.300.0"])("no fault of the SDK with the Pulumi CLI %s", async (version) => {
    const env = await fakePulumi({ version: `v${version}` });
    expect((await doctor({ env })).check("Pulumi SDK")).toMatchObject({ status: "ok" });
  });

  /** Writes manifests of packages into the project while the work runs. */
  async function withTypeScript(version: string, sdk: object | undefined, work: () => Promise<unknown>) {
    const typescript = join(modules(), "typescript");
    const written = async () => {
      await mkdir(typescript);
      await writeFile(join(typescript, "package.json"), JSON.stringify({ name: "typescript", version }));
      await work().finally(() => rm(typescript, { recursive: true }));
    };
    if (sdk === undefined) return written();
    const path = "node_modules/@pulumi/pulumi";
    await without(path, async () => {
      await mkdir(join(project.folder, path));
      await writeFile(join(project.folder, path, "package.json"), JSON.stringify({ name: "@pulumi/pulumi", ...sdk }));
      await written();
    });
  }

  const oldest = { version: "3.216.0", peerDependencies: { typescript: ">= 3.8.3 < 6" } };
  test.each<[version: string, sdk: object | undefined, limit: number, details: unknown]>([
    ["7.0.2", undefined, 7, [expect.stringContaining("Cannot read properties of undefined (reading 'readFile')")]],
    ["7.1.0-beta", { version: "3.230.0" }, 7, [expect.stringContaining("TypeError")]],
    ["6.0.3", oldest, 6, []],
  ])("that TypeScript %s is newer than Pulumi's SDK can use (%o)", async (version, sdk, limit, details) => {
    const message = new RegExp(`must be older than version ${limit} .*; got ${version} \\(.*/typescript\\)`);
    const cure = new RegExp(`npm install --save-dev typescript@${limit - 1}$`);
    await withTypeScript(version, sdk, async () => {
      const { check } = await expectFault(["TypeScript", "failure", message, cure]);
      expect(check("TypeScript")?.details).toEqual(details);
    });
  });

  const compiled = "name: shop\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n";
  test.each<[what: string, version: string, sdk: object | undefined, project: string, message: string]>([
    ["a program that is already compiled", "7.0.2", undefined, compiled, "6.0.3; Pulumi doesn't use it."],
    [
      "an SDK that works with it",
      "7.0.2",
      { version: "3.230.0", peerDependencies: { typescript: ">= 3.8.3 < 8" } },
      "name: shop\nruntime: nodejs\n",
      "7.0.2.",
    ],
  ])("nothing wrong with TypeScript 7 for %s", async (_, version, sdk, settings, message) => {
    await without("Pulumi.yaml", async () => {
      await writeFile(join(project.folder, "Pulumi.yaml"), settings);
      await withTypeScript(version, sdk, async () => {
        const { ok, check, stdout } = await doctor();
        expect([ok, check("TypeScript")], stdout).toEqual([true, { name: "TypeScript", status: "ok", message }]);
      });
    });
  });

  test("that the package is installed twice", async () => {
    const nested = join(modules(), "shop-components");
    await mkdir(join(nested, "node_modules/pulumi-app-platform"), { recursive: true });
    await writeFile(join(nested, "node_modules/pulumi-app-platform/package.json"), '{"version":"0.0.9"}');
    try {
      const { check } = await expectFault(["package", "warning", /installed 2 times/, /npm dedupe/]);
      expect(check("package")?.details?.join()).toContain("0.0.9 in ");
    } finally {
      await rm(nested, { recursive: true });
    }
  });

  test("that the project names no runtime", async () => {
    await without("Pulumi.yaml", async () => {
      await writeFile(join(project.folder, "Pulumi.yaml"), "name: shop\n");
      await expectFault(["project", "failure", /must name a runtime/, /set `runtime`/]);
    });
  });

  test("a wrong passphrase, and a stack that does not exist", async () => {
    const passphrase = ["stack configuration", "failure", /AP6003/, /PULUMI_CONFIG_PASSPHRASE/] as const;
    await expectFault(passphrase, { env: { ...project.env, PULUMI_CONFIG_PASSPHRASE: "wrong" } });
    const stack = ["stack configuration", "failure", /AP6003/, /pulumi stack ls/] as const;
    await expectFault(stack, { env: project.env, args: ["--stack", "staging"] });
  });

  test("a state that Pulumi cannot read, since a run was killed while it wrote the metadata file", async () => {
    const state = fileURLToPath(project.env.PULUMI_BACKEND_URL ?? "");
    const metadata = join(state, ".pulumi/stacks/shop/dev.json.attrs");
    await writeFile(metadata, "");
    try {
      const fault = ["stack configuration", "failure", /AP6003/, /'\*\.attrs' -empty/] as const;
      await expectFault(fault, { env: project.env });
    } finally {
      await rm(metadata);
    }
  });
});

describe("doctor, in a project of another language,", () => {
  const executable = "pulumi-resource-app-platform";
  const named = (path: string) =>
    `plugins:\n  providers:\n    - name: other\n    - name: app-platform\n      path: ${path}\n`;

  /** The variables and the folder of a project in YAML, with the CLI and other programs beside it. */
  async function yaml(beside: readonly string[], more = "") {
    const folder = await mkdtemp(join(scratch, "yaml-"));
    await writeFile(join(folder, "Pulumi.yaml"), `name: shop\nruntime: yaml\n${more}`);
    return { cwd: folder, env: await fakePulumi({ beside: ["pulumi-language-yaml", ...beside] }) };
  }

  /** Installs a version of the plugin in Pulumi's home. */
  async function installPlugin({ PULUMI_HOME = "" }: Record<string, string>, version: string) {
    const folder = join(PULUMI_HOME, "plugins", `resource-app-platform-v${version}`);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, executable), "", { mode: 0o755 });
  }

  test("finds no fault where the plugin is on the PATH, and asks for nothing of Node.js programs", async () => {
    const report = await doctor(await yaml([executable]));
    expect(report, report.stdout).toMatchObject({ ok: true, code: 0 });
    expect(report.check("project")?.message).toMatch(/^shop, in yaml \(.*Pulumi\.yaml\)\.$/);
    expect(report.check("language host")?.message).toMatch(/^pulumi-language-yaml in /);
    const skipped = report.checks.filter(({ status }) => status === "skipped");
    expect(skipped.map(({ name, message }) => `${name}: ${message}`).slice(0, 3)).toEqual([
      "Pulumi SDK: there is no program in Node.js.",
      "TypeScript: there is no program in Node.js.",
      "package: there is no program in Node.js.",
    ]);
  });

  test("finds the plugin in Pulumi's home, and warns where it is of another version", async () => {
    const { version } = JSON.parse(await readFile(join(checkout, "package.json"), "utf8"));
    const given = await yaml([]);
    await installPlugin(given.env, "0.0.9");
    const message = /is version 0\.0\.9, but this command is version /;
    await expectFault(["native provider", "warning", message, /app-platform native install/], given);
    await installPlugin(given.env, version);
    const { check } = await doctor(given);
    expect(check("native provider")).toEqual({
      name: "native provider",
      status: "ok",
      message: `${version}, installed.`,
    });
  });

  test("finds the plugin in the folder that the project names, and says where it is missing", async () => {
    const given = await yaml([], named(dirname(executable)));
    const missing = /Pulumi\.yaml must name the folder of pulumi-resource-app-platform; it isn't in /;
    await expectFault(["native provider", "failure", missing, /app-platform native init/], given);
    await writeFile(join(given.cwd, executable), "", { mode: 0o755 });
    expect((await doctor(given)).check("native provider")).toMatchObject({ status: "ok" });
  });

  test("finds that the plugin is not installed, and that the language host is missing", async () => {
    const message = /A program in yaml needs the native provider/;
    const cure = /native install\n.*pulumi plugin install/s;
    await expectFault(["native provider", "failure", message, cure], await yaml([]));
    const given = await yaml([executable]);
    await rm(join((given.env.PATH ?? "").split(":")[0] as string, "pulumi-language-yaml"));
    await expectFault(["language host", "failure", /for yaml .*missing: pulumi-language-yaml/, /install/], given);
  });
});

describe("doctor finds, of the settings,", () => {
  test.each([
    ["http to another machine", "APP_PLATFORM_BASE_URL", "http://api.acme.io", "must be an https URL"],
    ["a token that isn't a JWT", "APP_PLATFORM_TOKEN", "hunter2", "must be a JWT"],
    ["an unknown endpoint set", "APP_PLATFORM_ENDPOINTS", "all", 'must be "documented" or "extended"; got "all"'],
  ])("%s", async (_, name, value, says) => {
    const fault = ["settings", "failure", new RegExp(`${name} ${says}`), new RegExp(`correct ${name}`)] as const;
    expect((await expectFault(fault, { env: { [name]: value } })).stdout).not.toContain("hunter2");
  });

  test("that the base URL is missing, outside a project", async () => {
    const message = /AP1001: The platform's base URL isn't set/;
    await expectFault(["settings", "failure", message, /APP_PLATFORM_BASE_URL/], { cwd: scratch });
  });

  test.each<[title: string, connections: string, message: RegExp, cure: RegExp]>([
    [
      "connections that aren't JSON",
      '{"staging": {"baseUrl"',
      /app-platform:connections must be a JSON object/,
      /set it to an object by connection name/,
    ],
    [
      "a misspelled setting of a connection that nothing uses yet",
      '{"staging": {"baseURL": "https://staging.acme.io"}}',
      /baseURL isn't a setting; did you mean baseUrl/,
      /correct app-platform:connections/,
    ],
  ])("%s", async (_, connections, message, cure) => {
    const env = await fakePulumi({
      plain: { "app-platform:connections": connections, "app-platform:baseUrl": documented.url },
      secret: { "app-platform:token": documented.tokens.admin },
    });
    await expectFault(["settings", "failure", message, cure], { env });
  });
});

describe("doctor finds, of the address,", () => {
  const cure = /correct the base URL: APP_PLATFORM_BASE_URL/;

  test.each<[title: string, url: string, message: RegExp]>([
    ["a host that is not known", "https://nothing.invalid", /doesn't respond: the host name/],
    ["a port at which nothing listens", "http://127.0.0.1:9", /connection refused/],
  ])("%s", async (_, url, message) => {
    await expectFault(["address", "failure", message, cure], { env: { APP_PLATFORM_BASE_URL: url } });
  });

  test("a port that speaks no TLS", async () => {
    const server = await startServer(loginPage);
    const env = { APP_PLATFORM_BASE_URL: `https://127.0.0.1:${server.port}` };
    await expectFault(["address", "failure", /the server doesn't use TLS on this port/, cure], { env });
    await server.close();
  });

  test("a certificate of an unknown authority, until NODE_EXTRA_CA_CERTS names that authority", async () => {
    const authority = await certificateAuthority();
    const server = createServer(await certificate({ authority }), withClock(0));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const file = join(scratch, "authority.pem");
    await writeFile(file, authority.cert);
    const env = { APP_PLATFORM_BASE_URL: `https://localhost:${(server.address() as AddressInfo).port}` };
    const message = /doesn't know the authority that issued its certificate/;
    await expectFault(["address", "failure", message, /NODE_EXTRA_CA_CERTS/], { env });
    const { check } = await doctor({ env: { ...env, NODE_EXTRA_CA_CERTS: file } }, runProcess);
    expect(check("address")).toMatchObject({ status: "ok" });
    server.close().closeAllConnections();
  });

  test("the proxy on the way to it, without its credentials, and why there is none", async () => {
    const proxy = "http://ada:hunter2@127.0.0.1:9";
    const away = { APP_PLATFORM_BASE_URL: "https://api.acme.io", HTTPS_PROXY: proxy };
    const message = /the proxy http:\/\/127\.0\.0\.1:9 failed: nothing is listening there/;
    const { check, stdout } = await expectFault(["address", "failure", message, /check HTTPS_PROXY/], { env: away });
    expect(check("address")?.details).toEqual(["proxy: http://127.0.0.1:9 (HTTPS_PROXY)"]);
    expect(stdout).not.toContain("hunter2");
    const near = await doctor({ env: { HTTPS_PROXY: proxy } });
    expect(near.check("address")).toMatchObject({ status: "ok", details: ["proxy: none (a loopback address)"] });
    const wrong = await doctor({ env: { ...away, HTTPS_PROXY: "socks5://ada:hunter2@127.0.0.1:9" } });
    expect(wrong.check("address")?.message).toContain("HTTPS_PROXY must be the URL of an HTTP proxy");
    expect(wrong.stdout).not.toContain("hunter2");
  });

  test("a server that is not the API, to which it sends no token", async () => {
    const seen: (string | undefined)[] = [];
    const server = await startServer((request, response) => {
      seen.push(request.headers.authorization);
      loginPage(request, response);
    });
    const message = /isn't the API: it responds with 200 and text\/html/;
    const fault = ["address", "failure", message, /set the base URL to that of the API/] as const;
    const { check } = await expectFault(fault, { env: { APP_PLATFORM_BASE_URL: server.url } });
    expect(seen).toEqual([undefined]);
    expect(check("token accepted")?.status).toBe("skipped");
    await server.close();
  });

  test.each([
    ["an hour behind", 3600, /it is (1 h|60 min) behind the platform's/],
    ["ten minutes ahead", -600, /it is 10 min ahead of the platform's/],
  ])("that the clock of this machine is %s", async (_, seconds, message) => {
    const server = await startServer(withClock(seconds));
    const { code, check } = await doctor({ env: { APP_PLATFORM_BASE_URL: server.url } });
    expect(check("clock")).toMatchObject({
      status: "failure",
      message: expect.stringMatching(message),
      cure: expect.stringContaining("set the clock"),
    });
    expect(code).toBe(1);
    await server.close();
  });
});

describe("doctor finds, of the token,", () => {
  const otherOrganization = "40000000-0000-4000-8000-000000000009";

  test.each<[title: string, minted: object, fault: Fault]>([
    ["that it has expired", { ttl: "-1h" }, ["token", "failure", /AP1002: .*expired at/, /get a new token/]],
    ["that it expires soon", { ttl: "5m" }, ["token", "warning", /expires in 5 min/, /get a new token/]],
    [
      "that it is not valid yet",
      { notBeforeSeconds: 3600, ttl: "2h" },
      ["token", "failure", /isn't valid before \d{4}-/, /get another token/],
    ],
    ["the role viewer", { role: "viewer" }, ["role", "warning", /viewer only reads/, /role editor/]],
    [
      "that it is of another organization",
      { organizationId: otherOrganization },
      ["token accepted", "failure", new RegExp(`403.*${otherOrganization}`), /token of the organization/],
    ],
  ])("%s", async (_, minted, fault) => {
    await expectFault(fault, { env: { APP_PLATFORM_TOKEN: await mint(minted) } });
  });

  test("that it is of another platform", async () => {
    const message = /doesn't accept the token from APP_PLATFORM_TOKEN \(401\)/;
    const fault = ["token accepted", "failure", message, /set APP_PLATFORM_TOKEN again/] as const;
    await expectFault(fault, { env: { APP_PLATFORM_TOKEN: extended.tokens.admin } });
  });

  test("that it is sent with the other scheme, which the platform accepts", async () => {
    const apiToken = await mint({ role: "admin", scheme: "token" });
    const env = { APP_PLATFORM_TOKEN: documented.tokens.admin, APP_PLATFORM_TOKEN_SCHEME: "token" };
    const message = /accepts the token from APP_PLATFORM_TOKEN with the other scheme: as "bearer", not as "token"/;
    const cure = /set the token scheme to bearer: APP_PLATFORM_TOKEN_SCHEME or app-platform:tokenScheme/;
    await expectFault(["token accepted", "failure", message, cure], { env });
    const report = await doctor({ env: { ...env, APP_PLATFORM_TOKEN: apiToken } });
    expect(report, report.stdout).toMatchObject({ ok: true, code: 0 });
    expect(report.check("token")?.details).toEqual(["an API token: its content isn't read"]);
    expect(report.stdout).not.toContain(apiToken);
  });

  test("that its file is missing, holds something else, or is readable by everybody", async () => {
    const file = join(scratch, "token");
    const env = { APP_PLATFORM_TOKEN_FILE: file };
    const path = /path of a file that contains the token/;
    await expectFault(["token", "failure", /readable file; got .*ENOENT/, path], { env });
    await writeFile(file, "hunter2", { mode: 0o600 });
    const wrong = ["token", "failure", /must be a JWT/, /write the token to that file/] as const;
    expect((await expectFault(wrong, { env })).stdout).not.toContain("hunter2");
    await writeFile(file, documented.tokens.admin);
    await chmod(file, 0o644);
    await expectFault(["token", "warning", /can read the token file/, /chmod 600/], { env });
  });

  test("an environment that does not exist", async () => {
    const fault = ["environment", "failure", /no environment .*--environment/, /correct --environment/] as const;
    await expectFault(fault, { args: ["--environment", otherOrganization] });
  });
});

describe("doctor, with a log of requests", () => {
  test("says where it is, and adds its own requests", async () => {
    const { check, code } = await doctor({ env: { APP_PLATFORM_LOG_FILE: "requests.jsonl" } });
    const file = join(project.folder, "requests.jsonl");
    expect(code).toBe(0);
    expect(check("settings")).toMatchObject({ status: "ok", message: "valid." });
    expect(check("settings")?.details).toContain(`logFile: ${file} (APP_PLATFORM_LOG_FILE)`);
    const text = await readFile(file, "utf8");
    const lines = text.split("\n").slice(0, -1);
    await rm(file);
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) {
      expect(JSON.parse(line)).toMatchObject({ for: "app-platform doctor", method: "GET", attempt: 1 });
    }
    expect(text).not.toContain(documented.tokens.admin);
    expect(text).toContain('"route":"/environment/{id}/container"');
  });

  test("finds that it can't be written", async () => {
    const message = new RegExp(`Requests aren't logged: can't write to ${scratch} \\(EISDIR\\)`);
    const cure = /set APP_PLATFORM_LOG_FILE to the path of a file/;
    await expectFault(["settings", "warning", message, cure], { env: { APP_PLATFORM_LOG_FILE: scratch } });
  });
});

describe("doctor finds, of the endpoints,", () => {
  test("that the settings say extended and the platform serves the documented ones", async () => {
    const fault = ["endpoint set", "failure", /serves only the documented/, /set endpoints to documented/] as const;
    await expectFault(fault, { env: { APP_PLATFORM_ENDPOINTS: "extended" } });
  });

  test("that the settings say documented and the platform serves the extended ones", async () => {
    const message = /serves the extended endpoints too/;
    const env = { APP_PLATFORM_BASE_URL: extended.url, APP_PLATFORM_TOKEN: extended.tokens.admin };
    await expectFault(["endpoint set", "warning", message, /set endpoints to extended/], { env });
  });
});

interface FakePulumi {
  readonly version?: string;
  /** The stack configuration; without it, the settings are variables. As with the real CLI, `--show-secrets` shows secrets. */
  readonly plain?: Readonly<Record<string, string>>;
  readonly secret?: Readonly<Record<string, string>>;
  /** Programs beside it. */
  readonly beside?: readonly string[];
}

/** A program that prints a version and a stack configuration, as the Pulumi CLI does; returns the variables by which it is found. */
async function fakePulumi({
  version = "v3.274.1",
  plain,
  secret = {},
  beside = ["pulumi-language-nodejs", "pulumi-resource-pulumi-nodejs"],
}: FakePulumi = {}): Promise<Record<string, string>> {
  const home = await mkdtemp(join(scratch, "pulumi-"));
  const folder = join(home, "bin");
  await mkdir(folder, { recursive: true });
  const configuration = (isShown: boolean) => {
    const open = Object.entries(plain ?? {}).map(([key, value]) => [key, { value, secret: false }]);
    const closed = Object.entries(secret).map(([key, value]) => [key, { ...(isShown && { value }), secret: true }]);
    return JSON.stringify(Object.fromEntries([...open, ...closed]));
  };
  await writeFile(join(folder, "shown.json"), configuration(true));
  await writeFile(join(folder, "hidden.json"), configuration(false));
  const print = (file: string) => `cat '${join(folder, file)}'`;
  const cases = `version*) echo ${version} ;; *--show-secrets*) ${print("shown.json")} ;; *) ${print("hidden.json")} ;;`;
  for (const [program, text] of [["pulumi", `case "$*" in ${cases} esac`], ...beside.map((each) => [each, ""])]) {
    await writeFile(join(folder, program as string), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  }
  const settings = { APP_PLATFORM_BASE_URL: documented.url, APP_PLATFORM_TOKEN: documented.tokens.admin };
  return { PATH: `${folder}:${system}`, PULUMI_HOME: home, ...(plain === undefined ? settings : {}) };
}
