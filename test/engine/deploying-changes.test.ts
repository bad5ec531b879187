/** What a trigger deploys of the services that it lists, and with which versions, on a real platform. */

import { describe, expect, it } from "vitest";
import { MANAGED, revisionIn } from "../../provider/values/hints.js";
import { REVISION, VERSION_REVISION, versionRevisionIn } from "../../provider/values/serviceSelection.js";
import { openedPlatform } from "../platform/opened.js";
import type { Values } from "../provider.js";
import { lifecycle } from "../unit/pretend-platform.js";

/** A resource as the state has it. */
interface Kept {
  readonly id: string;
  readonly outputs: Values;
  readonly args: Values;
}

interface Stage {
  readonly triggerArgs: (more?: Values) => Values;
  readonly kept: Readonly<Record<"api" | "job" | "db", Kept>>;
  /** Updates a service as the engine does. If the response is lost, the state keeps what it has. */
  update(name: "api" | "job" | "db", args: Values, isLost?: boolean): Promise<void>;
  refresh(name: "api" | "job" | "db"): Promise<void>;
  deploy(more?: Values): Promise<void>;
  /** The services of the last deployment, by name; nothing if there was none since. */
  deployed(): Promise<string[]>;
  tagOf(name: "api" | "job"): Promise<string>;
  deployByHand(tag: string): Promise<void>;
  readonly told: readonly string[];
}

describe.each(["documented", "extended"] as const)("with the %s endpoints, a trigger", (endpoints) => {
  const platform = openedPlatform({ endpoints });

  let count = 0;
  /** A container, a job and a database that a trigger has deployed. */
  async function stage(): Promise<Stage> {
    count += 1;
    const { ids, tokens, url } = platform;
    const environment = { APP_PLATFORM_TOKEN: tokens.admin };
    const providers = {
      api: lifecycle("Container", url, { endpoints, environment }),
      job: lifecycle("Job", url, { endpoints, environment }),
      db: lifecycle("Database", url, { endpoints, environment }),
    };
    const trigger = lifecycle("DeploymentTrigger", url, { endpoints, environment });
    const image = { registryId: ids.registries.DOCKER_HUB, imageName: "library/nginx", tag: "1.0" };
    const place = { environmentId: ids.environment };
    const first = {
      api: { ...place, name: `api-${count}`, ...image, healthchecks: {}, cpu: 500 },
      job: {
        ...place,
        ...{ name: `job-${count}`, healthchecks: {}, cpu: 500, source: { image } },
        schedule: { cronjob: { scheduledAt: "0 4 * * *" } },
      },
      db: { ...place, name: `db-${count}`, type: "POSTGRESQL", version: "16", mode: "CONTAINER", cpu: 500 },
    } satisfies Record<string, Values>;
    const create = async (name: "api" | "job" | "db"): Promise<Kept> => ({
      ...(await providers[name].create(first[name])),
      args: first[name],
    });
    const kept = { api: await create("api"), job: await create("job"), db: await create("db") };
    const kinds = { api: "Container", job: "Job", db: "Database" } as const;
    const selected = (name: "api" | "job" | "db"): Values => {
      const { id, outputs } = kept[name];
      const revision = revisionIn(outputs[MANAGED]) ?? "";
      const tag = name === "api" ? outputs.tag : (outputs.source as { image: Values } | undefined)?.image.tag;
      return {
        ...{ kind: kinds[name], id, name: outputs.name ?? null, [REVISION]: revision },
        ...(name === "db" ? {} : { imageTag: tag ?? null, [VERSION_REVISION]: versionRevisionIn(revision) }),
      };
    };
    const triggerArgs = (more: Values = {}): Values => ({
      ...{ ...place, services: [selected("api"), selected("job"), selected("db")], timeoutSeconds: 60 },
      ...more,
    });
    const made = await trigger.create(triggerArgs());
    let release: Kept = { ...made, args: triggerArgs() };
    const deployments = async () =>
      (await platform.request("GET", "/_local/snapshot")).body.tables.deployment as { id: string; body: Values }[];
    let seen = (await deployments()).length;
    return {
      triggerArgs,
      kept,
      told: trigger.told,
      async update(name, args, isLost = false) {
        const { id, outputs } = kept[name];
        const updated = await providers[name].update(id, outputs, args);
        if (!isLost) kept[name] = { id, args, outputs: updated.outputs };
      },
      async refresh(name) {
        const { id, outputs, args } = kept[name];
        kept[name] = { id, args, outputs: (await providers[name].read(id, outputs)).outputs };
      },
      async deploy(more) {
        const args = triggerArgs(more);
        const { id, outputs } = release;
        const planned = await trigger.diff(id, outputs, args);
        if (planned?.changes === false) return;
        release = { id, args, outputs: (await trigger.update(id, outputs, args)).outputs };
      },
      async deployed() {
        const now = await deployments();
        const fresh = now.slice(seen);
        seen = now.length;
        const names = new Map(Object.entries(kept).map(([name, { id }]) => [id, name]));
        return fresh.flatMap(({ body }) =>
          (body.tasks as unknown as { serviceId: string }[]).map(({ serviceId }) => String(names.get(serviceId))),
        );
      },
      async tagOf(name) {
        const list = name === "api" ? "container" : "job";
        const { body } = await platform.request("GET", `/environment/${ids.environment}/${list}`);
        const found = body.results.find(({ id }: Values) => id === kept[name].id);
        return name === "api" ? found.tag : found.source.image.tag;
      },
      async deployByHand(tag) {
        const body = { containers: [{ id: kept.api.id, image_tag: tag }] };
        const deploying = await platform.request("POST", `/environment/${ids.environment}/service/deploy`, { body });
        expect(deploying.status).toBe(202);
        seen = (await deployments()).length;
      },
    };
  }

  it("never sends a tag that the program ignores, and that somebody else has deployed over", async () => {
    const { kept, update, refresh, deploy, deployByHand, deployed, tagOf } = await stage();
    await deployByHand("5.0");
    await update("db", { ...kept.db.args, cpu: 700 });
    await deploy();
    expect([await deployed(), await tagOf("api")]).toEqual([["db"], "5.0"]);
    // Everything, since a trigger changes; then everything each time.
    await deploy({ triggers: ["again"] });
    expect([(await deployed()).sort(), await tagOf("api")]).toEqual([["api", "db", "job"], "5.0"]);
    await update("db", { ...kept.db.args, cpu: 800 });
    await deploy({ triggers: ["again"], redeploy: "all" });
    expect([(await deployed()).sort(), await tagOf("api")]).toEqual([["api", "db", "job"], "5.0"]);
    // A refresh takes it into the state; by the next deployment, there is another one.
    await refresh("api");
    await deployByHand("6.0");
    await deploy({ triggers: ["once more"] });
    expect([(await deployed()).sort(), await tagOf("api")]).toEqual([["api", "db", "job"], "6.0"]);
    if (endpoints === "documented") return;
    await update("api", { ...kept.api.args, tag: "5.0", cpu: 700 });
    await deploy({ triggers: ["once more"] });
    expect([await deployed(), await tagOf("api")]).toEqual([["api"], "6.0"]);
  });

  it("sets the tag of the program again, where a refresh has found another one", async () => {
    const { kept, update, refresh, deploy, deployByHand, deployed, tagOf } = await stage();
    await deployByHand("5.0");
    await refresh("api");
    await update("api", kept.api.args);
    await deploy();
    expect([await deployed(), await tagOf("api")]).toEqual([["api"], "1.0"]);
  });

  it("deploys what an update has changed whose response was lost, once a refresh has found it", async () => {
    const { kept, update, refresh, deploy, deployed } = await stage();
    await update("job", { ...kept.job.args, cpu: 700 }, true);
    await refresh("job");
    await deploy();
    expect(await deployed()).toEqual(["job"]);
  });

  if (endpoints === "documented") return;

  it("also deploys what the platform says is out of date, and says so", async () => {
    const { kept, update, deploy, deployed, told } = await stage();
    expect((await platform.request("PUT", `/database/${kept.db.id}`, { body: { cpu: 600 } })).status).toBe(200);
    await update("job", { ...kept.job.args, cpu: 700 });
    await deploy();
    expect((await deployed()).sort()).toEqual(["db", "job"]);
    expect(told.join("\n")).toMatch(/also deploys Database "db-\d+", which is OUT_OF_DATE\./);
  });
});
