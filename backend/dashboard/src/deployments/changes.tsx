import type { ChangedValue, DeploymentDetail, DeploymentTask } from "../../../src/dashboard/contract.js";
import { shortVersion } from "../parts/text.js";
import { ServiceLink } from "../services/service-link.js";

const none = "not set";

/** More are in the timeline, with their versions. */
const shown = 20;

function Values({ values }: { readonly values: readonly ChangedValue[] }) {
  return (
    <dl class="changes">
      {values.map(({ name, from, to }) => (
        <div key={name}>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>
            <bdi>{from ?? none}</bdi> → <bdi>{to ?? none}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The version as one of the values, if there is another one. */
function valuesOf({ change, changes }: DeploymentTask): ChangedValue[] {
  const isNew = change !== null && change.from !== null && change.from !== change.to;
  const version = isNew
    ? [{ name: "version", from: shortVersion(change.from ?? ""), to: shortVersion(change.to) }]
    : [];
  // A tag or a version among the arguments says the same.
  const others = (changes ?? []).filter(({ to }) => !isNew || to !== JSON.stringify(change.to));
  return [...version, ...others];
}

/** Whether something was updated of which the log no longer says what. */
const isUnknown = ({ change, changes }: DeploymentTask) =>
  change !== null && change.from !== null && change.isEdited && changes === null;

/** What differs from the deployment before; nothing if this is the first one. */
export function Changes({ detail: { tasks, variables } }: { readonly detail: DeploymentDetail }) {
  const changed = tasks.filter((task) => valuesOf(task).length > 0 || isUnknown(task));
  if (changed.length === 0 && variables.length === 0) return null;
  const others = tasks.filter(({ change }) => change !== null && change.from !== null).length - changed.length;
  return (
    <section aria-labelledby="changes">
      <h2 id="changes">What changed since the deployment before</h2>
      {changed.slice(0, shown).map((task) => (
        <div key={task.serviceId} class="changed">
          <h3>{task.name === null ? "A deleted service" : <ServiceLink id={task.serviceId} name={task.name} />}</h3>
          <Values values={valuesOf(task)} />
          {isUnknown(task) && (
            <p class="hint">Its configuration or variables were updated; the request log doesn't have how.</p>
          )}
        </div>
      ))}
      {variables.length > 0 && (
        <div class="changed">
          <h3>Variables of the environment and the project</h3>
          <Values values={variables} />
        </div>
      )}
      {changed.length > shown && <p class="hint">and {changed.length - shown} more services</p>}
      {others > 0 && <p class="hint">The other services are as before.</p>}
    </section>
  );
}
