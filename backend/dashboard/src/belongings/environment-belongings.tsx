import type { EnvironmentBelongings as Belongings, StageSummary } from "../../../src/dashboard/contract.js";
import { useReading } from "../platform/reading.js";
import { ServiceLink } from "../services/service-link.js";
import { Domains } from "./domains.js";
import { Variables } from "./variables.js";

function Stage({ stage: { name, services } }: { readonly stage: StageSummary }) {
  return (
    <li>
      <strong>
        <bdi>{name}</bdi>
      </strong>
      {services.length === 0 ? ": no services" : ": "}
      {services.map((service, index) => (
        <span key={service.id}>
          {index > 0 && ", "}
          <ServiceLink {...service} />
        </span>
      ))}
    </li>
  );
}

function Stages({ stages }: { readonly stages: readonly StageSummary[] }) {
  // A single stage orders nothing.
  if (stages.length === 1) return null;
  return (
    <section aria-labelledby="stages">
      <h2 id="stages">Deployment stages</h2>
      <p class="hint">Stages are deployed one after the other, the services of a stage in parallel.</p>
      <ol>
        {stages.map((stage) => (
          <Stage key={stage.id} stage={stage} />
        ))}
      </ol>
    </section>
  );
}

/** Variables, domains and stages of an environment, read again whenever one of them may have changed. */
export function EnvironmentBelongings({ id, name }: { readonly id: string; readonly name: string }) {
  const { value } = useReading<Belongings>(`environments/${encodeURIComponent(id)}/belongings`, [
    "records",
    "services",
  ]);
  const belongings = value.value;
  if (belongings === undefined) return null;
  return (
    <>
      <Stages stages={belongings.stages} />
      <Variables variables={belongings.variables} caption={`Variables in ${name}`} />
      <Domains domains={belongings.domains} />
    </>
  );
}
