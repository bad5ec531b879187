/** The environment of a command: the one that it names, or that of the stack. */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { forgetRequests, requests, writes } from "../engine/support/journal.js";
import { openedPlatform } from "../platform/support/opened.js";
import { openedFolder } from "../support/opened-folder.js";
import { addEnvironment, addService, settingsOf } from "./support/operated.js";
import { runCli } from "./support/run.js";

const platform = openedPlatform({ endpoints: "extended" });
const folder = openedFolder("environment-id");
let environment: string;
const other = "7f0c2a4e-1d53-4b8a-9c66-2f1f0a7d9b31";
/** An environment of the project `shop`; `staging` is in two projects. */
let kiosk: string;
/** A token that says nothing of itself. */
let apiToken: Readonly<Record<string, string>>;

beforeAll(async () => {
  environment = await addEnvironment(platform);
  await addService(platform, "container", environment, "web");
  const post = async (path: string, body: object) => (await platform.request("POST", path, { body })).body;
  for (const name of ["shop", "pay"]) {
    const project = await post(`/organization/${platform.ids.organization}/project`, { name });
    await post(`/project/${project.id}/environment`, { name: "staging" });
    if (name !== "shop") continue;
    kiosk = (await post(`/project/${project.id}/environment`, { name: "kiosk", mode: "PRODUCTION" })).id;
  }
  await addService(platform, "container", kiosk, "web");
  const { token } = await post("/_local/tokens", { role: "admin", scheme: "token" });
  apiToken = { APP_PLATFORM_TOKEN: token, APP_PLATFORM_TOKEN_SCHEME: "token" };
  await mkdir(join(folder, "bin"));
  await mkdir(join(folder, "shop"));
  await writeFile(join(folder, "shop/Pulumi.yaml"), "name: shop\nruntime: nodejs\n");
  // What commands ask of the Pulumi CLI, from files.
  const script = '#!/bin/sh\ncat "$(dirname "$0")/$1.json" || { echo "error: no stack selected" >&2; exit 1; }\n';
  await writeFile(join(folder, "bin/pulumi"), script, { mode: 0o755 });
});

interface Stack {
  /** `environmentId` of the project's configuration. */
  readonly configured?: string;
  /** Environments of the resources in the state. */
  readonly environments?: readonly (readonly [id: string, connection?: string])[];
}

async function useStack({ configured, environments = [] }: Stack): Promise<void> {
  const config = configured === undefined ? {} : { "shop:environmentId": { value: configured, secret: false } };
  const resources = environments.map(([environmentId, connection], index) => ({
    urn: `urn:pulumi:dev::shop::pulumi-nodejs:dynamic/app-platform:Container::web-${index}`,
    type: "pulumi-nodejs:dynamic/app-platform:Container",
    id: `id-${index}`,
    inputs: { environmentId, ...(connection === undefined ? {} : { connection }) },
    outputs: { environmentId },
  }));
  await writeFile(join(folder, "bin/config.json"), JSON.stringify(config));
  await writeFile(join(folder, "bin/stack.json"), JSON.stringify({ version: 3, deployment: { resources } }));
}

function run(args: readonly string[], cwd = join(folder, "shop"), further: Readonly<Record<string, string>> = {}) {
  const own = settingsOf(platform);
  const staging = Object.entries(own).map(([name, value]) => [name.replace("PLATFORM_", "PLATFORM_STAGING_"), value]);
  const env = { ...own, ...Object.fromEntries(staging), PATH: `${join(folder, "bin")}:/usr/bin:/bin`, ...further };
  return runCli(args, { cwd, env });
}

/** Each command with the environment of its stack, and with one that it names. */
const commands: readonly [what: string, command: string, args: string[], named: string[], code: number][] = [
  ["status, with its first argument", "status", [], ["Kiosk"], 0],
  ["logs, with its first argument", "logs", [], ["shop/kiosk"], 0],
  ["export --json, with its first argument", "export", ["--json"], ["kiosk"], 0],
  ["deploy of a service, outside of a project with its first argument", "deploy", ["web"], ["kiosk"], 0],
  ["deploy of a service, with --environment", "deploy", ["web"], ["--environment", "kiosk"], 0],
  ["cancel, with its first argument", "cancel", [], ["kiosk"], 0],
];

describe("environment of a command", () => {
  test.each(commands)(
    "is shop:environmentId of the stack unless the command names another one: %s",
    async (_what, command, args, named, code) => {
      await useStack({ configured: environment, environments: [[other]] });
      for (const [ran, says] of [
        [await run([command, ...args]), `Environment ${environment} (shop:environmentId of the stack).\n`],
        [await run([command, ...named, ...args], tmpdir()), `Environment ${kiosk} (shop/kiosk).\n`],
      ] as const) {
        expect(ran.stderr).toContain(says);
        expect(ran.code, ran.stdout + ran.stderr).toBe(code);
        expect(ran.stdout + ran.stderr).not.toContain("AP6");
      }
    },
  );

  test("is that of the state's resources without shop:environmentId or with --connection", async () => {
    await useStack({ environments: [[environment.toUpperCase()], [environment], [other, "staging"]] });
    const own = await run(["status", "--json"]);
    expect(own.json().environmentId).toBe(environment);
    expect(own.stderr).toBe(`Environment ${environment} (the environment of this stack).\n`);
    await useStack({ configured: other, environments: [[environment, "staging"]] });
    expect((await run(["status", "--json", "--connection", "staging"])).json().environmentId).toBe(environment);
  });
});

describe("deploy in a project", () => {
  test("reads a first argument that isn't an ID as a service, and one that is an ID as the environment", async () => {
    await useStack({ configured: environment });
    await forgetRequests(platform);
    // There is an environment of this name, too.
    const service = await run(["deploy", "kiosk"]);
    expect(service).toMatchObject({ code: 1, stderr: expect.stringMatching(/AP2007: .*there is no service .*kiosk/) });
    expect(await writes(platform)).toEqual([]);
    const web = await run(["deploy", "web"]);
    expect(web).toMatchObject({ code: 0, stderr: expect.stringContaining(`Environment ${environment} `) });
    const own = await run(["deploy", kiosk]);
    expect(own).toMatchObject({ code: 0, stderr: expect.not.stringContaining(environment) });
    expect(own.stdout).toContain(kiosk);
  });
});

describe("command without an environment", () => {
  test.each<[title: string, stack: Stack, says: RegExp]>([
    [
      "but lists the environments if the stack has several",
      { environments: [[other], ["aaaaaaaa-1d53-4b8a-9c66-2f1f0a7d9b31"]] },
      /environment is required: the stack has resources in several: 7f0c2a4e\S+, aaaaaaaa/,
    ],
    ["if the stack has none", {}, /environment is required: neither shop:environmentId nor a resource of the stack/],
    ["if shop:environmentId isn't an ID", { configured: "prod" }, /shop:environmentId must be a UUID; got "prod"/],
  ])("exits with 2 and sends no request %s", async (_, stack, says) => {
    await useStack(stack);
    await forgetRequests(platform);
    const ran = await run(["deploy"]);
    expect(ran).toMatchObject({ code: 2, stdout: "" });
    expect(ran.stderr).toMatch(says);
    expect(await requests(platform)).toEqual({});
  });

  test("exits with 2 outside of a project, and fails with AP6003 if the stack can't be read", async () => {
    const outside = await run(["status"], tmpdir());
    expect(outside).toMatchObject({ code: 2, stderr: expect.stringContaining("there is no Pulumi project here") });
    await rm(join(folder, "bin/config.json"), { force: true });
    const unread = await run(["status"]);
    expect(unread).toMatchObject({ code: 1, stderr: expect.stringContaining("AP6003") });
    expect(unread.stderr).toContain("- name the environment; `app-platform status --help` shows how");
  });
});

describe("environment by its name", () => {
  test("is accepted by status and deploy, and shown as project/name", async () => {
    const status = await run(["status", "kiosk"], tmpdir());
    expect(status.stdout).toMatch(/^Environment shop\/kiosk: /);
    const failed = await run(["deploy", "--environment", "kiosk", "--tag", "web=1-deployment-error"], tmpdir());
    expect(failed.stderr).toMatch(/AP5004: environment shop\/kiosk: [\s\S]*: run `app-platform logs shop\/kiosk`/);
  });

  test("is accepted by doctor --environment", async () => {
    const ran = await run(["doctor", "--environment", "kiosk", "--json"], tmpdir());
    expect(ran.json().checks.at(-1).message).toBe(`${kiosk} (shop/kiosk, --environment); containers: 1.`);
  });
});

describe("command with an ambiguous or unknown environment name", () => {
  test.each<[title: string, args: string[], code: number, says: RegExp]>([
    [
      "with AP2007 and the projects if several projects have an environment with the name",
      ["status", "staging"],
      1,
      /AP2007: app-platform status: several environments are named "staging": pay\/staging \(\S+\), shop\/staging \(\S+\)\.\n {2}What to do: name the project, too/,
    ],
    [
      "with AP2007 and all names if no environment has the name",
      ["deploy", "--environment", "production", "web"],
      1,
      /AP2007: app-platform deploy: there is no environment "production"; existing: .*pay\/staging, shop\/kiosk, shop\/staging\.\n {2}What to do: check the name; `app-platform environments`/,
    ],
    ["with the nearest name if the name is misspelled", ["logs", "kiosc"], 1, /check the name; did you mean kiosk\?/],
    [
      "with AP1001 if the endpoints can't list environments",
      ["cancel", "kiosk"],
      1,
      /AP1001: Finding an environment by its name requires the extended endpoints.*\n.*one of:\n {4}- pass the ID of the environment/,
    ],
    ["with AP1001 if `environments` gets documented endpoints", ["environments"], 1, /AP1001: .*extended endpoints/],
    ["with AP6001 if the organization is unknown", ["status", "kiosk"], 2, /AP6001: --organization is required: /],
  ])("fails without a change %s", async (title, args, code, says) => {
    const set = title.includes("endpoints") ? { APP_PLATFORM_ENDPOINTS: "documented" } : {};
    await forgetRequests(platform);
    const ran = await run(args, tmpdir(), { ...set, ...(title.includes("organization") ? apiToken : {}) });
    expect(ran).toMatchObject({ code, stdout: "" });
    expect(ran.stderr).toMatch(says);
    expect(await writes(platform)).toEqual([]);
  });
});

describe("app-platform", () => {
  test("environments prints project, name, mode, cluster and ID of each environment of the organization", async () => {
    const shown = await run(["environments"], tmpdir());
    expect(shown.code, shown.stderr).toBe(0);
    expect(shown.stdout).toMatch(/^PROJECT +NAME +MODE +CLUSTER +ID\n[\s\S]*\nshop +kiosk +PRODUCTION +main +\S+\n/);
    const { environments } = (await run(["environments", "--json"], tmpdir())).json();
    const properties = { id: kiosk, name: "kiosk", mode: "PRODUCTION", project: "shop", clusterName: "main" };
    expect(environments).toContainEqual(expect.objectContaining(properties));
  });

  test("environments lists those of --organization, or of organizationId in the project's configuration, if the token names none", async () => {
    const shown = await run(["environments"], tmpdir());
    const { organization } = platform.ids;
    const ofOrganization = await run(["environments", "--organization", organization], tmpdir(), apiToken);
    const configuration = { "shop:organizationId": { value: organization } };
    await writeFile(join(folder, "bin/config.json"), JSON.stringify(configuration));
    const configured = await run(["environments"], join(folder, "shop"), apiToken);
    expect([ofOrganization.stdout, configured.stdout]).toEqual([shown.stdout, shown.stdout]);
  });
});
