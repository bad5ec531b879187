/** One program with all kinds. */
import type { DeploymentTriggerArgs } from "pulumi-app-platform";
import { type Kind, kindNames, records } from "../../kinds/index.js";
import { seededIds } from "../../kinds/shared/seededIds.js";
import { classes } from "./declare.js";
import { commit, type EveryField, type EveryFieldOf, everyFieldOf, type Intersected, takenBy } from "./every-field.js";
import type { EndpointSet } from "./outcome.js";

/** The resources, by their names in camelCase. */
export type EveryKind = Intersected<
  { [K in Kind]: { [Name in keyof EveryFieldOf<K>]: InstanceType<(typeof classes)[K]> } }[Kind]
>;

/** The resources of the program with their kinds, as far as the endpoints can create them. */
function declared(set: EndpointSet): readonly (readonly [kind: Kind, name: string])[] {
  return kindNames
    .filter((kind) => records[kind].served.create.includes(set))
    .flatMap((kind) => Object.keys(everyFieldOf(kind, seededIds)).map((name) => [kind, name] as const));
}

/** Everything but the deployment, with the arguments that the endpoints take. */
export function makeEveryKind(
  args: EveryField,
  set: EndpointSet = "documented",
  through: Pick<typeof classes, Kind> = classes,
): EveryKind {
  const made = declared(set).map(([kind, name]) => {
    const kebab = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const taken = takenBy(set, kind, args[name as keyof EveryField]);
    return [name, new through[kind](kebab, taken as never)] as const;
  });
  return Object.fromEntries(made) as unknown as EveryKind;
}

/** Deploys all of them, some as resources and some by id. */
export function deployEveryKind(
  made: EveryKind,
  environmentId: string,
  through: Pick<typeof classes, "DeploymentTrigger"> = classes,
) {
  const args: DeploymentTriggerArgs = {
    environmentId,
    services: [
      { service: made.application, gitCommitId: commit },
      made.container,
      { service: made.lifecycleJob, gitCommitId: commit },
      made.containerDatabase,
    ],
    databases: [made.managedDatabase.id],
    jobs: [{ id: made.cronJob.id, imageTag: "2.4.0" }],
    terraforms: [{ id: made.terraformService.id, gitCommitId: commit, action: "PLAN" }],
    triggers: ["first", { release: 1 }],
    timeoutSeconds: 30,
    cancelOnDestroy: true,
    forceCancel: true,
  };
  return new through.DeploymentTrigger("release", args as never);
}

/** Number of resources in such a program: the stack itself and the deployment are among them. */
export const resourceCount = (set: EndpointSet) => declared(set).length + 2;
