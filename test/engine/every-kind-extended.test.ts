import { describe, expect, test } from "vitest";
import { asWire } from "../kinds/shared/spelling.js";
import { services } from "../platform/services.js";
import { type EveryField, everyField } from "./every-field.js";
import { cloneCount, cloneKinds, deployEveryKind, makeEveryKind, resourceCount } from "./every-kind.js";
import { requests } from "./journal.js";
import { opened } from "./opened.js";

const { platform, stack } = opened({ endpoints: "extended" });

const all = resourceCount("extended") + cloneCount;

type Edit = (known: EveryField) => Partial<EveryField>;

const ownSecret = "a secret variable of the container";

/** Every field, and what only these endpoints serve. */
function known(): EveryField {
  const { container, ...others } = everyField(platform.ids);
  const own = { variables: { LOG_LEVEL: "info" }, secretVariables: { TOKEN: ownSecret } };
  return { ...others, container: { ...container, ...own } };
}

const program =
  (edit: Edit = () => ({}), triggers: unknown[] = ["first"]) =>
  () => {
    const made = makeEveryKind({ ...known(), ...edit(known()) }, "extended");
    cloneKinds(made, platform.ids.environment);
    const release = deployEveryKind(made, platform.ids.environment, { triggers });
    return { state: release.state, ids: Object.entries(made).map(([kind, { id }]) => ({ kind, id })) };
  };

/** Every kind, at several depths: a value, an item added, one removed, one moved, a member of an object. */
const edits: Edit = (known) => ({
  application: {
    ...known.application,
    description: "edited",
    healthchecks: { readinessProbe: { type: { tcp: { port: 8080 } } } },
    storage: [
      { type: "FAST_SSD", size: 20, mountPoint: "/cache" },
      { type: "FAST_SSD", size: 30, mountPoint: "/logs" },
    ],
  },
  container: {
    ...known.container,
    variables: { LOG_LEVEL: "debug" },
    tag: "1.28",
    cpu: 800,
    ports: [{ internalPort: 8080, publiclyAccessible: false }],
  },
  cronJob: { ...known.cronJob, cpu: 300 },
  lifecycleJob: { ...known.lifecycleJob, schedule: { onStart: { entrypoint: "/bin/other" } } },
  containerDatabase: { ...known.containerDatabase, storage: 25 },
  managedDatabase: { ...known.managedDatabase, diskType: "gp2" },
  terraformService: { ...known.terraformService, engine: "TERRAFORM", backend: { userProvided: {} } },
  cluster: { ...known.cluster, maxRunningNodes: 9 },
  argoCdConfig: { ...known.argoCdConfig, argocdUrl: "https://gitops.example.com", argocdToken: "rotated" },
});

const without = (args: object, ...names: string[]) =>
  Object.fromEntries(Object.entries(args).filter(([name]) => !names.includes(name)));

const ids: Record<string, string> = {};
const get = async (path: string) => platform.request("GET", path);

describe("all kinds with every field set, and clones, on the extended endpoints", () => {
  test("go up, preview and refresh without a change", async () => {
    const { changes, outputs } = await stack.run("up", program());
    expect(changes).toEqual({ create: all });
    for (const { kind, id } of outputs.ids) ids[kind] = id;
    expect((await stack.run("preview")).changes).toEqual({ same: all });
    expect((await stack.run("refresh")).changes).toEqual({ same: all });
    // What only the platform says is read too, and isn't a change.
    expect((await stack.resource("release")).outputs.state).toBe("DEPLOYED");
    expect((await stack.run("preview")).changes).toEqual({ same: all });
  });

  test("arrive with every field as the program gives it", async () => {
    const known = everyField(platform.ids);
    const { body: clusters } = await get(`/organization/${platform.ids.organization}/cluster`);
    const cluster = without(known.cluster, "clusterId", "organizationId", "features", "acceptDefaults");
    expect(clusters.results[0]).toMatchObject(asWire(cluster) as object);
    expect(clusters.results[0].features).toMatchObject([{ value_object: { value: "true" } }]);
    const terraform = without(
      known.terraformService,
      "environmentId",
      "terraformFilesSource",
      "terraformVariablesSource",
    );
    expect((await get(`/terraform/${ids.terraformService}`)).body).toMatchObject({
      ...(asWire(terraform) as object),
      terraform_files_source: { git: asWire(known.terraformService.terraformFilesSource) },
      terraform_variables_source: { tf_var_file_paths: ["prod.tfvars"], tf_vars: [{}, { value: "REDACTED" }] },
    });
    for (const [kind, path] of [
      ["application", "application"],
      ["container", "container"],
      ["cronJob", "job"],
      ["lifecycleJob", "job"],
      ["containerDatabase", "database"],
      ["managedDatabase", "database"],
    ] as const) {
      const { body } = await get(`/${path}/${ids[kind]}`);
      expect(body, kind).toMatchObject(asWire(without(known[kind], "environmentId")) as object);
      expect(body.environment.id).toBe(platform.ids.environment);
    }
  });

  test("are all updated in place, at every depth", async () => {
    const { changes } = await stack.run("up", program(edits, ["second"]));
    expect(changes).toEqual({ same: all - 10, update: 10 });
    const { body: application } = await get(`/application/${ids.application}`);
    expect(application).toMatchObject({ description: "edited", cpu: 750, ports: [{}, {}], min_running_instances: 2 });
    expect(application.storage).toMatchObject([{ mount_point: "/cache" }, { mount_point: "/logs" }]);
    const { body: container } = await get(`/container/${ids.container}`);
    expect(container).toMatchObject({ tag: "1.28", cpu: 800, ports: [{ internal_port: 8080 }], storage: [{}] });
    expect((await get(`/job/${ids.lifecycleJob}`)).body.schedule).toMatchObject({
      on_start: { entrypoint: "/bin/other" },
    });
    expect((await get(`/database/${ids.managedDatabase}`)).body).toMatchObject({ disk_type: "gp2", storage: 50 });
    expect((await get(`/terraform/${ids.terraformService}`)).body).toMatchObject({
      engine: "TERRAFORM",
      backend: { user_provided: {} },
      timeout_sec: 1200,
    });
    expect((await get(`/cluster/${ids.cluster}/argoCdConfig`)).body.argocd_url).toBe("https://gitops.example.com");
    expect((await stack.run("preview")).changes).toEqual({ same: all });
  });

  test("show at refresh what was changed outside, and up puts it back", async () => {
    const { body: job } = await get(`/job/${ids.cronJob}`);
    await platform.request("PUT", `/job/${ids.cronJob}`, { body: { ...job, memory: 640 } });
    await platform.request("PUT", `/database/${ids.containerDatabase}`, { body: { version: "9.0" } });
    const { body: application } = await get(`/application/${ids.application}`);
    await platform.request("PUT", `/application/${ids.application}`, { body: { ...application, entrypoint: "/sh" } });
    const { body: container } = await get(`/container/${ids.container}`);
    await platform.request("PUT", `/container/${ids.container}`, { body: { ...container, cpu: 1234 } });
    const { body: terraform } = await get(`/terraform/${ids.terraformService}`);
    const files = terraform.terraform_files_source.git;
    await platform.request("PUT", `/terraform/${ids.terraformService}`, {
      body: { ...terraform, terraform_files_source: files, timeout_sec: 77 },
    });
    const argo = `/cluster/${ids.cluster}/argoCdConfig`;
    await platform.request("POST", argo, { body: { argocd_url: "https://other.example.com", argocd_token: "x" } });
    await platform.request("PUT", `/organization/${platform.ids.organization}/cluster/${ids.cluster}`, {
      body: { name: "production", region: "eu-west-3", cloud_provider: "AWS" },
    });
    const { output, changes } = await stack.run("refresh");
    expect(changes.update).toBeGreaterThanOrEqual(7);
    for (const drift of [
      /Job cron-job +updated.*~memory/,
      /Database container-database +updated.*~version/,
      /Application application +updated.*~entrypoint/,
      /Container container +updated.*~cpu/,
      /TerraformService terraform-service +updated.*~timeoutSec/,
      /ArgoCdConfig argo-cd-config +updated.*~argocdUrl/,
      /Cluster cluster +updated.*~.*maxRunningNodes/,
    ]) {
      expect(output).toMatch(drift);
    }
    // The deployment rolls out what is put back.
    expect((await stack.run("up")).changes).toMatchObject({ update: 8 });
    expect((await get(`/container/${ids.container}`)).body.cpu).toBe(800);
    expect((await stack.run("preview")).changes).toEqual({ same: all });
  });

  test("that were deleted outside are gone at refresh and made again", async () => {
    await platform.request("DELETE", `/job/${ids.cronJob}`);
    await platform.request("DELETE", `/terraform/${ids.terraformService}`);
    expect((await stack.run("refresh")).changes).toMatchObject({ delete: 2 });
    expect((await stack.run("up")).changes).toMatchObject({ create: 2 });
    ids.cronJob = (await stack.resource("cron-job")).id;
    ids.terraformService = (await stack.resource("terraform-service")).id;
  });

  test("are deleted by destroy, all but the cluster", async () => {
    const { changes, output } = await stack.run("destroy");
    expect(changes).toEqual({ delete: all });
    expect(output).toContain('warning: Cluster "production" (id ');
    expect(output.match(/stays on the platform/g)?.length).toBeLessThanOrEqual(2);
    for (const kind of services) {
      expect((await get(`/environment/${platform.ids.environment}/${kind}`)).body.results).toEqual([]);
    }
    expect((await get(`/cluster/${ids.cluster}/argoCdConfig`)).status).toBe(404);
    expect(Object.keys(await requests(platform))).toContain("DELETE /application/{applicationId} 204");
  });
});
