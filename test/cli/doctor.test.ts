import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:https";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Finding } from "../../cli/doctor/check.js";
import { manifest } from "../../cli/manifest.js";
import { forgetRequests, writes } from "../engine/support/journal.js";
import { openedPlatform } from "../platform/support/opened.js";
import { certificate, certificateAuthority } from "../support/certificates.js";
import { portOf } from "../support/listening.js";
import { openedFolder } from "../support/opened-folder.js";
import { settingsOf } from "./support/operated.js";
import { type CliProject, checkout, link, openCliProject } from "./support/project.js";
import { type RunOptions, runCli } from "./support/run.js";
import { runProcess } from "./support/run-process.js";
import { loginPage, startServer, withClock } from "./support/servers.js";
import { expectShown } from "./support/shown.js";
import { writeFiles } from "./support/source-checks.js";

/** What the one check that finds the fault says: `<status> <name>: <message>`, its details and what to do; `…` stands for anything. */
type Fault = string;

/** How `doctor` is run; by default in the project. */
interface DoctorRun extends RunOptions {
  readonly args?: readonly string[];
}

const system = "/usr/bin:/bin";

const documented = openedPlatform();
const extended = openedPlatform({ endpoints: "extended" });
let project: CliProject;
const scratch = openedFolder("doctor");
/** The variables with a program for the Pulumi CLI that only says what the real one says in the project. */
let fake: Readonly<Record<string, string>>;

beforeAll(async () => {
  project = await openCliProject();
  const plain = { "app-platform:baseUrl": documented.url, "shop:environmentId": documented.ids.environment };
  const secret = { "app-platform:token": documented.tokens.admin };
  await project.configure(plain, secret);
  fake = await fakePulumi({ plain, secret });
});
afterAll(() => project.close());

/** Runs `doctor` in the project, by default with the program for the Pulumi CLI. */
async function doctor({ args = [], env, ...options }: DoctorRun = {}, run = runCli) {
  const ran = await run(["doctor", "--json", ...args], { cwd: project.folder, ...options, env: { ...fake, ...env } });
  const { ok, checks } = ran.json() as { ok: boolean; checks: readonly (Finding & { name: string })[] };
  return { ...ran, ok, checks, check: (name: string) => checks.find((each) => each.name === name) };
}

/** Runs `doctor` and compares what it complains about with the one fault that was planted. */
async function expectFault(fault: Fault, options?: DoctorRun, run?: typeof runCli) {
  const report = await doctor(options, run);
  const found = report.checks.filter((each) => each.status === "warning" || each.status === "failure");
  const printed = found.map(({ status, name, message, details = [], cure }) =>
    [`${status} ${name}: ${message}`, ...details, cure].flat().join("\n"),
  );
  const parts = fault.split(" … ").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  expect(printed, report.stdout).toEqual([expect.stringMatching(new RegExp(`^${parts.join("[^]*")}`))]);
  const isFailure = fault.startsWith("failure");
  expect(report).toMatchObject({ ok: !isFailure, code: isFailure ? 1 : 0 });
  expect(report.stdout).not.toContain("hunter2");
  return report;
}

const mint = async (options: object): Promise<string> =>
  (await documented.request("POST", "/_local/tokens", { body: options })).body.token;

describe("app-platform in a healthy setup", () => {
  test("doctor exits with 0, names the source of each setting, shows no secret, and doesn't need the native provider (optional)", async () => {
    const env = { ...project.env, APP_PLATFORM_MAX_CONCURRENT_REQUESTS: "8" };
    const { code, stdout, stderr, ok, checks, check } = await doctor({ env });
    expect({ code, stderr, ok }, stdout).toEqual({ code: 0, stderr: "", ok: true });
    const native = { name: "native provider", status: "optional", message: "not installed (optional)." };
    expect(checks.filter(({ status }) => status !== "ok")).toEqual([native]);
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

  test("doctor exits with 0 outside of a project, with settings from the environment alone and --environment", async () => {
    const env = settingsOf(extended, { role: "editor" });
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

describe("doctor report in the documentation", () => {
  /** What differs from machine to machine and from run to run. */
  const normalized = (text: string) =>
    text
      .replaceAll(project.folder, "/projects/shop")
      .replaceAll(checkout, "/projects/shop/node_modules/pulumi-app-platform")
      .replaceAll(documented.url, "https://api.acme.io")
      .replace(/(Pulumi CLI +)\S+ \(.*\/pulumi\)/, "$13.274.1 (~/.pulumi/bin/pulumi)")
      .replace(/(language host .* in ).*\.$/m, "$1~/.pulumi/bin.")
      .replace(/(Node\.js +)[\d.]+/, "$122.12.0")
      .replace(/(package +)\S+/, "$11.0.0")
      .replace(/in \d+ ms/, "in 12 ms")
      .replace(/(proxy: none) \(.*\)/, "$1 (HTTPS_PROXY and HTTP_PROXY aren't set)")
      .replace(/expires: \S+/, "expires: 2027-01-01T12:00:00.000Z");

  test("is what doctor prints, and doctor only reads from the platform (sends no write)", async () => {
    await forgetRequests(documented);
    const args = ["doctor"];
    const env = { ...project.env, APP_PLATFORM_ENDPOINTS: "extended" };
    const { stdout } = await runProcess(args, { cwd: project.folder, env });
    expectShown("command-line.md", args, normalized(stdout), undefined);
    expect(await writes(documented)).toEqual([]);
  });
});

describe("doctor: machine", () => {
  test("fails with the required version if Node.js is too old", async () => {
    const env = { NODE_OPTIONS: `--require ${JSON.stringify(join(__dirname, "support/old-node.cjs"))}` };
    const fault = "failure Node.js: … must be >=20.19; got 20.11.1 … install Node.js 20.19";
    await expectFault(fault, { env }, runProcess);
  });

  test("fails with advice to install the Pulumi CLI if it's missing, and skips the checks that need it", async () => {
    const fault = "failure Pulumi CLI: … no `pulumi` on the PATH … pulumi.com/docs/install";
    const { checks } = await expectFault(fault, { env: { PATH: system, PULUMI_HOME: scratch } });
    const skipped = checks.filter(({ message }) => message === 'needs the check "Pulumi CLI".').map(({ name }) => name);
    expect(skipped).toEqual([
      ...["language host", "stack configuration", "settings", "address", "clock"],
      ...["token", "token accepted", "role", "endpoint set", "environment"],
    ]);
  });
});

const sdk = "@pulumi/pulumi";
const own = "pulumi-app-platform";

interface ProjectContent {
  /** Manifests of packages that it has in its node_modules besides those of this checkout, or in their place; `false` for none. */
  readonly packages?: Readonly<Record<string, object | false>>;
  /** The content of Pulumi.yaml. */
  readonly settings?: string;
}

/** The folder of a new project. */
async function projectWith({
  packages = {},
  settings = "name: shop\nruntime: nodejs\n",
}: ProjectContent): Promise<string> {
  const folder = await mkdtemp(join(scratch, "project-"));
  await writeFile(join(folder, "Pulumi.yaml"), settings);
  const linked = { [sdk]: `node_modules/${sdk}`, [own]: "." };
  for (const [name, content] of Object.entries({ ...linked, ...packages })) {
    if (typeof content === "string") await link(content, folder, name);
    else if (content !== false)
      await writeFiles(join(folder, "node_modules", name), { "package.json": JSON.stringify(content) });
  }
  return folder;
}

const cli = async (pulumi: FakePulumi, more: object = {}) => ({ env: { ...(await fakePulumi(pulumi)), ...more } });
const inProject = async (content: ProjectContent) => ({ cwd: await projectWith(content) });
const withPackages = (packages: ProjectContent["packages"] = {}) => inProject({ packages });
const older = { version: "3.216.0", peerDependencies: { typescript: ">= 3.8.3 < 6" } };
const twice = { components: { version: "1.0.0" }, [`components/node_modules/${own}`]: { version: "0.0.9" } };
const set = (name: string, value: string) => ({ env: { [`APP_PLATFORM_${name}`]: value } });
const minted = async (options: object) => set("TOKEN", await mint(options));
const connected = (connections: string) => {
  const plain = { "app-platform:connections": connections, "app-platform:baseUrl": documented.url };
  return cli({ plain, secret: { "app-platform:token": documented.tokens.admin } });
};
const otherOrganization = "40000000-0000-4000-8000-000000000009";

test.each<[title: string, optionsOf: () => DoctorRun | Promise<DoctorRun>, fault: Fault]>([
  [
    "a Pulumi CLI that is too old",
    () => cli({ version: "v3.100.0" }),
    "failure Pulumi CLI: … must be 3.216.0 or newer; got 3.100.0 … update",
  ],
  [
    "a Pulumi CLI without its language host",
    () => cli({ siblings: [] }),
    "failure language host: … pulumi-language-nodejs … install … again",
  ],
  [
    "a Pulumi CLI that isn't on the PATH",
    () => cli({}, { PATH: system }),
    "warning Pulumi CLI: … which isn't on the PATH … export PATH=",
  ],
  ["no SDK", () => withPackages({ [sdk]: false }), `failure Pulumi SDK: ${sdk} must be … npm install ${sdk}`],
  [
    "an SDK that is too old",
    () => withPackages({ [sdk]: { version: "3.100.0" } }),
    `failure Pulumi SDK: … must be >=3.216.0 <4; got 3.100.0 … npm install ${sdk}@3`,
  ],
  ["a missing package", () => withPackages({ [own]: false }), `failure package: … npm install ${own}`],
  ["two package versions", () => withPackages(twice), "warning package: … installed 2 times … 0.0.9 in … npm dedupe"],
  [
    "a TypeScript that an SDK can't use, without a peer range",
    () => withPackages({ typescript: { version: "7.1.0-beta" }, [sdk]: { version: "3.230.0" } }),
    "failure TypeScript: … older than version 7 … got 7.1.0-beta … TypeError … npm install --save-dev typescript@6",
  ],
  [
    "a TypeScript that an older SDK can't use",
    () => withPackages({ typescript: { version: "6.0.3" }, [sdk]: older }),
    "failure TypeScript: … older than version 6 … got 6.0.3 … typescript).\ninstall TypeScript 5",
  ],
  ["no runtime", () => inProject({ settings: "name: shop\n" }), "failure project: … a runtime … set `runtime`"],
  ["a token that isn't a JWT", () => set("TOKEN", "hunter2"), "failure settings: … must be a JWT … correct APP_PLATFO"],
  ["a log that can't be written", () => set("LOG_FILE", scratch), "warning settings: … EISDIR … set APP_PLATFORM_LOG"],
  ["endpoints that aren't served", () => set("ENDPOINTS", "extended"), "failure endpoint set: … ENDPOINTS=documented"],
  ["a closed port", () => set("BASE_URL", "http://127.0.0.1:9"), "failure address: … connection refused … correct"],
  [
    "a missing base URL and token outside of a project",
    () => ({ cwd: scratch }),
    "failure settings: AP1001: 2 settings are missing … APP_PLATFORM_BASE_URL, and APP_PLATFORM_TOKEN",
  ],
  [
    "a wrong passphrase",
    () => ({ env: { ...project.env, PULUMI_CONFIG_PASSPHRASE: "wrong" } }),
    "failure stack configuration: AP6003 … PULUMI_CONFIG_PASSPHRASE",
  ],
  [
    "documented endpoints on a platform that serves the extended ones",
    () => ({ env: { APP_PLATFORM_BASE_URL: extended.url, APP_PLATFORM_TOKEN: extended.tokens.admin } }),
    "warning endpoint set: … serves the extended endpoints too … pulumi config set app-platform:endpoints extended",
  ],
  [
    "a token of another platform",
    () => set("TOKEN", extended.tokens.admin),
    "failure token accepted: … accept the token from APP_PLATFORM_TOKEN (401) … set APP_PLATFORM_TOKEN again",
  ],
  [
    "an environment that does not exist",
    () => ({ args: ["--environment", otherOrganization] }),
    "failure environment: … no environment … --environment … correct --environment",
  ],
  ["connections with bad JSON", () => connected('{"staging":'), "failure settings: … must be a JSON object … set it"],
  ["a misspelled connection setting", () => connected('{"eu":{"baseURL":"x"}}'), "failure settings: … did you mean"],
  ["an expired token", () => minted({ ttl: "-1h" }), "failure token: AP1002 … expired at … get a new token"],
  ["a token that expires soon", () => minted({ ttl: "5m" }), "warning token: … expires in 5 min … get a new token"],
  [
    "a token that isn't valid yet",
    () => minted({ notBeforeSeconds: 3600, ttl: "2h" }),
    "failure token: … isn't valid before … another token",
  ],
  ["the role viewer", () => minted({ role: "viewer" }), "warning role: … viewer only reads … role editor"],
  [
    "a token of another organization",
    () => minted({ organizationId: otherOrganization }),
    `failure token accepted: … 403 … ${otherOrganization} … token of the organization`,
  ],
])(
  "doctor reports %s with how to fix it, and exits with 1 for a failed check, not for a warning",
  async (_, optionsOf, fault) => {
    await expectFault(fault, await optionsOf());
  },
);

describe("doctor: project", () => {
  test.each<[what: string, content: ProjectContent, message: string]>([
    [
      "a program that is already compiled",
      { settings: "name: shop\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n" },
      "6.0.3; Pulumi doesn't use it.",
    ],
    [
      "an SDK that works with it",
      { packages: { [sdk]: { version: "3.230.0", peerDependencies: { typescript: ">= 3.8.3 < 8" } } } },
      "7.0.2.",
    ],
  ])("accepts TypeScript 7 for %s", async (_, content, message) => {
    const packages = { typescript: { version: "7.0.2" }, ...content.packages };
    const { ok, check, stdout } = await doctor({ cwd: await projectWith({ ...content, packages }) });
    expect([ok, check("TypeScript")], stdout).toEqual([true, { name: "TypeScript", status: "ok", message }]);
  });

  test.each([
    ["3.267.0", "ok"],
    ["3.268.0", "warning"],
    ["3.273.2", "warning"],
    ["3.274.0", "ok"],
  ])(
    "reports an older SDK with Pulumi CLI %s as %s, since 3.268 to 3.273 break its get functions",
    async (version, status) => {
      const { check } = await doctor({ env: await fakePulumi({ version: `v${version}` }) });
      expect(check("Pulumi SDK")).toMatchObject({ status });
      if (status === "warning") expect(check("Pulumi SDK")?.cure).toMatch("update the Pulumi CLI to 3.274.0 or newer");
    },
  );

  test("finds a state that a killed run left unreadable (.attrs)", async () => {
    const state = fileURLToPath(project.env.PULUMI_BACKEND_URL ?? "");
    const metadata = join(state, ".pulumi/stacks/shop/dev.json.attrs");
    await writeFile(metadata, "");
    try {
      await expectFault("failure stack configuration: AP6003 … '*.attrs' -empty", { env: project.env });
    } finally {
      await rm(metadata);
    }
  });
});

describe("doctor for YAML", () => {
  const executable = "pulumi-resource-app-platform";
  const named = (path: string) =>
    `plugins:\n  providers:\n    - name: other\n    - name: app-platform\n      path: ${path}\n`;

  /** The variables and the folder of a project in YAML, with the CLI and other programs beside it. */
  async function yaml(siblings: readonly string[], more = "") {
    const folder = await projectWith({ settings: `name: shop\nruntime: yaml\n${more}` });
    return { cwd: folder, env: await fakePulumi({ siblings: ["pulumi-language-yaml", ...siblings] }) };
  }

  /** Installs a version of the plugin in Pulumi's home. */
  async function installPlugin({ PULUMI_HOME = "" }: Record<string, string>, version: string) {
    const folder = join(PULUMI_HOME, "plugins", `resource-app-platform-v${version}`);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, executable), "", { mode: 0o755 });
  }

  test("accepts a plugin on the PATH, and skips checks of Node.js programs", async () => {
    const report = await doctor(await yaml([executable]));
    expect(report, report.stdout).toMatchObject({ ok: true, code: 0 });
    expect(report.check("project")?.message).toMatch(/^shop, in yaml \(.*Pulumi\.yaml\)\.$/);
    expect(report.check("language host")?.message).toMatch(/^pulumi-language-yaml in /);
    const skipped = report.checks.filter(({ message }) => message === "there is no program in Node.js.");
    expect(skipped.map(({ name }) => name)).toEqual(["Pulumi SDK", "TypeScript", "package"]);
  });

  test("accepts a plugin in Pulumi's home, and warns of another version", async () => {
    const opened = await yaml([]);
    await installPlugin(opened.env, "0.0.9");
    const wrong = "is version 0.0.9, but this command is version … app-platform native install";
    await expectFault(`warning native provider: … ${wrong}`, opened);
    await installPlugin(opened.env, manifest.version);
    const message = `${manifest.version}, installed.`;
    expect((await doctor(opened)).check("native provider")).toMatchObject({ status: "ok", message });
  });

  test("accepts a plugin in the folder that Pulumi.yaml names, and reports a missing plugin there", async () => {
    const opened = await yaml([], named(dirname(executable)));
    const missing = `Pulumi.yaml must name the folder of ${executable}; it isn't in … app-platform native init`;
    await expectFault(`failure native provider: … ${missing}`, opened);
    await writeFile(join(opened.cwd, executable), "", { mode: 0o755 });
    expect((await doctor(opened)).check("native provider")).toMatchObject({ status: "ok" });
  });

  test("fails if the native provider isn't installed, which a program that isn't in Node.js needs", async () => {
    const missing = "failure native provider: A program in yaml needs … native install\n … pulumi plugin install";
    await expectFault(missing, await yaml([]));
  });
});

test("doctor --json prints `ok` and `checks`, each with name, status, message, details and cure", async () => {
  const env = { ...fake, APP_PLATFORM_BASE_URL: documented.url };
  const { json, code } = await runCli(["doctor", "--json"], { cwd: scratch, env });
  const { ok, checks, ...others } = json();
  expect([code, ok, others]).toEqual([1, false, {}]);
  const members = ["name", "status", "message", "details", "cure"];
  for (const check of checks) expect(members).toEqual(expect.arrayContaining(Object.keys(check)));
  const settings = checks.find(({ name }: { name: string }) => name === "settings");
  expect(Object.keys(settings)).toEqual(members);
  expect(settings).toMatchObject({ status: "failure", details: expect.any(Array) });
});

describe("doctor: settings", () => {
  test("skips the checks that need a failed check, in one line that names it", async () => {
    const env = { ...fake, APP_PLATFORM_BASE_URL: documented.url };
    const { stdout } = await runCli(["doctor"], { cwd: scratch, env });
    expect(stdout.match(/^skipped .* needs .*$/gm)).toEqual([
      'skipped  token, token accepted, role, endpoint set, environment  needs the check "settings".',
    ]);
    expect(stdout).not.toContain("doesn't accept");
  });

  test("names the log of requests, and logs its own requests", async () => {
    const { check } = await doctor({ env: { APP_PLATFORM_LOG_FILE: "requests.jsonl" } });
    const file = join(project.folder, "requests.jsonl");
    expect(check("settings")?.details).toContain(`logFile: ${file} (APP_PLATFORM_LOG_FILE)`);
    const [first = "", ...others] = (await readFile(file, "utf8")).trimEnd().split("\n");
    await rm(file);
    expect(JSON.parse(first)).toMatchObject({ for: "app-platform doctor", method: "GET", attempt: 1 });
    expect(others.join()).toContain('"route":"/environment/{id}/container"');
  });
});

describe("doctor: address", () => {
  test("names the proxy without its credentials, or the reason why no proxy is used", async () => {
    const proxy = "http://ada:hunter2@127.0.0.1:9";
    const away = { APP_PLATFORM_BASE_URL: "https://api.acme.io", HTTPS_PROXY: proxy };
    const failed = "the proxy http://127.0.0.1:9 failed: nothing is listening there … check HTTPS_PROXY";
    const { check } = await expectFault(`failure address: … ${failed}`, { env: away });
    expect(check("address")?.details).toEqual(["proxy: http://127.0.0.1:9 (HTTPS_PROXY)"]);
    const near = await doctor({ env: { HTTPS_PROXY: proxy } });
    expect(near.check("address")).toMatchObject({ status: "ok", details: ["proxy: none (a loopback address)"] });
  });

  test("fails if the response isn't from the API (a login page), and sends the server no token", async () => {
    const seen: (string | undefined)[] = [];
    const server = await startServer((request, response) => {
      seen.push(request.headers.authorization);
      loginPage(request, response);
    });
    const page = "isn't the API: it responds with 200 and text/html … set APP_PLATFORM_BASE_URL to the URL of the API";
    const { check } = await expectFault(`failure address: … ${page}`, { env: { APP_PLATFORM_BASE_URL: server.url } });
    expect(seen).toEqual([undefined]);
    expect(check("token accepted")?.status).toBe("skipped");
    await server.close();
  });

  test("never retries: sends each request once, although the platform responds 503", async () => {
    const sent: string[] = [];
    const server = await startServer((request, response) => {
      sent.push(`${request.url} ${request.headers.authorization?.slice(0, 6)}`);
      if (request.headers.authorization === undefined) return withClock(0)(request, response);
      response.writeHead(503, { "content-type": "application/json", "retry-after": "0" }).end("{}");
    });
    await expectFault("failure token accepted: … 503", { env: { APP_PLATFORM_BASE_URL: server.url } });
    const path = "/environment/00000000-0000-0000-0000-000000000000/container";
    expect(sent).toEqual([`${path} undefined`, `${path} Bearer`]);
    await server.close();
  });

  test("reaches a platform with a private certificate authority through NODE_EXTRA_CA_CERTS", async () => {
    const authority = await certificateAuthority();
    const server = createServer(await certificate({ authority }), withClock(0));
    const file = join(scratch, "authority.pem");
    await writeFile(file, authority.cert);
    const settings = { APP_PLATFORM_BASE_URL: `https://localhost:${await portOf(server)}` };
    const addressWith = async (env: Readonly<Record<string, string>>) =>
      (await doctor({ cwd: scratch, env: { ...settings, ...env } }, runProcess)).check("address");
    expect(await addressWith({})).toMatchObject({ status: "failure", message: expect.stringContaining("authority") });
    expect(await addressWith({ NODE_EXTRA_CA_CERTS: file })).toMatchObject({ status: "ok" });
    server.close().closeAllConnections();
  });
});

describe("doctor: clock", () => {
  test.each([
    ["an hour behind", 3600, /it is (1 h|60 min) behind the platform's/],
    ["ten minutes ahead", -600, /it is 10 min ahead of the platform's/],
  ])("fails with the difference and advice to set the clock if it's %s", async (_, seconds, message) => {
    const server = await startServer(withClock(seconds));
    const { check } = await doctor({ env: { APP_PLATFORM_BASE_URL: server.url } });
    const cure = expect.stringContaining("set the clock");
    expect(check("clock")).toMatchObject({ status: "failure", message: expect.stringMatching(message), cure });
    await server.close();
  });
});

describe("doctor: token", () => {
  test("finds a token sent with the wrong scheme", async () => {
    const apiToken = await mint({ role: "admin", scheme: "token" });
    const env = { APP_PLATFORM_TOKEN: documented.tokens.admin, APP_PLATFORM_TOKEN_SCHEME: "token" };
    const message = 'accepts the token from APP_PLATFORM_TOKEN with the other scheme: as "bearer", not as "token"';
    const cure = "set APP_PLATFORM_TOKEN_SCHEME=bearer in the environment, which sets it to token now";
    await expectFault(`failure token accepted: … ${message} … ${cure}`, { env });
    const report = await doctor({ env: { ...env, APP_PLATFORM_TOKEN: apiToken } });
    expect(report, report.stdout).toMatchObject({ ok: true, code: 0 });
    expect(report.check("token")?.details).toEqual(["an API token: its content isn't read"]);
    expect(report.stdout).not.toContain(apiToken);
  });

  test("finds a token file that is missing, malformed or readable by everybody", async () => {
    const file = join(scratch, "token");
    const env = { APP_PLATFORM_TOKEN_FILE: file };
    await expectFault("failure token: … readable file; got … ENOENT … path of a file that contains the token", { env });
    await writeFile(file, "hunter2", { mode: 0o600 });
    await expectFault("failure token: … must be a JWT … write the token to that file", { env });
    await writeFile(file, documented.tokens.admin);
    await chmod(file, 0o644);
    await expectFault("warning token: … can read the token file … chmod 600", { env });
  });
});

interface FakePulumi {
  readonly version?: string;
  /** The stack configuration; without it, the settings are variables. As with the real CLI, `--show-secrets` shows secrets. */
  readonly plain?: Readonly<Record<string, string>>;
  readonly secret?: Readonly<Record<string, string>>;
  /** Programs beside it. */
  readonly siblings?: readonly string[];
}

/** A program that prints a version and a stack configuration, as the Pulumi CLI does; returns the variables by which it is found. */
async function fakePulumi({
  version = "v3.274.1",
  plain,
  secret = {},
  siblings = ["pulumi-language-nodejs", "pulumi-resource-pulumi-nodejs"],
}: FakePulumi = {}): Promise<Record<string, string>> {
  const home = await mkdtemp(join(scratch, "pulumi-"));
  const folder = join(home, "bin");
  await mkdir(folder, { recursive: true });
  const configuration = (isShown: boolean) => {
    const open = Object.entries(plain ?? {}).map(([key, value]) => [key, { value, secret: false }]);
    const closed = Object.entries(secret).map(([key, value]) => [key, { ...(isShown && { value }), secret: true }]);
    return JSON.stringify(Object.fromEntries([...open, ...closed]));
  };
  const print = (isShown: boolean) => `printf '%s' '${configuration(isShown)}'`;
  const cases = `version*) echo ${version} ;; *--show-secrets*) ${print(true)} ;; *) ${print(false)} ;;`;
  for (const [program, text] of [["pulumi", `case "$*" in ${cases} esac`], ...siblings.map((each) => [each, ""])]) {
    await writeFile(join(folder, program as string), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  }
  const settings = { APP_PLATFORM_BASE_URL: documented.url, APP_PLATFORM_TOKEN: documented.tokens.admin };
  return { PATH: `${folder}:${system}`, PULUMI_HOME: home, ...(plain === undefined ? settings : {}) };
}
