import type { EnvironmentBelongings, EnvironmentContent, ServiceSummary } from "../../../src/dashboard/contract.js";
import { Domains } from "../belongings/domains.js";
import { Stages } from "../belongings/stages.js";
import { Variables } from "../belongings/variables.js";
import { EmptyState } from "../parts/empty-state.js";
import { Facts } from "../parts/facts.js";
import { type FailedService, Failures } from "../parts/failures.js";
import { Id } from "../parts/id.js";
import { Loading } from "../parts/loading.js";
import { Page } from "../parts/page.js";
import { isBad, StateBadge, StateCounts } from "../parts/state-badge.js";
import { sentence } from "../parts/text.js";
import { environments } from "../platform/overview.js";
import { useReading } from "../platform/reading.js";
import { addressOf } from "../routing/route.js";
import { useContent } from "./content.js";
import { DeploymentsTable } from "./deployments-table.js";
import { EnvironmentActions } from "./environment-actions.js";
import { NoServices } from "./no-services.js";
import { Others } from "./others.js";
import { Services } from "./services.js";
import { trailTo } from "./trail.js";

const failedOf = (services: readonly ServiceSummary[]): FailedService[] =>
  services.flatMap(({ id, name, state, failure, deploymentId }) =>
    failure === null || !isBad(state)
      ? []
      : [{ id, name, failure, href: deploymentId === null ? undefined : addressOf.deployment(deploymentId) }],
  );

const noStages: EnvironmentBelongings["stages"] = [];

/** Its variables, domains and stages are read again whenever one of them may have changed. */
function Content({ content }: { readonly content: EnvironmentContent }) {
  const { id, name, mode, project, cluster, services, others, deployments } = content;
  const summary = environments.value?.find((environment) => environment.id === id);
  const { value } = useReading<EnvironmentBelongings>(`environments/${encodeURIComponent(id)}/belongings`, [
    "records",
    "services",
  ]);
  const belongings = value.value;
  // A single stage orders nothing, but it may skip services.
  const all = belongings?.stages ?? noStages;
  const stages =
    all.length > 1 || all.some(({ services: own }) => own.some(({ isSkipped }) => isSkipped)) ? all : noStages;
  return (
    <Page
      title={name}
      trail={trailTo(project)}
      aside={
        <>
          {summary !== undefined && services.length > 0 && (
            <StateBadge
              state={summary.state}
              href={summary.deploymentId === null ? undefined : addressOf.deployment(summary.deploymentId)}
            />
          )}
          <EnvironmentActions id={id} name={name} />
        </>
      }
    >
      <Failures failed={failedOf(services)} />
      <Facts
        facts={[
          [
            "Project",
            <a key="project" href={addressOf.project(project.id)}>
              <bdi>{project.name}</bdi>
            </a>,
          ],
          [
            "Cluster",
            <a key="cluster" href={addressOf.cluster(cluster.id)}>
              <bdi>{cluster.name}</bdi>
            </a>,
          ],
          ["Mode", sentence(mode)],
          ["ID", <Id key="id" id={id} of={name} />],
        ]}
      />
      {summary !== undefined && services.length > 0 && (
        <StateCounts
          states={summary.states}
          label={`States of the services of ${name}`}
          hrefOf={(state) => addressOf.servicesOf(id, { state })}
        />
      )}
      {services.length === 0 ? <NoServices id={id} /> : <Services services={services} stages={stages} />}
      <section aria-labelledby="deployments">
        <h2 id="deployments">Deployments</h2>
        {deployments.length === 0 ? (
          <EmptyState title="Nothing has been deployed yet." />
        ) : (
          <DeploymentsTable deployments={deployments} caption={`The last deployments of ${name}, newest first`} />
        )}
      </section>
      {stages.length > 0 && <Stages environmentId={id} stages={stages} services={services} />}
      {belongings !== undefined && (
        <>
          <Variables variables={belongings.variables} caption={`Variables in ${name}`} />
          <Domains domains={belongings.domains} />
        </>
      )}
      {others.length > 0 && <Others others={others} />}
    </Page>
  );
}

export function EnvironmentPage({ id }: { readonly id: string }) {
  return (
    <Loading reading={useContent(id)} noun="environment">
      {(content) => <Content content={content} />}
    </Loading>
  );
}
