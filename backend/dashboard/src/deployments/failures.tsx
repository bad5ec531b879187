import type { DeploymentTask } from "../../../src/dashboard/contract.js";
import { Failed } from "../parts/failed.js";
import { StateBadge } from "../parts/state-badge.js";
import { addressOf } from "../routing/route.js";
import { ServiceLink } from "../services/service-link.js";

/** As many as a person reads; the timeline shows the others. */
const shown = 20;

function Failure({ task: { serviceId, name, failure } }: { readonly task: DeploymentTask }) {
  if (failure === null) return null;
  return (
    <li>
      <strong>{name === null ? "A deleted service" : <ServiceLink id={serviceId} name={name} />}</strong> failed in{" "}
      {failure.during}:{" "}
      <StateBadge state={failure.state} href={name === null ? undefined : addressOf.service(serviceId)} />
      <p>{failure.reason}</p>
    </li>
  );
}

/** What has failed in a deployment, and why. */
export function Failures({ tasks }: { readonly tasks: readonly DeploymentTask[] }) {
  const failed = tasks.filter(({ failure, state }) => failure !== null && state.endsWith("_ERROR"));
  if (failed.length === 0) return null;
  return (
    <Failed>
      <ul>
        {failed.slice(0, shown).map((task) => (
          <Failure key={task.serviceId} task={task} />
        ))}
      </ul>
      {failed.length > shown && <p class="hint">and {failed.length - shown} more</p>}
    </Failed>
  );
}
