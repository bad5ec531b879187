/** A resource that the platform no longer finds is gone if its place certainly is: an environment, a project, a service. */
import { describe, expect, it } from "vitest";
import { lifecycleOf } from "../../provider/lifecycle/lifecycle.js";
import { definitions } from "../../provider/resources/index.js";
import { ids } from "../kinds/shared/ids.js";
import type { StackResource, Values } from "../provider.js";
import { connected, definitionOf, pretendPlatform, silent } from "./pretend-platform.js";

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
  const found = async (matches: (each: StackResource) => boolean, moment = "now") =>
    (moment === "now" ? now : before).filter(matches);
  const holders = {
    besides: async () => [],
    matching: matching ?? ((_: unknown, ...asked: Parameters<typeof found>) => found(...asked)),
  };
  const environment = { APP_PLATFORM_OPERATION_TIMEOUT_SECONDS: "2" };
  const it = connected(platform.url, { endpoints: "extended", holders, environment }).platform;
  const refresh = async ({ urn, kind, id, values }: StackResource) => {
    const { read } = lifecycleOf(
      definitionOf(kind),
      () => it,
      (name) => definitions.find((each) => each.kind === name),
    );
    const stored = { values, given: undefined, revision: undefined };
    return read({ id, stored, urn, secrets: [], log: silent, isLookup: false }).then(
      (seen) => (seen === undefined ? "gone" : "there"),
      ({ code }) => code,
    );
  };
  return { refresh, platform: it };
}

const list = (line: string, ...found: string[]) =>
  platform.on(`GET ${line}`, [200, { results: found.map((id) => ({ id })) }]);

describe("a resource of a place that the stack or the resource itself knows", () => {
  const { environment, project, organization } = ids;
  const [service, other] = [ids.container, ids.otherEnvironment];
  const web = held("Container", service, { environmentId: environment });
  const env = (projectId: string = project) => held("Environment", environment, { projectId });
  const inEnvironment = (its: Values) => held("Environment", environment, { projectId: project, ...its });
  const environments = `/project/${project}/environment`;
  const projects = `/organization/${organization}/project`;

  it.each<[seen: string, what: string, resource: StackResource, answers: () => unknown, stack?: Stack]>([
    ["gone", "its environment is, according to the project", web, () => list(environments), { now: [env()] }],
    ["AP3003", "the project still has its environment", web, () => list(environments, environment), { now: [env()] }],
    ["gone", "its environment is, which has left the state", web, () => list(environments), { before: [env()] }],
    [
      ...(["AP3003", "the state now has its environment in another project, which knows it", web] as const),
      () => list(environments) && list(`/project/${other}/environment`, environment),
      { now: [env(other)], before: [env()] },
    ],
    [
      ...(["AP3003", "only a resource of another kind with the environment's ID is gone", web] as const),
      () => list(`/environment/${other}/database`),
      { now: [held("Database", environment, { environmentId: other })] },
    ],
    [
      "AP3003",
      "the state has a kind that the provider doesn't know",
      web,
      () => {},
      { now: [held("Gone", environment)] },
    ],
    [
      ...(["AP3003", "nobody knows of its environment, although the platform is the right one", web] as const),
      () => platform.on(`GET /container/${service}1`, [200, { id: `${service}1` }]),
      { now: [web, held("Container", `${service}1`)] },
    ],
    [
      "gone",
      "its organization has no such project",
      inEnvironment({ organization: { id: organization } }),
      () => list(projects),
    ],
    [
      ...(["AP3003", "its organization has the project"] as const),
      inEnvironment({ organization: { id: organization } }),
      () => list(projects, project),
    ],
    ["AP3003", "its organization isn't known", inEnvironment({}), () => list("/organization/undefined/project")],
    [
      "AP3003",
      "its organization has no ID",
      inEnvironment({ organization: { id: 1 } }),
      () => list("/organization/1/project"),
    ],
  ])("is %s if %s", async (seen, _, resource, answers, stack = {}) => {
    answers();
    expect(await refreshes(stack).refresh(resource)).toBe(seen);
  });

  it("asks once whether that is gone", async () => {
    list(environments);
    const { refresh } = refreshes({ now: [env()] });
    for (const id of [service, ids.port]) {
      expect(await refresh(held("Container", id, { environmentId: environment }))).toBe("gone");
    }
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
  const there = [200, { id: own.id, environment: { id: ids.environment } }] as const;
  const rejected = () => platform.on(api, [400, {}]);

  it.each<[seen: string, what: string, answers: () => unknown, stack: StackResource[]]>([
    ["gone", "the place is, and the platform has something else of the stack", () => platform.on(theirs, there), [own]],
    [
      "AP3003",
      "the platform still has the place",
      () => platform.on(theirs, there).on(place, [200, { id: ids.container }]),
      [own],
    ],
    ["AP3003", "the platform has nothing of the stack", rejected, [own]],
    ["AP3003", "the token may not read anything of the stack", () => rejected().on(theirs, [403]), [own]],
    ["AP3002", "the token may not read the place", () => platform.on(theirs, there).on(place, [403]), [own]],
    ["gone", "the API is there, and the stack has only parts", rejected, [held("Variable", ids.stage, { on })]],
    [
      "gone",
      "the API is there, and the stack has other resources elsewhere",
      rejected,
      [held("Container", own.id, { connection: "other" })],
    ],
    [
      "gone",
      "the API is there, and the stack has kinds that the provider doesn't know",
      rejected,
      [held("Gone", own.id)],
    ],
    ["AP3003", "the API isn't there either", () => {}, []],
    ["AP3003", "the token may not ask", () => platform.on(api, [403]), []],
    ["AP3003", "something else than the API returns a list", () => list("/variable?parent_id=-&scope=CONTAINER"), []],
  ])("is %s if %s", async (seen, _, answers, others) => {
    answers();
    expect(await refreshes({ now: [domain, ...others] }).refresh(domain)).toBe(seen);
  });

  it.each([[503], [500]])("isn't gone while the API fails (%s)", async (status) => {
    platform.on(api, [status, {}]);
    expect(await refreshes({ now: [domain] }).refresh(domain)).not.toBe("gone");
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
});
