import { describe, expect, it } from "vitest";
import { handlersOf } from "../../../provider/engine/handlers.js";
import { InvalidArgumentError } from "../../../provider/errors/index.js";
import { resourceProviderOf } from "../../../provider/frontends/dynamic/provider.js";
import { newOwners } from "../../../provider/ownership/stackOwners.js";
import { application, container, ids } from "../../kinds/fixtures.js";
import { plain } from "../../support/frontend.js";
import { type EndpointSet, UNKNOWN, type Values } from "../../support/provider.js";
import { connected, definitionOf, lifecycle, requestWith, silent } from "../support/fake-platform.js";

const nowhere = "http://127.0.0.1:9";
const args: Values = { ...container.program, ...container.path };
const reasonsOf = (edit: Values) => lifecycle("Container", nowhere).check({ ...args, ...edit });

describe("a wrong argument", () => {
  it.each<[title: string, edit: Values, reason: string]>([
    ["with the resource", { cpu: "much" }, 'Container "web": cpu must be an integer from 1 to 32000; got "much".'],
    ["that is the resource's name", { name: ["web"] }, "Container: name must be a string; got an array of 1 item."],
  ])("%s is reported in one sentence", async (_, edit, reason) => {
    expect(await reasonsOf(edit)).toEqual([`AP1203: ${reason}`]);
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
    const checked = await provider.check?.({}, { ...application.path, ...application.program, ...news });
    return plain(checked?.inputs ?? {});
  };

  it("is what the program gave, also unknown values, without the provider's own text", async () => {
    const given = { ...application.path, ...application.program, cpu: UNKNOWN, ports: [UNKNOWN] };
    expect(await inputsOf({ ...given, __provider: "text" })).toEqual(given);
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
});

describe("a check", () => {
  const urn = (name: string) => `urn:pulumi:dev::shop::app-platform:index:Container::${name}`;
  const owners = newOwners(async () => [{ urn: urn("b"), kind: "Container", id: "b", values: { ...args, name: "b" } }]);
  const { platform, run, log } = connected(nowhere, { endpoints: "extended", owners });
  const request = requestWith({ urn: urn("a"), log, oldInputs: args });
  const check = handlersOf(definitionOf("Container"), () => platform, { run }).check;

  it("takes what a resource outside of the run decides for given, and hands on what the engine has of it", async () => {
    const { tag: _, ...others } = args;
    const { args: checked, problems } = await check({ ...request, inputs: others, pending: ["tag", "cpu"] });
    expect(problems).toEqual([]);
    expect([Object.hasOwn(checked, "tag"), checked.cpu]).toEqual([false, args.cpu]);
  });

  it.each<[who: string, name: string, isNew: boolean, isRefused: boolean]>([
    ["a resource that is renamed", "b", false, true],
    ["a resource that keeps its name", "web", false, false],
    ["a new resource, whose create is refused if it comes first", "b", true, false],
  ])("refuses the name of what the program no longer declares to %s", async (_, name, isNew, isRefused) => {
    const { problems } = await check({ ...request, inputs: { ...args, name }, ...(isNew && { oldInputs: undefined }) });
    expect(problems).toEqual(isRefused ? [expect.stringMatching(/^AP1206: /)] : []);
  });

  it("says first which settings are wrong, and then what else is", async () => {
    const { check: refused } = handlersOf(definitionOf("Container"), () => {
      throw new InvalidArgumentError("settings", { path: "baseUrl", expected: "must be set" });
    });
    const { problems } = await refused({ ...request, inputs: { ...args, cpu: 0 } });
    expect(problems).toEqual([expect.stringContaining("baseUrl"), expect.stringContaining("cpu")]);
  });
});

it("an update's check omits defaults, since the platform may have decided otherwise, but not what is required", async () => {
  const { maxRunningInstances: _, autoscaling: __, ...others } = args;
  const wanted = { ...others, minRunningInstances: 3 };
  const cycle = lifecycle("Container", nowhere);
  const tooMany =
    "minRunningInstances must be at most maxRunningInstances (1), or maxRunningInstances must be -1; got 3";
  expect(await cycle.check(wanted)).toEqual([expect.stringContaining(tooMany)]);
  expect(await cycle.check(wanted, args)).toEqual([]);
  const { tag: ___, ...untagged }: Values = wanted;
  expect(await cycle.check(untagged, args)).toEqual([expect.stringContaining("tag is required: a string")]);
});
