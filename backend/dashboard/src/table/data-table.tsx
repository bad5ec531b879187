import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useMemo, useRef } from "preact/hooks";
import type { Choice } from "../routing/route.js";
import { type Device, hasRoom } from "./narrow.js";
import { useVirtualRows } from "./virtual-rows.js";

export interface Column<Row> {
  readonly key: string;
  readonly head: ComponentChildren;
  cell(row: Row): ComponentChildren;
  /** Whether it needs more room than a phone has; always shown if omitted. */
  readonly needs?: Device;
  /** What the column is sorted by, if it can be. */
  sortedBy?(row: Row): string | number;
}

interface DataTableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  keyOf(row: Row): string | number;
  /** Where the order is kept: the key of a column, after a hyphen if it descends. Kept while the table is shown if omitted. */
  readonly order?: Choice;
}

interface Order {
  readonly key: string;
  readonly descending: boolean;
}

/** Long texts break into several lines in a table with no more rows than these. In a longer one, every row has one line. */
const mostBreaking = 500;

/** The height of a row with one line: the place of a row is known without it. */
const rowHeight = 40;

function sorted<Row>(rows: readonly Row[], columns: readonly Column<Row>[], order: Order | null): readonly Row[] {
  const by = columns.find(({ key }) => key === order?.key)?.sortedBy;
  if (by === undefined || order === null) return rows;
  const sign = order.descending ? -1 : 1;
  const keyed = rows.map((row) => ({ row, value: by(row) }));
  keyed.sort((one, other) => (one.value < other.value ? -sign : one.value > other.value ? sign : 0));
  return keyed.map(({ row }) => row);
}

function orderOf(text: string): Order | null {
  if (text === "") return null;
  const descending = text.startsWith("-");
  return { key: descending ? text.slice(1) : text, descending };
}

/** A space as high as the rows that are not in the document. */
function Gap({ rows, columns }: { readonly rows: number; readonly columns: number }) {
  if (rows <= 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row never has the focus
    <tr class="gap" aria-hidden="true">
      <td colSpan={columns} style={{ height: `${rows * rowHeight}px` }} />
    </tr>
  );
}

/** A cell shows one line, so its text is its title, too. */
const titleOf = (content: ComponentChildren) => (typeof content === "string" ? content : undefined);

/** A table of any length: if it is long, rows outside the window are not in the document. Its first column is the header of the row. */
export function DataTable<Row>({ caption, columns: all, rows, keyOf, order: kept }: DataTableProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const own = useSignal("");
  const choice = kept ?? own;
  const order = orderOf(choice.value);
  const columns = all.filter(({ needs }) => needs === undefined || hasRoom[needs]());
  const ordered = useMemo(() => sorted(rows, all, order), [rows, all, choice.value]);
  const inWindow = useVirtualRows(body, rowHeight, ordered.length);
  const breaks = ordered.length <= mostBreaking;
  const range = breaks ? { first: 0, end: ordered.length } : inWindow.value;
  const first = Math.min(range.first, Math.max(0, ordered.length - 1));
  const shown = ordered.slice(first, range.end);
  const sort = (key: string) => {
    choice.value = order?.key === key && !order.descending ? `-${key}` : key;
  };
  return (
    <table class={breaks ? "data breaks" : "data"} aria-rowcount={ordered.length + 1}>
      <caption class="unseen">{caption}</caption>
      <thead>
        <tr aria-rowindex={1}>
          {columns.map((column) => (
            <Head key={column.key} column={column} order={order} onSort={sort} />
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        <Gap rows={first} columns={columns.length} />
        {shown.map((row, index) => (
          <tr key={keyOf(row)} aria-rowindex={first + index + 2}>
            {columns.map((column, position) => {
              const Cell = position === 0 ? "th" : "td";
              const content = column.cell(row);
              return (
                <Cell
                  key={column.key}
                  class={`col-${column.key}`}
                  title={titleOf(content)}
                  {...(position === 0 ? { scope: "row" } : {})}
                >
                  {content}
                </Cell>
              );
            })}
          </tr>
        ))}
        <Gap rows={ordered.length - first - shown.length} columns={columns.length} />
      </tbody>
    </table>
  );
}

interface HeadProps<Row> {
  readonly column: Column<Row>;
  readonly order: Order | null;
  onSort(key: string): void;
}

function Head<Row>({ column: { key, head, sortedBy }, order, onSort }: HeadProps<Row>) {
  if (sortedBy === undefined) {
    return (
      <th scope="col" class={`col-${key}`}>
        {head}
      </th>
    );
  }
  const direction = order?.key !== key ? "none" : order.descending ? "descending" : "ascending";
  return (
    <th scope="col" class={`col-${key}`} aria-sort={direction}>
      <button type="button" class="plain" onClick={() => onSort(key)}>
        {head}
        <span aria-hidden="true">{{ none: "", ascending: " ↑", descending: " ↓" }[direction]}</span>
      </button>
    </th>
  );
}
