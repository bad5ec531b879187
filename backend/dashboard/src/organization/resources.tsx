import { useSignal } from "@preact/signals";
import type { OrganizationResource } from "../../../src/dashboard/contract.js";
import { NarrowNote } from "../parts/narrow-note.js";
import { RelativeTime } from "../parts/relative-time.js";
import { counted } from "../parts/text.js";
import { ServiceLink } from "../services/service-link.js";
import { type Column, DataTable } from "../table/data-table.js";
import { SearchField, SelectField } from "../table/filters.js";

function Users({ usedBy, users }: OrganizationResource) {
  if (users === 0) return <>nothing</>;
  const more = users - usedBy.length;
  return (
    <>
      {usedBy.map(({ id, kind, name }, index) => (
        <span key={id}>
          {index > 0 && ", "}
          {kind === "cluster" ? <bdi title={`cluster ${name}`}>{name}</bdi> : <ServiceLink id={id} name={name} />}
        </span>
      ))}
      {more > 0 && ` and ${more.toLocaleString("en")} more`}
    </>
  );
}

const columns: readonly Column<OrganizationResource>[] = [
  {
    key: "name",
    head: "Name",
    cell: ({ name, kind }) => (
      <>
        <NarrowNote>{kind}</NarrowNote>
        <bdi title={name}>{name}</bdi>
      </>
    ),
    sortedBy: ({ name }) => name.toLowerCase(),
  },
  { key: "kind", head: "Kind", cell: ({ kind }) => kind, sortedBy: ({ kind }) => kind, needs: "desktop" },
  { key: "users", head: "Used by", cell: Users, sortedBy: ({ users }) => users },
  {
    key: "since",
    head: "Since",
    cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
    sortedBy: ({ updatedAt }) => updatedAt,
    needs: "tablet",
  },
];

/** Registries, tokens, groups, repositories and credentials, with what uses them. */
export function Resources({ resources: all }: { readonly resources: readonly OrganizationResource[] }) {
  const text = useSignal("");
  const kind = useSignal("");
  const wanted = text.value.trim().toLowerCase();
  const shown = all.filter(
    (each) =>
      (kind.value === "" || each.kind === kind.value) && `${each.name} ${each.id}`.toLowerCase().includes(wanted),
  );
  const kinds = [...new Set(all.map((each) => each.kind))].sort();
  return (
    <section aria-labelledby="resources">
      <h2 id="resources">Resources</h2>
      <search class="filters">
        <SearchField label="Search" value={text} />
        <SelectField label="Kind" value={kind} all="All kinds" choices={kinds} />
        <p class="shown" role="status">
          {shown.length === all.length
            ? counted(all.length, "resource")
            : `${shown.length.toLocaleString("en")} of ${counted(all.length, "resource")}`}
        </p>
      </search>
      {shown.length === 0 ? (
        <p class="hint">No matching resources.</p>
      ) : (
        <DataTable caption="Resources" columns={columns} rows={shown} keyOf={({ id }) => id} />
      )}
    </section>
  );
}
