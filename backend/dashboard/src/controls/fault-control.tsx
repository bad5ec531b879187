import type { FaultRules } from "../../../src/dashboard/contract.js";
import { announced } from "../parts/notices.js";
import type { Reading } from "../platform/reading.js";
import { Control } from "./control.js";
import { FaultForm } from "./fault-form.js";
import { addRule, describe, type FaultRule, removeRule, ruleOf, switchRule, useFaultRules } from "./fault-rules.js";

interface RuleProps {
  readonly rule: FaultRule;
  readonly index: number;
  /** Shows the rules that the platform responds with. */
  change(action: () => Promise<FaultRules>, text: string): void;
}

function Rule({ rule, index, change }: RuleProps) {
  const text = describe(rule);
  const { enabled, happened } = rule;
  return (
    <li class={enabled ? "" : "off"}>
      <label>
        <input
          type="checkbox"
          role="switch"
          checked={enabled}
          aria-checked={enabled}
          onChange={() => change(() => switchRule(index, !enabled), `Switched ${enabled ? "off" : "on"}: ${text}.`)}
        />{" "}
        {text}
      </label>
      <span class="hint">happened {happened === 1 ? "once" : `${happened} times`}</span>
      <button
        type="button"
        aria-label={`Remove: ${text}`}
        onClick={() => change(() => removeRule(index), `Removed: ${text}.`)}
      >
        Remove
      </button>
    </li>
  );
}

function Rules({ rules, change }: { readonly rules: FaultRules["rules"]; readonly change: RuleProps["change"] }) {
  if (rules.length === 0) return <p class="hint">No faults: all requests are processed as usual.</p>;
  return (
    <ul class="rules" aria-label="Fault rules">
      {rules.map((rule, index) => (
        <Rule key={`${index} ${describe(rule)}`} rule={rule} index={index} change={change} />
      ))}
    </ul>
  );
}

function changer(reading: Reading<FaultRules>): (action: () => Promise<FaultRules>, text: string) => Promise<void> {
  return (action, text) =>
    announced(async () => {
      reading.value.value = await action();
      return text;
    });
}

export function FaultControl() {
  const reading = useFaultRules();
  const change = changer(reading);
  return (
    <Control
      id="faults"
      title="Faults"
      hint="Rules that make API requests fail. The first rule that matches a request applies."
    >
      <Rules rules={reading.value.value?.rules ?? []} change={change} />
      <FaultForm
        onAdd={(values) => {
          const rule = ruleOf(values);
          return change(() => addRule(rule), `Added: ${describe(rule)}.`);
        }}
      />
    </Control>
  );
}
