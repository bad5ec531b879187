import type { ComponentChildren } from "preact";
import type { VariableSummary } from "../../../src/dashboard/contract.js";
import { Breakable } from "../parts/breakable.js";
import { NarrowNote } from "../parts/narrow-note.js";
import { sentence } from "../parts/text.js";
import { info } from "../platform/overview.js";
import { ServiceLink } from "../services/service-link.js";
import { type Column, DataTable } from "../table/data-table.js";

function typeText({ type, target, mountPath, access }: VariableSummary): string {
  const of = target === null ? "" : ` of ${target}`;
  const at = mountPath === null ? "" : ` at ${mountPath}`;
  const from = access === null ? "" : ` from ${access}`;
  return `${sentence(type)}${of}${from}${at}`;
}

function Key(variable: VariableSummary) {
  const { key, scope, service, type } = variable;
  return (
    <>
      <span title={key}>
        <Breakable text={key} />
      </span>
      <NarrowNote needs="tablet">
        {sentence(scope)} {service !== null && <ServiceLink {...service} />}
      </NarrowNote>
      {type !== "VALUE" && (
        <NarrowNote>
          <Breakable text={typeText(variable)} />
        </NarrowNote>
      )}
    </>
  );
}

const columns: readonly Column<VariableSummary>[] = [
  {
    key: "name",
    head: "Key",
    cell: Key,
    sortedBy: ({ key }) => key.toLowerCase(),
  },
  {
    key: "value",
    head: "Value",
    // A text of several words, such as a file, breaks between these.
    cell: ({ value }) => (
      <span title={value}>{/\s/.test(value) ? <bdi>{value}</bdi> : <Breakable text={value} />}</span>
    ),
  },
  {
    key: "scope",
    head: "Scope",
    cell: ({ scope }) => sentence(scope),
    sortedBy: ({ scope }) => scope,
    needs: "tablet",
  },
  {
    key: "type",
    head: "Type",
    cell: (variable) => <Breakable text={typeText(variable)} />,
    sortedBy: typeText,
    needs: "desktop",
  },
  {
    key: "service",
    head: "Service",
    cell: ({ service }) => service !== null && <ServiceLink {...service} />,
    sortedBy: ({ service }) => service?.name ?? "",
    needs: "tablet",
  },
];

interface VariablesProps {
  readonly variables: readonly VariableSummary[];
  readonly caption: string;
  readonly children?: ComponentChildren;
}

/** Variables with their scopes and types; values that are secret are masked before they get here. */
export function Variables({ variables, caption, children }: VariablesProps) {
  // The documented set has none, so nobody could use what the platform says about a database.
  if (variables.length === 0 || info.value?.endpoints === "documented") return null;
  return (
    <section aria-labelledby="variables">
      <h2 id="variables">Variables</h2>
      {children !== undefined && <p class="hint">{children}</p>}
      <DataTable caption={caption} columns={columns} rows={variables} keyOf={({ id }) => id} />
    </section>
  );
}
