import { useSignal } from "@preact/signals";
import { useReading } from "../platform/reading.js";
import { faultGroups } from "./fault-rules.js";
import { Choice, Field, submitted } from "./field.js";

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;
}

const methods = [
  ["", "Every method"],
  ["GET", "GET"],
  ["POST", "POST"],
  ["PUT", "PUT"],
  ["DELETE", "DELETE"],
] as const;
const moments = [
  ["before", "Before it is processed"],
  ["after", "After it was processed"],
] as const;

/** What the field for the operation proposes: the operations of the endpoint set that is served. */
function Operations({ id }: { readonly id: string }) {
  const { paths = {} } = useReading<OpenApi>("openapi.json").value.value ?? {};
  const operations = Object.values(paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId));
  return (
    <datalist id={id}>
      {operations.map((name) => (name === undefined ? null : <option key={name} value={name} />))}
    </datalist>
  );
}

function FaultChoice({ onChange }: { onChange(fault: string): void }) {
  return (
    <Field label="Fault">
      <select name="fault" onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        {faultGroups.map(([group, faults]) => (
          <optgroup key={group} label={group}>
            {faults.map((fault) => (
              <option key={fault} value={fault} selected={fault === "500"}>
                {fault}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </Field>
  );
}

interface FaultFormProps {
  onAdd(values: Readonly<Record<string, string>>): Promise<void>;
}

export function FaultForm({ onAdd }: FaultFormProps) {
  const fault = useSignal("500");
  return (
    <form class="fields" onSubmit={submitted(onAdd)}>
      <FaultChoice
        onChange={(next) => {
          fault.value = next;
        }}
      />
      {fault.value === "delay" && (
        <Field label="Milliseconds">
          <input name="milliseconds" type="number" min="0" defaultValue="1000" />
        </Field>
      )}
      <Choice label="Method" name="method" choices={methods} />
      <Field label="Operation or path template">
        <input name="route" list="operations" placeholder="every operation" autocomplete="off" />
      </Field>
      <Operations id="operations" />
      <Field label="Only the nth request">
        <input name="nth" type="number" min="1" placeholder="every request" />
      </Field>
      <Choice label="When" name="when" choices={moments} />
      <Field label="Times">
        <input name="times" type="number" min="1" placeholder="always" />
      </Field>
      <button type="submit">Add fault</button>
    </form>
  );
}
