/** What a preview says about adopting what exists, and what an adoption changes. */
import { describe, expect, it } from "vitest";
import { childIdentity, type OwnedChildren } from "../../../provider/definition/subresources.js";
import { handlersOf } from "../../../provider/engine/handlers.js";
import { newOwners } from "../../../provider/ownership/stackOwners.js";
import { argsOf, container, ids, job, terraformService } from "../../kinds/fixtures.js";
import { urnOf } from "../../support/frontend.js";
import { type EndpointSet, UNKNOWN, type Values } from "../../support/provider.js";
import {
  type ConnectedOptions,
  connected,
  definitionOf,
  fakePlatform,
  lifecycle,
  listing,
  requestWith,
  requireAdvice,
} from "../support/fake-platform.js";

const platform = fakePlatform();
const fixtureOf = { Container: container, Job: job, TerraformService: terraformService };
type Kind = keyof typeof fixtureOf;
const one = `GET /container/${ids.container}`;
const all = `GET /environment/${ids.environment}/container`;
const variables = `GET /variable?parent_id=${ids.container}&scope=CONTAINER`;

function adopting(kind: Kind, endpoints: EndpointSet = "extended", options: ConnectedOptions = {}) {
  const { platform: here, run, log, warnings, infos } = connected(platform.url, { endpoints, ...options });
  const handlers = handlersOf(definitionOf(kind), () => here, { definitionOf, run });
  const { program, path } = fixtureOf[kind];
  const request = (more: Values) =>
    requestWith({ urn: urnOf(kind, "it"), log, inputs: { ...program, ...path, ...more } });
  const check = async (more: Values) => {
    const { problems } = await handlers.check(request(more));
    requireAdvice(problems);
    return problems;
  };
  const create = (more: Values) =>
    handlers.create(request(more)).then(
      ({ id, stored }) => ({ id, values: stored.values, message: "" }),
      (error: Error) => {
        requireAdvice([error.message]);
        return { id: undefined, values: {} as Values, message: error.message };
      },
    );
  return { check, create, run, warnings, infos };
}

const adoptId = ids.container;

describe("preview of an adoption with adoptId", () => {
  const adopts = `Container "it" (web) adopts the existing resource with id ${adoptId}`;
  const settings = (seconds: number) => ({ "deployment.termination_grace_period_seconds": seconds });
  const edited = { cpu: 999, connection: "staging" };
  const changed = [`${adopts} and changes cpu: 750 → 999.`];
  const later = [expect.stringMatching(/changes advancedSettings\..*: 60 → 90/)];
  it.each<[what: string, more: Values, infos: unknown[], warned: unknown[]]>([
    ["reports that nothing changes", {}, [`${adopts} without changes.`], []],
    ["warns of changed arguments except those that only the provider uses", edited, [], changed],
    ["warns of changed advanced settings", { advancedSettings: settings(90) }, [], later],
  ])("%s", async (_, more, infos, warned) => {
    platform.on(one, [200, container.response]).on(`GET /container/${adoptId}/advancedSettings`, [200, settings(60)]);
    const { check, ...its } = adopting("Container");
    expect(await check({ adoptId, ...more })).toEqual([]);
    expect([its.infos, its.warnings]).toEqual([infos, warned]);
  });

  it("reports masked secrets without their values", async () => {
    const secret = { id: ids.feature, key: "TOKEN", secret: true, value: null, scope: "CONTAINER" };
    platform.on(one, [200, container.response]).on(variables, listing(secret));
    const { check, infos, warnings } = adopting("Container");
    expect(await check({ adoptId, secretVariables: { TOKEN: "hunter2" } })).toEqual([]);
    expect([...infos, ...warnings].join()).toMatch(/secretVariables\.TOKEN/);
    expect([...infos, ...warnings].join()).not.toContain("hunter2");
  });

  const [network, elsewhere] = [{ adoptId: ids.terraform }, { environmentId: ids.otherEnvironment }];
  it.each<[why: string, kind: Kind, endpoints: EndpointSet, more: Values, text: string]>([
    ["the resource doesn't exist", "Container", "extended", { adoptId: ids.helm }, "it doesn't exist"],
    ["the basic API can't read its kind", "TerraformService", "documented", network, "can't read this kind"],
    [
      "it differs in an argument that can't be updated",
      "Container",
      "documented",
      { adoptId, cpu: 999 },
      "cpu: 750 → 999",
    ],
    ["the resource is in another environment", "Container", "extended", { adoptId, ...elsewhere }, "environment"],
  ])("fails with AP2006 if %s", async (_, kind, endpoints, more, text) => {
    platform.on(one, [200, container.response]).on(all, listing(container.response));
    platform.on(`GET /environment/${ids.otherEnvironment}/container`, listing());
    const problems = (await adopting(kind, endpoints).check(more)).join();
    expect(problems).toMatch(/^AP2006: /);
    expect(problems).toContain(text);
  });

  it("doesn't require an argument whose value the platform has", async () => {
    platform.on(one, [200, container.response]);
    const more = { adoptId, minRunningInstances: 3, maxRunningInstances: null, autoscaling: null };
    expect(await adopting("Container").check(more)).toEqual([]);
  });

  it("accepts a tag that only a deployment can set", async () => {
    platform.on(one, [200, container.response]);
    const { check, warnings } = adopting("Container", "documented");
    expect(await check({ adoptId, tag: "9" })).toEqual([]);
    expect(warnings.join()).toContain('tag: "1.27" → "9"');
  });

  it("fails with AP2006 for a variable that is being removed from `variables` of its service", async () => {
    const { platform: here, run, log } = connected(platform.url, { endpoints: "extended" });
    const key = childIdentity(definitionOf("Container").owned as OwnedChildren, adoptId, "LEVEL");
    run.declarations.dropped(JSON.stringify([here.address, null, key]), 'Container "web"');
    const variable = { id: ids.feature, key: "LEVEL", value: "1", is_secret: false, scope: "CONTAINER" };
    platform.on(variables, listing(variable));
    const level = { on: `container/${adoptId}`, key: "LEVEL", value: "1", adoptId: ids.feature };
    const { check } = handlersOf(definitionOf("Variable"), () => here, { definitionOf, run });
    const request = requestWith({ urn: urnOf("Variable", "level"), log, inputs: level });
    const problems = (await check(request)).problems.join();
    expect(problems).toMatch(/^AP2006: .*the update of Container "web" deletes it first/s);
    expect(problems).toContain("remove `adoptId`: a new one is created");
  });

  it("fails with AP2006 if another resource of the stack manages the ID of adoptId", async () => {
    platform.on(one, [200, container.response]);
    const { check, run } = adopting("Container");
    run.ownership.created(`Container ${adoptId}`, { label: 'Container "other"' });
    const problems = (await check({ adoptId })).join();
    expect(problems).toMatch(/^AP2006: .*Container "other" of this stack already manages it/);
  });
});

describe('preview with onExisting "adopt"', () => {
  const byName: ConnectedOptions = { onExisting: "adopt" };
  it.each<[what: string, listed: Values[], owned: string | undefined, said: RegExp | undefined]>([
    [
      "reports an adoption if the name is taken",
      [container.response],
      undefined,
      /since its name is taken, without changes/,
    ],
    ["reports nothing if the name is free", [{ ...container.response, name: "other" }], undefined, undefined],
    ["reports nothing if the run has planned another resource with the ID", [container.response], "planned", undefined],
    ["reports nothing if another resource of the run has created the ID", [container.response], "created", undefined],
  ])("%s", async (_, listed, owned, said) => {
    platform.on(all, listing(...listed)).on(one, [200, container.response]);
    const { check, infos, warnings, run } = adopting("Container", "extended", byName);
    const by = { label: 'Container "other"' };
    if (owned === "planned") run.ownership.planned(`Container ${adoptId}`, by, { retained: {} });
    if (owned === "created") run.ownership.created(`Container ${adoptId}`, by);
    expect(await check({})).toEqual([]);
    expect(infos).toEqual(said === undefined ? [] : [expect.stringMatching(said)]);
    expect(warnings).toEqual([]);
  });
});

describe("preview of an adoption", () => {
  it.each<[what: string, more: Values, onExisting?: "fail"]>([
    ["adoptId is unknown", { adoptId: UNKNOWN }],
    ["the environment of adoptId is unknown", { adoptId, environmentId: UNKNOWN }],
    ["the environment is unknown", { environmentId: UNKNOWN }],
    ["the name is unknown", { name: UNKNOWN }],
    ["the resource is a clone", { cloneFrom: ids.helm }],
    ['onExisting is "fail"', {}, "fail"],
    ["the connection is unknown", { adoptId, connection: UNKNOWN }],
  ])("sends no request if %s", async (_, more, onExisting) => {
    const { check, infos } = adopting("Container", "extended", { onExisting: onExisting ?? "adopt" });
    expect([await check(more), infos, platform.lines()]).toEqual([[], [], []]);
  });

  it("sends no request if the arguments are refused", async () => {
    expect(await adopting("Container").check({ adoptId, cpu: 0 })).toHaveLength(1);
    expect(platform.lines()).toEqual([]);
  });
});

describe("adopt", () => {
  it("sends no update if nothing changes, and keeps arguments that only the provider uses", async () => {
    platform.on(one, [200, container.response]);
    const { id, values } = await adopting("Container").create({ adoptId, connection: "staging" });
    expect([id, values.connection, values.name]).toEqual([adoptId, "staging", "web"]);
    expect(platform.lines().filter((line) => !line.startsWith("GET"))).toEqual([]);
  });

  it("sends an update if an argument differs", async () => {
    const put = `PUT /container/${adoptId}`;
    platform.on(one, [200, container.response]).on(put, [200, { ...container.response, cpu: 999 }]);
    expect((await adopting("Container").create({ adoptId, cpu: 999 })).values.cpu).toBe(999);
    expect(platform.lines()).toContain(put);
  });

  it("can be retried after AP3006, but not after a partial failure (AP3002)", async () => {
    const put = `PUT /container/${adoptId}`;
    platform.on(one, [200, container.response]).on(put, [400, {}], [200, container.response]);
    const { create } = adopting("Container");
    const more = { adoptId, cpu: 999 };
    expect((await create(more)).message).toMatch(/^AP3006: /);
    platform.on(variables, [403]);
    const partial = await create({ ...more, variables: { A: "1" } });
    expect(partial.message).toMatch(/^AP3002: /);
    expect((await create(more)).message).toContain("already adopts or created it");
  });

  it("fails the preview with AP2006 in a forced replacement: `pulumi up --replace` never adopts what it replaces", async () => {
    platform.on(one, [200, container.response]);
    const own = { urn: urnOf("Container", "it"), kind: "Container", id: adoptId, values: {} };
    const { check } = adopting("Container", "extended", { owners: newOwners(async () => [own]) });
    expect((await check({ adoptId })).join()).toMatch(/^AP2006: .*a replacement creates a new one/s);
    const other = { ...own, urn: urnOf("Container", "other") };
    const owners = newOwners(async () => [other, { ...own, id: ids.helm }]);
    expect(await adopting("Container", "extended", { owners }).check({ adoptId })).toEqual([]);
  });
});

it("an uppercase adoptId adopts the resource under the platform's ID", async () => {
  platform.on(one, [200, container.response]);
  const cycle = lifecycle("Container", platform.url, { endpoints: "extended" });
  const adopted = await cycle.create({ ...argsOf(container), adoptId: ids.container.toUpperCase() });
  expect(adopted.id).toBe(ids.container);
  expect(platform.lines()).toEqual([one, `${one}/link`, variables]);
});
