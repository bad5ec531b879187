import {
  Application,
  Container,
  Database,
  DeploymentTrigger,
  HelmService,
  Job,
  TerraformService,
} from "pulumi-app-platform";
import { beforeAll, describe, expect, test } from "vitest";
import { type Existing, makeExisting, type Service, storedBy } from "./support/existing.js";
import { forgetRequests, writes } from "./support/journal.js";
import { opened } from "./support/opened.js";
import { openStack } from "./support/stack.js";

const { platform, stack } = opened({ endpoints: "extended" });

let existing: Existing;
beforeAll(async () => {
  existing = await makeExisting(platform);
});

/** Clones of what people made, into the other environment, without the otherwise required arguments. */
const program = (source = existing.Job) => {
  const environmentId = platform.ids.otherEnvironment;
  new Application("application", { environmentId, cloneFrom: existing.Application, cpu: 1000 });
  new Container("container", { environmentId, cloneFrom: existing.Container, cpu: 1000 });
  new Job("job", { environmentId, cloneFrom: source, cpu: 1000 });
  new Database("database", { environmentId, name: "copy", cloneFrom: existing.Database, storage: 30 });
  new TerraformService("terraform", { environmentId, cloneFrom: existing.TerraformService });
  new HelmService("helm", { environmentId, cloneFrom: existing.HelmService, timeoutSec: 60 });
};
const made = 7;
const names: Partial<Record<string, Service>> = { container: "Container", job: "Job", database: "Database" };

const edited = ["application", "container", "job", "database", "helm"];
const sent = [
  ...[...edited, "terraform"].map((kind) => `POST /${kind}/{${kind}Id}/clone 202`),
  ...edited.map((kind) => `PUT /${kind}/{${kind}Id} 200`),
];

describe("cloneFrom", () => {
  test("clones each kind of service, and then updates the arguments that the program sets", async () => {
    expect((await stack.run("preview", () => program())).changes).toEqual({ create: made });
    await forgetRequests(platform);
    expect((await stack.run("up", () => program())).changes).toEqual({ create: made });
    expect((await writes(platform)).sort()).toEqual(sent.sort());
    const job = await storedBy(platform, (await stack.resource("job")).id);
    expect(job).toMatchObject({ name: "job", cpu: 1000, max_nb_restart: 2, description: "Migrates the schema" });
    const database = await storedBy(platform, (await stack.resource("database")).id);
    expect(database).toMatchObject({ name: "copy", storage: 30, type: "MYSQL", version: "8.4", cpu: 500 });
  });

  test("preserves all settings of the source that the program omits, also required ones", async () => {
    for (const [name, kind] of Object.entries(names) as [string, Service][]) {
      // A copy's ports and disks are its own, so their ids differ.
      const own = ["name", "cpu", "storage", "ports", "autoscaling"];
      const copy = await storedBy(platform, (await stack.resource(name)).id, ...own);
      expect(copy).toEqual(await storedBy(platform, existing[kind], ...own));
      expect((await stack.resource(name)).outputs.environmentId).toBe(platform.ids.otherEnvironment);
    }
  });

  test("is used only when the clone is created: no difference, even if it names another source", async () => {
    expect((await stack.run("preview", () => program())).changes).toEqual({ same: made });
    expect((await stack.run("refresh")).changes).toEqual({ same: made });
    expect((await stack.run("preview", () => program(existing.Container))).changes).toEqual({ same: made });
  });

  test("fails with AP3003, which names the source's ID, if the source doesn't exist", async () => {
    const { environment: environmentId } = platform.ids;
    const nobody = "3fa85f64-5717-4562-b3fc-2c963f66afa6";
    const output = await stack.fails("up", () => void new Job("lost", { environmentId, cloneFrom: nobody }));
    expect(output).toContain(`AP3003: Cloning ${nobody} to create Job "lost"`);
  });
});

describe("first deployment of a clone of an Application", () => {
  test("fails with AP5002 without `gitCommitId`, although its source was deployed with one, and succeeds with it", async () => {
    const { environment, otherEnvironment: environmentId } = platform.ids;
    const commit = "4f2a91c0d3b5e6f7081920a1b2c3d4e5f6071829";
    const source = { applications: [{ application_id: existing.Application, git_commit_id: commit }] };
    const response = await platform.request("POST", `/environment/${environment}/service/deploy`, { body: source });
    expect(response.status).toBe(202);
    const own = await openStack(platform, { env: { APP_PLATFORM_ENDPOINTS: "extended" } });
    const deploying = (version?: object) => () => {
      const service = new Application("clone", { environmentId, name: "clone", cloneFrom: existing.Application });
      new DeploymentTrigger("release", { environmentId, services: [version ? { service, ...version } : service] });
    };
    const output = await own.fails("up", deploying());
    expect(output).toMatch(/AP5002: .*Application "clone"/s);
    expect(output).toContain("gitCommitId");
    await own.run("up", deploying({ gitCommitId: commit }));
    expect((await own.resource("release")).outputs.state).toBe("DEPLOYED");
    await own.close();
  });
});
