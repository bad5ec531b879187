/** What a deployment changes: its title. */
import type { Change, Deployment, Task } from "../progress.js";
import { withoutCredentials } from "../schema/secret-texts.js";
import type { DeploymentTask, DeploymentTitle } from "./contract.js";

/** With more names, the title would be too long. */
const named = 3;

function isChanged({ change }: Task): boolean {
  return change !== undefined && (change.isEdited || change.from !== change.to);
}

function verbOf({ action, tasks }: Pick<Deployment, "action" | "tasks">, isChange: boolean): DeploymentTitle["verb"] {
  if (isChange) return "";
  if (action !== "deploy") return action === "stop" ? "Stop" : "Restart";
  return tasks.some(({ change }) => change !== undefined) ? "Redeploy" : "Deploy";
}

const shown = (version: string | null) => (version === null ? null : withoutCredentials(version));

/** `nameOf` returns null for a service that has been deleted since then. */
export function titleOf(
  deployment: Pick<Deployment, "action" | "tasks">,
  nameOf: (serviceId: string) => string | null,
): DeploymentTitle {
  const changed = deployment.tasks.filter(isChanged);
  const all = changed.length > 0 ? changed : deployment.tasks;
  const subjects = all.slice(0, named).map(({ serviceId, change }) => {
    const hasVersions = change !== undefined && change.from !== change.to;
    return {
      name: nameOf(serviceId),
      from: hasVersions ? shown(change.from) : null,
      to: hasVersions ? shown(change.to) : null,
    };
  });
  return { verb: verbOf(deployment, changed.length > 0), subjects, more: all.length - subjects.length };
}

export function shownChange(change: Change | undefined): DeploymentTask["change"] {
  return change === undefined ? null : { ...change, from: shown(change.from), to: withoutCredentials(change.to) };
}
