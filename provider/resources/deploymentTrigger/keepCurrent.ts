import type { Call, Created } from "../../definition/resourceDefinition.js";
import { beginDeployment } from "../../deployment/begin.js";
import type { Choose } from "../../deployment/requestDeployment.js";
import type { Rollout } from "../../deployment/rollout.js";
import { type Selected, selectionOf, withoutVersions } from "../../deployment/selection.js";
import { describeStates } from "../../deployment/serviceLabels.js";
import { isApplied, isEnd, statusesIfTold, tellsStatuses } from "../../deployment/statuses.js";
import { isAwaited } from "../../deployment/wait.js";
import type { Written } from "../../platform/deployments.js";
import type { Values } from "../../schema/json.js";
import { normalId } from "../../schema/normalForm.js";
import { rolloutOf, waitForDeployment } from "./lastRollout.js";

/** How often a deployment is repeated because its services were changed meanwhile. */
const maxRepeats = 5;

/**
 * Has the selected services deployed again whenever the run writes something that they see: a variable that is created while or after they
 * are deployed, or deleted at the end of the run, whether or not the trigger itself has anything to deploy.
 *
 * @param last The last deployment; nothing if this run has requested none.
 * @param deployed A deployment that was repeated has ended.
 * @returns Which resource has it done.
 */
export function keepCurrent(
  call: Call,
  args: Values,
  last: () => Rollout | undefined = () => undefined,
  deployed: (next: Created) => void = () => undefined,
): string {
  const { platform, log, label, urn } = call;
  const by = urn ?? label;
  if (!tellsStatuses(call)) return by;
  let repeated: Rollout | undefined;
  platform.deployments.keptCurrent(by, async (written) => {
    for (let repeats = 0; repeats < maxRepeats; repeats += 1) {
      const fresh = { ...call, operation: platform.client.begin() };
      const changed = await changedSince(fresh, args, repeated ?? last(), written);
      if (changed.length === 0) return;
      const isChanged = ({ id }: Selected) => changed.some((each) => each.id === normalId(id));
      const names = await describeStates(fresh, args, changed, ({ state, currency }) =>
        isEnd(state) ? currency : state,
      );
      log.info(`${label} deploys again what this run has changed: ${names.join(", ")}.`);
      const choose: Choose = async () =>
        args.wholeEnvironment === true ? undefined : selectionOf(args).filter(isChanged).map(withoutVersions);
      const { request, deployment } = repeated ?? last() ?? {};
      const known = [request, deployment].filter((each) => each !== undefined);
      const again = await beginDeployment(fresh, args, choose, known);
      if (again === undefined) return;
      repeated = again.rollout;
      if (!isAwaited(call, args)) return;
      const next = await waitForDeployment(fresh, { id: again.id, state: again.status }, args, again.rollout);
      repeated = rolloutOf(next.state);
      deployed(next);
    }
    log.warn(
      `${label}: its services are still being changed after ${maxRepeats} deployments; run \`pulumi up\` again.`,
    );
  });
  return by;
}

/** The selected services that are out of date by now, since the last deployment began or because of what this run has written. */
async function changedSince(call: Call, args: Values, last: Rollout | undefined, written: Written) {
  const statuses = (await statusesIfTold(call, args)) ?? [];
  const selected = selectionOf(args);
  return statuses.filter((status) => {
    const item = selected.find(({ id }) => normalId(id) === status.id);
    const isIncluded = item === undefined ? args.wholeEnvironment === true : isApplied(item);
    if (!isIncluded) return false;
    const isOwn = last !== undefined && (last.request === undefined || status.request === last.request);
    const isWritten = written.isSeenBy(status.id, String(args.environmentId));
    // Nobody waits for the end of a deployment that was only requested: what was written meanwhile needs another one.
    if (!isEnd(status.state)) return isWritten && isOwn && !isAwaited(call, args);
    return (isOwn || isWritten) && status.currency === "OUT_OF_DATE";
  });
}

/** Whether this run has written something that the selected services see. */
export function isWrittenFor(call: Call, args: Values): boolean {
  if (!tellsStatuses(call)) return false;
  const ids = selectionOf(args).map(({ id }) => id);
  return call.platform.deployments.writtenIn().isSeenBy(...ids, String(args.environmentId));
}
