/** A write of a part of a resource is lost, and the program changes its mind before the next update: nothing is left of it. */
import { beforeEach, describe, expect, test } from "vitest";
import { doors, type InitError, type Kept, type Verbs } from "../../door.js";
import { isNotApplicable, type Kind, recordOf } from "../../kinds/index.js";
import { openedPlatform } from "../../platform/opened.js";
import { sameJson, type Values } from "../../provider.js";
import { shownVariables } from "../existing.js";
import { providerAt } from "./provider.js";

const platform = openedPlatform({ endpoints: "extended" });
beforeEach(async () => void (await platform.request("POST", "/_local/reset")));

const read = async (path: string) => (await platform.request("GET", path)).body;
const cluster = () => `/organization/${platform.ids.organization}/cluster/${platform.ids.cluster}`;
const environment = () => `/environment/${platform.ids.environment}`;
const grace = "deployment.termination_grace_period_seconds";

/** What the platform has of a part. */
const seen = {
  variables: (id: string) => shownVariables(platform, id),
  settings: async (id: string) => ({ [grace]: (await read(`/container/${id}/advancedSettings`))[grace] }),
  async restrictions(id: string) {
    const { results } = await read(`/application/${id}/deploymentRestriction`);
    return (results as Values[]).map(({ mode, value }) => `${mode} ${value}`);
  },
  routes: async () => ((await read(`${cluster()}/routingTable`)).results as Values[]).map(({ target }) => target),
  async services(id: string) {
    const { results } = await read(`${environment()}/deploymentStage`);
    const own = (results as { id: string; services: Values[] }[]).find((each) => each.id === id);
    return own?.services.length;
  },
};

/** The IDs of two services. */
async function twoServices(): Promise<[string, string]> {
  const args = recordOf("Container").lifecycle as { args(ids: unknown): Values };
  const create = async (name: string) =>
    (await providerOf("dynamic", "Container").create({ ...args.args(platform.ids), name })).id;
  return [await create("one"), await create("two")];
}

type Rule = readonly [method: string, route: string];

interface Case {
  readonly what: string;
  readonly kind: Kind;
  /** The requests whose responses are lost; a second list, and a second deletion, is refused. */
  readonly lost: readonly Rule[];
  readonly programs: () => Promise<readonly [before: Values, during: Values, after: Values]>;
  readonly has: keyof typeof seen;
  readonly expected: unknown;
}

const variables =
  (...programs: readonly Values[]) =>
  async () =>
    programs.map((each) => ({ variables: each })) as unknown as [Values, Values, Values];
const secrets =
  (...programs: readonly Values[]) =>
  async () =>
    programs.map((each) => ({ secretVariables: each })) as unknown as [Values, Values, Values];
const settings =
  (...programs: readonly Values[]) =>
  async () =>
    programs.map((each) => ({ advancedSettings: each })) as unknown as [Values, Values, Values];

const variable: Rule = ["POST", "/variable"];
const relist: Rule = ["GET", "/variable"];
const route = (target: string) => [{ destination: "10.0.0.0/8", target, description: "peering" }];
const restriction = "/application/{applicationId}/deploymentRestriction";
const [docs, src] = [
  { mode: "MATCH", value: "docs/" },
  { mode: "MATCH", value: "src/" },
];
const attach: Rule = ["PUT", "/deploymentStage/{deploymentStageId}/service/{serviceId}"];
const settingsRoute: Rule = ["PUT", "/container/{containerId}/advancedSettings"];
const routesRoute: Rule = ["PUT", "/organization/{organizationId}/cluster/{clusterId}/routingTable"];

const cases: readonly Case[] = [
  {
    ...{ what: "a variable that is dropped again", kind: "Container", lost: [variable, relist] },
    ...{ programs: variables({ A: "1" }, { A: "1", B: "2" }, { A: "1" }), has: "variables", expected: { A: "1" } },
  },
  {
    ...{ what: "several variables, without any afterwards", kind: "Container" },
    ...{ lost: [["POST", "/variable/import"], relist] },
    ...{ programs: variables({}, { A: "1", B: "2", C: "3" }, {}), has: "variables", expected: {} },
  },
  {
    ...{ what: "a value that is changed back", kind: "Container", lost: [["PUT", "/variable/{variableId}"]] },
    ...{ programs: variables({ A: "1" }, { A: "2" }, { A: "1" }), has: "variables", expected: { A: "1" } },
  },
  {
    ...{ what: "a secret that is dropped again", kind: "Container", lost: [variable, relist] },
    ...{ programs: secrets({}, { TOKEN: "s3cr3t" }, {}), has: "variables", expected: {} },
  },
  {
    ...{
      what: "a deletion of a variable that is undone",
      kind: "Container",
      lost: [["DELETE", "/variable/{variableId}"]],
    },
    ...{ programs: variables({ A: "1", B: "2" }, { B: "2" }, { A: "1", B: "2" }) },
    ...{ has: "variables", expected: { A: "1", B: "2" } },
  },
  {
    ...{ what: "a setting that is dropped again", kind: "Container", lost: [settingsRoute] },
    ...{ programs: settings({}, { [grace]: 99 }, {}), has: "settings", expected: { [grace]: 60 } },
  },
  {
    ...{ what: "a setting that is changed back", kind: "Container", lost: [settingsRoute] },
    ...{ programs: settings({ [grace]: 80 }, { [grace]: 99 }, { [grace]: 80 }) },
    ...{ has: "settings", expected: { [grace]: 80 } },
  },
  {
    ...{
      what: "a restriction, without any afterwards",
      kind: "Application",
      lost: [
        ["POST", restriction],
        ["GET", restriction],
      ],
    },
    programs: async () => [{}, { deploymentRestrictions: [docs] }, {}],
    ...{ has: "restrictions", expected: [] },
  },
  {
    ...{
      what: "the second of two restrictions",
      kind: "Application",
      lost: [
        ["POST", restriction],
        ["GET", restriction],
      ],
    },
    programs: async () => [{ deploymentRestrictions: [src] }, { deploymentRestrictions: [src, docs] }, {}],
    ...{ has: "restrictions", expected: [] },
  },
  {
    ...{ what: "a restriction that is changed back", kind: "Application" },
    lost: [["PUT", `${restriction}/{deploymentRestrictionId}`]],
    async programs() {
      const before = { deploymentRestrictions: [src] };
      return [before, { deploymentRestrictions: [{ ...src, mode: "EXCLUDE" }] }, before];
    },
    ...{ has: "restrictions", expected: ["MATCH src/"] },
  },
  {
    ...{ what: "a deletion of a restriction that is undone", kind: "Application" },
    lost: [["DELETE", `${restriction}/{deploymentRestrictionId}`]],
    async programs() {
      const before = { deploymentRestrictions: [src, docs] };
      return [before, { deploymentRestrictions: [src] }, before];
    },
    ...{ has: "restrictions", expected: ["MATCH src/", "MATCH docs/"] },
  },
  {
    ...{ what: "routes that are changed back", kind: "Cluster", lost: [routesRoute] },
    programs: async () => [{ routingTable: route("a") }, { routingTable: route("b") }, { routingTable: route("a") }],
    ...{ has: "routes", expected: ["a"] },
  },
  {
    ...{ what: "a service in a stage that is dropped again", kind: "DeploymentStage", lost: [attach] },
    async programs() {
      const [one, two] = await twoServices();
      return [{ services: [one] }, { services: [one, two] }, { services: [one] }];
    },
    ...{ has: "services", expected: 1 },
  },
  {
    ...{ what: "a service that returns to its stage", kind: "DeploymentStage", lost: [attach] },
    async programs() {
      const [one, two] = await twoServices();
      return [{ services: [one, two] }, { services: [one] }, { services: [one, two] }];
    },
    ...{ has: "services", expected: 2 },
  },
  {
    ...{ what: "services in a stage, without any afterwards", kind: "DeploymentStage", lost: [attach] },
    programs: async () => [{}, { services: await twoServices() }, {}],
    ...{ has: "services", expected: 0 },
  },
  {
    ...{ what: "routes, without any afterwards", kind: "Cluster", lost: [routesRoute] },
    programs: async () => [{}, { routingTable: route("b") }, {}],
    ...{ has: "routes", expected: [] },
  },
];

const providerOf = (door: (typeof doors)[number], kind: Kind) =>
  providerAt({
    ...{ door, url: platform.url, token: platform.tokens.admin, endpoints: "extended", operationSeconds: 1 },
  }).of(kind);

async function losing(rules: readonly Rule[], work: () => Promise<unknown>, isNew = false): Promise<InitError> {
  const lost = { fault: "reset", when: "after" };
  const all = rules.flatMap(([method, of]): object[] => {
    const [match, second] = [
      { method, route: of },
      // Nothing is listed before a create.
      { match: { method, route: of, ...(isNew ? {} : { nth: 2 }) }, fault: "403" },
    ];
    if (method === "GET") return [second];
    return method === "DELETE" ? [{ match: { ...match, nth: 1 }, ...lost }, second] : [{ match, ...lost }];
  });
  expect((await platform.request("PUT", "/_local/faults", { body: { rules: all } })).status).toBe(200);
  const failure = await work().then(
    () => {
      throw new Error("it succeeded");
    },
    (error) => error,
  );
  await platform.request("DELETE", "/_local/faults");
  expect(failure.properties, failure.message).toBeDefined();
  return failure;
}

/** The next run updates as the engine does: what failed, and after a refresh only what differs. */
async function settle(next: () => Verbs, { id, outputs }: Kept, during: Values, after: Values, isRefreshed: boolean) {
  if (!isRefreshed) return next().update(id, outputs, after);
  const found = await next().read(id, outputs);
  const { changes } = await next().diff(id, found.outputs, after);
  const isSame = sameJson(found.inputs ?? during, after);
  return (changes ?? !isSame) ? next().update(id, found.outputs, after) : found;
}

const argsOf = async (kind: Kind, programs: Case["programs"]) => {
  const { lifecycle } = recordOf(kind);
  if (isNotApplicable(lifecycle)) throw new Error(`${kind} has no arguments here`);
  const given = (await programs()).map((own) => ({ ...lifecycle.args(platform.ids), ...own }) as Values);
  return given as [before: Values, during: Values, after: Values];
};
const afterwards = [
  { isRefreshed: false, when: "failure" },
  { isRefreshed: true, when: "refresh" },
];

describe.each(doors)("with the %s provider, a lost write", (door) => {
  test.each(cases.flatMap((each) => afterwards.map((then) => ({ ...each, ...then }))))(
    "of $what leaves nothing behind after the $when",
    async ({ kind, lost, programs, has, expected, isRefreshed }) => {
      const [before, during, after] = await argsOf(kind, programs);
      const next = () => providerOf(door, kind);
      const { id, outputs } = await next().create(before);
      const { properties } = await losing(lost, () => next().update(id, outputs, during));
      await settle(next, { id, outputs: properties }, during, after, isRefreshed);
      expect(await seen[has](id)).toEqual(expected);
    },
  );

  const ofNew = cases.filter(({ what }) => what.endsWith("without any afterwards"));
  test.each(ofNew.flatMap((each) => afterwards.map((then) => ({ ...each, ...then }))))(
    "of $what, by a create leaves nothing behind after the $when",
    async ({ kind, lost, programs, has, expected, isRefreshed }) => {
      const [, during, after] = await argsOf(kind, programs);
      const next = () => providerOf(door, kind);
      const { id, properties } = await losing(lost, () => next().create(during), true);
      await settle(next, { id, outputs: properties }, during, after, isRefreshed);
      expect(await seen[has](id)).toEqual(expected);
    },
  );
});
