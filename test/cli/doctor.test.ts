import { chmod, copyFile, mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Platform, startPlatform } from "../platform.js";
import { type CliProject, checkout, openCliProject } from "./project.js";
import { type RunOptions, runCli } from "./run.js";
import { loginPage, startServer, withClock } from "./servers.js";
import { expectShown } from "./shown.js";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

interface Finding {
  readonly name: string;
  readonly status: "ok" | "warning" | "failure" | "skipped";
  readonly message: string;
  readonly details?: readonly string[];
  readonly cure?: string | readonly string[];
}

interface Fault {
  readonly name: string;
  readonly status: "warning" | "failure";
  /** What the check says. */
  readonly message: RegExp;
  readonly cure: RegExp;
}

let documented: Platform;
let extended: Platform;
let project: CliProject;
let scratch: string;

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), "doctor-"));
  [documented, extended, project] = await Promise.all([
    startPlatform(),
    startPlatform({ endpoints: "extended" }),
    openCliProject(),
  ]);
  await project.configure("app-platform:baseUrl", documented.url);
  await project.configure("app-platform:token", documented.tokens.admin, "--secret");
  await project.configure("environmentId", documented.ids.environment);
});
afterAll(async () => {
  await Promise.all([documented.stop(), extended.stop(), project.close()]);
  await rm(scratch, { recursive: true, force: true });
});

const doctor = (options: RunOptions = {}, ...args: string[]) =>
  runCli(["doctor", "--json", ...args], { cwd: project.folder, ...options, env: { ...project.env, ...options.env } });

/** Runs `doctor` and compares what it complains about with the one fault that was planted. */
async function expectFault(fault: Fault, options: RunOptions = {}, ...args: string[]): Promise<readonly Finding[]> {
  const ran = await doctor(options, ...args);
  const { ok, checks } = ran.json() as { ok: boolean; checks: readonly Finding[] };
  const found = checks.filter(({ status }) => status === "warning" || status === "failure");
  expect(found, ran.stdout).toMatchObject([{ name: fault.name, status: fault.status }]);
  const { message = "", cure = "" } = found[0] ?? {};
  expect(message).toMatch(fault.message);
  expect([cure].flat().join("\n")).toMatch(fault.cure);
  expect({ ok, code: ran.code }).toEqual(fault.status === "failure" ? { ok: false, code: 1 } : { ok: true, code: 0 });
  return checks;
}

const mint = async (options: object, platform = documented): Promise<string> =>
  (await platform.request("POST", "/_local/tokens", { body: options })).body.token;

describe("doctor, in a healthy project", () => {
  test("finds no fault and says where each setting comes from", async () => {
    const { code, stdout, stderr } = await doctor({ env: { APP_PLATFORM_MAX_CONCURRENT_REQUESTS: "8" } });
    const { ok, checks } = JSON.parse(stdout) as { ok: boolean; checks: readonly Finding[] };
    expect({ code, stderr, ok }, stdout).toEqual({ code: 0, stderr: "", ok: true });
    expect(checks.filter(({ status }) => status !== "ok")).toEqual([]);
    expect(checks.find(({ name }) => name === "settings")?.details).toEqual([
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
    expect(checks.find(({ name }) => name === "token")?.details).toEqual([
      "role: admin",
      `organization: ${documented.ids.organization}`,
      "subject: admin@app-platform.local",
      expect.stringMatching(/^expires: \d{4}-/),
    ]);
    expect(stdout).not.toContain(documented.tokens.admin);
  });

  test("prints a line for each check and a summary, and only reads from the platform", async () => {
    await documented.request("DELETE", "/_local/requests");
    const { stdout, code } = await runCli(["doctor"], { cwd: project.folder, env: project.env });
    expect(code, stdout).toBe(0);
    expect(stdout).toMatch(/^ok {7}Node\.js +\d+/m);
    expect(stdout).toMatch(/^ok {7}role +admin: every operation\.$/m);
    expect(stdout).toMatch(/\n15 checks: 15 ok\.\n$/);
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
    const ran = await doctor({ cwd: scratch, env }, "--environment", extended.ids.environment);
    const { ok, checks } = ran.json() as { ok: boolean; checks: readonly Finding[] };
    expect({ ok, code: ran.code }, ran.stdout).toEqual({ ok: true, code: 0 });
    const skipped = checks.filter(({ status }) => status !== "ok");
    expect(skipped.map(({ name, status }) => `${name}: ${status}`)).toEqual([
      "project: skipped",
      "Pulumi SDK: skipped",
      "package: skipped",
      "stack configuration: skipped",
    ]);
    expect(checks.find(({ name }) => name === "role")?.message).toContain("editor");
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
      .replace(/(Pulumi CLI +)\S+ \(.*\/pulumi\)/, "$13.246.0 (~/.pulumi/bin/pulumi)")
      .replace(/(language host .* in ).*\.$/m, "$1~/.pulumi/bin.")
      .replace(/(Node\.js +)[\d.]+/, "$122.12.0")
      .replace(/(package +)\S+/, "$11.0.0")
      .replace(/in \d+ ms/, "in 12 ms")
      .replace(/expires: \S+/, "expires: 2027-01-01T12:00:00.000Z");

  test("is what it prints", async () => {
    const args = ["doctor"];
    const env = { ...project.env, APP_PLATFORM_ENDPOINTS: "extended" };
    const { stdout } = await runCli(args, { cwd: project.folder, env });
    expectShown("command-line.md", args, normalized(stdout), undefined);
  });
});

describe("doctor finds, of the machine,", () => {
  const system = "/usr/bin:/bin";

  test("a Node.js that is too old", async () => {
    const env = { NODE_OPTIONS: `--require ${JSON.stringify(join(__dirname, "old-node.cjs"))}` };
    const fault = {
      name: "Node.js",
      status: "failure",
      message: /must be >=20\.19; got 20\.11\.1/,
      cure: /install Node\.js 20\.19/,
    } as const;
    await expectFault(fault, { env });
  });

  test("that there is no Pulumi CLI, and skips what needs it", async () => {
    const fault = {
      name: "Pulumi CLI",
      status: "failure",
      message: /no `pulumi` on the PATH/,
      cure: /pulumi\.com\/docs\/install/,
    } as const;
    const checks = await expectFault(fault, { env: { PATH: system, PULUMI_HOME: scratch } });
    const skipped = checks
      .filter(({ status }) => status === "skipped")
      .map(({ name, message }) => `${name}: ${message}`);
    expect(skipped).toContain("language host: the Pulumi CLI is not found.");
    expect(skipped).toContain("settings: the stack configuration cannot be read.");
  });

  test("a Pulumi CLI that is too old, and one without its language host", async () => {
    const old = await fakePulumi("v3.100.0");
    const message = /must be 3\.216\.0 or newer; got 3\.100\.0/;
    await expectFault(
      { name: "Pulumi CLI", status: "failure", message, cure: /update the Pulumi CLI/ },
      { env: { PATH: `${old}:${project.env.PATH}`, ...settingsInEnvironment() } },
    );
    const alone = await fakePulumi("v3.246.0");
    await expectFault(
      {
        name: "language host",
        status: "failure",
        message: /missing: pulumi-language-nodejs/,
        cure: /install the Pulumi CLI again/,
      },
      { env: { PATH: `${alone}:${system}`, PULUMI_HOME: scratch, ...settingsInEnvironment() } },
    );
  });

  test("a Pulumi CLI that is in Pulumi's home but not on the PATH", async () => {
    const home = join(scratch, "home");
    const folder = await fakePulumi("v3.246.0", join(home, "bin"));
    for (const plugin of ["pulumi-language-nodejs", "pulumi-resource-pulumi-nodejs"])
      await script(join(folder, plugin), "");
    await expectFault(
      { name: "Pulumi CLI", status: "warning", message: /not on the PATH/, cure: /export PATH=/ },
      { env: { PATH: system, PULUMI_HOME: home, ...settingsInEnvironment() } },
    );
  });
});

describe("doctor finds, of the project,", () => {
  const modules = () => join(project.folder, "node_modules");

  test.each([
    ["Pulumi SDK", "@pulumi/pulumi", /@pulumi\/pulumi must be installed/, /npm install @pulumi\/pulumi/],
    [
      "package",
      "pulumi-app-platform",
      /pulumi-app-platform must be installed in the project/,
      /npm install pulumi-app-platform/,
    ],
  ])("that %s is not installed", async (name, path, message, cure) => {
    const aside = join(scratch, "aside");
    await rename(join(modules(), path), aside);
    try {
      await expectFault({ name, status: "failure", message, cure });
    } finally {
      await rename(aside, join(modules(), path));
    }
  });

  test("an SDK that is too old", async () => {
    const [installed, aside] = [join(modules(), "@pulumi/pulumi"), join(scratch, "sdk")];
    await rename(installed, aside);
    await mkdir(installed);
    await writeFile(join(installed, "package.json"), '{"name":"@pulumi/pulumi","version":"3.100.0"}');
    try {
      const message = /must be >=3\.216\.0 <4; got 3\.100\.0/;
      await expectFault({ name: "Pulumi SDK", status: "failure", message, cure: /npm install @pulumi\/pulumi@3/ });
    } finally {
      await rm(installed, { recursive: true });
      await rename(aside, installed);
    }
  });

  test("an SDK that is too old for the Pulumi CLI", async () => {
    const folder = await fakePulumi("v3.270.0");
    await expectFault(
      {
        name: "Pulumi SDK",
        status: "warning",
        message: /CLI is 3\.270\.0, but @pulumi\/pulumi is 3\.246\.0/,
        cure: /update the SDK/,
      },
      { env: { PATH: `${folder}:${project.env.PATH}`, ...settingsInEnvironment() } },
    );
  });

  test("that the package is installed twice", async () => {
    const nested = join(modules(), "shop-components");
    await mkdir(join(nested, "node_modules/pulumi-app-platform"), { recursive: true });
    await writeFile(join(nested, "node_modules/pulumi-app-platform/package.json"), '{"version":"0.0.9"}');
    try {
      const checks = await expectFault({
        name: "package",
        status: "warning",
        message: /installed 2 times/,
        cure: /npm dedupe/,
      });
      expect(checks.find(({ name }) => name === "package")?.details?.join()).toContain("0.0.9 in ");
    } finally {
      await rm(nested, { recursive: true });
    }
  });

  test("another runtime than Node.js", async () => {
    const file = join(project.folder, "Pulumi.yaml");
    await writeFile(file, "name: shop\nruntime:\n  name: python\n");
    try {
      const message = /must be nodejs; got python/;
      await expectFault({ name: "project", status: "failure", message, cure: /runtime: nodejs/ });
    } finally {
      await writeFile(file, "name: shop\nruntime: nodejs\n");
    }
  });

  test("a wrong passphrase, and a stack that does not exist", async () => {
    await expectFault(
      { name: "stack configuration", status: "failure", message: /AP6003/, cure: /PULUMI_CONFIG_PASSPHRASE/ },
      { env: { PULUMI_CONFIG_PASSPHRASE: "wrong" } },
    );
    await expectFault(
      { name: "stack configuration", status: "failure", message: /AP6003/, cure: /pulumi stack ls/ },
      {},
      "--stack",
      "staging",
    );
  });

  test("a state that Pulumi cannot read, since a run was killed while it wrote the metadata file", async () => {
    const state = fileURLToPath(project.env.PULUMI_BACKEND_URL ?? "");
    const metadata = join(state, ".pulumi/stacks/shop/dev.json.attrs");
    await writeFile(metadata, "");
    try {
      await expectFault({
        name: "stack configuration",
        status: "failure",
        message: /AP6003/,
        cure: /'\*\.attrs' -empty/,
      });
    } finally {
      await rm(metadata);
    }
  });
});

describe("doctor finds, of the settings,", () => {
  test.each<[title: string, env: Record<string, string>, message: RegExp, cure: RegExp]>([
    [
      "http to another machine",
      { APP_PLATFORM_BASE_URL: "http://api.acme.io" },
      /APP_PLATFORM_BASE_URL must be an https URL/,
      /correct APP_PLATFORM_BASE_URL/,
    ],
    [
      "a token that is no JWT",
      { APP_PLATFORM_TOKEN: "hunter2" },
      /APP_PLATFORM_TOKEN must be a JWT/,
      /correct APP_PLATFORM_TOKEN/,
    ],
    [
      "an unknown endpoint set",
      { APP_PLATFORM_ENDPOINTS: "all" },
      /APP_PLATFORM_ENDPOINTS must be "documented" or "extended"; got "all"/,
      /correct APP_PLATFORM_ENDPOINTS/,
    ],
  ])("%s", async (_, env, message, cure) => {
    const checks = await expectFault({ name: "settings", status: "failure", message, cure }, { env });
    expect(JSON.stringify(checks)).not.toContain("hunter2");
  });

  test("that the base URL is missing, outside a project", async () => {
    await expectFault(
      {
        name: "settings",
        status: "failure",
        message: /AP1001: The platform's base URL is not set/,
        cure: /APP_PLATFORM_BASE_URL/,
      },
      { cwd: scratch },
    );
  });

  test("connections that are no JSON, and a misspelled setting of a connection that nothing uses yet", async () => {
    const folder = await fakePulumi("v3.246.0", join(scratch, "connections"), {
      "app-platform:connections": '{"staging": {"baseUrl"',
      "app-platform:baseUrl": documented.url,
      "app-platform:token": documented.tokens.admin,
    });
    const message = /app-platform:connections must be a JSON object/;
    await expectFault(
      { name: "settings", status: "failure", message, cure: /set it to an object by connection name/ },
      { env: { PATH: `${folder}:${project.env.PATH}` } },
    );
    await fakePulumi("v3.246.0", folder, {
      "app-platform:connections": '{"staging": {"baseURL": "https://staging.acme.io"}}',
      "app-platform:baseUrl": documented.url,
      "app-platform:token": documented.tokens.admin,
    });
    await expectFault(
      {
        name: "settings",
        status: "failure",
        message: /baseURL is not a setting; did you mean baseUrl/,
        cure: /correct app-platform:connections/,
      },
      { env: { PATH: `${folder}:${project.env.PATH}` } },
    );
  });
});

describe("doctor finds, of the address,", () => {
  test.each<[title: string, url: string, message: RegExp]>([
    ["a host that is not known", "https://nothing.invalid", /does not respond: the host name/],
    ["a port at which nothing listens", "http://127.0.0.1:9", /connection refused/],
  ])("%s", async (_, url, message) => {
    const cure = /correct the base URL: APP_PLATFORM_BASE_URL/;
    await expectFault({ name: "address", status: "failure", message, cure }, { env: { APP_PLATFORM_BASE_URL: url } });
  });

  test("a port that speaks no TLS", async () => {
    const server = await startServer(loginPage);
    const env = { APP_PLATFORM_BASE_URL: `https://127.0.0.1:${server.port}` };
    await expectFault(
      { name: "address", status: "failure", message: /does not respond/, cure: /correct the base URL/ },
      { env },
    );
    await server.close();
  });

  test("a server that is not the API, to which it sends no token", async () => {
    const seen: (string | undefined)[] = [];
    const server = await startServer((request, response) => {
      seen.push(request.headers.authorization);
      loginPage(request, response);
    });
    const fault = {
      name: "address",
      status: "failure",
      message: /is not the API: it responds with 200 and text\/html/,
      cure: /set the base URL to that of the API/,
    } as const;
    const checks = await expectFault(fault, { env: { APP_PLATFORM_BASE_URL: server.url } });
    expect(seen).toEqual([undefined]);
    expect(checks.find(({ name }) => name === "token accepted")?.status).toBe("skipped");
    await server.close();
  });

  test.each([
    ["an hour behind", 3600, /it is (1 h|60 min) behind the platform's/],
    ["ten minutes ahead", -600, /it is 10 min ahead of the platform's/],
  ])("that the clock of this machine is %s", async (_, seconds, message) => {
    const server = await startServer(withClock(seconds));
    const ran = await doctor({ env: { APP_PLATFORM_BASE_URL: server.url } });
    const { checks } = ran.json() as { checks: readonly Finding[] };
    const clock = checks.find(({ name }) => name === "clock");
    expect(clock).toMatchObject({
      status: "failure",
      message: expect.stringMatching(message),
      cure: expect.stringContaining("set the clock"),
    });
    expect(ran.code).toBe(1);
    await server.close();
  });
});

describe("doctor finds, of the token,", () => {
  const withToken = async (options: object) => ({ env: { APP_PLATFORM_TOKEN: await mint(options) } });

  test("that it has expired, expires soon, or is not valid yet", async () => {
    const expired = {
      name: "token",
      status: "failure",
      message: /AP1002: .*expired at/,
      cure: /get a new token/,
    } as const;
    await expectFault(expired, await withToken({ ttl: "-1h" }));
    const soon = { name: "token", status: "warning", message: /expires in 5 min/, cure: /get a new token/ } as const;
    await expectFault(soon, await withToken({ ttl: "5m" }));
    const early = {
      name: "token",
      status: "failure",
      message: /not valid before \d{4}-/,
      cure: /get another token/,
    } as const;
    await expectFault(early, await withToken({ notBeforeSeconds: 3600, ttl: "2h" }));
  });

  test("the role viewer", async () => {
    const fault = { name: "role", status: "warning", message: /viewer only reads/, cure: /role editor/ } as const;
    await expectFault(fault, await withToken({ role: "viewer" }));
  });

  test("that it is of another organization", async () => {
    const organizationId = "40000000-0000-4000-8000-000000000009";
    const fault = {
      name: "token accepted",
      status: "failure",
      message: new RegExp(`403.*${organizationId}`),
      cure: /token of the organization/,
    } as const;
    await expectFault(fault, await withToken({ organizationId }));
  });

  test("that it is of another platform", async () => {
    const env = { APP_PLATFORM_TOKEN: extended.tokens.admin };
    const message = /does not accept the token from APP_PLATFORM_TOKEN \(401\)/;
    await expectFault(
      { name: "token accepted", status: "failure", message, cure: /set APP_PLATFORM_TOKEN again/ },
      { env },
    );
  });

  test("that it is sent with the other scheme, which the platform accepts", async () => {
    const apiToken = await mint({ role: "admin", scheme: "token" });
    const env = { APP_PLATFORM_TOKEN: documented.tokens.admin, APP_PLATFORM_TOKEN_SCHEME: "token" };
    const message = /accepts the token from APP_PLATFORM_TOKEN with the other scheme: as "bearer", not as "token"/;
    const cure = /set the token scheme to bearer: APP_PLATFORM_TOKEN_SCHEME or app-platform:tokenScheme/;
    await expectFault({ name: "token accepted", status: "failure", message, cure }, { env });
    const ran = await doctor({ env: { ...env, APP_PLATFORM_TOKEN: apiToken } });
    const { ok, checks } = ran.json() as { ok: boolean; checks: readonly Finding[] };
    expect({ ok, code: ran.code }, ran.stdout).toEqual({ ok: true, code: 0 });
    expect(checks.find(({ name }) => name === "token")?.details).toEqual(["an API token: its content is not read"]);
    expect(ran.stdout).not.toContain(apiToken);
  });

  test("that its file is missing, holds something else, or is readable by everybody", async () => {
    const file = join(scratch, "token");
    const env = { APP_PLATFORM_TOKEN_FILE: file };
    const missing = {
      name: "token",
      status: "failure",
      message: /readable file; got .*ENOENT/,
      cure: /path of a file that contains the token/,
    } as const;
    await expectFault(missing, { env });
    await writeFile(file, "hunter2", { mode: 0o600 });
    const checks = await expectFault(
      { name: "token", status: "failure", message: /must be a JWT/, cure: /write the token to that file/ },
      { env },
    );
    expect(JSON.stringify(checks)).not.toContain("hunter2");
    await writeFile(file, documented.tokens.admin);
    await chmod(file, 0o644);
    await expectFault(
      { name: "token", status: "warning", message: /may read the token file/, cure: /chmod 600/ },
      { env },
    );
  });

  test("an environment that does not exist", async () => {
    const fault = {
      name: "environment",
      status: "failure",
      message: /no environment .*--environment/,
      cure: /correct --environment/,
    } as const;
    await expectFault(fault, {}, "--environment", "40000000-0000-4000-8000-000000000009");
  });
});

describe("doctor finds, of the endpoints,", () => {
  test("that the settings say extended and the platform serves the documented ones", async () => {
    const fault = {
      name: "endpoint set",
      status: "failure",
      message: /serves only the documented/,
      cure: /set endpoints to documented/,
    } as const;
    await expectFault(fault, { env: { APP_PLATFORM_ENDPOINTS: "extended" } });
  });

  test("that the settings say documented and the platform serves the extended ones", async () => {
    const env = { APP_PLATFORM_BASE_URL: extended.url, APP_PLATFORM_TOKEN: extended.tokens.admin };
    const fault = {
      name: "endpoint set",
      status: "warning",
      message: /serves the extended endpoints too/,
      cure: /set endpoints to extended/,
    } as const;
    await expectFault(fault, { env });
  });
});

/** Settings for a test whose Pulumi CLI is not a real one. */
function settingsInEnvironment(): Record<string, string> {
  return { APP_PLATFORM_BASE_URL: documented.url, APP_PLATFORM_TOKEN: documented.tokens.admin };
}

/** A program that prints a version and a stack configuration, as the Pulumi CLI does; returns its folder. */
async function fakePulumi(version: string, folder = join(scratch, version), config: object = {}): Promise<string> {
  await mkdir(folder, { recursive: true });
  const values = Object.fromEntries(Object.entries(config).map(([key, value]) => [key, { value, secret: false }]));
  const file = join(scratch, "config.json");
  await writeFile(file, JSON.stringify(values));
  await copyFile(file, join(folder, "config.json"));
  await script(
    join(folder, "pulumi"),
    `if [ "$1" = version ]; then echo ${version}; else cat '${folder}/config.json'; fi`,
  );
  return folder;
}

async function script(file: string, text: string): Promise<void> {
  await writeFile(file, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
}
