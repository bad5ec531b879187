/** What the rules decide, by the state, the run and the platform. */
import { describe, expect, it } from "vitest";
import {
  grantCancellation,
  grantDelete,
  grantRequested,
  grantSubresource,
  namesIt,
  rulesOfDelete,
} from "../../../provider/deletion/rules.js";
import { CREATED } from "../../../provider/kinds/cluster/deployment.js";
import { identityKey, identityOf } from "../../../provider/ownership/identity.js";
import { keyAt } from "../../../provider/ownership/run.js";
import { isGranted } from "../../../provider/platform/endpoint.js";
import { ids } from "../../kinds/shared/ids.js";
import { urnOf } from "../../support/frontend.js";
import type { Call, Endpoint, ResourceDefinition, Values } from "../../support/provider.js";
import { missing, noKind, resource, unread, type World, worldOf } from "../support/deletions.js";
import { definitionOf, failureOf } from "../support/fake-platform.js";

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

  it("grants the deletion of the resource's own ID and no other, and marks URN and identity as being deleted", async () => {
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
    ["a resource of another name", 'Container "shop"', 'Container "shop" of this stack manages it.'],
    [
      "a resource of the same name",
      'Container "web"',
      "this stack still manages it, under another Pulumi name or connection.",
    ],
  ])("retains the resource if the run has created %s with the same identity", async (_, label, retained) => {
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

  it("fails with AP2009 if another resource was to adopt the ID, and hasn't", async () => {
    const { call, ownership } = worldOf({ state: [web] });
    ownership.adoptionPlanned(identity, { label: 'Container "shop"', urn: shop.urn });
    const { code, message } = await failureOf(remove(call));
    expect([code, message]).toEqual([
      "AP2009",
      expect.stringContaining('Container "shop" of this stack was to adopt it'),
    ]);
    expect(message).toContain("remove the resource that adopts it from the program, or its `adoptId`");
  });

  it("retains a Cluster that the stack has adopted (hasn't created)", async () => {
    const { call } = worldOf({ kind: "Cluster", name: "main", state: [resource("Cluster", "main", ids.cluster)] });
    const removed = (isOwn: boolean) =>
      grantDelete(call, ids.cluster, { organizationId: ids.organization, [CREATED]: isOwn });
    expect(await removed(false)).toEqual({ retained: "this stack didn't create it.", isForgotten: true });
    expect(await removed(true)).toHaveProperty("grant");
  });

  it.each([
    ["retained if the run has created one", [], true, 'Container "web" of this stack manages it.'],
    ["retained if the state has one", [web], false, several('"object" and "web"').retained],
    ["deleted if the state has one of another kind with its ID", [resource("Job", "job", id)], false, undefined],
  ])(
    "retains an ApiObject only if the run or the state has a resource of the kind at its path: %s",
    async (_, others, isCreated, retained) => {
      const object = { path: `/environment/${ids.environment}/container`, delete: { path: "/container/{id}" } };
      const state = [resource("ApiObject", "object", id, { values: object }), ...others];
      const { call, ownership } = worldOf({ kind: "ApiObject", name: "object", state });
      if (isCreated) ownership.created(identity, { label: 'Container "web"', urn: web.urn });
      const definition = call.definition.concrete?.(object) as ResourceDefinition;
      const result = await grantDelete({ ...call, definition }, id, object);
      expect("retained" in result ? result.retained : undefined).toBe(retained);
    },
  );

  it("retains a resource that the endpoints can't delete, unless onDelete is fail, and doesn't read the state", async () => {
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

  it("fails with the error of reading the state", async () => {
    expect(await failureOf(remove(worldOf({ state: missing }).call))).toBe(missing);
  });

  it("fails at the operation's time limit if reading the state doesn't end", async () => {
    const { call, platform, run } = worldOf();
    const endless = { ...run, owners: { ...run.owners, allOwners: () => new Promise<never>(() => {}) } };
    const operation = platform.client.begin({ deadline: 0 });
    const late = await failureOf(remove({ ...call, run: endless, operation }));
    expect(late.message).toContain('Deleting Container "web"');
    expect(late.code).toBe(platform.client.ended("Deleting", operation).code);
  });

  it("retains what several resources of the stack manage, and names them, until the last of them is deleted", async () => {
    const job = resource("Job", "job", id);
    const { call, reads } = worldOf({ state: [web, shop, job, resource("Container", "api", ids.job)] });
    expect(await remove(call)).toEqual(several('"shop" and "web"'));
    expect(await isDeleted({ ...call, urn: shop.urn, label: 'Container "shop"' })).toBe(true);
    expect(reads).toEqual(["now"]);
  });

  it("counts two entries of the state with one URN as two resources that manage the ID", async () => {
    const { call, ownership } = worldOf({ state: [web, shop, shop] });
    ownership.released(identity, { label: 'Container "shop"', urn: shop.urn });
    expect(await remove(call)).toHaveProperty("retained");
    const twice = worldOf({ state: [web, web] });
    expect(await remove(twice.call)).toEqual(several('"web"'));
    expect(await isDeleted(twice.call)).toBe(true);
  });

  it("retains a shared ID if only a resource that isn't in the state has released it", async () => {
    const { call, ownership } = worldOf({ state: [web, shop] });
    ownership.released(identity, { label: 'Container "api"', urn: urnOf("Container", "api") });
    expect(await remove(call)).toHaveProperty("retained");
  });

  it("retains a Variable that another resource of the stack refers to: its key is in the `variables` of its service", async () => {
    const on = `container/${id}`;
    const variable = resource("Variable", "level", ids.port, { values: { on, key: "LEVEL" } });
    const owner = resource("Container", "web", id, { values: { variables: { LEVEL: "info" } } });
    const { call } = worldOf({ kind: "Variable", name: "level", state: [variable, owner] });
    expect(await grantDelete(call, ids.port, variable.values)).toEqual(several('"level" and "web"'));
  });

  describe("of a service with domains", () => {
    const domains = { [`/container/${id}/customDomain`]: [{ id: ids.port, domain: "a.example.com" }] };
    const two = { [`/container/${id}/customDomain`]: [{ id: ids.port }, { id: ids.secondPort }] };

    it("fails with AP2014 and lists the domains that the stack doesn't manage", async () => {
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

    it('fails with AP2014 if a domain has `protect`, even if onDelete is "everything"', async () => {
      const domain = resource("CustomDomain", "domain", ids.port, { keeps: "protect" });
      const { call } = worldOf({ state: [web, domain], lists: two, onDelete: "everything" });
      const { message } = await failureOf(remove(call));
      expect(message).toContain("a resource that must stay");
      expect(message).toContain(`(id ${ids.port})`);
      expect(message).not.toContain(ids.secondPort);
    });
  });

  it('applies the eight rules of the page "What is never deleted" in a fixed order', () => {
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

  const listOf = (path: string) => `/environment/${ids.environment}/${path}`;
  const image = { source: { image: { registryId: id } } };
  const git = { source: { docker: { gitRepository: { gitTokenId: id } } } };
  const shownImage = { source: { image: { registry: { id } } } };
  const shownGit = { source: { docker: { git_repository: { git_token_id: id } } } };

  const chart = { source: { helmRepository: { repositoryId: id } } };
  const shownChart = { source: { repository: { repository: { id } } } };
  const [labels, shownLabels] = [{ labelsGroups: [{ id }] }, { labels_groups: [{ id }] }];
  const [annotations, shownAnnotations] = [{ annotationsGroups: [{ id }] }, { annotations_groups: [{ id }] }];

  it.each<[kind: string, user: string, path: string, list: string, values: Values, shown: Values]>([
    ["ContainerRegistry", "Job", "source.image.registryId", "job", image, shownImage],
    ["GitToken", "Job", "source.docker.gitRepository.gitTokenId", "job", git, shownGit],
    ["HelmRepository", "HelmService", "source.helmRepository.repositoryId", "helm", chart, shownChart],
    ["LabelsGroup", "Container", "labelsGroups", "container", labels, shownLabels],
    ["AnnotationsGroup", "Container", "annotationsGroups", "container", annotations, shownAnnotations],
  ])("fails with AP2016 for a %s if a %s uses it in its %s", async (kind, user, _, list, values, shown) => {
    const service = resource(user, "web", ids.container, { values: { ...place, ...values } });
    const state = [resource(kind, "images", id), service];
    const lists = { [listOf(list)]: [{ id: ids.container, ...shown }] };
    const { result, requested } = await removed({ kind, state, lists });
    expect(result[0]).toBe("AP2016");
    expect(requested.filter((each) => each.startsWith("/environment/"))).toEqual([listOf(list)]);
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
    ["the state lacks the services' environment", { state: [registry, { ...web, values: { registryId: id } }] }, []],
    ["services can't use the kind", project, [`/project/${id}/environment`, `/variable?project/${id}`]],
  ])("grants the deletion if %s", async (_, world, lists, deleting) => {
    const { result, requested } = await removed(world, deleting);
    expect([result, requested]).toEqual([["grant"], lists]);
  });

  it("fails if the platform can't list the services", async () => {
    const lists = { [all]: new Error("no answer") };
    expect((await removed({ state: [registry, web], lists })).result).toEqual([undefined]);
  });

  it.each<[string, before: NonNullable<World["before"]>, isDropped: boolean]>([
    [
      "contains `deletedWith` if an earlier state had a service with deletedWith the resource",
      [{ ...web, deletedWith: registry.urn }],
      true,
    ],
    [
      "doesn't contain `deletedWith` if that of the earlier state was another",
      [{ ...web, deletedWith: "another" }],
      false,
    ],
    ["doesn't contain `deletedWith` if earlier states can't be read", unread, false],
  ])("fails with AP2016, whose advice %s", async (_, before, isDropped) => {
    const world = { state: [registry, web], before, lists: { [all]: [shownWeb] } };
    const { call } = worldOf({ kind: "ContainerRegistry", name: "images", ...world });
    const { code, message } = await failureOf(grantDelete(call, id, { organizationId: ids.organization, id }));
    expect([code, message.includes("removed from the state because of its resource option deletedWith")]).toEqual([
      "AP2016",
      isDropped,
    ]);
  });

  it("fails with AP2016 for a cluster that has environments, whoever manages these", async () => {
    const { organization: organizationId, project, cluster, environment, otherEnvironment } = ids;
    const inCluster = (id: string, name: string) => ({ id, name, cluster_id: cluster });
    const lists = {
      [`/organization/${organizationId}/project`]: [{ id: project }],
      [`/project/${project}/environment`]: [inCluster(environment, "ours"), inCluster(otherEnvironment, "theirs")],
    };
    const ours = resource("Environment", "ours", environment, { values: { projectId: project, clusterId: cluster } });
    const world = { kind: "Cluster", name: "main", state: [resource("Cluster", "main", cluster), ours], lists };
    const failure = await failureOf(
      grantDelete(worldOf(world).call, cluster, { organizationId, id: cluster, [CREATED]: true }),
    );
    expect(failure.code).toBe("AP2016");
    for (const id of [environment, otherEnvironment]) expect(failure.message).toContain(`(id ${id})`);
  });

  it("lists the services of an environment once for two services in it", async () => {
    const api = resource("Container", "api", ids.secondPort, { values: uses });
    expect((await removed({ state: [registry, web, api] })).requested).toEqual([all]);
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

  it("fails with AP2014 for a variable if the program may still declare an alias of it", async () => {
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
  const owner = resource("Container", "web", ids.container, { values: { variables: { LEVEL: "info", PORT: "80" } } });
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
    ["returns false for another parent's variable", names("Variable", { on: `job/${ids.job}`, key: "LEVEL" }), false],
    ["returns false while the key is unknown", names("Variable", { on }), false],
    ["returns false for a kind that the owner can't declare", names("CustomDomain", { on, domain: "LEVEL" }), false],
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
