/**
 * A write of a subresource is lost. The next update sends it again; if the program changes its mind before that, nothing is left of it.
 */
import { beforeEach, describe, expect, test } from "vitest";
import { type Kind, recordOf } from "../../kinds/index.js";
import { openedPlatform } from "../../platform/support/opened.js";
import { frontends, type InitError, type Kept, type Verbs } from "../../support/frontend.js";
import { sameJson, type Value, type Values } from "../../support/provider.js";
import { shownVariables } from "../support/existing.js";
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

type Rule = readonly [method: string, route: string];
/** What the argument is before, in the update that fails, and afterwards. */
type Programs = readonly [before: Value | undefined, during: Value, after: Value | undefined];

/** An argument of a kind, and for each case the requests whose responses are lost; a second list, and a second deletion, is refused. */
interface Part {
  readonly kind: Kind;
  readonly arg: string;
  readonly has: keyof typeof seen;
  readonly cases: readonly (readonly [
    what: string,
    lost: readonly Rule[],
    programs: Programs | ((one: string, two: string) => Programs),
    left: unknown,
  ])[];
}

const addVariable: readonly Rule[] = [
  ["POST", "/variable"],
  ["GET", "/variable"],
];
const importVariables: readonly Rule[] = [
  ["POST", "/variable/import"],
  ["GET", "/variable"],
];
const [a, ab] = [{ A: "1" }, { A: "1", B: "2" }];
/** Stands for the ID of an access of the cluster. */
const anyAccess = "00000000-0000-4000-8000-0000000000aa";
const external = (name: string, mountPath?: string) => ({
  A: { secretManagerAccessId: anyAccess, name, ...(mountPath && { mountPath }) },
});
const setting = (seconds: number) => ({ [grace]: seconds });
const saveSettings: readonly Rule[] = [["PUT", "/container/{containerId}/advancedSettings"]];
const restrictions = "/application/{applicationId}/deploymentRestriction";
const restriction = `${restrictions}/{deploymentRestrictionId}`;
const addRestriction: readonly Rule[] = [
  ["POST", restrictions],
  ["GET", restrictions],
];
const matching = (value: string) => ({ mode: "MATCH", value });
const [docs, src] = [matching("docs/"), matching("src/")];
const saveRoutes: readonly Rule[] = [["PUT", "/organization/{organizationId}/cluster/{clusterId}/routingTable"]];
const route = (target: string) => [{ destination: "10.0.0.0/8", target, description: "peering" }];
const attach: readonly Rule[] = [["PUT", "/deploymentStage/{deploymentStageId}/service/{serviceId}"]];

const parts: readonly Part[] = [
  {
    ...{ kind: "Container", arg: "variables", has: "variables" },
    cases: [
      ["added variable, then removed", addVariable, [a, ab, a], a],
      ["variables, then none", importVariables, [{}, { ...ab, C: "3" }, {}], {}],
      ["changed value, then reverted", [["PUT", "/variable/{variableId}"]], [a, { A: "2" }, a], a],
      ["deleted variable, then declared again", [["DELETE", "/variable/{variableId}"]], [ab, { B: "2" }, ab], ab],
    ],
  },
  {
    ...{ kind: "Container", arg: "secretVariables", has: "variables" },
    cases: [["added secret, then removed", addVariable, [{}, { TOKEN: "s3cr3t" }, {}], {}]],
  },
  {
    ...{ kind: "Container", arg: "externalSecrets", has: "variables" },
    cases: [
      ["added external secret, then removed", addVariable, [{}, external("a"), {}], {}],
      [
        "changed name in the manager, then reverted",
        [["PUT", "/variable/{variableId}"]],
        [external("a"), external("b"), external("a")],
        { A: "a" },
      ],
      [
        "external secret as a file, then reverted",
        addVariable,
        [external("a"), external("a", "/etc/a"), external("a")],
        { A: "a" },
      ],
    ],
  },
  {
    ...{ kind: "Container", arg: "advancedSettings", has: "settings" },
    cases: [
      ["added setting, then removed", saveSettings, [{}, setting(99), {}], setting(60)],
      ["changed setting, then reverted", saveSettings, [setting(80), setting(99), setting(80)], setting(80)],
    ],
  },
  {
    ...{ kind: "Application", arg: "deploymentRestrictions", has: "restrictions" },
    cases: [
      ["restriction, then none", addRestriction, [undefined, [docs], undefined], []],
      ["second restriction, then omitted list", addRestriction, [[src], [src, docs], undefined], []],
      [
        "changed restriction, then reverted",
        [["PUT", restriction]],
        [[src], [{ ...src, mode: "EXCLUDE" }], [src]],
        ["MATCH src/"],
      ],
      [
        "deleted restriction, declared again",
        [["DELETE", restriction]],
        [[src, docs], [src], [src, docs]],
        ["MATCH src/", "MATCH docs/"],
      ],
    ],
  },
  {
    ...{ kind: "Cluster", arg: "routingTable", has: "routes" },
    cases: [
      ["changed routes, then reverted", saveRoutes, [route("a"), route("b"), route("a")], ["a"]],
      ["routes, then none", saveRoutes, [undefined, route("b"), undefined], []],
    ],
  },
  {
    ...{ kind: "DeploymentStage", arg: "services", has: "services" },
    cases: [
      ["service added to a stage, then removed", attach, (one, two) => [[one], [one, two], [one]], 1],
      ["service removed from a stage and back", attach, (one, two) => [[one, two], [one], [one, two]], 2],
      ["stage services, then none", attach, (one, two) => [undefined, [one, two], undefined], 0],
    ],
  },
];

const providerOf = (frontend: (typeof frontends)[number], kind: Kind) =>
  providerAt({
    ...{ frontend, url: platform.url, token: platform.tokens.admin, endpoints: "extended", operationSeconds: 1 },
  }).of(kind);

/** @param when Whether the platform carries out the writes before their responses are lost. */
async function losing(
  rules: readonly Rule[],
  work: () => Promise<unknown>,
  { isNew = false, when = "after" }: { readonly isNew?: boolean; readonly when?: "before" | "after" } = {},
): Promise<InitError> {
  const lost = { fault: "reset", when };
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

/** The arguments before, in the update that fails, and afterwards. */
async function argsOf(
  { kind, arg }: Pick<Part, "kind" | "arg">,
  programs: Part["cases"][number][2],
): Promise<[Values, Values, Values]> {
  const args = (of: Kind) => (recordOf(of).lifecycle as { args(ids: unknown): Values }).args(platform.ids);
  const create = async (name: string) =>
    (await providerOf("dynamic", "Container").create({ ...args("Container"), name })).id;
  const values = typeof programs === "function" ? programs(await create("one"), await create("two")) : programs;
  const specified = arg === "externalSecrets" ? await withAccess(values) : values;
  return specified.map((value) => ({ ...args(kind), ...(value !== undefined && { [arg]: value }) })) as never;
}

/** The programs with an access of the environment's cluster. */
async function withAccess(programs: Programs): Promise<Programs> {
  const { results } = await read(`/organization/${platform.ids.organization}/cluster`);
  const main = (results as Values[]).find(({ id }) => id === platform.ids.cluster);
  const access = {
    name: "shop",
    endpoint: { mode: "AWS_SECRET_MANAGER", region: "eu-west-3" },
    authentication: { mode: "AUTOMATICALLY_CONFIGURED" },
  };
  const { body } = await platform.request("PUT", cluster(), { body: { ...main, secret_manager_accesses: [access] } });
  return JSON.parse(JSON.stringify(programs).replaceAll(anyAccess, body.secret_manager_accesses[0].id));
}

const cases = parts.flatMap((part) =>
  part.cases.flatMap(([what, lost, programs, left]) =>
    ["failure", "refresh"].map((when) => ({ what, when, part, lost, programs, left })),
  ),
);

/** Writes that never arrive: the program before and in the update, the pending write in the state, and what the platform has in the end. */
type Unsent = Pick<Part, "kind" | "arg" | "has"> & {
  readonly lost: readonly Rule[];
  readonly programs: readonly [before: Value, during: Value] | ((one: string, two: string) => readonly [Value, Value]);
  readonly pending: string;
  readonly sent: unknown;
};
const unsent: readonly Unsent[] = [
  {
    ...{ kind: "Container", arg: "variables", has: "variables", programs: [a, { A: "2" }] },
    ...{ lost: [["PUT", "/variable/{variableId}"]], pending: "variables.A", sent: { A: "2" } },
  },
  {
    ...{ kind: "Container", arg: "advancedSettings", has: "settings", programs: [setting(80), setting(99)] },
    ...{ lost: saveSettings, pending: "advancedSettings", sent: setting(99) },
  },
  {
    ...{ kind: "Application", arg: "deploymentRestrictions", has: "restrictions" },
    ...{ programs: [[src, docs], [{ ...src, mode: "EXCLUDE" }]], lost: [["DELETE", restriction]] },
    ...{ pending: "deploymentRestrictions", sent: ["EXCLUDE src/"] },
  },
  {
    ...{ kind: "Cluster", arg: "routingTable", has: "routes", programs: [route("a"), route("b")] },
    ...{ lost: saveRoutes, pending: "routingTable", sent: ["b"] },
  },
  {
    ...{ kind: "DeploymentStage", arg: "services", has: "services", programs: (one, two) => [[one], [one, two]] },
    ...{ lost: attach, pending: "services", sent: 2 },
  },
];

describe.each(frontends)("update after a lost write (%s provider)", (frontend) => {
  test.each(cases)(
    "leaves on the platform what the next program declares, after the $when: $what",
    async ({ part, lost, programs, left, when }) => {
      const [before, during, after] = await argsOf(part, programs);
      const next = () => providerOf(frontend, part.kind);
      const { id, outputs } = await next().create(before);
      const { properties } = await losing(lost, () => next().update(id, outputs, during));
      await settle(next, { id, outputs: properties }, during, after, when === "refresh");
      expect(await seen[part.has](id)).toEqual(left);
    },
  );

  test.each(unsent.flatMap((each) => ["failure", "refresh"].map((when) => ({ ...each, when }))))(
    "sends $arg again after the $when if the write never arrived",
    async ({ lost, programs, pending, sent, when, has, ...part }) => {
      const twice = ([before, during]: readonly [Value, Value]): Programs => [before, during, during];
      const [before, during] = await argsOf(
        part,
        typeof programs === "function" ? (one, two) => twice(programs(one, two)) : twice(programs),
      );
      const next = () => providerOf(frontend, part.kind);
      const { id, outputs } = await next().create(before);
      const { properties } = await losing(lost, () => next().update(id, outputs, during), { when: "before" });
      expect(properties.__pendingWrites).toEqual([pending]);
      const { changes } = await next().diff(id, properties, during);
      expect(changes).toBe(true);
      const end = await settle(next, { id, outputs: properties }, during, during, when === "refresh");
      expect(await seen[has](id)).toEqual(sent);
      expect(end.outputs).not.toHaveProperty("__pendingWrites");
    },
  );

  test.each(cases.filter(({ what }) => what.endsWith(", then none")))(
    "removes the values of a lost create after the $when: $what",
    async ({ part, lost, programs, left, when }) => {
      const [, during, after] = await argsOf(part, programs);
      const next = () => providerOf(frontend, part.kind);
      const { id, properties } = await losing(lost, () => next().create(during), { isNew: true });
      await settle(next, { id, outputs: properties }, during, after, when === "refresh");
      expect(await seen[part.has](id)).toEqual(left);
    },
  );
});
