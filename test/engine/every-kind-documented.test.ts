import { describe, expect, test } from "vitest";
import { type EveryField, everyField } from "./every-field.js";
import { cloneCount, cloneKinds, deployEveryKind, makeEveryKind, resourceCount } from "./every-kind.js";
import { documentedEndpoints, forgetRequests, requests, writes } from "./journal.js";
import { opened } from "./opened.js";

// Time stands still, so that a deployment runs until a test lets it end.
const { platform, stack } = opened({ speed: "manual" });

/** Requests of the whole file, though single tests forget theirs. */
const used = new Set<string>();

const all = resourceCount("documented") + cloneCount;
const letTimePass = () => platform.request("POST", "/_local/clock", { body: { advanceSeconds: 60 } });
const remember = async () => {
  for (const request of Object.keys(await requests(platform))) used.add(request.replace(/ \d+$/, ""));
  await forgetRequests(platform);
};

/** A list as it is on the platform; asking for it does not count as a use. */
const listed = async (kind: string) => {
  await remember();
  const { body } = await platform.request("GET", `/environment/${platform.ids.environment}/${kind}`);
  await forgetRequests(platform);
  return body.results;
};
const named = async (kind: string, name: string) =>
  (await listed(kind)).find((each: { name: string }) => each.name === name);

type Edit = (known: EveryField) => Partial<EveryField>;

const program =
  (edit: Edit = () => ({}), triggers: unknown[] = ["first"]) =>
  () => {
    const known = everyField(platform.ids);
    const made = makeEveryKind({ ...known, ...edit(known) });
    const clones = cloneKinds(made, platform.ids.environment);
    const release = deployEveryKind(made, platform.ids.environment, { triggers });
    return { cloneId: clones.container.id, state: release.state };
  };

/** What the documented set can edit, once each. */
const edits: Edit = (known) => ({
  cronJob: { ...known.cronJob, cpu: 300, schedule: { cronjob: { scheduledAt: "30 5 * * *" } } },
  lifecycleJob: { ...known.lifecycleJob, description: "edited" },
  containerDatabase: { ...known.containerDatabase, accessibility: "PRIVATE", storage: 25 },
  managedDatabase: { ...known.managedDatabase, diskType: "gp2" },
  cluster: { ...known.cluster, maxRunningNodes: 9 },
  argoCdConfig: { ...known.argoCdConfig, argocdToken: "rotated" },
});

describe("all kinds with every field set, and clones", () => {
  test("go up", async () => {
    const { changes, outputs } = await stack.run("up", program());
    expect(changes).toEqual({ create: all });
    expect(outputs.state).toBe("DEPLOYMENT_QUEUED");
    await remember();
  });

  test("preview without a change", async () => {
    expect((await stack.run("preview")).changes).toEqual({ same: all });
  });

  test("refresh without a change", async () => {
    // Alone, a container is read by its ID; two in one environment by their list.
    const { urn } = await stack.resource("container-clone");
    expect((await stack.run("refresh", undefined, { target: [urn] })).changes).toMatchObject({ same: 1 });
    expect(await requests(platform)).toEqual({ "GET /container/{containerId} 200": 1 });
    await remember();
    expect((await stack.run("refresh")).changes).toEqual({ same: all });
    expect((await stack.run("preview")).changes).toEqual({ same: all });
    await remember();
  });

  test("are updated in place where the document has an edit; the next deployment waits for the one that runs", async () => {
    const running = stack.run("up", program(edits, ["second"]));
    const busy = "POST /environment/{environmentId}/service/deploy 409";
    await expect.poll(() => requests(platform)).toHaveProperty([busy]);
    await letTimePass();
    const { changes, output } = await running;
    expect(changes).toEqual({ same: all - 7, update: 7 });
    expect(output).toMatch(/another deployment of the environment is running; waiting up to 30 s for it to end/);
    expect(await named("job", "every-cron-job")).toMatchObject({
      cpu: 300,
      schedule: { cronjob: { scheduled_at: "30 5 * * *" } },
      max_nb_restart: 3,
    });
    expect(await named("job", "every-lifecycle-job")).toMatchObject({ description: "edited" });
    expect(await named("database", "every-container-database")).toMatchObject({
      storage: 25,
      accessibility: "PRIVATE",
    });
    expect(await named("database", "every-managed-database")).toMatchObject({ disk_type: "gp2" });
    expect((await stack.resource("cluster")).outputs).toMatchObject({ maxRunningNodes: 9, diskIops: 4000 });
    await remember();
    expect((await stack.run("preview")).changes).toEqual({ same: all });
  });

  test("become new ones by another name where there is no edit, and keep their place where there is one", async () => {
    await letTimePass();
    const renamed: Edit = (known) => {
      const now = { ...known, ...edits(known) };
      return {
        ...now,
        application: { ...now.application, name: "new-application" },
        terraformService: { ...now.terraformService, name: "new-terraform-service" },
        cronJob: { ...now.cronJob, name: "new-cron-job" },
        managedDatabase: { ...now.managedDatabase, name: "new-managed-database" },
      };
    };
    const { changes, output } = await stack.run("up", program(renamed, ["second"]));
    expect(changes).toEqual({ same: all - 5, replace: 2, update: 3 });
    expect(output).toMatch(/warning: Application "every-application" \(id [0-9a-f-]{36}\) stays on the platform/);
    expect(output).toMatch(/warning: TerraformService "every-terraform-service" \(id .{36}\) stays on the platform/);
    expect(await listed("application")).toHaveLength(2);
    expect((await listed("job")).map(({ name }: { name: string }) => name).sort()).toEqual([
      "every-lifecycle-job",
      "job-clone",
      "new-cron-job",
    ]);
    await remember();
  });

  test("are destroyed: the running deployment is cancelled, the workloads stay, and each is named", async () => {
    const { changes, output } = await stack.run("destroy");
    expect(changes).toEqual({ delete: all });
    for (const name of [
      'Application "new-application"',
      'Container "every-container"',
      'Container "container-clone"',
      'Job "new-cron-job"',
      'Database "new-managed-database"',
      'TerraformService "terraform-clone"',
      'ArgoCdConfig "argo-cd-config"',
    ]) {
      expect(output).toContain(`warning: ${name} (id `);
    }
    expect(output).toContain("this stack didn't create it");
    expect(await writes(platform)).toEqual(["POST /environment/{environmentId}/cancelDeployment 202"]);
    await remember();
  });

  test("have used each of the document's twenty endpoints", () => {
    expect(documentedEndpoints.filter((endpoint) => !used.has(endpoint))).toEqual([]);
    expect(documentedEndpoints).toHaveLength(20);
  });

  test("have used no other endpoint", () => {
    expect([...used].filter((request) => !documentedEndpoints.includes(request))).toEqual([]);
  });
});
