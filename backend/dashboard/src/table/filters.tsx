import { counted } from "../parts/text.js";
import type { Choice } from "../routing/route.js";

interface FieldProps {
  readonly label: string;
  readonly value: Choice;
}

export function SearchField({ label, value }: FieldProps) {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        type="search"
        value={value.value}
        onInput={({ currentTarget }) => {
          value.value = currentTarget.value;
        }}
      />
    </label>
  );
}

interface SelectProps extends FieldProps {
  /** What the empty choice is called. */
  readonly all: string;
  readonly choices: readonly string[];
  textOf?(choice: string): string;
}

export function SelectField({ label, value, all, choices, textOf = (choice) => choice }: SelectProps) {
  // What was chosen stays a choice, even if no row has it any more.
  const shown = value.value === "" || choices.includes(value.value) ? choices : [value.value, ...choices];
  return (
    <label class="field">
      <span>{label}</span>
      <select
        value={value.value}
        onChange={({ currentTarget }) => {
          value.value = currentTarget.value;
        }}
      >
        <option value="">{all}</option>
        {shown.map((choice) => (
          <option key={choice} value={choice}>
            {textOf(choice)}
          </option>
        ))}
      </select>
    </label>
  );
}

interface ShownProps {
  readonly shown: number;
  readonly all: number;
  readonly noun: string;
}

/** How many rows the filters leave. */
export function Shown({ shown, all, noun }: ShownProps) {
  return (
    <p class="shown" role="status">
      {shown === all ? counted(all, noun) : `${shown.toLocaleString("en")} of ${counted(all, noun)}`}
    </p>
  );
}

/** The values to choose from, each once. */
export function distinct(values: readonly string[]): string[] {
  return [...new Set(values)].filter((value) => value !== "").sort();
}
