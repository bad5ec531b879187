/** One stack of two resources on a platform of its own, the second of which waits for the first. */
import { join } from "node:path";
import { consoleOf, idOf, type Row } from "../../engine/support/console.js";
import type { KindName } from "../../engine/support/kind-names.js";
import type { EndpointSet } from "../../engine/support/outcome.js";
import { records } from "../../kinds/index.js";
import type { Args } from "../../kinds/testRecord.js";
import { type Platform, startPlatform } from "../../platform/support/platform.js";
import { type PlatformProcess, startPlatformProcess } from "../../platform/support/platform-process.js";
import type { FrontendName } from "../../support/frontend.js";
import { fillPath, saveOf, type Values } from "../../support/provider.js";
import { definitionOf } from "../../unit/support/fake-platform.js";
import { addService } from "../support/operated.js";
import { type Call, isCall, openGate } from "./gate.js";
import { openProject } from "./project.js";

export type World = Awaited<ReturnType<typeof openWorld>>;

/** The documented endpoints wherever these can tell what a lost call did, or carrying it out again changes nothing. */
function endpointsFor(kind: KindName): EndpointSet {
  const { createdTwice, served } = records[kind];
  const canTell = served.read.includes("documented") || createdTwice === "saved again";
  return canTell && served.create.includes("documented") ? "documented" : "extended";
}

/** What a deployment trigger deploys, which is another than what the container has at first. */
const imageTag = "1.0";

/** The call that creates a resource with these arguments. */
function callOf(kind: KindName, args: Args): Call {
  const definition = definitionOf(kind);
  const endpoint = saveOf(definition, args as Values) ?? definition.api.create;
  return { method: endpoint.method, path: fillPath(endpoint, args) };
}

interface Stage {
  /** What the platform serves, where it is not what fits the kind. */
  readonly endpoints?: EndpointSet;
  readonly frontend?: FrontendName;
  /** Arguments of `main` besides those of its record; `undefined` omits one. */
  readonly args?: (platform: Platform) => Promise<Args>;
  /** The call under test, if another one than the create. */
  readonly mainCall?: Call;
  /** Whether the platform has a process of its own, and a file for its data. */
  readonly isPlatformKilled?: boolean;
  /** The time limit of each operation. A run asks a killed platform for the outcome of its call for an eighth of this. */
  readonly operationSeconds?: number;
}

export async function openWorld(
  kind: KindName,
  {
    endpoints = endpointsFor(kind),
    frontend = "dynamic",
    args: others,
    mainCall,
    isPlatformKilled = false,
    operationSeconds = 40,
  }: Stage = {},
) {
  const project = await openProject();
  const startAgain = () => startPlatformProcess({ endpoints, data: join(project.home, "platform.db") });
  let platform: Platform = await (isPlatformKilled ? startAgain() : startPlatform({ endpoints }));
  const endPlatform = () => ("kill" in platform ? (platform as PlatformProcess).kill() : platform.stop());
  const gate = await openGate(platform.url);
  project.use({
    APP_PLATFORM_BASE_URL: gate.url,
    APP_PLATFORM_TOKEN: platform.tokens.admin,
    APP_PLATFORM_ENDPOINTS: endpoints,
    FRONTEND: frontend,
    APP_PLATFORM_OPERATION_TIMEOUT_SECONDS: String(operationSeconds),
  });
  const { lifecycle, prepare } = records[kind];
  await prepare?.(platform);
  const deployed =
    lifecycle.acts === undefined ? undefined : await addService(platform, "container", platform.ids.environment, "web");
  const args: Args = {
    ...lifecycle.args(platform.ids),
    ...(deployed === undefined ? {} : { containers: [{ id: deployed, imageTag }] }),
    ...(await others?.(platform)),
  };
  const other = kind === "Database" ? "Container" : "Database";
  const argsOfCompanion = { ...records[other].lifecycle.args(platform.ids), name: "companion" };
  const companion = { kind: other, name: "companion", args: argsOfCompanion } as const;
  const declared = { main: { kind, name: "main", args }, companion } as const;
  await project.declare([declared.main, declared.companion]);
  const before = await idsOn(platform);
  const calls = { main: mainCall ?? callOf(kind, args), companion: callOf(other, declared.companion.args) };
  return {
    kind,
    gate,
    project,
    /** What the program declares. */
    declared,
    /** Whether `main` exists before it is declared. */
    existsBefore: lifecycle.existsBefore === true && others === undefined,
    /** The call under test: the one that makes `main`. */
    mainCall: calls.main,
    /** The call that is sent once `main` is in the state. */
    companionCall: calls.companion,
    /** How often the platform carried out the call under test. */
    timesCarriedOut: () => gate.responses.filter((each) => isCall(calls.main, each) && each.status < 300).length,
    /** Ids of what was created since the world was opened, asked past the gate. */
    async made() {
      return (await idsOn(platform)).filter((id) => !before.includes(id)).sort();
    },
    /** A value that only `main` brings to the platform: as the program gives it, and as the platform holds it under that id. */
    async editedValue(id: string) {
      const { arg, wire } = lifecycle.edited;
      const stored = await consoleOf(platform).look(deployed ?? id);
      return { expected: deployed === undefined ? declared.main.args[arg] : imageTag, actual: stored?.[wire] };
    },
    /** Creates a resource as somebody else does, by the call under test. */
    createByHand: async (body: object) =>
      String((await platform.request("POST", String(calls.main.path), { body })).body.id),
    /** Removes a service as a person does, in the platform's console. */
    removeByHand: (id: string) => consoleOf(platform).remove(id),
    killPlatform: endPlatform,
    /** Starts the platform again on its data. */
    async restartPlatform() {
      const starting = startAgain();
      // Before it is ready: how long a start takes on a busy machine must not decide whether the plugin's retries suffice.
      await gate.open(starting.then(({ url }) => url));
      platform = await starting;
    },
    async close() {
      await project.endRuns();
      await gate.shut();
      await endPlatform();
      // Last: a platform that still deploys writes its data file in this folder.
      await project.close();
    },
  };
}

/** Ids of everything that a platform holds. */
async function idsOn({ request }: Platform): Promise<string[]> {
  const { service, record } = (await request("GET", "/_local/snapshot")).body.tables as Record<string, Row[]>;
  return [...(service ?? []), ...(record ?? [])].map(idOf);
}
