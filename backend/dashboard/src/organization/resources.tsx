import type { OrganizationResource } from "../../../src/dashboard/contract.js";
import { nameAndKind, updated } from "../parts/resource-columns.js";
import { sentence } from "../parts/text.js";
import { addressOf, choice } from "../routing/route.js";
import { ServiceLink } from "../services/service-link.js";
import { type Column, DataTable } from "../table/data-table.js";
import { distinct, SearchField, SelectField, Shown } from "../table/filters.js";

/** Services of one name are distinguished by where they are. */
function User({ id, name, environment }: OrganizationResource["usedBy"][number]) {
  if (environment === null) {
    return (
      <span class="line">
        Cluster{" "}
        <a href={addressOf.cluster(id)}>
          <bdi>{name}</bdi>
        </a>
      </span>
    );
  }
  return (
    <span class="line">
      <ServiceLink id={id} name={name} />{" "}
      <span class="hint">
        in <bdi>{environment.project}</bdi> /{" "}
        <a href={addressOf.environment(environment.id)}>
          <bdi>{environment.name}</bdi>
        </a>
      </span>
    </span>
  );
}

export function Users({ usedBy, users }: OrganizationResource) {
  if (users === 0) return <>Nothing</>;
  const more = users - usedBy.length;
  return (
    <>
      {usedBy.map((user) => (
        <User key={user.id} {...user} />
      ))}
      {more > 0 && `and ${more.toLocaleString("en")} more`}
    </>
  );
}

const columns: readonly Column<OrganizationResource>[] = [
  ...nameAndKind(addressOf.resource),
  { key: "users", head: "Used by", cell: Users, sortedBy: ({ users }) => users },
  updated,
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
        <SelectField label="Kind" value={kind} all="All kinds" choices={kinds} textOf={sentence} />
        <Shown shown={shown.length} all={all.length} noun="resource" />
      </search>
      {shown.length === 0 ? (
        <p class="hint">No matching resources.</p>
      ) : (
        <DataTable caption="Resources" columns={columns} rows={shown} keyOf={({ id }) => id} order={order} />
      )}
    </section>
  );
}
