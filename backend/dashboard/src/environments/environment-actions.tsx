import { useSignal } from "@preact/signals";
import type { Actions, EnvironmentSummary } from "../../../src/dashboard/contract.js";
import { ConfirmDialog } from "../parts/confirm-dialog.js";
import { announced } from "../parts/notices.js";
import { lookOf } from "../parts/state-badge.js";
import { ask } from "../platform/ask.js";
import { environments } from "../platform/overview.js";
import { addressOf } from "../routing/route.js";

type Result = Actions["POST /_local/environments/{id}/redeploy"]["result"];

interface ActionsProps {
  readonly id: string;
  readonly name: string;
}

const act = (id: string, action: "redeploy" | "stop" | "cancel") =>
  ask<Result>("POST", `environments/${encodeURIComponent(id)}/${action}`);

const begin = (id: string, action: "redeploy" | "stop") => () =>
  announced(async () => {
    const { deploymentId } = await act(id, action);
    location.hash = addressOf.deployment(deploymentId);
    return undefined;
  });

/** The environment, if it was ever deployed. */
function deployed(id: string): EnvironmentSummary | undefined {
  const environment = environments.value?.find((each) => each.id === id);
  return environment?.lastDeploymentAt === null ? undefined : environment;
}

const isBusy = ({ state }: EnvironmentSummary) => lookOf(state) === "busy";

function CancelButton({ id, name, state }: EnvironmentSummary) {
  if (state === "CANCELING" || state.startsWith("DELET")) return null;
  const cancel = () =>
    announced(async () => {
      await act(id, "cancel");
      return `The deployment of ${name} is being canceled.`;
    });
  return (
    <button type="button" onClick={cancel}>
      Cancel
    </button>
  );
}

/** Redeploys or stops an environment, or cancels what runs: whichever it can do now. */
export function EnvironmentActions({ id, name }: ActionsProps) {
  const isAsking = useSignal(false);
  const environment = deployed(id);
  if (environment === undefined) return null;
  if (isBusy(environment)) return <CancelButton {...environment} />;
  return (
    <div class="actions">
      <button type="button" onClick={begin(id, "redeploy")}>
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
      <ConfirmDialog open={isAsking} title={`Stop ${name}?`} confirm="Stop" onConfirm={begin(id, "stop")}>
        <p>
          This stops everything in this environment of the project <bdi>{environment.project.name}</bdi>. Redeploy to
          start it again.
        </p>
      </ConfirmDialog>
    </div>
  );
}

/** Cancels a deployment while it runs. Afterwards, its environment can be deployed again, which isn't the same: it says so first. */
export function DeploymentActions({ id, name, isOver }: ActionsProps & { readonly isOver: boolean }) {
  const isAsking = useSignal(false);
  const environment = deployed(id);
  if (environment === undefined) return null;
  if (isBusy(environment)) return isOver ? null : <CancelButton {...environment} />;
  return (
    <div class="actions">
      <button
        type="button"
        onClick={() => {
          isAsking.value = true;
        }}
      >
        Redeploy {name}…
      </button>
      <ConfirmDialog open={isAsking} title={`Redeploy ${name}?`} confirm="Redeploy" onConfirm={begin(id, "redeploy")}>
        <p>
          This deploys every service of the environment that was deployed before, in its current version and with its
          current configuration. The versions of this deployment don't come back.
        </p>
      </ConfirmDialog>
    </div>
  );
}
