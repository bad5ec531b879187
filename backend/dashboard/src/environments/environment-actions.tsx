import { useSignal } from "@preact/signals";
import type { Actions, EnvironmentSummary } from "../../../src/dashboard/contract.js";
import { ConfirmDialog } from "../parts/confirm-dialog.js";
import { announced } from "../parts/notices.js";
import { lookOf } from "../parts/state-badge.js";
import { ask } from "../platform/ask.js";
import { environments } from "../platform/overview.js";
import { addressOf } from "../routing/route.js";

type Result = Actions["POST /_local/environments/{id}/redeploy"]["result"];

interface EnvironmentActionsProps {
  readonly id: string;
  readonly name: string;
  /** Whether they are shown with a deployment that is over, so that they must not cancel another one. */
  readonly isEarlier?: boolean;
}

const act = (id: string, action: "redeploy" | "stop" | "cancel") =>
  ask<Result>("POST", `environments/${encodeURIComponent(id)}/${action}`);

/** Whether its deployment can still be canceled. */
function isCancelable({ state }: EnvironmentSummary): boolean {
  return lookOf(state) === "busy" && state !== "CANCELING" && !state.startsWith("DELET");
}

/** Redeploys, stops, or cancels what runs: whichever the environment can do now. */
export function EnvironmentActions({ id, name, isEarlier = false }: EnvironmentActionsProps) {
  const isAsking = useSignal(false);
  const environment = environments.value?.find((each) => each.id === id);
  if (environment === undefined || environment.lastDeploymentAt === null) return null;
  const begin = (action: "redeploy" | "stop") => () =>
    announced(async () => {
      const { deploymentId } = await act(id, action);
      location.hash = addressOf.deployment(deploymentId);
      return undefined;
    });
  const cancel = () =>
    announced(async () => {
      await act(id, "cancel");
      return `The deployment of ${name} is being canceled.`;
    });
  if (lookOf(environment.state) === "busy") {
    return isCancelable(environment) && !isEarlier ? (
      <button type="button" onClick={cancel}>
        Cancel
      </button>
    ) : null;
  }
  return (
    <div class="actions">
      <button type="button" onClick={begin("redeploy")}>
        Redeploy
      </button>
      <button
        type="button"
        onClick={() => {
          isAsking.value = true;
        }}
      >
        Stop…
      </button>
      <ConfirmDialog open={isAsking} title={`Stop ${name}?`} confirm="Stop" onConfirm={begin("stop")}>
        <p>
          This stops everything in this environment of the project <bdi>{environment.project}</bdi>. Redeploy to start
          it again.
        </p>
      </ConfirmDialog>
    </div>
  );
}
