import { describe, expect, it } from "vitest";
import { newHolders } from "../../provider/claims/holders.js";
import { resourceProviderOf } from "../../provider/dynamic/resourceProvider.js";
import { InvalidArgumentError } from "../../provider/errors/index.js";
import { lifecycleOf } from "../../provider/lifecycle/lifecycle.js";
import { application, container, database, ids, terraformService } from "../kinds/fixtures.js";
import { type EndpointSet, UNKNOWN, type Value, type Values } from "../provider.js";
import { connected, definitionOf, lifecycle, silent } from "./pretend-platform.js";

const nowhere = "http://127.0.0.1:9";
const args: Values = { ...container.program, ...container.path };
const reasonsOf = (edit: Values) => lifecycle("Container", nowhere).check({ ...args, ...edit });

describe("a wrong argument", () => {
  const uuid = "3fa85f64-5717-4562-b3fc-2c963f66afa6";
  const port = (more: Values) => ({ ports: [{ internalPort: 1, publiclyAccessible: true, ...more }] });
  const protocol = "ports[0].protocol must be one of HTTP, GRPC, TCP, UDP";
  const notInternalPort = "ports[0].internalPorts isn't an argument; did you mean internalPort?";
  const inherited = { constructor: {} } as unknown as Value;
  const notConstructor =
    "healthchecks.constructor isn't an argument; the arguments here are readinessProbe, livenessProbe.";
  const tooLong = `name must have at most 128 characters; got "${"x".repeat(59)}… (200 characters).`;

  it.each<[title: string, edit: Values, reason: string]>([
    ["of another type", { cpu: "much" }, 'cpu must be an integer from 1 to 32000; got "much".'],
    ["that is a fraction", { cpu: 0.5 }, "cpu must be an integer from 1 to 32000; got 0.5."],
    ["that is missing", { tag: undefined }, "tag is required: a string."],
    ["that is null", { registryId: null }, `registryId is required: a UUID, such as ${uuid}.`],
    ["that isn't a word of the enum", port({ protocol: "http" }), `${protocol}; got "http".`],
    ["that is a list", { name: ["web"] }, "name must be a string; got an array of 1 item."],
    ["that is an object", { name: { a: 1 } }, "name must be a string; got an object."],
    ["in the API's spelling", { image_name: "nginx" }, "image_name isn't an argument; did you mean imageName?"],
    ["with one letter wrong", { healthcheks: {} }, "healthcheks isn't an argument; did you mean healthchecks?"],
    ["with one letter too many", port({ internalPorts: 1 }), notInternalPort],
    ["that has the name of something in JavaScript", { healthchecks: inherited }, notConstructor],
    ["that is longer than a line", { name: "x".repeat(200) }, tooLong],
  ])("%s is reported in one sentence", async (_, edit, reason) => {
    const { [Object.keys(edit)[0] ?? ""]: __, ...others } = args;
    const given = Object.values(edit)[0] === undefined ? others : { ...args, ...edit };
    const reasons = await lifecycle("Container", nowhere).check(given);
    const name = typeof given.name === "string" ? `Container "${given.name}"` : "Container";
    expect(reasons).toEqual([`AP1203: ${name}: ${reason}`]);
  });

  it("is reported in a member of any name, even one that zod's records drop", async () => {
    const given = { ...terraformService.program, ...terraformService.path };
    const reasonsWith = (text: string) =>
      lifecycle("TerraformService", nowhere).check({ ...given, actionExtraArguments: JSON.parse(text) });
    expect(await reasonsWith('{"__proto__": ["-x"], "plan": ["-y"]}')).toEqual([]);
    expect(await reasonsWith('{"__proto__": "", "plan": [1]}')).toEqual([
      expect.stringContaining('actionExtraArguments.__proto__ must be an array; got "".'),
      expect.stringContaining("actionExtraArguments.plan[0] must be a string; got 1."),
    ]);
  });

  it("is reported with all others at once, each with its path", async () => {
    const reasons = await reasonsOf({
      cpu: 0,
      memory: "1 GB",
      ports: [{ internalPort: 70000 }, { internalPort: "http", publiclyAccessible: true }],
      healthchecks: { readinessProbe: { type: { http: {} } } },
    });
    const paths = reasons.map((reason) => /: ([\w.[\]]+) (?:must|is) /.exec(reason)?.[1]);
    const ports = ["ports[0].internalPort", "ports[0].publiclyAccessible", "ports[1].internalPort"];
    expect(paths.sort()).toEqual(["cpu", "healthchecks.readinessProbe.type.http.port", "memory", ...ports]);
  });

  it("is reported without its key, since the engine would print its value", async () => {
    const provider = resourceProviderOf(definitionOf("Container"), () => connected(nowhere).platform, { log: silent });
    const result = await provider.check?.({}, { ...args, cpu: 0, memory: 0 });
    expect(result?.failures?.map(({ property }) => property)).toEqual(["", ""]);
  });
});

describe("a new resource is refused", () => {
  const source = "00000000-0000-4000-8000-0000000000b1";
  const own = { environmentId: ids.environment, name: "copy", cloneFrom: source };
  const fromSource = (name: string) =>
    expect.stringContaining(`${name} must be omitted: a clone takes it from its source`);
  type Row = [what: string, kind: string, endpoints: EndpointSet, given: Values, refused: readonly unknown[]];

  it.each<Row>([
    ["nothing that a deployment applies", "Container", "documented", { tag: "2" }, []],
    ["what a clone would need an update for", "Container", "documented", { cpu: 100 }, [fromSource("cpu")]],
    ["nothing that an update can change", "Container", "extended", { cpu: 100, variables: { A: "1" } }, []],
    ["nothing that only the provider uses", "Container", "documented", { connection: "staging" }, []],
    ["what nothing changes", "Database", "extended", { type: "MYSQL", cpu: 600 }, [fromSource("type")]],
    [
      ...(["what no endpoint clones", "HelmService", "documented", {}] as const),
      [expect.stringContaining("cloneFrom must be omitted: the platform's endpoints can't clone this kind")],
    ],
  ])("for a clone with %s: %s (%s)", async (_, kind, endpoints, given, refused) => {
    expect(await lifecycle(kind, nowhere, { endpoints }).check({ ...own, ...given })).toEqual(refused);
  });

  it("for a clone with nothing that its call accepts", async () => {
    const given = { projectId: ids.project, name: "copy", cloneFrom: source, mode: "STAGING", clusterId: ids.cluster };
    expect(await lifecycle("Environment", nowhere, { endpoints: "extended" }).check(given)).toEqual([]);
  });

  it("with a token that has expired, beside what else is wrong", async () => {
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

describe("what check hands on", () => {
  const inputsOf = async (news: Values) => {
    const provider = resourceProviderOf(definitionOf("Application"), () => connected(nowhere).platform, {
      log: silent,
    });
    return (await provider.check?.({}, { ...application.path, ...application.program, ...news }))?.inputs;
  };

  it("is what the program gave, without the provider's own text", async () => {
    expect(await inputsOf({ __provider: "text" })).toEqual({ ...application.path, ...application.program });
  });

  it("has the resource's name in the program where that gives none, also none that is known later", async () => {
    const __declared = "urn:pulumi:dev::shop::pulumi-nodejs:dynamic/app-platform:Application::web::shop";
    expect((await inputsOf({ name: null, __declared }))?.name).toBe("web::shop");
    expect((await inputsOf({ name: "given", __declared }))?.name).toBe("given");
    expect((await inputsOf({ name: UNKNOWN, __declared }))?.name).toBe(UNKNOWN);
  });

  it("is without null, except where null is a value", async () => {
    const inputs = await inputsOf({ cpu: null, entrypoint: null, description: null, autoDeploy: null });
    expect(inputs).not.toHaveProperty("cpu");
    expect(inputs).not.toHaveProperty("entrypoint");
    expect(inputs).toMatchObject({ description: null, autoDeploy: null });
  });

  it("keeps unknown values", async () => {
    expect(await inputsOf({ cpu: UNKNOWN, ports: [UNKNOWN] })).toMatchObject({ cpu: UNKNOWN, ports: [UNKNOWN] });
  });
});

describe("a check", () => {
  const urn = (name: string) => `urn:pulumi:dev::shop::app-platform:index:Container::${name}`;
  const holders = newHolders(async () => [
    { urn: urn("b"), kind: "Container", id: "b", values: { ...args, name: "b" } },
  ]);
  const { platform, log } = connected(nowhere, { endpoints: "extended", holders });
  const request = { urn: urn("a"), secrets: [], log, argsBefore: args, isNew: false };
  const check = lifecycleOf(definitionOf("Container"), () => platform).check;

  it("takes what a resource outside of the run decides for given, and hands on what the engine has of it", async () => {
    const { tag: _, ...others } = args;
    const { args: checked, problems } = await check({ ...request, args: others, pending: ["tag", "cpu"] });
    expect(problems).toEqual([]);
    expect([Object.hasOwn(checked, "tag"), checked.cpu]).toEqual([false, args.cpu]);
  });

  it.each<[who: string, name: string, isNew: boolean, isRefused: boolean]>([
    ["a resource that is renamed", "b", false, true],
    ["a resource that keeps its name", "web", false, false],
    ["a new resource, whose create is refused if it comes first", "b", true, false],
  ])("refuses the name of what the program no longer declares to %s", async (_, name, isNew, isRefused) => {
    const { problems } = await check({ ...request, args: { ...args, name }, isNew });
    expect(problems).toEqual(isRefused ? [expect.stringMatching(/^AP1206: /)] : []);
  });

  it("says first which settings are wrong, and then what else is", async () => {
    const { check: refused } = lifecycleOf(definitionOf("Container"), () => {
      throw new InvalidArgumentError("settings", { path: "baseUrl", expected: "must be set" });
    });
    const { problems } = await refused({ ...request, args: { ...args, cpu: 0 } });
    expect(problems).toEqual([expect.stringContaining("baseUrl"), expect.stringContaining("cpu")]);
  });
});

describe("an update's check", () => {
  it("omits defaults, since the platform may have decided otherwise", async () => {
    const { maxRunningInstances: _, autoscaling: __, ...others } = args;
    const wanted = { ...others, minRunningInstances: 3 };
    const cycle = lifecycle("Container", nowhere);
    expect(await cycle.check(wanted)).toEqual([
      expect.stringContaining(
        "minRunningInstances must be at most maxRunningInstances (1), or maxRunningInstances must be -1; got 3",
      ),
    ]);
    expect(await cycle.check(wanted, args)).toEqual([]);
    expect(await cycle.check({ ...wanted, maxRunningInstances: 2 }, args)).toHaveLength(1);
  });

  it("still requires required arguments", async () => {
    const { type: _, ...others } = { ...database.program, ...database.path };
    const reasons = await lifecycle("Database", nowhere).check(others, { ...database.program, ...database.path });
    expect(reasons).toEqual([expect.stringContaining("type is required: one of MONGODB, MYSQL, POSTGRESQL, REDIS")]);
  });
});
