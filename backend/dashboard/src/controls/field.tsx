import type { ComponentChildren, TargetedEvent } from "preact";

interface FieldProps {
  readonly label: string;
  readonly children: ComponentChildren;
}

export function Field({ label, children }: FieldProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is among the children
    <label class="field">
      <span>{label}</span>
      {children}
    </label>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly name: string;
  readonly choices: readonly (readonly [value: string, text: string])[];
  readonly initial?: string;
  onChange?(value: string): void;
}

export function Choice({ label, name, choices, initial, onChange }: ChoiceProps) {
  return (
    <Field label={label}>
      <select name={name} onChange={({ currentTarget }) => onChange?.(currentTarget.value)}>
        {choices.map(([value, text]) => (
          <option key={value} value={value} selected={value === initial}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  );
}

/** The fields of a form by their names, without those that are empty. */
export function valuesOf(form: HTMLFormElement): Readonly<Record<string, string>> {
  const entries = [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return Object.fromEntries(entries.map(([name, value]) => [name, value.trim()]).filter(([, value]) => value !== ""));
}

/** Handles a form in the page: nothing is sent by the browser itself. */
export function submitted(handle: (values: Readonly<Record<string, string>>, form: HTMLFormElement) => unknown) {
  return (event: TargetedEvent<HTMLFormElement>) => {
    event.preventDefault();
    void handle(valuesOf(event.currentTarget), event.currentTarget);
  };
}
