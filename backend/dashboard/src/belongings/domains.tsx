import type { DomainSummary } from "../../../src/dashboard/contract.js";
import { Breakable } from "../parts/breakable.js";
import { NarrowNote } from "../parts/narrow-note.js";
import { StateBadge } from "../parts/state-badge.js";
import { addressOf } from "../routing/route.js";
import { ServiceLink } from "../services/service-link.js";
import { type Column, DataTable } from "../table/data-table.js";

function Domain({ domain, validationDomain, service }: DomainSummary) {
  return (
    <>
      <Breakable text={domain} />
      <NarrowNote>
        CNAME <Breakable text={validationDomain} />
      </NarrowNote>
      <NarrowNote needs="tablet">
        of <ServiceLink {...service} />
      </NarrowNote>
    </>
  );
}

const columns: readonly Column<DomainSummary>[] = [
  { key: "domain", head: "Domain", cell: Domain, sortedBy: ({ domain }) => domain },
  { key: "service", head: "Service", cell: ({ service }) => <ServiceLink {...service} />, needs: "tablet" },
  {
    key: "check",
    head: "Status",
    cell: ({ status, service }) => <StateBadge state={status} href={addressOf.service(service.id)} />,
  },
  {
    key: "validation",
    head: "CNAME",
    cell: ({ validationDomain }) => <Breakable text={validationDomain} />,
    needs: "desktop",
  },
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
