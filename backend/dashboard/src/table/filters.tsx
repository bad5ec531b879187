import type { Signal } from "@preact/signals";

interface FieldProps {
  readonly label: string;
  readonly value: Signal<string>;
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
}

export function SelectField({ label, value, all, choices }: SelectProps) {
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
            {choice}
          </option>
        ))}
      </select>
    </label>
  );
}
