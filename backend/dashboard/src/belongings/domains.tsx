import type { DomainSummary } from "../../../src/dashboard/contract.js";
import { addressOf } from "../routing/route.js";
import { type Column, DataTable } from "../table/data-table.js";

const columns: readonly Column<DomainSummary>[] = [
  { key: "name", head: "Domain", cell: ({ domain }) => domain, sortedBy: ({ domain }) => domain },
  { key: "service", head: "Service", cell: ({ service: { id, name } }) => <a href={addressOf.service(id)}>{name}</a> },
  { key: "status", head: "Status", cell: ({ status }) => status },
  { key: "validation", head: "CNAME", cell: ({ validationDomain }) => validationDomain, isWide: true },
];

export function Domains({ domains }: { readonly domains: readonly DomainSummary[] }) {
  if (domains.length === 0) return null;
  return (
    <section aria-labelledby="domains">
      <h2 id="domains">Domains</h2>
      <DataTable caption="Custom domains" columns={columns} rows={domains} keyOf={({ id }) => id} />
    </section>
  );
}
