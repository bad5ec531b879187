/** A resource that the platform no longer finds is gone if its place certainly is: an environment, a project, a service. */
import { describe, expect, it } from "vitest";
import { handlersOf } from "../../provider/engine/handlers.js";
import { definitions } from "../../provider/resources/index.js";
import { ids } from "../kinds/shared/ids.js";
import type { StackResource, Values } from "../provider.js";
import { connected, definitionOf, pretendPlatform, requestWith, silent } from "./pretend-platform.js";

const platform = pretendPlatform();

const createdAt = "2024-05-01T10:00:00.000Z";
const held = (kind: string, id: string, values: Values = {}): StackResource => ({
  ...{ urn: `urn:${kind}:${id}`, kind, id, values: { createdAt, ...values } },
});

/** What the stack's state has, and had before the run. */
interface Stack {
  readonly now?: readonly StackResource[];
  readonly before?: readonly StackResource[];
}

/** Refreshes of one run: what each says about its resource. */
function refreshes({ now = [], before = [] }: Stack, matching?: () => Promise<StackResource[]>) {
  const asked: string[] = [];
  const found = async (matches: (each: StackResource) => boolean, moment = "now") => {
    asked.push(moment);
    return (moment === "now" ? now : before).filter(matches);
  };
  const holders = {
    besides: async () => [],
    droppedWith: async () => [],
    replaced: async () => [],
    matching: matching ?? ((_: unknown, ...asking: Parameters<typeof found>) => found(...asking)),
  };
  const environment = { APP_PLATFORM_OPERATION_TIMEOUT_SECONDS: "2" };
  const it = connected(platform.url, { endpoints: "extended", holders, environment }).platform;
  const refresh = async ({ urn, kind, id, values }: StackResource) => {
    const { read } = handlersOf(
      definitionOf(kind),
      () => it,
      (name) => definitions.find((each) => each.kind === name),
    );
    const state = { values, revision: undefined };
    return read(requestWith({ id, state, urn, log: silent })).then(
      (seen) => (seen === undefined ? "gone" : "there"),
      ({ code }) => code,
    );
  };
  return { refresh, asked, platform: it };
}

const list = (line: string, ...found: string[]) =>
  platform.on(`GET ${line}`, [200, { results: found.map((id) => ({ id })) }]);

describe("a resource of a place that the stack or the resource itself knows", () => {
  const { environment, project, organization, container: service, otherEnvironment: other } = ids;
  const web = held("Container", service, { environmentId: environment });
  const env = (projectId: string = project) => held("Environment", environment, { projectId });
  const inEnvironment = (kind: string) => held(kind, environment, { environmentId: other });
  /** An environment that knows this of its organization. */
  const of = (its: unknown) => held("Environment", environment, { projectId: project, organization: its as Values });
  const environments = `/project/${project}/environment`;
  const projects = `/organization/${organization}/project`;
  const nothing = () => {};
  const noEnvironments = () => list(environments);
  const moved = () => list(environments) && list(`/project/${other}/environment`, environment);
  const refused = () =>
    list(environments).on(`GET /container/${service}`, [403]).on(`GET /environment/${environment}/container`, [403]);

  it.each<[seen: string, what: string, resource: StackResource, answers: () => unknown, stack?: Stack]>([
    ["gone", "its environment is, according to the project", web, noEnvironments, { now: [env()] }],
    ["gone", "its environment is, which has left the state", web, noEnvironments, { before: [env()] }],
    ["AP3002", "the token may not read it while its environment is gone", web, refused, { now: [env()] }],
    ["AP3003", "its environment still is", web, () => list(environments, environment), { now: [env()] }],
    [
      "AP3003",
      "its environment has moved to a project that has it",
      web,
      moved,
      { now: [env(other)], before: [env()] },
    ],
    [
      ...(["AP3003", "only a database with the environment's ID is gone", web] as const),
      () => list(`/environment/${other}/database`),
      { now: [inEnvironment("Database")] },
    ],
    ["AP3003", "the state has a kind that the provider doesn't know", web, nothing, { now: [inEnvironment("Gone")] }],
    ["gone", "its organization has no such project", of({ id: organization }), () => list(projects)],
    ["AP3003", "its organization has the project", of({ id: organization }), () => list(projects, project)],
    ["AP3003", "its organization isn't known", of(undefined), () => list("/organization/undefined/project")],
    ["AP3003", "its organization has no ID", of({ id: true }), () => list("/organization/true/project")],
    ["AP3003", "it's a cluster", held("Cluster", service, { organizationId: organization }), nothing],
  ])("is %s if %s", async (seen, _, resource, answers, stack = {}) => {
    answers();
    expect(await refreshes(stack).refresh(resource)).toBe(seen);
  });

  it.each([web, held("Database", ids.database, web.values), held("Environment", environment, { projectId: project })])(
    "is not gone with a place that the stack doesn't manage, although it can't be found: $kind",
    async (resource) => {
      const others = held("Container", ids.port, { environmentId: other });
      platform.on(`GET /container/${others.id}`, [200, { id: others.id, environment: { id: other } }]);
      expect(await refreshes({ now: [resource, others] }).refresh(resource)).toBe("AP3003");
    },
  );

  it("asks once whether that is gone", async () => {
    list(environments);
    const { refresh, asked } = refreshes({ now: [env()] });
    expect(await refresh(web)).toBe("gone");
    const before = asked.length;
    expect(await refresh(held("Container", ids.port, web.values))).toBe("gone");
    expect(asked).toHaveLength(before);
    expect(platform.lines().filter((line) => line === `GET /environment/${environment}`)).toHaveLength(1);
  });
});

describe("a part of a place that the stack doesn't manage", () => {
  const on = `container/${ids.container}`;
  const domain = held("CustomDomain", ids.port, { on });
  const place = `GET /${on}`;
  const api = "GET /variable?parent_id=-&scope=CONTAINER";
  const own = held("Container", ids.secondPort, { environmentId: ids.environment });
  const theirs = `GET /container/${own.id}`;
  const [own200, rejected] = [
    () => platform.on(theirs, [200, { id: own.id, environment: { id: ids.environment } }]),
    () => platform.on(api, [400, {}]),
  ];
  const justNow = held("CustomDomain", ids.port, { on, createdAt: new Date().toISOString() });
  const connectedTo = held("CustomDomain", ids.port, { on, connection: "other" });

  it.each<[seen: string, what: string, answers: () => unknown, others: StackResource[], domain?: StackResource]>([
    ["gone", "the place is, and the platform has something else of the stack", own200, [own]],
    ["AP3003", "the platform still has the place", () => own200().on(place, [200, { id: ids.container }]), [own]],
    ["AP3002", "the token may not read the place", () => own200().on(place, [403]), [own]],
    ["AP3003", "the platform has nothing of the stack", rejected, [own]],
    ["AP3003", "the token may not read anything of the stack", () => rejected().on(theirs, [403]), [own]],
    ["AP3008", "nobody knows since the platform fails", () => rejected().on(theirs, [500]), [own]],
    ["gone", "the API is there, and the stack has only parts", rejected, [held("Variable", ids.stage, { on })]],
    ["gone", "the API is there, and all else is on another connection", rejected, [own], connectedTo],
    ["gone", "the API is there, and the stack has unknown kinds", rejected, [held("Gone", own.id)]],
    ["gone", "it was created a moment ago, and nothing has it after a while", rejected, [], justNow],
    ["AP3003", "the API isn't there either", () => {}, []],
    ["AP3003", "the token may not ask", () => platform.on(api, [403]), []],
    ["AP3008", "the API fails", () => platform.on(api, [500]), []],
    ["AP3003", "something else than the API returns a list", () => list("/variable?parent_id=-&scope=CONTAINER"), []],
  ])("is %s if %s", async (seen, _, answers, others, its = domain) => {
    answers();
    expect(await refreshes({ now: [...others, its] }).refresh(its)).toBe(seen);
  });

  it("isn't gone if the stack's state can't be read", async () => {
    rejected();
    const unread = () => Promise.reject(new Error("no stack selected"));
    expect(await refreshes({}, unread).refresh(domain)).toBe("AP3003");
  });

  it("is gone if the same refresh finds the place gone while the state is read", async () => {
    const run = refreshes({}, async () => {
      run.platform.gone.add(`${run.platform.address} ${on}`);
      return [];
    });
    expect(await run.refresh(domain)).toBe("gone");
    expect(platform.lines()).toEqual([`GET /${on}/customDomain`]);
  });

  it("asks once whether that is gone", async () => {
    rejected();
    const { refresh } = refreshes({ now: [domain] });
    expect(await refresh(domain)).toBe("gone");
    expect(await refresh(held("CustomDomain", ids.stage, { on }))).toBe("gone");
    expect(platform.lines().filter((line) => line === place)).toHaveLength(1);
  });

  it("doesn't take a service with it that the same refresh reads later: the token may just not see its environment", async () => {
    const on = `environment/${ids.environment}`;
    const variable = held("Variable", ids.port, { on });
    const web = held("Container", ids.container, { environmentId: ids.environment });
    const other = held("Container", ids.secondPort, { environmentId: ids.otherEnvironment });
    platform.on(`GET /container/${other.id}`, [200, { id: other.id, environment: { id: ids.otherEnvironment } }]);
    const { refresh } = refreshes({ now: [variable, web, other] });
    expect(await refresh(variable)).toBe("gone");
    expect(await refresh(web)).toBe("AP3003");
  });
});
