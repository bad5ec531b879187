/** The services of deployment stages, and the order of stages. */
import { Container, Database, DeploymentStage, type DeploymentStageArgs } from "pulumi-app-platform";
import { describe, expect, test } from "vitest";
import { containerArgs, databaseArgs } from "./support/declare.js";
import { forgetRequests, requests } from "./support/journal.js";
import { opened } from "./support/opened.js";
import type { TestStack } from "./support/test-stack.js";

const { platform, stack } = opened({ endpoints: "extended", isFresh: true });

interface Stage {
  readonly id: string;
  readonly name: string;
  readonly services: readonly { readonly service_id: string; readonly is_skipped: boolean }[];
}

async function stages(): Promise<readonly Stage[]> {
  const { body } = await platform.request("GET", `/environment/${platform.ids.environment}/deploymentStage`);
  return body.results as Stage[];
}

/** The names of the services of each stage, in the order of the stages. */
async function shown(isCounted = (_service: Stage["services"][number]) => true): Promise<Record<string, string[]>> {
  const names = new Map((await stack.resources()).map(({ id, urn }) => [id, urn.split("::").at(-1) as string]));
  const own = (services: Stage["services"]) =>
    services
      .filter(isCounted)
      .map(({ service_id: id }) => names.get(id) ?? id)
      .sort();
  return Object.fromEntries((await stages()).map(({ name, services }) => [name, own(services)]));
}

const declared = () => ({
  db: new Database("db", databaseArgs(platform)),
  api: new Container("api", containerArgs(platform)),
  web: new Container("web", containerArgs(platform)),
});
type Services = ReturnType<typeof declared>;

const stage = (name: string, args: Omit<DeploymentStageArgs, "environmentId">) =>
  new DeploymentStage(name, { environmentId: platform.ids.environment, ...args });

const run = async (step: Parameters<TestStack["run"]>[0], declare: (services: Services) => void) => {
  await forgetRequests(platform);
  return stack.run(step, () => declare(declared()));
};

/** Moves a service to another stage, as a person does. */
const moveByHand = async (service: string, to: string) => {
  const { id } = await stack.resource(service);
  const target = (await stages()).find(({ name }) => name === to);
  await platform.request("PUT", `/deploymentStage/${target?.id}/service/${id}`);
};

const attach = "PUT /deploymentStage/{deploymentStageId}/service/{serviceId} 200";
const move = "PUT /deploymentStage/{deploymentStageId}/moveAfter/{otherStageId} 200";
const list = "GET /environment/{environmentId}/deploymentStage 200";

const data = ({ db, api }: Services) => stage("data", { services: [db, api] });

describe("services of a DeploymentStage", () => {
  test("are attached by resource or ID with one request each", async () => {
    await run("up", ({ db, api, web }) => {
      stage("data", { services: [db, api.id] });
      stage("front", { services: [web] });
    });
    expect(await shown()).toEqual({ default: [], data: ["api", "db"], front: ["web"] });
    expect(await requests(platform)).toMatchObject({ [attach]: 3 });
  });

  test("return to the default stage if they, the argument or the stage are removed", async () => {
    await run("up", data);
    const { changes } = await run("up", ({ db, web }) => void stage("data", { services: [db, web] }));
    expect(changes).toEqual({ same: 4, update: 1 });
    expect(await requests(platform)).toEqual({ [list]: 1, [attach]: 2 });
    expect(await shown()).toEqual({ default: ["api"], data: ["db", "web"] });
    await run("up", () => void stage("data", {}));
    expect(await shown()).toEqual({ default: ["api", "db", "web"], data: [] });
    await run("up", data);
    await run("up", () => {});
    expect(await shown()).toEqual({ default: ["api", "db", "web"] });
  });

  test.each(["data", "front"])("move to another stage of the program (%s is declared first)", async (first) => {
    const both =
      (moved: "data" | "front") =>
      ({ db, api }: Services) => {
        const desired = { data: moved === "data" ? [db, api] : [db], front: moved === "front" ? [api] : [] };
        const names = first === "data" ? (["data", "front"] as const) : (["front", "data"] as const);
        for (const name of names) stage(name, { services: desired[name] });
      };
    await run("up", both("data"));
    await run("up", both("front"));
    expect(await shown()).toMatchObject({ data: ["db"], front: ["api"] });
    expect((await run("refresh", both("front"))).changes).toEqual({ same: 6 });
  });

  test("return to their stage by the next up after a refresh if somebody moved them", async () => {
    await run("up", data);
    await moveByHand("db", "default");
    expect((await run("refresh", data)).changes).toEqual({ same: 4, update: 1 });
    expect((await run("up", data)).changes).toEqual({ same: 4, update: 1 });
    expect(await shown()).toEqual({ default: ["web"], data: ["api", "db"] });
  });

  test("stay in a stage to which somebody moved them if the program omits `services`", async () => {
    await run("up", () => void stage("data", {}));
    await moveByHand("db", "data");
    await run("refresh", () => void stage("data", {}));
    expect((await run("up", () => void stage("data", {}))).changes).toEqual({ same: 5 });
    expect(await shown()).toMatchObject({ data: ["db"] });
  });
});

describe("skippedServices of a DeploymentStage", () => {
  const skipped = async () => {
    const all = Object.entries(await shown(({ is_skipped }) => is_skipped));
    return all.flatMap(([stage, services]) => services.map((service) => `${service} in ${stage}`)).sort();
  };

  test("are set and unset with one request for each service", async () => {
    await run("up", ({ db, api }) => void stage("data", { services: [db, api], skippedServices: [api] }));
    expect(await skipped()).toEqual(["api in data"]);
    expect(await requests(platform)).toMatchObject({ [attach]: 2 });
    await run("up", ({ db, api }) => void stage("data", { services: [db, api], skippedServices: [db] }));
    expect(await skipped()).toEqual(["db in data"]);
    expect(await requests(platform)).toMatchObject({ [attach]: 2 });
    await run("up", data);
    expect(await skipped()).toEqual([]);
    expect(await requests(platform)).toMatchObject({ [attach]: 1 });
  });

  const moved = ({ db, api }: Services) => {
    stage("data", { services: [db] });
    stage("front", { services: [api], skippedServices: [api] });
  };

  test("stay skipped if they move to another stage", async () => {
    await run("up", ({ db, api }) => void stage("data", { services: [db, api], skippedServices: [api] }));
    await run("up", moved);
    expect(await skipped()).toEqual(["api in front"]);
  });

  test("are skipped again by up if somebody unset it", async () => {
    await run("up", moved);
    await moveByHand("api", "front");
    expect(await skipped()).toEqual([]);
    expect((await run("refresh", moved)).changes).toMatchObject({ update: 1 });
    await run("up", moved);
    expect(await skipped()).toEqual(["api in front"]);
  });

  test("stay as somebody set them if the program omits `skippedServices`", async () => {
    await run("up", data);
    const { id } = await stack.resource("db");
    const target = (await stages()).find(({ name }) => name === "data");
    const body = { is_skipped: true };
    await platform.request("PUT", `/deploymentStage/${target?.id}/service/${id}`, { body });
    await run("refresh", data);
    expect(
      (await run("up", ({ db, api, web }) => void stage("data", { services: [db, api, web] }))).changes,
    ).toMatchObject({
      update: 1,
    });
    expect(await skipped()).toEqual(["db in data"]);
  });

  test("fail if `services` of the stage doesn't contain them, too", async () => {
    const refused = run("up", ({ db, api }) => void stage("data", { services: [db], skippedServices: [api] }));
    await expect(refused).rejects.toThrow("skippedServices[0] must be in `services`, too");
  });
});

describe("order of DeploymentStages", () => {
  const inOrder = () => {
    const first = stage("first", {});
    stage("second", { after: first });
  };

  test("is restored by one request after a refresh if somebody changed it", async () => {
    await run("up", inOrder);
    expect(await requests(platform)).not.toHaveProperty(move);
    const [, first, second] = await stages();
    await platform.request("PUT", `/deploymentStage/${second?.id}/moveBefore/${first?.id}`);
    expect((await run("refresh", inOrder)).changes).toEqual({ same: 5, update: 1 });
    expect((await requests(platform))[list]).toBe(1);
    await run("up", inOrder);
    expect(await requests(platform)).toMatchObject({ [move]: 1 });
    expect(Object.keys(await shown())).toEqual(["default", "first", "second"]);
  });

  test("is preserved if the program removes `after`", async () => {
    await run("up", inOrder);
    const free = () => {
      stage("first", {});
      stage("second", {});
    };
    await run("up", free);
    expect(await requests(platform)).not.toHaveProperty(move);
    expect((await run("preview", free)).changes).toEqual({ same: 6 });
  });
});

describe("service listed twice in DeploymentStages", () => {
  const inOne = ({ db }: Services) => void stage("data", { services: [db, db] });
  const inTwo = ({ db, web }: Services) => {
    stage("data", { services: [db] });
    stage("front", { services: [web, db] });
  };

  test("fails at preview, within one stage or in two", async () => {
    await run("up", () => {});
    const { id } = await stack.resource("db");
    await expect(run("preview", inOne)).rejects.toThrow(
      `services[1] must be unique in the list; got "${id}", as in item 0.`,
    );
    await expect(run("preview", inTwo)).rejects.toThrow(
      /services\[\d\] must be listed in one stage; DeploymentStage "(data|front)" lists it, too; got /,
    );
    expect(await requests(platform)).toEqual({});
  });

  test("fails at up if its ID is known only then", async () => {
    await expect(run("up", inTwo)).rejects.toThrow("must be listed in one stage");
    expect((await requests(platform))[attach] ?? 0).toBeLessThanOrEqual(2);
    await expect(run("up", inOne)).rejects.toThrow("must be unique in the list");
    await run("up", data);
    expect(await shown()).toEqual({ default: ["web"], data: ["api", "db"] });
  });
});

describe("order of DeploymentStages (`after`)", () => {
  const permutations = (names: readonly string[]): string[][] =>
    names.length === 0
      ? [[]]
      : names.flatMap((name) => permutations(names.filter((each) => each !== name)).map((rest) => [name, ...rest]));
  const chain = (names: readonly string[]) => () => {
    let after: DeploymentStage | undefined;
    for (const name of names) after = stage(name, after === undefined ? {} : { after });
  };
  const own = async (names: readonly string[]) =>
    (await stages()).map(({ name }) => name).filter((name) => names.includes(name));

  test("moves the stages that follow a stage with it, in any order and with new stages before or between others", async () => {
    const names = ["a", "b", "c"];
    const withNew = [
      ["new", ...names],
      ["new", "a", "newer", "b", "c"],
      ["c", "new", "b", "newest", "a"],
    ];
    for (const order of [names, ...permutations(names), ...withNew]) {
      await stack.run("up", chain(order));
      expect(await own(order), order.join()).toEqual(order);
      expect((await stack.run("preview")).changes).toEqual({ same: order.length + 1 });
    }
  });

  test("fails at preview if `after` is circular: it leads back to the same stage", async () => {
    await stack.run("up", chain(["a", "b", "c"]));
    const { id } = await stack.resource("c");
    const circle = () => {
      const a = stage("a", { after: id });
      stage("c", { after: stage("b", { after: a }) });
    };
    expect(await stack.fails("preview", circle)).toMatch(
      /DeploymentStage "\w": after must not lead back to this stage/,
    );
  });
});

test.each(["not default", "container default"])("DeploymentStage called `%s` isn't the default stage", async (name) => {
  await run("up", ({ web }) => void stage("own", { name, services: [web] }));
  await run("up", () => void stage("own", { name, services: [] }));
  expect(await shown()).toMatchObject({ [name]: [] });
  expect((await shown()).default).toContain("web");
});
