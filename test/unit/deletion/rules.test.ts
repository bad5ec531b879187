/** What the rules decide, by the state, the run and the platform: a rule at a time, and everything that is inside. */
import { describe, expect, it } from "vitest";
import { retainedDependents, retainedInside, usersOf } from "../../../provider/deletion/contents.js";
import {
  grantCancellation,
  grantDelete,
  grantRequested,
  grantSubresource,
  namesIt,
  rulesOfDelete,
} from "../../../provider/deletion/rules.js";
import { NotFoundError } from "../../../provider/errors/index.js";
import { definitions } from "../../../provider/kinds/index.js";
import { identityKey, identityOf } from "../../../provider/ownership/identity.js";
import { keyAt } from "../../../provider/ownership/run.js";
import { newOwners, soleOwner } from "../../../provider/ownership/stackOwners.js";
import { isGranted } from "../../../provider/platform/endpoint.js";
import { ids } from "../../kinds/shared/ids.js";
import { urnOf } from "../../support/frontend.js";
import {
  type Call,
  type Endpoint,
  type EndpointSet,
  fillPath,
  type ResourceDefinition,
  type StackResource,
  type Values,
} from "../../support/provider.js";
import { connected, definitionOf, failureOf } from "../support/fake-platform.js";

/** A resource of the stack's state. */
const resource = (kind: string, name: string, id: string, more: Partial<StackResource> = {}): StackResource => ({
  ...{ urn: urnOf(kind, name), kind, id, values: {} },
  ...more,
});

/** The member that says that a value of the state is encrypted. */
const encrypted = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "…" };

interface World {
  readonly kind?: string;
  readonly name?: string;
  /** Nothing if the provider doesn't receive it. */
  readonly urn?: string | undefined;
  /** The state of the stack now, and what the runs before left in it. An error if it cannot be read. */
  readonly state?: readonly StackResource[] | Error;
  readonly before?: readonly StackResource[] | Error;
  readonly endpoints?: EndpointSet;
  readonly onDelete?: "warn" | "fail" | "everything";
  /** What the platform lists, by the path of the list; an error if it answers with one. */
  readonly lists?: Readonly<Record<string, readonly Values[] | Error>>;
  readonly statuses?: Values | readonly Values[] | Error;
}

const shown = (path: string, values: Values) => path.replace(/\{\+?(\w+)\}/g, (_, name) => String(values[name]));

/** A resource that is to be deleted, in a stack and on a platform of which all is known. */
function worldOf(world: World = {}) {
  const { kind = "Container", name = "web", state, before = [], endpoints = "extended", onDelete = "warn" } = world;
  const reads: string[] = [];
  const requested: string[] = [];
  const orFail = <T>(value: T | Error): T => {
    if (value instanceof Error) throw value;
    return value;
  };
  const owners =
    state === undefined
      ? soleOwner
      : newOwners(async (_, __, moment) => {
          reads.push(moment);
          return orFail(moment === "now" ? state : before);
        });
  const { platform, run, log, warnings } = connected("http://127.0.0.1:9", {
    ...{ endpoints, owners, environment: { APP_PLATFORM_ON_DELETE: onDelete } },
  });
  const definition = definitionOf(kind);
  const call: Call = {
    definition,
    label: `${kind} "${name}"`,
    urn: "urn" in world ? world.urn : urnOf(kind, name),
    ...{ log, run },
    redact: (text) => text,
    verbs: {} as Call["verbs"],
    operation: platform.client.begin(),
    kindNamed: (named) => {
      const found = definitions.find((each) => each.kind === named);
      return found && { definition: found, verbs: {} as Call["verbs"] };
    },
    platform: {
      ...platform,
      client: {
        ...platform.client,
        receive: async ({ endpoint, members }: { endpoint: Endpoint<boolean>; members: Values }) => {
          requested.push(`${endpoint.method} ${shown(endpoint.path, members)}`);
          return { json: orFail(world.statuses ?? {}), status: 200, headers: {} };
        },
      } as Call["platform"]["client"],
      lists: {
        ...platform.lists,
        // No other list than one that is requested for the deletions that need it now.
        all: undefined,
        together: async ({ endpoint, members }: { endpoint: Endpoint; members: Values }, operation: unknown) => {
          expect(operation).toBe(call.operation);
          const line = `${shown(endpoint.path, members)}${endpoint.parent === undefined ? "" : `?${members[endpoint.parent.member]}`}`;
          requested.push(line);
          return orFail(world.lists?.[line] ?? []);
        },
      } as unknown as Call["platform"]["lists"],
    },
  };
  return { call, definition, warnings, reads, requested, ownership: run.ownership, run, platform: call.platform };
}

type Holdings = ReturnType<typeof worldOf>["ownership"];
const unread = new Error("no stack selected");
/** Where no stack matters. */
const noKind = { kindNamed: () => undefined };
const missing = new NotFoundError({} as ConstructorParameters<typeof NotFoundError>[0]);

describe("grantDelete", () => {
  const id = ids.container;
  const values = { environmentId: ids.environment, name: "web" };
  const web = resource("Container", "web", id, { values });
  const identity = identityOf(definitionOf("Container"), id);
  const shop = resource("Container", "shop", id, { values });
  const several = (names: string) => ({
    retained: `${names} of this stack manage it, and only the last one deletes it.`,
  });
  const remove = (call: Call) => grantDelete(call, id, values);
  const isDeleted = async (call: Call) => {
    const result = await remove(call);
    if (!("grant" in result)) return result.retained;
    return isGranted(result.grant, call.definition.api.delete as Endpoint<true>, { id });
  };

  it("grants the deletion of that ID alone, and marks its URN and identity as being deleted", async () => {
    const { call, ownership, warnings } = worldOf({ state: [web] });
    const { grant } = (await remove(call)) as Extract<Awaited<ReturnType<typeof remove>>, { readonly grant: unknown }>;
    const endpoint = call.definition.api.delete as Endpoint<true>;
    expect([isGranted(grant, endpoint, { id }), isGranted(grant, endpoint, { id: ids.job })]).toEqual([true, false]);
    expect([web.urn, identity].map(ownership.isDeleting)).toEqual([true, true]);
    // Nobody else has it, so nobody needs to know who gave it up.
    expect(ownership.released(identity, call)).toEqual([]);
    expect(warnings).toEqual([]);
  });

  it("grants the deletion without a stack (no URN)", async () => {
    const { call, ownership } = worldOf({ urn: undefined });
    expect(await isDeleted(call)).toBe(true);
    expect(ownership.isDeleting(identity)).toBe(true);
  });

  it.each([
    ["another resource of the run", 'Container "shop"', 'Container "shop" of this stack manages it.'],
    [
      "one of the same name",
      'Container "web"',
      "this stack still manages it, under another Pulumi name or connection.",
    ],
  ])("retains the resource if %s has the same identity", async (_, label, retained) => {
    const { call, ownership, reads } = worldOf({ state: [web] });
    ownership.created(identity, { label, urn: urnOf("Container", "other") });
    expect(await remove(call)).toEqual({ retained });
    expect([reads, ownership.isDeleting(web.urn)]).toEqual([[], false]);
  });

  it("grants the deletion if the planned resource with the ID has the same values", async () => {
    const { call, ownership } = worldOf({ urn: undefined });
    ownership.planned(identity, { label: 'Container "old"' }, { retained: { ...values, id } });
    expect(await isDeleted(call)).toBe(true);
  });

  it("retains a Variable that a Container of the program declares", async () => {
    const { call, platform, run } = worldOf({ kind: "Variable", name: "level" });
    const variable = { on: `container/${id}`, key: "LEVEL" };
    const key = keyAt(platform, undefined, identityKey(call.definition, variable) as string);
    run.declarations.declared({ urn: "the variable", key, owner: 'Container "web"' });
    const retained = 'Container "web" of this stack manages it.';
    expect(await grantDelete(call, ids.port, variable)).toEqual({ retained });
  });

  it("retains a resource without a delete call, and doesn't read the state", async () => {
    const { call, reads } = worldOf({ state: [web], endpoints: "documented" });
    const retained = expect.stringMatching(/^the platform's endpoints can't delete it\./);
    expect(await remove(call)).toEqual({ retained, isForgotten: true });
    expect(reads).toEqual([]);
  });

  it('fails with AP2003 if onDelete is "fail" and the endpoints have no delete call', async () => {
    const options = { endpoints: "documented", onDelete: "fail" } as const;
    const code = async (state: World["state"] & object) =>
      (await failureOf(remove(worldOf({ ...options, state }).call))).code;
    expect([await code([web]), await code(unread)]).toEqual(["AP2003", "AP2009"]);
    expect(await remove(worldOf({ ...options, state: [web, shop] }).call)).toHaveProperty("retained");
  });

  it.each([
    ["can't be read", unread, "no stack selected"],
    ["doesn't have the resource", [], "the state of the stack doesn't have this resource"],
    ["has another ID under the URN", [{ ...web, id: ids.job }], "the state of the stack doesn't have this"],
  ])("fails with AP2009 if the state %s", async (_, state, why) => {
    const { call, ownership } = worldOf({ state });
    const error = await failureOf(remove(call));
    expect([error.code, error.message]).toEqual(["AP2009", expect.stringContaining(why)]);
    expect(ownership.isDeleting(web.urn)).toBe(false);
  });

  it("fails with the provider's error or the operation's time limit if the state can't be read", async () => {
    const missed = await failureOf(remove(worldOf({ state: missing }).call));
    expect(missed).toBe(missing);
    const { call, platform, run } = worldOf();
    const endless = { ...run, owners: { ...run.owners, allOwners: () => new Promise<never>(() => {}) } };
    const operation = platform.client.begin({ deadline: 0 });
    const late = await failureOf(remove({ ...call, run: endless, operation }));
    expect(late.message).toContain('Deleting Container "web"');
    expect(late.code).toBe(platform.client.ended("Deleting", operation).code);
  });

  it("retains an ID that several resources manage until the last of them is deleted", async () => {
    const job = resource("Job", "job", id);
    const { call, reads } = worldOf({ state: [web, shop, job, resource("Container", "api", ids.job)] });
    expect(await remove(call)).toEqual(several('"shop" and "web"'));
    expect(await isDeleted({ ...call, urn: shop.urn, label: 'Container "shop"' })).toBe(true);
    expect(reads).toEqual(["now"]);
  });

  it("counts both entries that the state has for one URN", async () => {
    const { call, ownership } = worldOf({ state: [web, shop, shop] });
    ownership.released(identity, { label: 'Container "shop"', urn: shop.urn });
    expect(await remove(call)).toHaveProperty("retained");
    const twice = worldOf({ state: [web, web] });
    expect(await remove(twice.call)).toEqual(several('"web"'));
    expect(await isDeleted(twice.call)).toBe(true);
  });

  it("ignores a release by a resource that the state doesn't have", async () => {
    const { call, ownership } = worldOf({ state: [web, shop] });
    ownership.released(identity, { label: 'Container "api"', urn: urnOf("Container", "api") });
    expect(await remove(call)).toHaveProperty("retained");
  });

  it("retains a Variable if its key is in the `variables` of its service", async () => {
    const on = `container/${id}`;
    const variable = resource("Variable", "level", ids.port, { values: { on, key: "LEVEL" } });
    const owner = resource("Container", "web", id, { values: { variables: { LEVEL: "info" } } });
    const { call } = worldOf({ kind: "Variable", name: "level", state: [variable, owner] });
    expect(await grantDelete(call, ids.port, variable.values)).toEqual(several('"level" and "web"'));
  });

  describe("with unmanaged resources", () => {
    const domains = { [`/container/${id}/customDomain`]: [{ id: ids.port, domain: "a.example.com" }] };
    const two = { [`/container/${id}/customDomain`]: [{ id: ids.port }, { id: ids.secondPort }] };

    it("fails with AP2014 and names the resources", async () => {
      const { call, ownership } = worldOf({ state: [web], lists: domains });
      const shown = `CustomDomain "a.example.com" (id ${ids.port}): this stack doesn't manage it`;
      expect(await failureOf(remove(call))).toMatchObject({ code: "AP2014", message: expect.stringContaining(shown) });
      expect(ownership.isDeleting(web.urn)).toBe(false);
    });

    it.each([
      ["1 resource", domains, `CustomDomain "a.example.com" (id ${ids.port})`],
      ["2 resources", two, `CustomDomain (id ${ids.port}), CustomDomain (id ${ids.secondPort})`],
    ])('warns of %s, but grants the deletion, if onDelete is "everything"', async (count, lists, labels) => {
      const { call, warnings } = worldOf({ state: [web], lists, onDelete: "everything" });
      expect(await isDeleted(call)).toBe(true);
      const reported = `its deletion also deletes ${count} that this stack doesn't manage: ${labels}.`;
      expect(warnings).toEqual([`Container "web" (id ${id}): ${reported}`]);
    });

    it('fails for a protected resource even if onDelete is "everything"', async () => {
      const domain = resource("CustomDomain", "domain", ids.port, { keeps: "protect" });
      const { call } = worldOf({ state: [web, domain], lists: two, onDelete: "everything" });
      const { message } = await failureOf(remove(call));
      expect(message).toContain("a resource that must stay");
      expect(message).toContain(`(id ${ids.port})`);
      expect(message).not.toContain(ids.secondPort);
    });
  });

  it("applies its eight rules in a fixed order", () => {
    const names = rulesOfDelete.map(({ judge }) => judge.name).join(" ");
    expect(names).toBe(
      "ownedInRun notCreated servedByPlatform ownedInState ownedBySeveral deletable nothingInsideRetained unused",
    );
  });
});

describe("grantDelete: use by services", () => {
  const id = ids.registry;
  const registry = resource("ContainerRegistry", "images", id);
  const place = { environmentId: ids.environment };
  const uses = { ...place, registryId: id.toUpperCase() };
  const web = resource("Container", "web", ids.container, { values: uses });
  const all = `/environment/${ids.environment}/container`;
  const shownWeb = { id: ids.container, name: "web", registry: { id } };
  const removed = async (world: World, deleting?: string) => {
    const { call, requested, ownership } = worldOf({ kind: "ContainerRegistry", name: "images", ...world });
    if (deleting !== undefined) ownership.deleting(deleting);
    const result = await grantDelete(call, id, { organizationId: ids.organization, id }).then(
      (granted) => Object.keys(granted),
      ({ code, message }) => [code, ...message.split("\n").filter((line: string) => line.includes("(id"))],
    );
    return { result, requested };
  };

  it("fails with AP2016 and names the services, managed by the stack or not", async () => {
    const other = { id: ids.job, name: "other", registry: { id: id.toUpperCase() } };
    const elsewhere = { id: ids.port, name: "elsewhere", registry: { id: ids.job } };
    const lists = { [all]: [shownWeb, other, elsewhere] };
    const { result, requested } = await removed({ state: [registry, web], lists });
    expect(result).toEqual([
      "AP2016",
      expect.stringContaining(`ContainerRegistry "images" (id ${id}) can't be deleted: 2 services use it.`),
      expect.stringContaining(`Container "web" (id ${ids.container})`),
      expect.stringContaining(`Container "other" (id ${ids.job}), which this stack doesn't manage`),
    ]);
    expect(requested).toEqual([all]);
  });

  const jobs = `/environment/${ids.environment}/job`;
  const user = (values: Values) => resource("Job", "web", ids.container, { values: { ...place, ...values } });
  const image = { source: { image: { registryId: id } } };
  const git = { source: { docker: { gitRepository: { gitTokenId: id } } } };
  const shownImage = { source: { image: { registry: { id } } } };
  const shownGit = { source: { docker: { git_repository: { git_token_id: id } } } };

  it.each<[string, kind: string, values: Values, shown: Values]>([
    ["source.image.registryId", "ContainerRegistry", image, shownImage],
    ["source.docker.gitRepository.gitTokenId", "GitToken", git, shownGit],
  ])("fails with AP2016 if a service has %s", async (_, kind, values, shown) => {
    const state = [resource(kind, "images", id), user(values)];
    const { result, requested } = await removed({ kind, state, lists: { [jobs]: [{ id: ids.container, ...shown }] } });
    expect([result[0], requested]).toEqual(["AP2016", [jobs]]);
  });

  const state = [registry, web];
  const withEnvironment = [registry, { ...web, deletedWith: "the environment" }];
  const others = { [all]: [{ ...shownWeb, registry: { id: ids.job } }] };
  const project = { kind: "Project", name: "images", state: [resource("Project", "images", id)] };

  it.each<[string, World, string[], deleting?: string]>([
    ["no service of the state uses the resource", { state: [registry, { ...web, values: place }] }, []],
    ["the run deletes all services that use the resource", { state }, [], web.urn],
    ["its users are deleted with something that the run deletes", { state: withEnvironment }, [], "the environment"],
    ["the services no longer use the resource", { state, lists: others }, [all]],
    ["the environment of the services is deleted (404)", { state, lists: { [all]: missing } }, [all]],
    [
      "the state doesn't have the environment of the services",
      { state: [registry, { ...web, values: { registryId: id } }] },
      [],
    ],
    ["services can't use the kind", project, [`/project/${id}/environment`, `/variable?project/${id}`]],
  ])("grants the deletion if %s", async (_, world, lists, deleting) => {
    const { result, requested } = await removed(world, deleting);
    expect([result, requested]).toEqual([["grant"], lists]);
  });

  it("fails if the platform can't list the services", async () => {
    const lists = { [all]: new Error("no answer") };
    expect((await removed({ state: [registry, web], lists })).result).toEqual([undefined]);
  });

  it("lists all services of an environment once", async () => {
    const api = resource("Container", "api", ids.secondPort, { values: uses });
    expect((await removed({ state: [registry, web, api] })).requested).toEqual([all]);
  });
});

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

describe("grantSubresource", () => {
  const id = ids.port;
  const endpoint = definitionOf("Variable").api.delete as Endpoint<true>;
  const own = resource("Variable", "level", id.toUpperCase(), { values: { on: `container/${ids.container}` } });
  const alias = (values: Values = { aliasOf: id }) => resource("Variable", "alias", ids.secondPort, { values });
  const removePart = (call: Call, isReplaced = false) =>
    grantSubresource(call, endpoint, { id }, { kind: "Variable", id, label: "variable LEVEL", isReplaced });
  const isDeleted = async (call: Call, isReplaced = false) => {
    const grant = await removePart(call, isReplaced);
    return grant !== undefined && isGranted(grant, endpoint, { id });
  };

  it.each([
    ["grants the deletion if no resource of the state has the ID", [], false, true],
    ["retains the subresource if another resource of the state has the ID", [own], false, false],
    ["grants the deletion if the resource with the ID is being replaced under another key", [own], true, true],
    ["grants the deletion if only a resource of another kind has the ID", [resource("Job", "job", id)], false, true],
    ["grants the deletion if the state has only another one", [resource("Variable", "other", ids.job)], false, true],
  ])("%s", async (_, state, isReplaced, is) => {
    expect(await isDeleted(worldOf({ state }).call, isReplaced)).toBe(is);
  });

  it("retains the subresource if the run has created the ID, whatever the state has", async () => {
    const { call, ownership } = worldOf({ state: [] });
    ownership.created(`Variable ${id}`, { label: 'Variable "level"' });
    expect([await isDeleted(call), await isDeleted(call, true)]).toEqual([false, false]);
  });

  it("records which resource has released the ID", async () => {
    const { call, ownership } = worldOf({ state: [own] });
    expect(await isDeleted(call)).toBe(false);
    expect(ownership.released(`Variable ${id}`, { label: 'Variable "level"', urn: own.urn })).toEqual([call.urn]);
  });

  it("grants the deletion if all other resources have released the ID", async () => {
    const { call, ownership } = worldOf({ state: [own] });
    ownership.released(`Variable ${id}`, { label: 'Variable "level"', urn: own.urn });
    expect(await isDeleted(call)).toBe(true);
  });

  it("fails with AP2014 if the program may still declare an alias of the variable", async () => {
    const { call, ownership } = worldOf({ state: [alias()] });
    ownership.declared(call.urn as string);
    const { code, message } = await failureOf(removePart(call));
    expect([code, message]).toEqual(["AP2014", expect.stringContaining("your program may still declare it")]);
    expect(message).toContain(`variable LEVEL (id ${id}) can't be deleted`);
  });

  it("fails with AP2009 if the state cannot be read", async () => {
    const error = await failureOf(removePart(worldOf({ state: unread }).call));
    expect([error.code, error.message]).toEqual(["AP2009", expect.stringContaining(`variable LEVEL (id ${id})`)]);
  });

  describe("retainedDependents", () => {
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
});

describe("grantCancellation", () => {
  const values = { environmentId: ids.environment };
  const trigger = (name: string, its: Values = values, kind = "DeploymentTrigger") =>
    resource(kind, name, `${name}-id`, { values: its });
  const own = trigger("first");
  const elsewhere = trigger("second", { environmentId: ids.otherEnvironment });
  const cancel = definitionOf("DeploymentTrigger").otherCalls.cancel as Endpoint<true>;
  const end = (state: World["state"] & object, deleting: readonly string[] = []) => {
    const { call, ownership } = worldOf({ kind: "DeploymentTrigger", name: "first", state });
    for (const urn of deleting) ownership.deleting(urn);
    return { ended: grantCancellation(call, own.id, values, cancel), ownership };
  };

  it.each([
    ["none if the state has no other trigger", [own], [], undefined],
    ["another trigger of the same environment", [own, trigger("second")], [], 'DeploymentTrigger "second"'],
    ["none if the run also deletes the other trigger", [own, trigger("second")], [trigger("second").urn], undefined],
    ["none if the other trigger is of another environment", [own, elsewhere], [], undefined],
    ["none if the other resource is of another kind", [own, trigger("second", values, "Container")], [], undefined],
  ])("returns as `sharedWith`: %s", async (_, state, deleting, sharedWith) => {
    const { ended, ownership } = end(state, deleting);
    expect((await ended).sharedWith).toBe(sharedWith);
    expect(ownership.isDeleting(own.urn)).toBe(true);
  });

  it("grants the cancellation in the trigger's environment alone", async () => {
    const { grant } = await end([own]).ended;
    expect(isGranted(grant, cancel, values)).toBe(true);
    expect(isGranted(grant, cancel, { environmentId: ids.otherEnvironment })).toBe(false);
  });

  it("fails with AP2009 if the state does not have the trigger", async () => {
    expect((await failureOf(end([trigger("second")]).ended)).code).toBe("AP2009");
  });

  it("grants the cancellation without a stack (no URN)", async () => {
    const { call } = worldOf({ kind: "DeploymentTrigger", urn: undefined });
    expect((await grantCancellation(call, own.id, values, cancel)).sharedWith).toBeUndefined();
  });
});

it("grantRequested grants a cancellation in the specified environment alone", () => {
  const endpoint = definitionOf("DeploymentTrigger").otherCalls.cancel as Endpoint<true>;
  const grant = grantRequested(endpoint, { environmentId: ids.environment });
  expect(isGranted(grant, endpoint, { environmentId: ids.environment })).toBe(true);
  expect(isGranted(grant, endpoint, { environmentId: ids.otherEnvironment })).toBe(false);
});

describe("namesIt", () => {
  const owner = resource("Container", "web", ids.container, {
    values: { variables: { LEVEL: "info", PORT: "80" } },
  });
  const on = `container/${ids.container}`;
  const level = { on, key: "LEVEL" };
  const names =
    (kind: string, values: Values, resource = owner, change: Partial<Call> = {}) =>
    () =>
      namesIt({ ...worldOf({ kind }).call, ...change }, values)(resource);

  it.each([
    ["returns true for a key in the owner's `variables`", names("Variable", level), true],
    ["returns true for any of several keys", names("Variable", { on, key: "PORT" }), true],
    ["returns false for another key", names("Variable", { on, key: "OTHER" }), false],
    [
      "returns false for a variable of another parent",
      names("Variable", { on: `job/${ids.job}`, key: "LEVEL" }),
      false,
    ],
    ["returns false while the key is unknown", names("Variable", { on }), false],
    [
      "returns false for a kind that the owner's arguments can't declare",
      names("CustomDomain", { on, domain: "LEVEL" }),
      false,
    ],
    [
      "returns false if the owner's kind can't declare other resources",
      names("Variable", level, { ...owner, kind: "Project" }),
      false,
    ],
    ["returns false if the owner's kind is unknown", names("Variable", level, { ...owner, kind: "Gone" }), false],
    ["returns false without definitions of kinds", names("Variable", level, owner, noKind), false],
  ])("%s", (_, is, expected) => {
    expect(is()).toBe(expected);
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
  const kept = async (world: World, values?: Values, prepare = (_: Holdings) => {}) => {
    const opened = open(world);
    prepare(opened.ownership);
    return (await insideOf(opened, values)).map((each) => `${each.label}: ${each.why}`);
  };
  const env = urnOf("Environment", "env");

  const shop = web({ urn: urnOf("Container", "shop") });
  const retained = { keeps: "retainOnDelete" } as const;
  const replacedBy = (name: string) => resource("Container", name, ids.job, retained);
  const declares = ({ declared }: Holdings) => declared(web().urn);
  const deletes = ({ deleting }: Holdings) => deleting(web().urn);
  const creates = ({ created }: Holdings) => void created(`Container ${ids.container}`, { label: 'Container "web"' });

  it.each<
    [string, why: string | undefined, World, prepare?: ((ownership: Holdings) => void) | undefined, values?: Values]
  >([
    ["the state doesn't have it", "foreign", {}],
    ["the state cannot be read", "foreign", { state: unread, before: [] }],
    ["it is protected", "protect", { state: [web({ keeps: "protect" })] }],
    ["it has retainOnDelete", "retainOnDelete", { state: [web(), web(retained)] }],
    ["only a resource of another kind has its ID", "foreign", { state: [resource("Job", "job", ids.container)] }],
    ["the program declares it", "declared", { state: [web()] }, declares],
    ["the program declares one of two resources with its ID", "declared", { state: [web(), shop] }, declares],
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
  ])("judges a service if %s: %s", async (_, why, world, prepare, values) => {
    expect(await kept(world, values, prepare)).toEqual(why === undefined ? [] : [`${label}: ${why}`]);
  });

  it("are perhaps retained if earlier states cannot be read, because of that error", async () => {
    const because = new Error("no history");
    expect(await insideOf(open({ before: because }))).toEqual([{ label, why: "perhaps retained", because }]);
  });

  it("excludes the databases of a clone, but no service of an unknown kind", async () => {
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

  it("returns nothing for a kind that contains nothing or has no calls", async () => {
    const { call, requested } = worldOf({ kind: "Database", state: [] });
    for (const kind of ["Database", "Cluster"]) await insideOf({ call, definition: definitionOf(kind) });
    expect(requested).toEqual([]);
    const nowhere = { ...definitionOf("Environment"), api: {} } as unknown as ResourceDefinition;
    expect(await insideOf({ call, definition: nowhere })).toEqual([]);
  });

  it("returns nothing if lists and statuses are missing (404), and fails with any other error", async () => {
    expect(await kept({ lists: { [containers]: missing }, statuses: missing })).toEqual([]);
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

  it("includes services of the statuses that no list has", async () => {
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
