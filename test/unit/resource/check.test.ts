import { describe, expect, it } from "vitest";
import { handlersOf } from "../../../provider/engine/handlers.js";
import { writeLookups } from "../../../provider/engine/hints.js";
import { InvalidArgumentError } from "../../../provider/errors/index.js";
import { resourceProviderOf } from "../../../provider/frontends/dynamic/provider.js";
import { newOwners } from "../../../provider/ownership/stackOwners.js";
import {
  checkSubresources,
  readElsewhere,
  refusedAsUnsafe,
  refusedByPlatform,
} from "../../../provider/resource/check.js";
import { application, argsOf, container, ids, terraformService } from "../../kinds/fixtures.js";
import { kindNames, recordOf } from "../../kinds/index.js";
import { plain } from "../../support/frontend.js";
import { more } from "../../support/more.js";
import { type EndpointSet, isServed, UNKNOWN, type Values } from "../../support/provider.js";
import {
  connected,
  definitionOf,
  failureOf,
  fakePlatform,
  lifecycle,
  requestWith,
  silent,
} from "../support/fake-platform.js";
import { siteOf } from "../support/static-site.js";

const nowhere = "http://127.0.0.1:9";
const args: Values = { ...container.program, ...container.path };
const reasonsOf = (edit: Values) => lifecycle("Container", nowhere).check({ ...args, ...edit });

const providerOf = (kind: string) =>
  resourceProviderOf(definitionOf(kind), () => connected(nowhere).platform, { log: silent });

describe("check of an invalid argument", () => {
  const wrongCpu = 'Container "web": cpu must be an integer from 1 to 32000; got "much".';
  const wrongName = 'Container: name must be a string; got a list of 1 item.\n  What to do: write `name: "web"`';
  it.each<[title: string, edit: Values, reason: string]>([
    ["that names the resource", { cpu: "much" }, wrongCpu],
    ["without a name if the name itself is invalid", { name: ["web"] }, wrongName],
  ])("returns AP1203 with one sentence %s", async (_, edit, reason) => {
    expect(await reasonsOf(edit)).toEqual([`AP1203: ${reason}${more("AP1203")}`]);
  });

  it("reports all invalid arguments at once, and links the documentation once", async () => {
    const reasons = await reasonsOf({ cpu: "much", memory: "much" });
    expect(reasons).toEqual([expect.stringContaining("cpu"), expect.stringContaining("memory")]);
    expect(reasons.map((each) => each.includes("\n  More: "))).toEqual([false, true]);
  });

  it("returns no property, so that the engine doesn't print the value", async () => {
    const result = await providerOf("Container").check?.({}, { ...args, cpu: 0, memory: 0 });
    expect(result?.failures?.map(({ property }) => property)).toEqual(["", ""]);
  });
});

describe("check of a new resource", () => {
  const source = "00000000-0000-4000-8000-0000000000b1";
  const own = { environmentId: ids.environment, name: "copy", cloneFrom: source };
  const fromSource = (name: string) =>
    expect.stringContaining(`${name} must be omitted: a clone takes it from its source`);
  const uncloned = "cloneFrom must be omitted: the platform's endpoints can't clone this kind";
  type Row = [what: string, kind: string, endpoints: EndpointSet, specified: Values, refused: readonly unknown[]];

  it.each<Row>([
    ["accepts arguments of a clone that a deployment applies", "Container", "documented", { tag: "2" }, []],
    ["refuses arguments of a clone that need an update", "Container", "documented", { cpu: 100 }, [fromSource("cpu")]],
    ["accepts updatable arguments of a clone", "Container", "extended", { cpu: 100, variables: { A: "1" } }, []],
    ["accepts a clone's arguments for the provider alone", "Container", "documented", { connection: "staging" }, []],
    [
      "refuses an argument of a clone that no update can change",
      "Database",
      "extended",
      { type: "MYSQL", cpu: 600 },
      [fromSource("type")],
    ],
    ["refuses cloneFrom without a call for it", "HelmService", "documented", {}, [expect.stringContaining(uncloned)]],
  ])("%s: %s (%s)", async (_, kind, endpoints, specified, refused) => {
    expect(await lifecycle(kind, nowhere, { endpoints }).check({ ...own, ...specified })).toEqual(refused);
  });

  it("accepts a clone of an Environment with mode and clusterId", async () => {
    const own = { projectId: ids.project, name: "copy", cloneFrom: source };
    const { check } = lifecycle("Environment", nowhere, { endpoints: "extended" });
    expect(await check({ ...own, mode: "STAGING", clusterId: ids.cluster })).toEqual([]);
  });

  it("reports an expired token together with invalid arguments", async () => {
    const [header, claims] = [{ alg: "RS256" }, { exp: 1_700_000_000 }].map((part) =>
      Buffer.from(JSON.stringify(part)).toString("base64url"),
    );
    const environment = { APP_PLATFORM_TOKEN: `${header}.${claims}.x` };
    expect(await lifecycle("Container", nowhere, { environment }).check({ ...args, cpu: 0 })).toEqual([
      expect.stringContaining("cpu must be an integer"),
      expect.stringContaining("expired at 2023-11-14"),
    ]);
  });
});

describe("inputs that check returns", () => {
  const inputsOf = async (news: Values) => {
    const provider = providerOf("Application");
    const checked = await provider.check?.({}, { ...application.path, ...application.program, ...news });
    return plain(checked?.inputs ?? {});
  };

  it("include unknown values, but not __provider", async () => {
    const specified = { ...application.path, ...application.program, cpu: UNKNOWN, ports: [UNKNOWN] };
    expect(await inputsOf({ ...specified, __provider: "text" })).toEqual(specified);
  });

  it("have the Pulumi name as `name` if the program sets none", async () => {
    const __declared = "urn:pulumi:dev::shop::pulumi-nodejs:dynamic/app-platform:Application::web::shop";
    expect((await inputsOf({ name: null, __declared }))?.name).toBe("web::shop");
    expect((await inputsOf({ name: "given", __declared }))?.name).toBe("given");
    expect((await inputsOf({ name: UNKNOWN, __declared }))?.name).toBe(UNKNOWN);
  });

  it("omit null, except for arguments that null clears", async () => {
    const inputs = await inputsOf({ cpu: null, entrypoint: null, description: null, autoDeploy: null });
    expect(inputs).not.toHaveProperty("cpu");
    expect(inputs).not.toHaveProperty("entrypoint");
    expect(inputs).toMatchObject({ description: null, autoDeploy: null });
  });
});

describe("check", () => {
  const urn = (name: string) => `urn:pulumi:dev::shop::app-platform:index:Container::${name}`;
  const owners = newOwners(async () => [{ urn: urn("b"), kind: "Container", id: "b", values: { ...args, name: "b" } }]);
  const { platform, run, log } = connected(nowhere, { endpoints: "extended", owners });
  const request = requestWith({ urn: urn("a"), log, oldInputs: args });
  const check = handlersOf(definitionOf("Container"), () => platform, { run }).check;

  it("accepts an omitted required argument that is pending (__pending)", async () => {
    const { tag: _, ...others } = args;
    const { args: checked, problems } = await check({ ...request, inputs: others, pending: ["tag", "cpu"] });
    expect(problems).toEqual([]);
    expect([Object.hasOwn(checked, "tag"), checked.cpu]).toEqual([false, args.cpu]);
  });

  it.each<[what: string, name: string, isNew: boolean, isRefused: boolean]>([
    ["refuses with AP1206 a rename to the name of another resource in the state", "b", false, true],
    ["accepts the name that the resource already has", "web", false, false],
    ["accepts the name of another resource in the state for a new resource", "b", true, false],
  ])("%s", async (_, name, isNew, isRefused) => {
    const { problems } = await check({ ...request, inputs: { ...args, name }, ...(isNew && { oldInputs: undefined }) });
    expect(problems).toEqual(isRefused ? [expect.stringMatching(/^AP1206: /)] : []);
  });

  it("reports invalid settings before invalid arguments", async () => {
    const { check: refused } = handlersOf(definitionOf("Container"), () => {
      throw new InvalidArgumentError("settings", { path: "baseUrl", expected: "must be set" });
    });
    const { problems } = await refused({ ...request, inputs: { ...args, cpu: 0 } });
    expect(problems).toEqual([expect.stringContaining("baseUrl"), expect.stringContaining("cpu")]);
  });
});

describe("check of a program's lookups", () => {
  const reasonsFor = (addresses: Readonly<Record<string, string>>) => reasonsOf({ __lookups: writeLookups(addresses) });

  it("passes if they read the platform of the resources, or if there are none", async () => {
    expect(await reasonsFor({})).toEqual([]);
    expect(await reasonsFor({ "": `${nowhere}/` })).toEqual([]);
  });

  it.each([
    ["the default connection", "", ""],
    ["another connection", "staging", ' through the connection "staging"'],
  ])(
    "fails with AP1003 and both addresses if lookups have used another address than resources: %s",
    async (_what, connection, through) => {
      const text = `AP1003: Container "web": lookups of the program read https://other.example/${through}, but resources are on ${nowhere}/.`;
      expect(await reasonsFor({ [connection]: "https://other.example/" })).toEqual([expect.stringContaining(text)]);
    },
  );

  it("compares the default connection, whose name is empty, and others by their names", () => {
    const asked: (string | undefined)[] = [];
    const here = connected(nowhere).platform;
    const platformFor = (connection: string | undefined) => {
      asked.push(connection);
      return here;
    };
    expect(readElsewhere("it", { "": here.address, staging: here.address }, platformFor)).toEqual([]);
    expect(asked).toEqual([undefined, "staging"]);
  });

  it("passes for a connection that only the program knows", () => {
    const unknown = () => {
      throw new Error("no such connection");
    };
    expect(readElsewhere("it", { own: "https://other.example/" }, unknown)).toEqual([]);
  });
});

it("check of an update ignores a rule with an omitted default, but not an omitted required argument", async () => {
  const { maxRunningInstances: _, autoscaling: __, ...others } = args;
  const desired = { ...others, minRunningInstances: 3 };
  const cycle = lifecycle("Container", nowhere);
  const tooMany =
    "minRunningInstances is 3, more than maxRunningInstances (1).\n  What to do: raise `maxRunningInstances`";
  expect(await cycle.check(desired)).toEqual([expect.stringContaining(tooMany)]);
  expect(await cycle.check(desired, args)).toEqual([]);
  const { tag: ___, ...untagged }: Values = desired;
  expect(await cycle.check(untagged, args)).toEqual([expect.stringContaining("tag is required.")]);
});

const platform = fakePlatform();
const skipping = { skipsCheckpoints: true } as const;
const network = { ...terraformService.program, ...terraformService.path };

describe("refusedAsUnsafe while checkpoints are skipped", () => {
  it.each<[what: string, kind: string, endpoints: EndpointSet, args: Values, codes: string[]]>([
    ["returns AP2013 if no list shows the kind", "TerraformService", "documented", network, ["AP2013"]],
    ["accepts a kind with a list", "TerraformService", "extended", network, []],
    ["accepts adoptId", "TerraformService", "documented", { ...network, adoptId: ids.terraform }, []],
    [
      "accepts a kind that the endpoints can't create",
      "Variable",
      "documented",
      { on: `job/${ids.job}`, key: "A" },
      [],
    ],
    ["accepts a kind that is saved", "ArgoCdConfig", "extended", { clusterId: ids.cluster }, []],
    ["accepts a kind whose destroy deletes nothing", "DeploymentTrigger", "documented", container.path, []],
  ])("%s: %s (%s)", (_, kind, endpoints, args, codes) => {
    const codesFor = (options: object) => {
      const its = { ...connected(nowhere, { endpoints, ...options }), definition: definitionOf(kind), label: "it" };
      return refusedAsUnsafe(its, args).map((error) => (error as Error & { code?: string }).code);
    };
    expect([codesFor(skipping), codesFor({})]).toEqual([codes, []]);
  });
});

describe("checkSubresources", () => {
  type Row = [
    when: string,
    isChecked: boolean,
    args: Values,
    oldInputs: Values | undefined,
    invalid: string | undefined,
  ];
  it.each<Row>([
    ["a new resource has one of its arguments", true, { b: 1 }, undefined, undefined],
    ["one of its arguments has changed", true, { a: 1, b: 2 }, { a: 1, b: 1 }, undefined],
    ["none of its arguments have changed", false, { a: 1, c: 2 }, { a: 1, c: 1 }, undefined],
    ["one of its arguments is invalid", false, { a: 1, b: 2 }, undefined, "b"],
    ["another argument is invalid", true, { a: 1, b: 2 }, undefined, "c"],
  ])("checks a subresource against the platform if %s: %s", async (_, isChecked, args, oldInputs, invalid) => {
    const checked: Values[] = [];
    const prepare = async (_call: unknown, prepared: Values) => void checked.push(prepared);
    const part = { args: ["a", "b"], prepare };
    const definition = { ...definitionOf("Container"), subresources: [{ args: ["a", "b"] }, part] };
    const call = { ...connected(nowhere), definition, label: "it" };
    await checkSubresources(call as never, args, oldInputs, (name) => name !== invalid);
    expect(checked).toEqual(isChecked ? [args] : []);
  });
});

describe("refusedByPlatform", () => {
  const variable: Values = { on: `container/${ids.container}`, key: "LEVEL", value: "info" };
  it.each<[what: string, args: Values, oldInputs: Values | undefined, isRefused: boolean]>([
    ["refuses with AP2008 a new resource that the endpoints can't create", variable, undefined, true],
    [
      "accepts adoptId for a kind that the endpoints can't create",
      { ...variable, adoptId: ids.port },
      undefined,
      false,
    ],
    ["accepts an existing resource of a kind that the endpoints can't create", variable, variable, false],
  ])("%s", async (_, args, oldInputs, isRefused) => {
    const definition = definitionOf("Variable");
    const call = { ...connected(nowhere), definition, verbs: definition.verbs, label: 'Variable "level"' };
    const errors = await refusedByPlatform(call as never, args, { urn: undefined, oldInputs });
    expect(errors.map(String)).toEqual(isRefused ? [expect.stringMatching(/AP2008: .*can't be created/)] : []);
  });
});

describe("check while checkpoints are skipped", () => {
  /** Those of whose names there is one, which can be created, and which no list shows. */
  const lost = (set: EndpointSet) =>
    kindNames.flatMap((kind) => {
      const { createdTwice, served } = recordOf(kind);
      const { api } = definitionOf(kind);
      const isLost = createdTwice === "name taken" && served.create.includes(set) && !isServed(api.list, set);
      return isLost ? [kind] : [];
    });

  it.each(["documented", "extended"] as const)(
    "fails with AP2013 for kinds without a list whose names are unique (%s)",
    async (set) => {
      const found: string[] = [];
      for (const kind of kindNames) {
        const { fixture } = recordOf(kind);
        const specified = { ...fixture.program, ...fixture.path };
        const reasons = await lifecycle(kind, platform.url, { endpoints: set, ...skipping }).check(specified);
        if (reasons.some((reason) => reason.startsWith("AP2013"))) found.push(kind);
      }
      expect(found).toEqual(lost(set));
      expect(found.includes("TerraformService")).toBe(set === "documented");
    },
  );

  it("fails with AP2013 and no advice to use the extended endpoints if none of them list the kind", async () => {
    const site = siteOf("full");
    const { list: _, ...api } = site.api;
    const cycle = lifecycle({ ...site, api }, platform.url, { endpoints: "extended", skipsCheckpoints: true });
    const [reason] = await cycle.check({ environmentId: ids.environment, domain: "docs.x" });
    expect(reason).toMatch(/^AP2013: .*create it first, in a run without PULUMI_SKIP_CHECKPOINTS/s);
    expect(reason).not.toContain("use the extended endpoints");
  });

  it("fails with AP2013 for an ApiObject without `nameMember`, and accepts one with it", async () => {
    const { check } = lifecycle("ApiObject", platform.url, { endpoints: "extended", skipsCheckpoints: true });
    const hook = { path: "/webhook", body: { name: "a" } };
    expect(await check(hook)).toEqual([expect.stringMatching(/^AP2013: /)]);
    expect(await check({ ...hook, nameMember: "name" })).toEqual([]);
  });

  it("warns instead of AP2013 if APP_PLATFORM_ON_UNSAFE_CREATE is warn", async () => {
    const environment = { APP_PLATFORM_ON_UNSAFE_CREATE: "warn" };
    const { check, warnings } = lifecycle("TerraformService", platform.url, { ...skipping, environment });
    expect(await check(network)).toEqual([]);
    expect(warnings).toEqual([
      'TerraformService "network" is created while Pulumi skips checkpoints: a crash would leave it on the platform, unknown to the stack and with its name taken.',
    ]);
  });
});

it("diff fails with AP2013 for a replacement, but not for an update, while checkpoints are skipped", async () => {
  const state = { ...terraformService.outputs, ...network };
  const { diff } = lifecycle("TerraformService", platform.url, skipping);
  expect(await diff(ids.terraform, state, network)).toMatchObject({ changes: false });
  const elsewhere = { ...network, environmentId: ids.otherEnvironment };
  expect((await failureOf(diff(ids.terraform, state, elsewhere))).code).toBe("AP2013");
});

describe("port IDs", () => {
  const cycle = lifecycle("Container", nowhere, { endpoints: "extended" });
  const withPort = (port: Values) => ({ ...argsOf(container), ports: [{ ...port, publiclyAccessible: true }] });

  it("are refused with AP1203 in a new resource and in a clone", async () => {
    const args = withPort({ id: ids.port, internalPort: 8080 });
    const reason = `AP1203: Container "web": ports[0].id must be omitted: the platform assigns it; got "${ids.port}".${more("AP1203")}`;
    expect(await cycle.check(args)).toEqual([reason]);
    expect(await cycle.check({ ...args, cloneFrom: ids.container })).toContain(reason);
  });

  it("are accepted in an update only if the platform assigned them (AP1203)", async () => {
    const [port] = container.outputs.ports as [{ id: string }];
    const args = { ...argsOf(container), ports: [{ ...port, id: port.id.toUpperCase() }] };
    expect(await cycle.check(args, argsOf(container))).toEqual([]);
    expect(await cycle.diff(ids.container, { ...container.outputs, ports: [port] }, args)).toEqual({ changes: false });
    const other = withPort({ id: ids.storage, internalPort: 8080 });
    const failure = await failureOf(cycle.diff(ids.container, container.outputs, other));
    expect(failure).toMatchObject({
      code: "AP1203",
      message: expect.stringContaining("ports[0].id must be omitted, or"),
    });
  });
});
