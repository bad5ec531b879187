import type { EnvironmentContent } from "../../../src/dashboard/contract.js";
import { EnvironmentBelongings } from "../belongings/environment-belongings.js";
import { EmptyState } from "../parts/empty-state.js";
import { Facts } from "../parts/facts.js";
import { Loading } from "../parts/loading.js";
import { Page } from "../parts/page.js";
import { StateBadge } from "../parts/state-badge.js";
import { environments } from "../platform/overview.js";
import { useContent } from "./content.js";
import { DeploymentsTable } from "./deployments-table.js";
import { EnvironmentActions } from "./environment-actions.js";
import { NoServices } from "./no-services.js";
import { Others } from "./others.js";
import { Services } from "./services.js";

function Content({ content }: { readonly content: EnvironmentContent }) {
  const { id, name, mode, project, services, others, deployments } = content;
  const state = environments.value?.find((environment) => environment.id === id)?.state;
  return (
    <Page
      title={name}
      trail={[{ text: "Environments", href: "#/environments" }]}
      aside={
        <>
          {state !== undefined && services.length > 0 && <StateBadge state={state} />}
          <EnvironmentActions id={id} name={name} />
        </>
      }
    >
      <Facts
        facts={[
          ["Project", <bdi key="project">{project}</bdi>],
          ["Mode", mode],
          [
            "ID",
            <code key="id" class="id">
              {id}
            </code>,
          ],
        ]}
      />
      {services.length === 0 ? <NoServices id={id} /> : <Services services={services} />}
      <EnvironmentBelongings id={id} name={name} />
      {others.length > 0 && <Others others={others} />}
      <section aria-labelledby="deployments">
        <h2 id="deployments">Deployments</h2>
        {deployments.length === 0 ? (
          <EmptyState title="Nothing has been deployed yet." />
        ) : (
          <DeploymentsTable deployments={deployments} caption={`The last deployments of ${name}, newest first`} />
        )}
      </section>
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
