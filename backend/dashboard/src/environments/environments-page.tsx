import type { EnvironmentSummary } from "../../../src/dashboard/contract.js";
import { EmptyState } from "../parts/empty-state.js";
import { Page } from "../parts/page.js";
import { RelativeTime } from "../parts/relative-time.js";
import { StateBadge } from "../parts/state-badge.js";
import { counted } from "../parts/text.js";
import { clusters, environments } from "../platform/overview.js";
import { addressOf } from "../routing/route.js";
import { PlatformFacts } from "./platform-facts.js";

type States = readonly (readonly [EnvironmentSummary["state"], number])[];

function Card({ environment }: { readonly environment: EnvironmentSummary }) {
  const { id, name, state, services, states, lastDeploymentAt } = environment;
  return (
    <li class="card">
      <div class="title">
        <h2>
          <a href={addressOf.environment(id)}>{name}</a>
        </h2>
        {services > 0 && <StateBadge state={state} />}
      </div>
      <p>
        {services === 0 ? "No services yet" : counted(services, "service")}
        {lastDeploymentAt === null ? null : (
          <>
            {" "}
            · last deployed <RelativeTime at={lastDeploymentAt} />
          </>
        )}
      </p>
      <ul class="states" aria-label={`States of the services of ${name}`}>
        {(Object.entries(states) as unknown as States).map(([each, count]) => (
          <li key={each}>
            <StateBadge state={each} count={count} />
          </li>
        ))}
      </ul>
      <code class="id">{id}</code>
    </li>
  );
}

export function EnvironmentsPage() {
  const all = environments.value;
  return (
    <Page title="Environments">
      {all?.length === 0 && (
        <EmptyState title="This platform has no environments.">
          <p>Restore the initial content with Reset in the controls, or create one:</p>
          <pre>curl -X POST {location.origin}/_local/environments</pre>
        </EmptyState>
      )}
      <ul class="cards">
        {all?.map((environment) => (
          <Card key={environment.id} environment={environment} />
        ))}
      </ul>
      <PlatformFacts />
      <section aria-labelledby="clusters">
        <h2 id="clusters">Clusters</h2>
        <ul class="plain-list">
          {clusters.value.map(({ id, name, state }) => (
            <li key={id}>
              <strong>{name}</strong> {state} <code class="id">{id}</code>
            </li>
          ))}
        </ul>
      </section>
    </Page>
  );
}
