import type { ServiceDetail } from "../../../src/dashboard/contract.js";
import { Domains } from "../belongings/domains.js";
import { Variables } from "../belongings/variables.js";
import { useFollowed } from "../environments/content.js";
import { DeploymentsTable } from "../environments/deployments-table.js";
import { trailWithin } from "../environments/trail.js";
import { EmptyState } from "../parts/empty-state.js";
import { Facts } from "../parts/facts.js";
import { Id } from "../parts/id.js";
import { Loading } from "../parts/loading.js";
import { Page } from "../parts/page.js";
import { RelativeTime } from "../parts/relative-time.js";
import { StateBadge } from "../parts/state-badge.js";
import { sentence } from "../parts/text.js";
import { info } from "../platform/overview.js";
import { useReading } from "../platform/reading.js";
import { addressOf } from "../routing/route.js";
import { Configuration } from "./configuration.js";
import { Failure } from "./failure.js";
import { ServiceEvents } from "./service-events.js";
import { statusText } from "./status-texts.js";

/** The documented set has no endpoint that returns them. */
const urlsOf = ({ urls }: ServiceDetail) => (info.value?.endpoints === "documented" ? [] : urls);

function Detail({ service }: { readonly service: ServiceDetail }) {
  const { name, environmentId, deployments, deploymentId } = service;
  const urls = urlsOf(service);
  useFollowed(environmentId);
  return (
    <Page
      title={name}
      trail={trailWithin(service)}
      aside={
        <StateBadge
          state={service.state}
          href={deploymentId === null ? undefined : addressOf.deployment(deploymentId)}
        />
      }
    >
      <Failure service={service} />
      <Facts
        facts={[
          ["Kind", sentence(service.kind)],
          ["Version", service.version || "None"],
          ["Deployment", statusText(service)],
          ["Stage", service.isSkipped ? `${service.stage}, skipped` : service.stage],
          ...(urls.length === 0
            ? []
            : [
                [
                  urls.length === 1 ? "URL" : "URLs",
                  urls.map((url) => (
                    <code key={url} class="line">
                      {url}
                    </code>
                  )),
                ] as const,
              ]),
          ["Updated", <RelativeTime key="updated" at={service.updatedAt} />],
          ["Created", <RelativeTime key="created" at={service.createdAt} />],
          ["ID", <Id key="id" id={service.id} of={name} />],
        ]}
      />
      <section aria-labelledby="deployments">
        <h2 id="deployments">Deployments</h2>
        {deployments.length === 0 ? (
          <EmptyState title="This service hasn't been deployed." />
        ) : (
          <DeploymentsTable deployments={deployments} caption={`Deployments of ${name}, newest first`} />
        )}
      </section>
      <Configuration service={service} />
      <Variables variables={service.variables} caption={`Variables of ${name}`}>
        {service.kind === "database"
          ? "Connection details of the database. Use an alias to pass them to a service."
          : "The variables that this service gets. If a key is set in several scopes, the most specific one wins. Connection details of databases are on the pages of the databases."}
      </Variables>
      <Domains domains={service.domains} />
      <ServiceEvents events={service.events} />
    </Page>
  );
}

export function ServicePage({ id }: { readonly id: string }) {
  const reading = useReading<ServiceDetail>(`services/${encodeURIComponent(id)}`, [
    "services",
    "deployments",
    "records",
  ]);
  return (
    <Loading reading={reading} noun="service">
      {(service) => <Detail service={service} />}
    </Loading>
  );
}
