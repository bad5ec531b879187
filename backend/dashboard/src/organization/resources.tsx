import type { OrganizationResource } from "../../../src/dashboard/contract.js";
import { nameAndKind, since } from "../parts/resource-columns.js";
import { choice } from "../routing/route.js";
import { ServiceLink } from "../services/service-link.js";
import { type Column, DataTable, mostBreaking } from "../table/data-table.js";
import { distinct, SearchField, SelectField, Shown } from "../table/filters.js";

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
  ...nameAndKind,
  { key: "users", head: "Used by", cell: Users, sortedBy: ({ users }) => users },
  since,
];

const text = choice("search");
const kind = choice("kind");
const order = choice("resources");

/** Registries, tokens, groups, repositories and credentials, with what uses them. */
export function Resources({ resources: all }: { readonly resources: readonly OrganizationResource[] }) {
  const wanted = text.value.trim().toLowerCase();
  const shown = all.filter(
    (each) =>
      (kind.value === "" || each.kind === kind.value) && `${each.name} ${each.id}`.toLowerCase().includes(wanted),
  );
  const kinds = distinct(all.map((each) => each.kind));
  return (
    <section aria-labelledby="resources">
      <h2 id="resources">Resources</h2>
      <search class="filters">
        <SearchField label="Search" value={text} />
        <SelectField label="Kind" value={kind} all="All kinds" choices={kinds} />
        <Shown shown={shown.length} all={all.length} noun="resource" />
      </search>
      {shown.length === 0 ? (
        <p class="hint">No matching resources.</p>
      ) : (
        <DataTable
          caption="Resources"
          columns={columns}
          rows={shown}
          keyOf={({ id }) => id}
          order={order}
          breaks={shown.length <= mostBreaking}
        />
      )}
    </section>
  );
}
