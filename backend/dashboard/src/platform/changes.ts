/** Applies the events that change the rows of a list. */

interface Changes<Row> {
  readonly changed: readonly Row[];
  readonly removed: readonly string[];
}

interface Identified {
  readonly id: string;
}

/** The rows after the changes; new ones come last. */
export function applied<Row extends Identified>(rows: readonly Row[], { changed, removed }: Changes<Row>): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const row of changed) byId.set(row.id, row);
  for (const id of removed) byId.delete(id);
  return [...byId.values()];
}
