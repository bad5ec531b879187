/** What must stay inside a resource or depends on it, and what uses it. */
import { describe, expect, it } from "vitest";
import { retainedDependents, retainedInside, usersOf } from "../../../provider/deletion/contents.js";
import { definitions } from "../../../provider/kinds/index.js";
import type { Ownership } from "../../../provider/ownership/ownership.js";
import { ids } from "../../kinds/shared/ids.js";
import { urnOf } from "../../support/frontend.js";
import {
  type Call,
  fillPath,
  type ResourceDefinition,
  type StackResource,
  type Values,
} from "../../support/provider.js";
import { missing, noKind, resource, unread, type World, worldOf } from "../support/deletions.js";
import { definitionOf, failureOf } from "../support/fake-platform.js";

/** The member that says that a value of the state is encrypted. */
const encrypted = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "…" };

describe("usersOf", () => {
  const [id, project] = [ids.helm, ids.feature];
  const organization = `/organization/${ids.organization}`;
  const [projects, environments] = [`${organization}/project`, `/project/${project}/environment`];
  const users = async (kind: string, uses: Values, lists: NonNullable<World["lists"]>) => {
    const values = { environmentId: ids.environment, organizationId: ids.organization, ...uses };
    const web = resource("Container", "web", ids.container, { values });
    const main = resource("Cluster", "main", ids.cluster, { values });
    const { call, requested } = worldOf({ kind, name: "it", state: [resource(kind, "it", id), web, main], lists });
    return { ...(await usersOf(call, id, { organizationId: ids.organization })), requested };
  };

  it("returns the environments of the organization whose cluster_id is the ID of the Cluster", async () => {
    const prod = { id: ids.environment, name: "prod", cluster_id: id.toUpperCase() };
    const test = { id: ids.otherEnvironment, name: "test", cluster_id: ids.cluster };
    const named = (lists: NonNullable<World["lists"]>) => users("Cluster", {}, lists).then(({ names }) => names);
    const found = [`Environment "prod" (id ${ids.environment})`];
    expect(await named({ [projects]: [{ id: project }], [environments]: [prod, test] })).toEqual(found);
    expect(await named({ [projects]: [{ id: project }], [environments]: missing })).toEqual([]);
    expect(await named({ [projects]: missing })).toEqual([]);
  });

  it("omits services that the run deletes, and labels the others with their names in the program and on the platform", async () => {
    const values = { environmentId: ids.environment, registryId: id };
    const state = [
      resource("Container", "web", ids.container, { values }),
      resource("Container", "api", ids.job, { values }),
    ];
    const shown = (own: string, name: string) => ({ id: own, name, registry: { id } });
    const found = [shown(ids.container, "shop"), shown(ids.job, "api"), shown(ids.port, "other")];
    const lists = { [`/environment/${ids.environment}/container`]: found };
    const { call, ownership } = worldOf({ kind: "ContainerRegistry", name: "it", state, lists });
    ownership.deleting(state[1]?.urn as string);
    const names = [
      `Container "web" (shop, id ${ids.container})`,
      `Container "other" (id ${ids.port}), which this stack doesn't manage`,
    ];
    expect(await usersOf(call, id, {})).toEqual({ noun: "service", names });
  });

  it("labels the members who have a CustomRole only by their email addresses", async () => {
    const member = (email: string, role_id: string) => ({ id: "auth|1", email, role_id });
    const lists = { [`${organization}/member`]: [member("one@example.com", id), member("two@example.com", ids.role)] };
    expect((await users("CustomRole", {}, lists)).names).toEqual(['OrganizationMember "one@example.com"']);
  });

  const web = { id: ids.container, name: "web", labels_groups: [{ id }] };
  const cluster = { id: ids.cluster, name: "main", labels_groups: [{ id }] };
  it.each<[what: string, clusters: Values[], containers: Values[], noun: string, count: number]>([
    ["services alone", [], [web], "service", 1],
    ["a cluster alone", [cluster], [], "resource", 1],
    ["both", [cluster], [web], "resource", 2],
    ["nothing", [{ ...cluster, labels_groups: [] }], [], "service", 0],
  ])("returns the services and clusters that name a LabelsGroup: %s", async (_, clusters, containers, noun, count) => {
    const lists = { [`/environment/${ids.environment}/container`]: containers, [`${organization}/cluster`]: clusters };
    const { names, requested, ...found } = await users("LabelsGroup", { labelsGroups: [{ id }] }, lists);
    expect([found.noun, names.length]).toEqual([noun, count]);
    expect(requested.sort()).toEqual(Object.keys(lists).sort());
  });
});

describe("retainedDependents (what refers to a variable by its ID: AP2014)", () => {
  const id = ids.port;
  const alias = (values: Values = { aliasOf: id }) => resource("Variable", "alias", ids.secondPort, { values });
  const kept = async (state: readonly StackResource[], change: Partial<Call> = {}, source = ["Variable", id]) => {
    const { call, ownership } = worldOf({ state });
    ownership.declared(call.urn as string);
    const [kind = "", sourceId = ""] = source;
    return (await retainedDependents({ ...call, ...change }, kind, sourceId)).map(
      ({ label, why }) => `${label} ${why}`,
    );
  };
  const found = [`Variable "alias" (id ${ids.secondPort}), which names it named`];
  const password = `database/${ids.database}/password`;

  it.each([
    ["includes a variable whose `aliasOf` is the ID in any letter case", { aliasOf: id.toUpperCase() }, found],
    ["includes a variable whose `overrides` is the ID", { overrides: id }, found],
    ["excludes a variable whose `aliasOf` is another ID", { aliasOf: ids.job }, []],
    ["excludes a variable whose `key` is the ID", { key: id }, []],
    ["excludes a variable without references", {}, []],
  ])("%s", async (_, values, expected) => {
    expect(await kept([alias(values)])).toEqual(expected);
  });

  it("includes an alias of a built-in variable by the ID of its database", async () => {
    const state = [alias({ aliasOf: password })];
    expect(await kept(state, {}, ["Database", ids.database.toUpperCase()])).toEqual(found);
    expect(await kept(state, {}, ["Database", ids.job])).toEqual([]);
    expect(await kept([alias()], {}, ["Database", id])).toEqual([]);
  });

  it("excludes resources of unknown kinds", async () => {
    expect(await kept([{ ...alias(), kind: "Gone" }])).toEqual([]);
    expect(await kept([{ ...alias(), kind: "Gone" }, alias()])).toEqual(found);
    expect(await kept([alias()], {}, ["Gone", id])).toEqual([]);
    expect(await kept([alias()], noKind)).toEqual([]);
  });

  const another = `Variable ${ids.secondPort}`;
  it.each<[string, state: World["state"] & object, isDeclared: boolean, deleting: string[]]>([
    ["returns nothing if the run deletes the dependent's ID", [alias()], true, [another]],
    ["returns nothing if the run deletes the dependent's URN", [alias()], true, [alias().urn]],
    ["returns nothing if the state can't be read", unread, true, []],
    ["returns nothing if the program doesn't declare the resource", [alias()], false, []],
  ])("%s", async (_, state, isDeclared, deleting) => {
    const { call, ownership } = worldOf({ state });
    if (isDeclared) ownership.declared(call.urn as string);
    for (const each of deleting) ownership.deleting(each);
    expect(await retainedDependents(call, "Variable", id)).toEqual([]);
  });
});

describe("retainedInside", () => {
  const environment = ids.environment;
  const containers = `/environment/${environment}/container`;
  const databases = `/environment/${environment}/database`;
  const one = [{ id: ids.container, name: "web" }];
  const web = (more: Partial<StackResource> = {}) => resource("Container", "web", ids.container, more);
  const label = `Container "web" (id ${ids.container})`;
  const open = (world: World = {}) =>
    worldOf({ kind: "Environment", name: "env", state: [], lists: { [containers]: one }, ...world });
  const insideOf = ({ call, definition }: Pick<ReturnType<typeof open>, "call" | "definition">, values: Values = {}) =>
    retainedInside({ call, definition, id: environment, values });
  /** What must stay in an environment, each with why. */
  const kept = async (world: World, values?: Values, prepare = (_: Ownership) => {}) => {
    const opened = open(world);
    prepare(opened.ownership);
    return (await insideOf(opened, values)).map((each) => `${each.label}: ${each.why}`);
  };
  const env = urnOf("Environment", "env");

  const shop = web({ urn: urnOf("Container", "shop") });
  const staging = (more: Partial<StackResource> = {}) => resource("Environment", "staging", environment, more);
  const shopProject = urnOf("Project", "shop");
  const dropped = staging({ urn: urnOf("Environment", "other"), deletedWith: shopProject });
  const retained = { keeps: "retainOnDelete" } as const;
  const replacedBy = (name: string) => resource("Container", name, ids.job, retained);
  const declares = ({ declared }: Ownership) => declared(web().urn);
  const deletes = ({ deleting }: Ownership) => deleting(web().urn);
  const creates = ({ created }: Ownership) => void created(`Container ${ids.container}`, { label: 'Container "web"' });

  it.each<
    [string, why: string | undefined, World, prepare?: ((ownership: Ownership) => void) | undefined, values?: Values]
  >([
    ["the state doesn't have it", "foreign", {}],
    ["the state cannot be read", "foreign", { state: unread, before: [] }],
    ["it is protected", "protect", { state: [web({ keeps: "protect" })] }],
    ["it has retainOnDelete", "retainOnDelete", { state: [web(), web(retained)] }],
    ["only a resource of another kind has its ID", "foreign", { state: [resource("Job", "job", ids.container)] }],
    ["the program declares it", "declared", { state: [web()] }, declares],
    ["the program declares one of two resources with its ID", "declared", { state: [web(), shop] }, declares],
    ["the program declares only its replacement", "deleted later", { state: [web({ awaits: "deletion" })] }, declares],
    ["the run has created it", "declared", {}, creates],
    ["the stack deletes it only later", "deleted later", { state: [web()] }],
    ["the run deletes it", undefined, { state: [web()] }, deletes],
    ["it has deletedWith the environment", undefined, { state: [web({ deletedWith: env })] }],
    ["it has deletedWith another resource", "deleted later", { state: [web({ deletedWith: "another" })] }],
    ["the run deletes one of two resources with its ID", "deleted later", { state: [web(), shop] }, deletes],
    ["the environment is a clone and it can contain others", "foreign", {}, undefined, { cloneFrom: "source" }],
    ["an earlier state had it with protect", "foreign", { before: [web({ keeps: "protect" })] }],
    ["an earlier state had it with retainOnDelete", "retainOnDelete", { before: [web(retained)] }],
    ["its replacement has retainOnDelete", "retainOnDelete", { before: [web()], state: [replacedBy("web")] }],
    ["only something else has retainOnDelete", "foreign", { before: [web()], state: [replacedBy("shop")] }],
    ["an earlier state had it with deletedWith the environment", undefined, { before: [web({ deletedWith: env })] }],
    ["only an earlier state had it and the run deletes it", undefined, { before: [web()] }, deletes],
    ["only earlier states can be read", "foreign", { state: unread, before: [web()] }],
  ])(
    "returns the reason to retain a service (undefined if there is none) if %s: %s",
    async (_, why, world, prepare, values) => {
      expect(await kept(world, values, prepare)).toEqual(why === undefined ? [] : [`${label}: ${why}`]);
    },
  );

  it('returns "perhaps retained" and the error if earlier states can\'t be read', async () => {
    const because = new Error("no history");
    expect(await insideOf(open({ before: because }))).toEqual([{ label, why: "perhaps retained", because }]);
    const statuses = { lambdas: [{ id: "1" }] };
    expect(await kept({ lists: {}, statuses, before: because })).toEqual(["service with id 1 (lambdas): foreign"]);
  });

  it.each<[string, why: string | undefined, World, isDeleting?: boolean]>([
    ["it has deletedWith the project", "dropped", { state: [staging({ deletedWith: shopProject })] }],
    ["it has no deletedWith", "deleted later", { state: [staging()] }],
    ["the run deletes it", undefined, { state: [staging()] }, true],
    [
      "the run deletes it, and another resource with its ID has deletedWith the project",
      "dropped",
      { state: [staging(), dropped] },
      true,
    ],
    [
      "an earlier state had it with deletedWith the project",
      "dropped",
      { before: [staging({ deletedWith: shopProject })] },
    ],
    ["only an earlier state had it and the run deletes it", undefined, { before: [staging()] }, true],
  ])(
    "returns the reason to retain an environment of a project (undefined if there is none) if %s: %s",
    async (_, why, world, isDeleting = false) => {
      const lists = { [`/project/${ids.project}/environment`]: [{ id: environment, name: "staging" }] };
      const { call, definition, ownership } = worldOf({ kind: "Project", name: "shop", state: [], lists, ...world });
      if (isDeleting) ownership.deleting(staging().urn);
      const inside = await retainedInside({ call, definition, id: ids.project, values: {} });
      expect(inside.map((each) => each.why)).toEqual(why === undefined ? [] : [why]);
    },
  );

  it("excludes the databases of a clone, and includes its services of unknown kinds", async () => {
    const lists = { [databases]: [{ id: ids.database, name: "db" }] };
    expect(await kept({ lists }, { cloneFrom: "source" })).toEqual([]);
    expect(await kept({ lists }, { cloneFrom: null })).toEqual([`Database "db" (id ${ids.database}): foreign`]);
    // A service of no kind of the provider is never a copy of one.
    const statuses = { lambdas: [{ id: "1" }] };
    expect(await kept({ lists: {}, statuses }, { cloneFrom: "source" })).toEqual([
      "service with id 1 (lambdas): foreign",
    ]);
  });

  it("requests each list of the endpoints once", async () => {
    const all = open({ lists: {} });
    await insideOf(all);
    const at = `/environment/${environment}`;
    const documented = [`${at}/application`, `${at}/container`, `${at}/job`, `${at}/database`];
    const inEnvironment = definitions.flatMap(({ api: { list } }) =>
      list?.path.startsWith("/environment/{environmentId}/") ? [fillPath(list, { environmentId: environment })] : [],
    );
    expect(inEnvironment).toEqual(expect.arrayContaining([...documented, `${at}/deploymentStage`]));
    const others = [`/variable?environment/${environment}`, `GET ${at}/statuses`];
    expect([...all.requested].sort()).toEqual([...inEnvironment, ...others].sort());
    const few = open({ lists: {}, endpoints: "documented" });
    await insideOf(few);
    expect(few.requested).toEqual(documented);
    expect(await insideOf({ ...all, call: { ...all.call, ...noKind } })).toEqual([]);
  });

  it("returns nothing, without a request, for a Database or Cluster, or if the endpoints have no calls", async () => {
    const { call, requested } = worldOf({ kind: "Database", state: [] });
    for (const kind of ["Database", "Cluster"])
      expect(await insideOf({ call, definition: definitionOf(kind) })).toEqual([]);
    expect(requested).toEqual([]);
    const nowhere = { ...definitionOf("Environment"), api: {} } as unknown as ResourceDefinition;
    expect(await insideOf({ call, definition: nowhere })).toEqual([]);
  });

  it("returns nothing if the platform has no such lists and statuses (404)", async () => {
    expect(await kept({ lists: { [containers]: missing }, statuses: missing })).toEqual([]);
  });

  it("fails if a list or the statuses fail for another reason", async () => {
    const broken = new Error("broken");
    expect(await failureOf(kept({ lists: { [containers]: broken } }))).toBe(broken);
    expect(await failureOf(kept({ statuses: broken }))).toBe(broken);
  });

  it("excludes inherited variables and the default deployment stage", async () => {
    const stage = { [`/environment/${environment}/deploymentStage`]: [{ id: ids.stage, name: "default" }] };
    const variable = { id: ids.port, key: "LEVEL" };
    const lists = (scope: string) => ({ [`/variable?environment/${environment}`]: [{ ...variable, scope }] });
    expect(await kept({ lists: { ...lists("PROJECT"), ...stage } })).toEqual([]);
    expect(await kept({ lists: lists("ENVIRONMENT") })).toEqual([`Variable "LEVEL" (id ${ids.port}): foreign`]);
  });

  it("includes services that only the statuses of the environment have", async () => {
    const statuses = {
      containers: [{ id: "listed" }],
      lambdas: [{ id: 7 }, "no service"],
      environment: { id: environment },
    };
    expect(await kept({ lists: {}, statuses, state: [web()] })).toEqual(["service with id 7 (lambdas): foreign"]);
    expect(await kept({ lists: {}, statuses: [{ lambdas: [] }] })).toEqual([]);
    const only = open({ lists: {}, statuses: { containers: [{ id: "8" }] } });
    const inside = await insideOf({ ...only, call: { ...only.call, ...noKind } });
    expect(inside.map((each) => each.label)).toEqual(["service with id 8 (containers)"]);
  });

  it("includes a variable unless its service declares the key in `variables` or `secretVariables`", async () => {
    const inner = `/variable?container/${ids.container}`;
    const listed = (key: string, more: Values = {}) => ({ id: ids.port, key, scope: "CONTAINER", ...more });
    const stays = [`Variable "LEVEL" (id ${ids.port}): foreign`];
    const world = (values: Values, item: Values): World => ({
      state: [web({ deletedWith: env, values })],
      lists: { [containers]: one, [inner]: [item] },
    });
    expect(await kept(world({}, listed("LEVEL")))).toEqual(stays);
    expect(await kept(world({ variables: { LEVEL: "info" } }, listed("LEVEL")))).toEqual([]);
    expect(await kept(world({ variables: { OTHER: "info" } }, listed("LEVEL")))).toEqual(stays);
    const before = world({ variables: { LEVEL: "info" } }, listed("LEVEL"));
    expect(await kept({ ...before, before: before.state as StackResource[], state: [] })).toEqual([]);
    expect(await kept(world({ secretVariables: encrypted }, listed("LEVEL", { is_secret: true })))).toEqual([]);
    expect(await kept(world({ secretVariables: encrypted }, listed("LEVEL")))).toEqual(stays);
    expect(await kept(world({ secretVariables: {} }, listed("LEVEL", { is_secret: true })))).toEqual(stays);
  });

  it("includes an alias of a Database's variable while the program declares the Database", async () => {
    const alias = resource("Variable", "alias", ids.secondPort, {
      values: { aliasOf: `database/${ids.database}/password` },
    });
    const { call, ownership } = worldOf({ kind: "Database", name: "db", state: [alias] });
    const inside = () => retainedInside({ call, definition: call.definition, id: ids.database, values: {} });
    expect(await inside()).toEqual([]);
    ownership.declared(call.urn as string);
    expect(await inside()).toEqual([
      { label: `Variable "alias" (id ${ids.secondPort}), which names it`, why: "named", leaving: alias.urn },
    ]);
  });
});
