/** The pages of what the organization has: a cluster, anything that services and clusters refer to, people, tokens and roles. */
import type { ComponentChildren } from "preact";
import type { ClusterSummary, OrganizationContent, ResourceSummary } from "../../../src/dashboard/contract.js";
import { Cards } from "../environments/cards.js";
import { Breakable } from "../parts/breakable.js";
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
import { type Column, DataTable } from "../table/data-table.js";
import { Permissions, Role, Users as RoleUsers, withRole } from "./access.js";
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

const featureColumns: readonly Column<ClusterSummary["features"][number]>[] = [
  { key: "name", head: "Feature", cell: ({ name }) => <Breakable text={name} /> },
  { key: "value", head: "Value", cell: ({ value }) => <Breakable text={value} /> },
];

function Features({ features }: Pick<ClusterSummary, "features">) {
  if (features.length === 0) return null;
  return (
    <section aria-labelledby="features">
      <h2 id="features">Features</h2>
      <DataTable caption="Features" columns={featureColumns} rows={features} keyOf={({ name }) => name} />
    </section>
  );
}

function Cluster({ cluster }: { readonly cluster: ClusterSummary }) {
  const { id, name, state, secretManagers, features, dnsProvider } = cluster;
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
          ["DNS provider", `${sentence(dnsProvider.provider)}, ${dnsProvider.domain}`],
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
      <Features features={features} />
    </Page>
  );
}

interface ResourceProps {
  readonly resource: ResourceSummary;
  readonly facts?: readonly (readonly [name: string, value: ComponentChildren])[];
  readonly children?: ComponentChildren;
}

function Resource({ resource, facts = [], children }: ResourceProps) {
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
          ...facts,
          ["Updated", <RelativeTime key="updated" at={updatedAt} />],
          ["ID", <Id key="id" id={id} of={name} />],
        ]}
      />
      <RequestsAbout id={id} />
      {children}
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

/** The page of anything but a cluster; nothing if there is no such thing. */
function pageOf({ resources, access, roles }: OrganizationContent, id: string) {
  const resource = resources.find((each) => each.id === id);
  if (resource !== undefined) {
    return (
      <Resource resource={resource}>
        <section aria-labelledby="users">
          <h2 id="users">Used by</h2>
          <Users {...resource} />
        </section>
      </Resource>
    );
  }
  const role = roles.find((each) => each.id === id);
  if (role !== undefined) {
    return (
      <Resource resource={role}>
        <Permissions permissions={role.permissions} />
        <RoleUsers users={withRole(access, role)} />
      </Resource>
    );
  }
  const somebody = access.find((each) => each.id === id);
  if (somebody === undefined) return undefined;
  const { status } = somebody;
  const facts = [
    ["Role", <Role key="role" {...somebody} />] as const,
    ...(status === null ? [] : [["Status", sentence(status)] as const]),
  ];
  return <Resource resource={somebody} facts={facts} />;
}

export function ResourcePage({ id }: { readonly id: string }) {
  return (
    <Loading reading={useOrganization()} noun="resource" list={organization}>
      {(content) => pageOf(content, id) ?? <Gone noun="resource" list={organization} />}
    </Loading>
  );
}
