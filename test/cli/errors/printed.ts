/** What the CLI printed of each error, in a form that is the same in every run. */

interface Diagnostic {
  /** `Container (web)`; the stack for what the program throws. */
  readonly subject: string;
  readonly head: string;
  /** Each with all its lines. */
  readonly errors: readonly string[];
}

/** The errors below `Diagnostics:`, by resource. */
function diagnosticsIn(output: string): Diagnostic[] {
  const begin = output.lastIndexOf("\nDiagnostics:\n");
  if (begin < 0) return [];
  const [, ...blocks] = output.slice(begin).split(/\n(?= {2}[\w:/-]+ \(\S+\):\n)/);
  return blocks.map((block) => {
    const [head = "", ...lines] = (block.split(/\n(?=\S)/)[0] as string).split("\n");
    const [, kind = "", name = ""] = /([\w-]+) \((\S+)\):$/.exec(head) ?? [];
    const errors = lines.join("\n").split(/^(?= {4}(?:error|warning|info|debug): )/m);
    return {
      subject: `${kind} (${name})`,
      head,
      errors: errors.filter((text) => text.startsWith("    error: ")).map((text) => text.trimEnd()),
    };
  });
}

/** The error with this code of this resource; the stack where none is named. */
export function printedError(output: string, code: string, subject: string): string {
  const all = diagnosticsIn(output);
  for (const { head, errors, ...diagnostic } of all) {
    if (diagnostic.subject !== subject && !(subject === "" && diagnostic.subject.startsWith("Stack "))) continue;
    // An error may contain those that led to it: the one with the code itself goes first.
    const found =
      errors.find((text) => /AP\d{4}/.exec(text)?.[0] === code) ?? errors.find((text) => text.includes(`${code}: `));
    if (found !== undefined) return normalized(`${head}\n${found}`);
  }
  throw new Error(`${subject} has no ${code}:\n${output}`);
}

/** Ids that every platform gives anew, ports, times and the stack's name differ from run to run. */
function normalized(text: string): string {
  const ids = new Map<string, string>();
  const ports = new Map<string, number>();
  return text
    .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, (id) => {
      if (!ids.has(id)) ids.set(id, ordinalId(ids.size + 1));
      return ids.get(id) as string;
    })
    .replace(/127\.0\.0\.1:(\d{2,5})/g, (_, port: string) => {
      ports.set(port, ports.get(port) ?? 4310 + ports.size);
      return `127.0.0.1:${ports.get(port)}`;
    })
    .replace(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, "2026-01-01T12:00:00.000Z")
    .replace(/file:\/\/\S+?(?=['"]|:? |$)/g, "file:///state")
    .replace(/program-t[0-9a-f]{8}/g, "shop-dev")
    .replace(/::program::/g, "::shop::")
    .replace(/\bt[0-9a-f]{8}\b/g, "dev");
}

function ordinalId(ordinal: number): string {
  return `${String(ordinal).repeat(8)}-${String(ordinal).repeat(4)}-4${String(ordinal).repeat(3)}-8${String(ordinal).repeat(3)}-${String(ordinal).repeat(12)}`;
}
