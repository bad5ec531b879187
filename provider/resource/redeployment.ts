import type { Call, Created, PlanCall } from "../definition/kind.js";
import { nameOf } from "../ownership/identity.js";
import { UNKNOWN, type Values } from "../schema/json.js";
import { PartialFailure } from "./partialFailure.js";

/** After a write to a service or something that services see: deploys again what triggers have already handled in this run. */
export async function deployedAgain({ definition, run, label }: Call, written: Created): Promise<void> {
  if (definition.isSeenByServices !== true && definition.deployedAs === undefined) return;
  // A change of a service itself shows in its revision.
  const parent = definition.deployedAs === undefined ? parentOf(written.state) : undefined;
  await run.deployments.written(parent).catch((error) => {
    const cause = error instanceof PartialFailure ? error.cause : error;
    throw new PartialFailure(label, written, "deploying the services that use it", cause);
  });
}

/** Tells the triggers, which plan later, what a planned write changes for services. */
export function planSeen({ definition, run }: PlanCall, key: string, args: Values, isChanged: boolean): void {
  if (definition.isSeenByServices !== true) return;
  const { kind, nameArg = "", args: fields } = definition;
  const noun = kind.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
  const name = fields[nameArg]?.secret === true || args[nameArg] === UNKNOWN ? "" : ` ${String(args[nameArg])}`;
  const parent = parentOf(args).split("/").at(-1) as string;
  run.deployments.planned(key, isChanged && parent !== "" ? `${noun}${name} changes` : undefined, parent);
}

function parentOf({ on }: Values): string {
  return typeof on === "string" && on !== UNKNOWN ? on : "";
}

/**
 * Notes a service's environment for resources that name the service later in the run, by its ID or, before it has one, by kind and name.
 */
export function noteParent({ definition, run }: Call, values: Values, id?: string): void {
  if (definition.deployedAs === undefined) return;
  const name = nameOf(definition, values);
  const service = id ?? (name === undefined ? undefined : `${definition.kind} ${name}`);
  const environment = values[definition.pathArgs[0] ?? ""];
  if (service === undefined || typeof environment !== "string" || environment === UNKNOWN) return;
  run.deployments.seenIn(service, environment);
}
