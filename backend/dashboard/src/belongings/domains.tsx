import type { DomainSummary } from "../../../src/dashboard/contract.js";
import { ServiceLink } from "../services/service-link.js";
import { type Column, DataTable } from "../table/data-table.js";

const columns: readonly Column<DomainSummary>[] = [
  { key: "name", head: "Domain", cell: ({ domain }) => domain, sortedBy: ({ domain }) => domain },
  { key: "service", head: "Service", cell: ({ service }) => <ServiceLink {...service} /> },
  { key: "status", head: "Status", cell: ({ status }) => status },
  { key: "validation", head: "CNAME", cell: ({ validationDomain }) => validationDomain, needs: "tablet" },
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
