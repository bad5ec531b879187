/** The pages of what the organization has: a cluster, and anything that services and clusters refer to. */
import type { ClusterSummary, OrganizationContent, OrganizationResource } from "../../../src/dashboard/contract.js";
import { Cards } from "../environments/cards.js";
import { EmptyState } from "../parts/empty-state.js";
import { Facts } from "../parts/facts.js";
import { Id } from "../parts/id.js";
import { Gone, Loading } from "../parts/loading.js";
import { type Link, Page } from "../parts/page.js";
import { RelativeTime } from "../parts/relative-time.js";
import { StateBadge } from "../parts/state-badge.js";
import { sentence } from "../parts/text.js";
import { environments } from "../platform/overview.js";
import { type Reading, useReading } from "../platform/reading.js";
import { addressOf } from "../routing/route.js";
import { statusText } from "../services/status-texts.js";
import { FailedClusters, placeOf } from "./clusters.js";
import { Users } from "./resources.js";

const organization: Link = { text: "Organization", href: addressOf.organization };

/** What the environments of the organization share, read again whenever some of it may have changed. */
export const useOrganization = (): Reading<OrganizationContent> =>
  useReading("organization", ["clusters", "records", "environments"]);

/** What was asked of it. */
function RequestsAbout({ id }: { readonly id: string }) {
  return (
    <p>
      <a href={addressOf.requestsWith(id)}>Requests about it</a>
    </p>
  );
}

/** What its services get external secrets from. */
function SecretManagers({ accesses }: { readonly accesses: ClusterSummary["secretManagers"] }) {
  return (
    <>
      {accesses.map(({ id, name, mode }) => (
        <div key={id}>
          <bdi>{name}</bdi> ({mode}) <Id id={id} of={name} />
        </div>
      ))}
    </>
  );
}

function Cluster({ cluster }: { readonly cluster: ClusterSummary }) {
  const { id, name, state, secretManagers } = cluster;
  const own = environments.value?.filter(({ clusterId }) => clusterId === id) ?? [];
  return (
    <Page
      title={`Cluster ${name}`}
      heading={
        <>
          Cluster <bdi>{name}</bdi>
        </>
      }
      trail={[organization]}
      aside={<StateBadge state={state} />}
    >
      <FailedClusters clusters={[cluster]} />
      <Facts
        facts={[
          ["Where", placeOf(cluster)],
          ["Deployment", statusText(cluster)],
          ["ID", <Id key="id" id={id} of={name} />],
          ...(secretManagers.length === 0
            ? []
            : [["Secret managers", <SecretManagers key="secret-managers" accesses={secretManagers} />] as const]),
        ]}
      />
      <RequestsAbout id={id} />
      <section aria-labelledby="environments">
        <h2 id="environments">Environments</h2>
        {own.length === 0 ? <EmptyState title="No environment is on this cluster." /> : <Cards environments={own} />}
      </section>
    </Page>
  );
}

function Resource({ resource }: { readonly resource: OrganizationResource }) {
  const { id, name, kind, updatedAt } = resource;
  return (
    <Page
      title={`${sentence(kind)} ${name}`}
      heading={
        <>
          {sentence(kind)} <bdi>{name}</bdi>
        </>
      }
      trail={[organization]}
    >
      <Facts
        facts={[
          ["Updated", <RelativeTime key="updated" at={updatedAt} />],
          ["ID", <Id key="id" id={id} of={name} />],
        ]}
      />
      <RequestsAbout id={id} />
      <section aria-labelledby="users">
        <h2 id="users">Used by</h2>
        <Users {...resource} />
      </section>
    </Page>
  );
}

export function ClusterPage({ id }: { readonly id: string }) {
  return (
    <Loading reading={useOrganization()} noun="cluster" list={organization}>
      {({ clusters }) => {
        const cluster = clusters.find((each) => each.id === id);
        return cluster === undefined ? <Gone noun="cluster" list={organization} /> : <Cluster cluster={cluster} />;
      }}
    </Loading>
  );
}

export function ResourcePage({ id }: { readonly id: string }) {
  return (
    <Loading reading={useOrganization()} noun="resource" list={organization}>
      {({ resources }) => {
        const resource = resources.find((each) => each.id === id);
        return resource === undefined ? <Gone noun="resource" list={organization} /> : <Resource resource={resource} />;
      }}
    </Loading>
  );
}
