import type { EnvironmentSummary } from "../../../src/dashboard/contract.js";
import { Id } from "../parts/id.js";
import { RelativeTime } from "../parts/relative-time.js";
import { failuresFirst, isBad, StateBadge, StateCounts } from "../parts/state-badge.js";
import { counted } from "../parts/text.js";
import { addressOf } from "../routing/route.js";

function Card({ environment }: { readonly environment: EnvironmentSummary }) {
  const { id, name, project, state, services, states, lastDeploymentAt, deploymentId } = environment;
  const address = addressOf.environment(id);
  return (
    <li class="card">
      <div class="title">
        <h2>
          <a href={address}>
            <bdi>{name}</bdi>
          </a>
        </h2>
        {services > 0 && (
          <StateBadge state={state} href={deploymentId === null ? address : addressOf.deployment(deploymentId)} />
        )}
      </div>
      <p>
        Project{" "}
        <a href={addressOf.project(project.id)}>
          <bdi>{project.name}</bdi>
        </a>{" "}
        · {services === 0 ? "No services yet" : counted(services, "service")}
        {lastDeploymentAt === null ? null : (
          <>
            {" "}
            · last deployed <RelativeTime at={lastDeploymentAt} />
          </>
        )}
      </p>
      <StateCounts
        states={states}
        label={`States of the services of ${name}`}
        hrefOf={(each) => addressOf.servicesOf(id, { state: each })}
      />
      <Id id={id} of={name} />
    </li>
  );
}

/** Whether it, or a service of it, has failed. */
export const isFailing = ({ state, states }: EnvironmentSummary) =>
  isBad(state) || (Object.keys(states) as (keyof typeof states)[]).some(isBad);

/** Environments with their services by state, failing ones first. */
export function Cards({ environments }: { readonly environments: readonly EnvironmentSummary[] }) {
  return (
    <ul class="cards">
      {failuresFirst(environments, isFailing).map((environment) => (
        <Card key={environment.id} environment={environment} />
      ))}
    </ul>
  );
}
