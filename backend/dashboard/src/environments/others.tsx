import type { ResourceSummary } from "../../../src/dashboard/contract.js";
import { nameAndKind, updated } from "../parts/resource-columns.js";
import { DataTable } from "../table/data-table.js";

const columns = [...nameAndKind(), updated];

/** What an environment has besides services: nothing of it is deployed. */
export function Others({ others }: { readonly others: readonly ResourceSummary[] }) {
  return (
    <section aria-labelledby="others">
      <h2 id="others">Other resources</h2>
      <DataTable caption="Other resources" columns={columns} rows={others} keyOf={({ id }) => id} />
    </section>
  );
}
