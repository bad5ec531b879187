/** What a trigger deploys when the services that the program gives it change. */
import * as pulumi from "@pulumi/pulumi";
import { Container, Database, type DatabaseArgs, DeploymentStage, DeploymentTrigger } from "pulumi-app-platform";
import { beforeEach, describe, expect, test } from "vitest";
import { revisionOf } from "../../provider/engine/hints.js";
import { containerArgs, databaseArgs } from "./support/declare.js";
import { forgetRequests, requests } from "./support/journal.js";
import { opened } from "./support/opened.js";
import { openStack } from "./support/stack.js";

const deploy = "POST /environment/{environmentId}/service/deploy 202";
const canary = "s3cr3t-canary-4711";

const { platform, stack } = opened({ endpoints: "extended" });
beforeEach(() => forgetRequests(platform));

const deployments = async () => (await requests(platform))[deploy] ?? 0;

describe("deployment of changed services", () => {
  const program =
    (db: Partial<DatabaseArgs> = {}) =>
    () => {
      const { environment: environmentId } = platform.ids;
      const store = new Database("store", databaseArgs(platform, { name: "db", ...db }));
      const web = new Container("web", containerArgs(platform));
      new DeploymentTrigger("release", { environmentId, services: [store, web] });
    };

  const currency = async (id: string) => {
    const statuses = await platform.request("GET", `/environment/${platform.ids.environment}/statuses`);
    const all = Object.values(statuses.body).flat() as { id: string; service_deployment_status: string }[];
    return all.find((each) => each.id === id)?.service_deployment_status;
  };
  const cannotTell = "the platform's endpoints don't return whether they succeed";

  test("runs once for a new trigger, with everything that it lists, and reports its result if the endpoints return one", async () => {
    const { output } = await stack.run("up", program());
    expect(await deployments()).toBe(1);
    for (const name of ["store", "web"]) expect(await currency((await stack.resource(name)).id)).toBe("UP_TO_DATE");
    expect(output).not.toContain(cannotTell);
    expect(output).toMatch(/DeploymentTrigger "release": DEPLOYED \(\d+ s\)/);
    expect((await stack.resource("release")).inputs.waitFor).toBeUndefined();
    expect((await stack.run("preview")).changes).toEqual({ same: 4 });
    const documented = await openStack(platform, { env: { APP_PLATFORM_ENDPOINTS: "documented" } });
    const release = () => {
      const { environment: environmentId } = platform.ids;
      const services = [new Container("other", containerArgs(platform))];
      new DeploymentTrigger("release", { environmentId, services });
    };
    expect((await documented.run("up", release)).output).toContain(cannotTell);
    await documented.close();
  });

  test("deploys only the changed service, once, and the preview names it", async () => {
    const changed = program({ cpu: 700 });
    const preview = await stack.run("preview", changed);
    expect(preview.changes).toEqual({ same: 2, update: 2 });
    expect(preview.output).toContain('DeploymentTrigger "release" deploys Database "store" (db).');
    expect(await deployments()).toBe(0);
    expect((await stack.run("up", changed)).changes).toEqual({ same: 2, update: 2 });
    expect(await deployments()).toBe(1);
    expect(await currency((await stack.resource("store")).id)).toBe("UP_TO_DATE");
    expect((await stack.run("preview", changed)).changes).toEqual({ same: 4 });
    expect((await stack.run("refresh")).changes).toEqual({ same: 4 });
    expect((await stack.run("up", changed)).changes).toEqual({ same: 4 });
  });

  test("isn't triggered by a change that the platform rejects (400)", async () => {
    const rules = [{ fault: "400", match: { method: "PUT" } }];
    await platform.request("PUT", "/_local/faults", { body: { rules } });
    await stack.fails("up", program({ cpu: 750 }));
    await platform.request("DELETE", "/_local/faults");
    expect((await stack.run("up", program({ cpu: 700 }))).changes).toEqual({ same: 4 });
    expect(await deployments()).toBe(0);
  });

  test("runs after an argument is removed, unless that had its default", async () => {
    const { output, changes } = await stack.run("up", program());
    expect(changes).toEqual({ same: 2, update: 2 });
    expect(output).toContain('DeploymentTrigger "release" deploys Database "store" (db).');
    expect(await deployments()).toBe(1);
    expect((await stack.run("up", program({ cpu: 250 }))).changes).toEqual({ same: 4 });
    expect((await stack.run("up", program())).changes).toEqual({ same: 3, update: 1 });
    expect(await deployments()).toBe(1);
  });
});

describe("DeploymentTrigger", () => {
  const program = (wish: object, read?: string) => () => {
    const { environment: environmentId } = platform.ids;
    const web = new Container("web", containerArgs(platform, wish));
    const others = read === undefined ? [] : [Database.get("read", read, { environmentId })];
    new DeploymentTrigger("release", { environmentId, services: [web, ...others] });
  };
  const secret = (text: string) => ({ arguments: [pulumi.interpolate`--password=${pulumi.secret(text)}`] });

  test("deploys a service with a changed secret, which isn't readable in the state", async () => {
    await stack.run("up", program(secret(canary)));
    const before = revisionOf((await stack.resource("web")).outputs);
    const { changes } = await stack.run("up", program(secret(`${canary}-2`)));
    expect(changes).toEqual({ same: 1, update: 2 });
    expect(await deployments()).toBe(2);
    const state = await stack.exported();
    expect(state).not.toContain(canary);
    const after = revisionOf((await stack.resource("web")).outputs);
    const revised = expect.stringMatching(/^[0-9a-f]{16}(-[0-9a-f]{16})?$/);
    expect([before, after]).toEqual([revised, revised]);
    expect(after).not.toBe(before);
  });

  test("deploys a service that the program only reads (`get`) when it's added, and not again", async () => {
    const body = { name: "read", type: "MYSQL", version: "8.4", mode: "CONTAINER" };
    const made = await platform.request("POST", `/environment/${platform.ids.environment}/database`, { body });
    const reading = program(secret(`${canary}-2`), made.body.id);
    await stack.run("up", reading);
    expect(await deployments()).toBe(1);
    expect((await stack.run("preview", reading)).changes).toMatchObject({ same: 3 });
    expect((await stack.run("preview", reading)).changes.update).toBeUndefined();
  });

  test("deploys the program's tag again after a refresh if somebody deployed another one", async () => {
    const tagOf = async () =>
      (await platform.request("GET", `/container/${(await stack.resource("web")).id}`)).body.tag;
    const own = program(secret(`${canary}-2`));
    await stack.run("up", own);
    const body = { containers: [{ id: (await stack.resource("web")).id, image_tag: "5.0" }] };
    await platform.request("POST", `/environment/${platform.ids.environment}/service/deploy`, { body });
    expect(await tagOf()).toBe("5.0");
    await stack.run("up", own, { refresh: true });
    expect(await tagOf()).toBe("1.27");
  });

  test("deploys the program's tag without a refresh if somebody's deployment of another tag failed", async () => {
    const web = await stack.resource("web");
    const deployOutside = (tag: string) =>
      platform.request("POST", `/environment/${platform.ids.environment}/service/deploy`, {
        body: { containers: [{ id: web.id, image_tag: tag }] },
      });
    const changed = (memory: number) => program({ ...secret(`${canary}-2`), memory });
    await deployOutside("5.0-deployment-error");
    const { output } = await stack.run("up", changed(701));
    expect(output).toContain(
      'DeploymentTrigger "release" deploys the program\'s version of Container "web" (image tag 1.27), which is DEPLOYMENT_ERROR.',
    );
    expect((await platform.request("GET", `/container/${web.id}`)).body.tag).toBe("1.27");
  });

  test("fails with AP5004 if a deployment fails, and the next run repeats it even after a refresh", async () => {
    const web = await stack.resource("web");
    const rules = [{ service: web.id, state: "DEPLOYMENT_ERROR", times: 1 }];
    await platform.request("PUT", "/_local/deployment-failures", { body: { rules } });
    const changed = program({ ...secret(`${canary}-2`), memory: 777 });
    const output = await stack.fails("up", changed);
    expect(output).toContain("AP5004");
    expect(output).toContain('DeploymentTrigger "release": the deployment ended in DEPLOYMENT_ERROR');
    expect(output).toContain(`Container "web" (id ${web.id}) is DEPLOYMENT_ERROR`);
    expect(output).not.toContain(`(id ${platform.ids.environment})`);
    await stack.run("refresh");
    const preview = await stack.run("preview", changed);
    expect(preview.changes).toMatchObject({ update: 1 });
    expect(preview.output).toMatch(/deploys again, since Container "web" .* is DEPLOYMENT_ERROR/);
    await forgetRequests(platform);
    await stack.run("up", changed, { refresh: true });
    expect(await deployments()).toBe(1);
    expect((await stack.run("up", changed, { refresh: true })).changes.update).toBeUndefined();
  });

  test("doesn't redeploy a failed service that it no longer lists", async () => {
    const environmentId = platform.ids.environment;
    const program = (isListed: boolean, args: object) => () => {
      const [good, bad] = ["good", "bad"].map(
        (name) => new Container(name, containerArgs(platform, { name, ...args })),
      );
      new DeploymentTrigger("release", { environmentId, services: (isListed ? [good, bad] : [good]) as Container[] });
    };
    const changed = (isListed: boolean) => program(isListed, { cpu: 901 });
    await stack.run("up", program(true, {}));
    const { id: service } = await stack.resource("bad");
    const rules = [{ service, state: "DEPLOYMENT_ERROR", times: 1 }];
    await platform.request("PUT", "/_local/deployment-failures", { body: { rules } });
    expect(await stack.fails("up", changed(true))).toContain("AP5004");
    await forgetRequests(platform);
    const { output } = await stack.run("preview", changed(false));
    expect(output).toContain("checks its last deployment again: it no longer lists the services that failed");
    expect(output).not.toContain("deploys again");
    await stack.run("up", changed(false));
    expect(await deployments()).toBe(0);
    const { changes, output: next } = await stack.run("preview", changed(false));
    expect(changes).toEqual({ same: 4 });
    expect(next).not.toMatch(/deploy/);
  });
});

describe("two DeploymentTriggers of an environment, the second with dependsOn the first", () => {
  test("deploy one after the other without AP5001, and the second deploys nothing if the first fails", async () => {
    const ordered = await openStack(platform, { env: { APP_PLATFORM_ENDPOINTS: "extended" } });
    const environmentId = platform.ids.otherEnvironment;
    // The second one's service exists earlier, so only dependsOn makes it wait.
    const program = (cpu: number) => () => {
      const web = new Container("web", containerArgs(platform, { environmentId, cpu }));
      const db = new Database("db", databaseArgs(platform, { environmentId, cpu }), { dependsOn: [web] });
      const data = new DeploymentTrigger("data", { environmentId, services: [db] });
      new DeploymentTrigger("apps", { environmentId, services: [web] }, { dependsOn: [data] });
    };
    for (const cpu of [500, 600]) {
      await forgetRequests(platform);
      await ordered.run("up", program(cpu));
      const posts = Object.entries(await requests(platform)).filter(([request]) => request.includes("service/deploy"));
      expect(posts).toEqual([[deploy, 2]]);
      const [data, apps] = await Promise.all(
        ["data", "apps"].map(async (name) => (await ordered.resource(name)).outputs),
      );
      expect([data?.state, apps?.state]).toEqual(["DEPLOYED", "DEPLOYED"]);
      const [first, second] = [data, apps].map((outputs) => Date.parse(String(outputs?.lastDeploymentDate)));
      expect(first).toBeLessThan(second as number);
    }
    const rules = [{ service: (await ordered.resource("db")).id, state: "DEPLOYMENT_ERROR", times: 1 }];
    await platform.request("PUT", "/_local/deployment-failures", { body: { rules } });
    await forgetRequests(platform);
    expect(await ordered.fails("up", program(700))).toContain('DeploymentTrigger "data": the deployment ended in');
    expect(await deployments()).toBe(1);
    await ordered.run("up", program(700));
    expect(await deployments()).toBe(3);
    await ordered.close();
  });
});

describe("DeploymentTrigger (documented endpoints) of a Container whose tag is in ignoreChanges", () => {
  const deployedTag = async (site: "resource" | "stack") => {
    const documented = await openStack(platform, { env: { APP_PLATFORM_ENDPOINTS: "documented" } });
    const name = `ignoring-${site}`;
    const program = (tag: string, isDeployed: boolean) => () => {
      const ignoring = { ignoreChanges: ["tag"] };
      if (site === "stack")
        pulumi.runtime.registerResourceTransform(({ type, props, opts }) =>
          type.includes("Container") ? { props, opts: pulumi.mergeOptions(opts, ignoring) } : undefined,
        );
      const args = containerArgs(platform, { name, tag });
      const web = new Container(name, args, site === "resource" ? ignoring : {});
      const { environment: environmentId } = platform.ids;
      if (isDeployed) new DeploymentTrigger("release", { environmentId, services: [web] });
    };
    await documented.run("up", program("1.27", false));
    const { id } = await documented.resource(name);
    const body = { containers: [{ id, image_tag: "5.0" }] };
    await platform.request("POST", `/environment/${platform.ids.environment}/service/deploy`, { body });
    await documented.run("up", program("1.28", true));
    await documented.close();
    return (await platform.request("GET", `/container/${id}`)).body.tag;
  };

  test("deploys the tag of the state, not the program's, if a transform of the stack adds ignoreChanges", async () => {
    expect(await deployedTag("stack")).toBe("1.27");
  });

  test("preserves the deployed tag if the program sets ignoreChanges of the resource", async () => {
    expect(await deployedTag("resource")).toBe("5.0");
  });
});

test("service of another environment fails the preview of a DeploymentTrigger and a DeploymentStage", async () => {
  const { environment: environmentId, otherEnvironment } = platform.ids;
  const own = () => new Container("web", containerArgs(platform));
  const theirs = () => new Container("api", containerArgs(platform, { environmentId: otherEnvironment }));
  const release = (...services: Container[]) => void new DeploymentTrigger("release", { environmentId, services });
  const stage = (...services: Container[]) => void new DeploymentStage("first", { environmentId, services });
  const refused = `services[1] must be a service of the environment ${environmentId}; got one of the environment ${otherEnvironment}`;
  expect(await stack.fails("preview", () => release(own(), theirs()))).toContain(refused);
  await stack.run("up", () => void [own(), theirs()]);
  await forgetRequests(platform);
  expect(await stack.fails("preview", () => stage(own(), theirs()))).toContain(refused);
  expect(await requests(platform)).not.toHaveProperty([deploy]);
});
