/** A resource that the platform no longer finds is gone if its place certainly is: an environment, a project, a service. */
import { describe, expect, it } from "vitest";
import { handlersOf } from "../../../provider/engine/handlers.js";
import { definitions } from "../../../provider/kinds/index.js";
import { container } from "../../kinds/fixtures.js";
import { ids } from "../../kinds/shared/ids.js";
import type { Endpoint, StackResource, Values } from "../../support/provider.js";
import {
  connected,
  definitionOf,
  failureOf,
  fakePlatform,
  lifecycle,
  ownersWith,
  requestWith,
  silent,
} from "../support/fake-platform.js";

const platform = fakePlatform();

const createdAt = "2024-05-01T10:00:00.000Z";
const inState = (kind: string, id: string, values: Values = {}): StackResource => ({
  ...{ urn: `urn:${kind}:${id}`, kind, id, values: { createdAt, ...values } },
});

/** What the stack's state has, and had before the run. */
interface Stack {
  readonly now?: readonly StackResource[];
  readonly before?: readonly StackResource[];
}

/** Refreshes of one run: what each says about its resource. */
function refreshes({ now = [], before = [] }: Stack) {
  const requested: string[] = [];
  const owners = ownersWith(async (_, matches, moment = "now") => {
    requested.push(moment);
    return (moment === "now" ? now : before).filter(matches);
  });
  const environment = { APP_PLATFORM_OPERATION_TIMEOUT_SECONDS: "2" };
  const { platform: it, run } = connected(platform.url, { endpoints: "extended", owners, environment });
  const find = (name: string) => definitions.find((each) => each.kind === name);
  const refresh = async ({ urn, kind, id, values }: StackResource) => {
    const { read } = handlersOf(definitionOf(kind), () => it, { definitionOf: find, run });
    const state = { values, revision: undefined };
    return read(requestWith({ id, state, urn, log: silent })).then(
      (seen) => (seen === undefined ? "gone" : "there"),
      ({ code }) => code,
    );
  };
  return { refresh, requested };
}

const list = (line: string, ...found: string[]) =>
  platform.on(`GET ${line}`, [200, { results: found.map((id) => ({ id })) }]);

const containers = `GET /environment/${ids.environment}/container`;

describe("refresh of a resource that isn't found", () => {
  const { environment, project, organization, container: service, otherEnvironment: other } = ids;
  const web = inState("Container", service, { environmentId: environment });
  const env = (projectId: string = project) => inState("Environment", environment, { projectId });
  const inEnvironment = (kind: string) => inState(kind, environment, { environmentId: other });
  /** An environment that knows this of its organization. */
  const of = (its: unknown) => inState("Environment", environment, { projectId: project, organization: its as Values });
  const environments = `/project/${project}/environment`;
  const projects = `/organization/${organization}/project`;
  const nothing = () => {};
  const noEnvironments = () => list(environments);
  const noDatabase = () => list(`/environment/${other}/database`);
  const moved = () => list(environments) && list(`/project/${other}/environment`, environment);
  const refused = () =>
    list(environments).on(`GET /container/${service}`, [403]).on(`GET /environment/${environment}/container`, [403]);

  it.each<[seen: string, what: string, resource: StackResource, answers: () => unknown, stack?: Stack]>([
    ["gone", "the project doesn't have its environment", web, noEnvironments, { now: [env()] }],
    ["gone", "the project lacks its environment of an earlier state", web, noEnvironments, { before: [env()] }],
    ["AP3002", "the resource returns 403 and its environment is gone", web, refused, { now: [env()] }],
    ["AP3003", "the project still has its environment", web, () => list(environments, environment), { now: [env()] }],
    ["AP3003", "its environment has moved to another project", web, moved, { now: [env(other)], before: [env()] }],
    ["AP3003", "only a database has its environment's ID", web, noDatabase, { now: [inEnvironment("Database")] }],
    ["AP3003", "the state has a kind that the provider doesn't know", web, nothing, { now: [inEnvironment("Gone")] }],
    ["gone", "its organization doesn't have its project", of({ id: organization }), () => list(projects)],
    ["AP3003", "its organization has its project", of({ id: organization }), () => list(projects, project)],
    ["AP3003", "its organization is unknown", of(undefined), () => list("/organization/undefined/project")],
    ["AP3003", "its organization has no ID", of({ id: true }), () => list("/organization/true/project")],
    ["AP3003", "it is a cluster", inState("Cluster", service, { organizationId: organization }), nothing],
  ])("ends with %s if %s", async (seen, _, resource, answers, stack = {}) => {
    answers();
    expect(await refreshes(stack).refresh(resource)).toBe(seen);
  });

  it.each([
    web,
    inState("Database", ids.database, web.values),
    inState("Environment", environment, { projectId: project }),
    inState("CustomDomain", ids.secondPort, { on: `container/${service}` }),
  ])("fails with AP3003 if the stack doesn't manage the environment, project or service: $kind", async (resource) => {
    const others = inState("Container", ids.port, { environmentId: other });
    platform.on(`GET /container/${others.id}`, [200, { id: others.id, environment: { id: other } }]);
    expect(await refreshes({ now: [resource, others] }).refresh(resource)).toBe("AP3003");
  });

  it("requests the parent once for several resources", async () => {
    list(environments);
    const { refresh, requested } = refreshes({ now: [env()] });
    expect(await refresh(web)).toBe("gone");
    const before = requested.length;
    expect(await refresh(inState("Container", ids.port, web.values))).toBe("gone");
    expect(requested).toHaveLength(before);
    expect(platform.lines().filter((line) => line === `GET /environment/${environment}`)).toHaveLength(1);
  });
});

describe("read of a CustomDomain", () => {
  const on = `container/${ids.container}`;
  const domains = `GET /${on}/customDomain`;
  const variables = `GET /variable?parent_id=${ids.container}&scope=CONTAINER`;
  const values = { ...container.outputs, variables: { LEVEL: "info" } };
  const urn = "urn:pulumi:dev::shop::pulumi-nodejs:dynamic/app-platform:Container::web";
  const listOf = (...all: Values[]) => [200, { results: all }] as const;

  /** Reads a domain in a refresh that needs the list of services for others, and has read it. */
  async function readDomain(service = on) {
    // These calls have no URN.
    const itself = { urn: undefined as unknown as string, kind: "CustomDomain", id: "d1", values: { on: service } };
    const all = [{ urn, kind: "Container", id: ids.container, values }, itself];
    const owners = ownersWith(async (_, matches) => all.filter(matches));
    const cycle = lifecycle("CustomDomain", platform.url, { endpoints: "extended", owners });
    const endpoint = definitionOf("Container").api.list as Endpoint;
    const list = { endpoint, members: { environmentId: ids.environment }, purpose: "Listing" };
    for (let reads = 0; reads < 2; reads += 1) await cycle.platform.lists.isShared(list);
    await cycle.platform.lists.all(list);
    return cycle.read("d1", { on: service });
  }

  it("reports the domain as gone if its service was deleted after the list was read", async () => {
    platform.on(containers, listOf(container.response), listOf());
    expect((await readDomain()).id).toBe("");
  });

  it("reads only the service itself, not its subresources", async () => {
    platform.on(containers, listOf(container.response)).on(variables, [403]).on(domains, [404]);
    expect((await failureOf(readDomain())).code).toBe("AP3003");
  });
});
