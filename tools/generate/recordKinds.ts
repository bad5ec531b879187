import { recordKinds } from "../../backend/src/generated/record-kinds.js";
import { type AnyRecordKind, servedIn } from "../../backend/src/resources/record.js";
import { allPath } from "../../backend/src/routes/records.js";

/** The paths of the kinds that are served as their files say, with what they are. */
export function recordsTable(): string {
  const paths = new Map<string, string[]>();
  for (const kind of recordKinds) {
    const parent = servedIn(kind);
    if (parent === undefined) continue;
    const what = about(kind);
    const path = allPath(parent, kind).replace(`{${parent}Id}`, "{id}");
    paths.set(what, [...(paths.get(what) ?? []), `\`${path}\``]);
  }
  const rows = [...paths].map(([what, all]) => `| ${all.join("<br>")} | ${what} |\n`);
  return `| path | |\n|---|---|\n${rows.join("")}`;
}

function about({ description, calls, returnedOnce, filters = {} }: AnyRecordKind): string {
  const had = calls === undefined ? "" : ` It has only the calls ${Object.keys(calls).join(", ")}.`;
  const once = returnedOnce === undefined ? "" : ` Only the response to a create has \`${returnedOnce}\`.`;
  const names = Object.keys(filters).map((name) => `\`${name}\``);
  const selected =
    names.length === 0 ? "" : ` Queries of the list: ${names.join(", ")}, as a whole and whatever the letter case.`;
  return `${description}${had}${once}${selected}`;
}
