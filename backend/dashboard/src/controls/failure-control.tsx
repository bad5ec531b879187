import { useSignal } from "@preact/signals";
import type { FailureRule, NamedFailureRules } from "../../../src/dashboard/contract.js";
import { announced } from "../parts/notices.js";
import { counted, sentence } from "../parts/text.js";
import { ask } from "../platform/ask.js";
import { type Reading, useReading } from "../platform/reading.js";
import { Control } from "./control.js";
import { Choice, Field, submitted } from "./field.js";

interface FailureRules {
  readonly rules: readonly FailureRule[];
}

type NamedRule = NamedFailureRules["results"][number];

const path = "deployment-failures";

const states = [
  ["DEPLOYMENT_ERROR", "Deployment error"],
  ["BUILD_ERROR", "Build error"],
  ["STOP_ERROR", "Stop error (when stopping)"],
  ["RESTART_ERROR", "Restart error (services only)"],
  ["INVALID_CREDENTIALS", "Invalid credentials (clusters only)"],
  ["DELETE_ERROR", "Delete error (clusters only)"],
] as const;
const moments = [
  ["DEPLOYING", "Deploying"],
  ["EXECUTING", "Executing (jobs only)"],
] as const;

function describe({ rule: { cluster, state, during, times, reason }, name }: NamedRule): string {
  const which = cluster == null ? (name ?? "Every service") : `Cluster ${name}`;
  const when = during == null ? "" : ` while ${sentence(during).toLowerCase()}`;
  const why = reason == null ? "" : `: ${reason}`;
  return `${which} fails: ${sentence(state).toLowerCase()}${when}${times == null ? ", always" : `, ${counted(times, "time")}`}${why}`;
}

function ruleOf({
  service,
  cluster,
  state = "",
  during,
  times,
  reason,
}: Readonly<Record<string, string>>): FailureRule {
  return {
    state,
    ...(service === undefined ? {} : { service }),
    ...(cluster === undefined ? {} : { cluster }),
    ...(during === undefined || cluster !== undefined ? {} : { during }),
    ...(reason === undefined ? {} : { reason }),
    ...(times === undefined ? {} : { times: Number(times) }),
  };
}

/** The body is always the whole list, so the list is read again just before. */
async function change(next: (rules: readonly FailureRule[]) => readonly FailureRule[]): Promise<void> {
  const { rules } = await ask<FailureRules>("GET", path);
  await ask("PUT", path, { rules: next(rules) });
}

function Rules({ reading }: { readonly reading: Reading<NamedFailureRules> }) {
  const rules = reading.value.value?.results ?? [];
  const remove = (named: NamedRule) =>
    announced(async () => {
      const removed = JSON.stringify(named.rule);
      await change((current) => current.filter((each) => JSON.stringify(each) !== removed));
      reading.again();
      return `Removed: ${describe(named)}.`;
    });
  if (rules.length === 0) return <p class="hint">No rules: deployments only fail if a tag or commit makes them.</p>;
  return (
    <ul class="rules" aria-label="Failure rules">
      {rules.map((named) => (
        <li key={JSON.stringify(named.rule)}>
          <span title={named.rule.cluster ?? named.rule.service ?? ""}>{describe(named)}</span>
          <button type="button" aria-label={`Remove: ${describe(named)}`} onClick={() => remove(named)}>
            Remove
          </button>
        </li>
      ))}
    </ul>
  );
}

export function FailureControl() {
  const reading = useReading<NamedFailureRules>("failure-rules", ["environments", "deployments", "services"]);
  const state = useSignal("DEPLOYMENT_ERROR");
  const add = (values: Readonly<Record<string, string>>, form: HTMLFormElement) =>
    announced(async () => {
      const rule = ruleOf(values);
      await change((rules) => [...rules, rule]);
      form.reset();
      state.value = "DEPLOYMENT_ERROR";
      reading.again();
      return `Added: ${describe({ rule, name: rule.cluster ?? rule.service ?? null })}.`;
    });
  return (
    <Control
      id="failures"
      title="Failing deployments"
      hint="Deployments that match a rule fail. Other services of the deployment continue."
    >
      <Rules reading={reading} />
      <form class="fields" onSubmit={submitted(add)}>
        <Field label="Service (name or ID)">
          <input name="service" placeholder="every service" />
        </Field>
        <Field label="Cluster (name or ID)">
          <input name="cluster" placeholder="no cluster" />
        </Field>
        <Choice
          label="Fails with"
          name="state"
          choices={states}
          onChange={(next) => {
            state.value = next;
          }}
        />
        {state.value === "DEPLOYMENT_ERROR" && <Choice label="While" name="during" choices={moments} />}
        <Field label="Times">
          <input name="times" type="number" min="1" placeholder="always" defaultValue="1" />
        </Field>
        <Field label="Reason">
          <input name="reason" placeholder="that of the rule" />
        </Field>
        <button type="submit">Add rule</button>
      </form>
    </Control>
  );
}
