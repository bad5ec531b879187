/** Random histories of a whole system, with faults and people in between: in the end, the platform has what the program says. */
import * as pulumi from "@pulumi/pulumi";
import {
  Container,
  CustomDomain,
  Database,
  DeploymentStage,
  Environment,
  Variable,
  type VariableArgs,
} from "pulumi-app-platform";
import { expect, test } from "vitest";
import { type Chance, chanceOf } from "../chance.js";
import { openedPlatform } from "../platform/opened.js";
import { oneSeed, toRepeat } from "../seeds.js";
import { containerArgs } from "./declare.js";
import { openStack } from "./stack.js";

type Service = "db" | "web" | "api";
const containers = ["web", "api"] as const;
const stageNames = ["data", "front"] as const;
/** Of variables that `variables` of a service has, and of those that are resources: no key is both. */
const keys = { own: ["A", "B", "C"], apart: ["D", "E"] } as const;

interface Value {
  readonly text: string;
  readonly isSecret: boolean;
}

/** What a program says. */
interface Wish {
  services: Record<Service, boolean>;
  /** By container and key. */
  own: Record<string, Value | undefined>;
  /** By place and key; an alias of the database's password, or a value. */
  apart: Record<string, Value | "alias" | undefined>;
  /** The container of each domain. */
  domains: Record<string, (typeof containers)[number] | undefined>;
  stages: Record<string, Service[] | undefined>;
}

const anything = ({ below, next }: Chance): Value => ({ text: `value-${below(4)}`, isSecret: next() < 0.4 });

/** Changes one thing. */
function change(wish: Wish, chance: Chance): void {
  const { next, pick } = chance;
  const some = <T>(value: T) => (next() < 0.3 ? undefined : value);
  const changes = [
    () => (wish.services[pick(["db", "web", "api"] as const)] = next() < 0.8),
    () => (wish.own[`${pick(containers)} ${pick(keys.own)}`] = some(anything(chance))),
    () => {
      const place = pick(["environment", ...containers] as const);
      wish.apart[`${place} ${pick(keys.apart)}`] = some(next() < 0.3 ? "alias" : anything(chance));
    },
    () => (wish.domains[pick(["shop.example.com", "blog.example.com"])] = some(pick(containers))),
    () => {
      const services = (["db", "web", "api"] as const).filter(() => next() < 0.5);
      const [one, other] = next() < 0.5 ? stageNames : [...stageNames].reverse();
      wish.stages[one as string] = some(services);
      const rest = wish.stages[other as string];
      if (rest !== undefined) wish.stages[other as string] = rest.filter((each) => !services.includes(each));
    },
  ];
  pick(changes)();
}

/** What of it can be: nothing belongs to a service that the program does not have. */
function possible({ services, own, apart, domains, stages }: Wish) {
  const has = (service: string) => service === "environment" || services[service as Service];
  const entries = <T>(all: Record<string, T | undefined>) =>
    Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  const placed = <T>(all: Record<string, T | undefined>) =>
    entries(all).flatMap(([name, value]) => {
      const [place = "", key = ""] = name.split(" ");
      return has(place) ? [{ place, key, value }] : [];
    });
  return {
    services: (["db", "web", "api"] as const).filter(has),
    own: placed(own),
    apart: placed(apart).filter(({ value }) => value !== "alias" || has("db")),
    domains: entries(domains).filter(([, on]) => has(on)),
    stages: entries(stages).map(([name, listed]) => [name, listed.filter(has)] as const),
  };
}

const given = ({ text, isSecret }: Value) => (isSecret ? pulumi.secret(text) : text);

function declare(wish: Wish) {
  const { services, own, apart, domains, stages } = possible(wish);
  const environment = new Environment("shop", { projectId: platform.ids.project });
  const environmentId = environment.id;
  const made: Record<string, pulumi.CustomResource> = { environment };
  const db = services.includes("db")
    ? new Database("db", { environmentId, type: "POSTGRESQL", version: "16", mode: "CONTAINER" })
    : undefined;
  if (db !== undefined) made.db = db;
  for (const name of containers.filter((each) => services.includes(each))) {
    const ofContainer = own.filter(({ place }) => place === name).map(({ key, value }) => [key, given(value)]);
    const variables = Object.fromEntries(ofContainer);
    made[name] = new Container(name, containerArgs(platform, { environmentId, variables }));
  }
  for (const { place, key, value } of apart) {
    const source =
      value === "alias"
        ? { aliasOf: db?.credentials.password as never }
        : { value: given(value), secret: value.isSecret };
    new Variable(`${place}-${key}`, { on: made[place] as VariableArgs["on"], key, ...source } as VariableArgs);
  }
  for (const [domain, on] of domains)
    new CustomDomain(domain, { on: made[on] as Container, domain, generateCertificate: true });
  for (const [name, listed] of stages)
    new DeploymentStage(name, { environmentId, services: listed.map((each) => made[each] as Container) });
}

/** Faults that come once: before the platform carries a request out, or in place of its response. */
const routes = [
  ["POST", "/variable"],
  ["PUT", "/variable/{variableId}"],
  ["DELETE", "/variable/{variableId}"],
  ["GET", "/variable"],
  ["POST", "/variable/{variableId}/alias"],
  ["POST", "/environment/{environmentId}/container"],
  ["POST", "/container/{containerId}/customDomain"],
  ["DELETE", "/container/{containerId}/customDomain/{customDomainId}"],
  ["POST", "/environment/{environmentId}/deploymentStage"],
  ["PUT", "/deploymentStage/{deploymentStageId}/service/{serviceId}"],
  ["DELETE", "/container/{containerId}"],
] as const;

function faultsOf({ below, next, pick }: Chance) {
  return Array.from({ length: 2 + below(5) }, () => {
    const [method, route] = pick(routes);
    const isBefore = next() < 0.5;
    const fault = pick(isBefore ? ["400", "403", "500"] : ["reset", "502", "empty-body", "cut-with-length"]);
    return { match: { method, route, nth: 1 }, when: isBefore ? "before" : "after", fault, times: 1 };
  });
}

const platform = openedPlatform({ endpoints: "extended" });

const get = async (path: string) => (await platform.request("GET", path)).body.results;

/** What the platform has, as `possible` says what it should have. */
async function held(environmentId: string) {
  const named = async (kind: string): Promise<[name: string, id: string][]> =>
    (await get(`/environment/${environmentId}/${kind}`)).map(({ name, id }: Record<string, string>) => [name, id]);
  const [databases, ofContainers] = [await named("database"), await named("container")];
  const names = new Map([...databases, ...ofContainers].map(([name, id]) => [id, name]));
  const variables = async (place: string, scope: string, id: string) =>
    (await get(`/variable?scope=${scope}&parent_id=${id}`))
      .filter((each: { readonly scope: string }) => each.scope === scope)
      .map(
        ({ key, value, variable_type: type }: Record<string, string | null>) =>
          `${place} ${key} ${type === "ALIAS" ? "alias" : (value ?? "secret")}`,
      );
  const places = [
    ["environment", "ENVIRONMENT", environmentId],
    ...ofContainers.map(([name, id]) => [name, "CONTAINER", id]),
  ];
  const seen = await Promise.all(
    places.map(([place, scope, id]) => variables(place as string, scope as string, id as string)),
  );
  const domains = await Promise.all(
    ofContainers.map(async ([name, id]) =>
      (await get(`/container/${id}/customDomain`)).map(({ domain }: Record<string, string>) => `${domain} ${name}`),
    ),
  );
  const stages = (await get(`/environment/${environmentId}/deploymentStage`))
    .filter(({ name }: Record<string, string>) => name !== "default")
    .map(({ name, services }: { name: string; services: { service_id: string }[] }) =>
      [name, ...services.map(({ service_id: id }) => names.get(id)).sort()].join(" "),
    );
  return {
    services: [...names.values()].sort(),
    variables: seen.flat().sort(),
    domains: domains.flat().sort(),
    stages: stages.sort(),
  };
}

function wanted(wish: Wish) {
  const { services, own, apart, domains, stages } = possible(wish);
  const shown = (value: Value | "alias") => (value === "alias" ? value : value.isSecret ? "secret" : value.text);
  return {
    services: [...services].sort(),
    variables: [...own, ...apart].map(({ place, key, value }) => `${place} ${key} ${shown(value)}`).sort(),
    domains: domains.map(([domain, on]) => `${domain} ${on}`).sort(),
    stages: stages.map(([name, listed]) => [name, ...[...listed].sort()].join(" ")).sort(),
  };
}

/** Somebody deletes a service, a variable or a domain of the environment. */
async function removeByHand(environmentId: string, { pick }: Chance): Promise<void> {
  const ofContainers = await get(`/environment/${environmentId}/container`);
  if (ofContainers.length === 0) return;
  const { id } = pick<{ id: string }>(ofContainers);
  const own = (await get(`/variable?scope=CONTAINER&parent_id=${id}`)).filter(
    (each: { readonly scope: string }) => each.scope === "CONTAINER",
  );
  const all = [
    `/container/${id}`,
    ...own.map((each: { readonly id: string }) => `/variable/${each.id}`),
    ...(await get(`/container/${id}/customDomain`)).map(
      (each: { id: string }) => `/container/${id}/customDomain/${each.id}`,
    ),
  ];
  expect((await platform.request("DELETE", pick(all))).status).toBe(204);
}

test.each([oneSeed])("whatever happens on the way, the last update leaves what the program says", async (seed) => {
  const chance = chanceOf(seed);
  await platform.request("POST", "/_local/reset");
  const stack = await openStack(platform, { env: { APP_PLATFORM_ENDPOINTS: "extended" } });
  const wish: Wish = { services: { db: true, web: true, api: true }, own: {}, apart: {}, domains: {}, stages: {} };
  const program = () => declare(wish);
  const quiet = () => platform.request("DELETE", "/_local/faults");
  let faulty = 0;
  try {
    await stack.run("up", program);
    const { id } = await stack.resource("shop");
    for (let round = 0; round < 3; round += 1) {
      for (let step = 0; step < 5; step += 1) {
        for (let count = 1 + chance.below(3); count > 0; count -= 1) change(wish, chance);
        await platform.request("PUT", "/_local/faults", { body: { rules: faultsOf(chance) } });
        await stack.run("up", program).catch(() => {});
        const met = (await platform.request("GET", "/_local/faults")).body.rules as { readonly happened: number }[];
        faulty += met.filter(({ happened }) => happened > 0).length;
        await quiet();
        if (chance.next() < 0.3) {
          await removeByHand(id, chance);
          await stack.run("refresh");
        }
      }
      await stack.run("refresh");
      await stack.run("up", program);
      expect(await held(id), toRepeat(seed)).toEqual(wanted(wish));
      const { changes } = await stack.run("preview", program);
      expect(Object.keys(changes), toRepeat(seed)).toEqual(["same"]);
      expect(Object.keys((await stack.run("refresh")).changes), toRepeat(seed)).toEqual(["same"]);
    }
    expect(faulty, toRepeat(seed)).toBeGreaterThan(1);
    await stack.run("destroy");
    expect((await platform.request("GET", `/environment/${id}`)).status).toBe(404);
  } finally {
    await stack.close();
  }
});
