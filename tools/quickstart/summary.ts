import type { StackResource } from "./stack.js";

const TYPE = /^pulumi-nodejs:dynamic\/app-platform:(\w+)$/;

interface Row {
  readonly kind: string;
  readonly name: string;
  readonly id: string;
  readonly detail: string;
}

function detail(outputs: Record<string, unknown>): string {
  const { host, port, imageName, tag } = outputs;
  if (typeof host === "string") return typeof port === "number" ? `${host}:${port}` : host;
  if (typeof imageName === "string") return `${imageName}:${String(tag)}`;
  return "";
}

function row({ type, urn, id = "", outputs = {} }: StackResource): Row | undefined {
  const kind = TYPE.exec(type)?.[1];
  if (kind === undefined) return undefined;
  return { kind, name: urn.slice(urn.lastIndexOf("::") + 2), id, detail: detail(outputs) };
}

/** The resources on the platform, one a line: kind, name, id, and the address or the image. */
export function table(resources: readonly StackResource[]): string {
  const rows = resources.map(row).filter((found) => found !== undefined);
  const width = (column: keyof Row) => Math.max(0, ...rows.map((each) => each[column].length));
  const [kind, name, id] = [width("kind"), width("name"), width("id")];
  return rows
    .map((each) =>
      `  ${each.kind.padEnd(kind)}  ${each.name.padEnd(name)}  ${each.id.padEnd(id)}  ${each.detail}`.trimEnd(),
    )
    .join("\n");
}

/** Past tense of Pulumi's operations. */
const PAST_TENSE: Readonly<Record<string, string>> = {
  create: "created",
  update: "updated",
  delete: "deleted",
  replace: "replaced",
  same: "unchanged",
};

/** One sentence about an update that succeeded. */
export function summary(changes: Readonly<Record<string, number>>): string {
  const last = (operation: string) => Number(operation === "same");
  const counts = Object.entries(changes)
    .filter(([, count]) => count > 0)
    .sort(([a], [b]) => last(a) - last(b));
  if (counts.every(([operation]) => operation === "same")) return "Nothing changed: the platform matches the program.";
  return `Done: ${counts.map(([operation, count]) => `${count} ${PAST_TENSE[operation] ?? operation}`).join(", ")}.`;
}
