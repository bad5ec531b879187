/** One stack of two resources on a platform of its own, the second of which waits for the first. */
import { join } from "node:path";
import { consoleOf } from "../../lifecycle/console.js";
import type { KindName } from "../../lifecycle/kind-names.js";
import { type Args, kinds } from "../../lifecycle/kinds.js";
import type { EndpointSet } from "../../lifecycle/outcome.js";
import { type Platform, startPlatform } from "../../platform.js";
import { type Call, type Gate, openGate } from "./gate.js";
import type { Declared, Project, Template } from "./project.js";

export interface World {
  readonly kind: KindName;
  readonly gate: Gate;
  readonly project: Project;
  /** What the program declares. */
  readonly declared: { readonly main: Declared; readonly companion: Declared };
  /** The call under test: the one that makes `main`. */
  readonly mainCall: Call;
  /** The call that is sent once `main` is in the state. */
  readonly companionCall: Call;
  /** How often the platform carried out the call under test. */
  timesCarriedOut(): number;
  /** Ids of the services and GitOps settings that were made, asked past the gate. */
  made(): Promise<string[]>;
  /** A value that only `main` brings to the platform: as the program gives it, and as the platform holds it under that id. */
  told(id: string): Promise<{ readonly given: unknown; readonly held: unknown }>;
  /** Removes a service as a person does, in the platform's console. */
  removeByHand(id: string): Promise<void>;
  killPlatform(): Promise<void>;
  /** Starts the platform again on its data. */
  restartPlatform(): Promise<void>;
  close(): Promise<void>;
}

/** Kinds of which the API document can list or look up nothing: only the extended endpoints tell what a lost call did. */
const withoutList: readonly KindName[] = ["TerraformService", "DeploymentTrigger"];

/** What a deployment trigger deploys, which is another than what the container has at first. */
const imageTag = "1.0";

/** The calls under test. */
const calls: Readonly<Record<KindName, Call>> = {
  Application: { method: "POST", path: "/environment/{environmentId}/application" },
  Container: { method: "POST", path: "/environment/{environmentId}/container" },
  Job: { method: "POST", path: "/environment/{environmentId}/job" },
  Database: { method: "POST", path: "/environment/{environmentId}/database" },
  TerraformService: { method: "POST", path: "/environment/{environmentId}/terraform" },
  Cluster: { method: "PUT", path: "/organization/{organizationId}/cluster/{clusterId}" },
  ArgoCdConfig: { method: "POST", path: "/cluster/{clusterId}/argoCdConfig" },
  DeploymentTrigger: { method: "POST", path: "/environment/{environmentId}/service/deploy" },
};

function callOf(kind: KindName, args: Args): Call {
  const { method, path } = calls[kind];
  return { method, path: path.replace(/\{(\w+)\}/g, (_, member) => String(args[member])) };
}

/** @param endpoints What the platform serves; left out, the documented ones wherever these can tell what a lost call did. */
export async function openWorld(
  template: Template,
  kind: KindName,
  endpoints: EndpointSet = withoutList.includes(kind) ? "extended" : "documented",
): Promise<World> {
  const project = await template.copy();
  const data = join(project.home, "platform.db");
  let platform = await startPlatform({ endpoints, data });
  const gate = await openGate(platform.url);
  project.use({
    APP_PLATFORM_BASE_URL: gate.url,
    APP_PLATFORM_TOKEN: platform.tokens.admin,
    APP_PLATFORM_ENDPOINTS: endpoints,
    // A run asks a killed platform for an eighth of this what became of its call.
    APP_PLATFORM_OPERATION_TIMEOUT_SECONDS: "40",
  });
  const deployed = kind === "DeploymentTrigger" ? await makeContainer(platform) : undefined;
  const args: Args = {
    ...kinds[kind].args(platform.ids),
    ...(deployed === undefined ? {} : { containers: [{ id: deployed, imageTag }] }),
  };
  const other = kind === "Database" ? "Container" : "Database";
  const declared = {
    main: { kind, name: "main", args },
    companion: { kind: other, name: "companion", args: { ...kinds[other].args(platform.ids), name: "companion" } },
  } as const;
  await project.declare([declared.main, declared.companion]);
  const mainCall = callOf(kind, args);
  return {
    kind,
    gate,
    project,
    declared,
    mainCall,
    companionCall: callOf(other, declared.companion.args),
    timesCarriedOut: () =>
      gate.answered.filter(({ method, path, status }) => {
        return method === mainCall.method && path === mainCall.path && status < 300;
      }).length,
    async made() {
      const { tables } = (await platform.request("GET", "/_local/snapshot")).body;
      const services = (tables.service as Row[]).map(({ id }) => id).filter((id) => id !== deployed);
      const gitOps = (tables.record as Row[]).filter((row) => row.kind === "gitOps").map(({ body }) => body.id);
      return [...services, ...gitOps].sort();
    },
    async told(id) {
      const { arg, wire } = kinds[kind].edited;
      const held = await consoleOf(platform).look(deployed ?? id);
      return { given: deployed === undefined ? declared.main.args[arg] : imageTag, held: held?.[wire] };
    },
    async removeByHand(id) {
      await consoleOf(platform).remove(id);
    },
    killPlatform: () => platform.kill(),
    async restartPlatform() {
      platform = await startPlatform({ endpoints, data });
      await gate.open(platform.url);
    },
    async close() {
      await project.close();
      await gate.shut();
      await platform.kill();
    },
  };
}

interface Row {
  readonly kind: string;
  readonly id: string;
  readonly body: { readonly id: string };
}

/** What a deployment trigger deploys, made by hand. */
async function makeContainer({ request, ids }: Platform): Promise<string> {
  const registry = { registry_id: ids.registries.DOCKER_HUB, image_name: "nginx", tag: "0.9" };
  const body = { name: "web", ...registry, healthchecks: {} };
  return (await request("POST", `/environment/${ids.environment}/container`, { body })).body.id;
}
