import { z } from "zod";
import { callsOf, type ResourceDefinition } from "../../provider/definition/kind.js";
import { rulesOfDelete } from "../../provider/deletion/rules.js";
import {
  ConflictError,
  ForbiddenError,
  NotFoundError,
  RejectedError,
  ServerFaultError,
  ThrottledError,
  UnauthorizedError,
  UnexpectedStatusError,
} from "../../provider/errors/request.js";
import { definitions } from "../../provider/kinds/index.js";
import { environmentName } from "../../provider/platform/environment.js";
import { type Action, type Meaning, meaningOf, meaningsOfStatuses } from "../../provider/platform/responseErrors.js";
import { settingNames, settings } from "../../provider/platform/settings.js";
import { kindAddress } from "./referencePages.js";

/** What decides whether a resource is deleted, in order. */
export function deleteRules(): string {
  return rulesOfDelete.map(({ description }, index) => `${index + 1}. ${description}\n`).join("");
}

/** Which requests each resource sends. */
export function abilitiesTable(): string {
  const rows = (definitions as readonly ResourceDefinition[]).map((definition) => [
    `[${definition.kind}](../reference/${kindAddress(definition.kind)})`,
    requestsOf(definition),
  ]);
  return table(["resource", "requests"], rows);
}

/** Its calls, by path: those of the basic API first. */
function requestsOf(definition: ResourceDefinition): string {
  const paths = new Map<string, { readonly basic: Set<string>; readonly full: Set<string> }>();
  for (const { row, method, path } of Object.values(callsOf(definition))) {
    const methods = paths.get(path) ?? { basic: new Set(), full: new Set() };
    methods[row === undefined ? "full" : "basic"].add(method);
    paths.set(path, methods);
  }
  return [...paths]
    .map(([path, { basic, full }]) => {
      const methods = [...basic, ...(full.size === 0 ? [] : [`*full* ${[...full].join(", ")}`])];
      return `${methods.join(", ")} \`${path}\``;
    })
    .join(" · ");
}

const meaningTexts: Readonly<Record<Meaning, string>> = {
  done: "carried out",
  begun: "accepted, and continues",
  elsewhere: "carried out; the object is looked for",
  part: "a part: the other pages of a list are read",
  redirect: errorLink(UnexpectedStatusError),
  rejected: errorLink(RejectedError),
  unauthorized: errorLink(UnauthorizedError),
  forbidden: errorLink(ForbiddenError),
  gone: `gone: ${errorLink(NotFoundError)} if it must exist`,
  conflict: errorLink(ConflictError),
  throttled: `sent again later: ${errorLink(ThrottledError)}`,
  fault: `sent again, a create only after a look: ${errorLink(ServerFaultError)}`,
  unexpected: errorLink(UnexpectedStatusError),
};

function errorLink({ code }: { readonly code: string }): string {
  return `[${code}](../errors.md#${code.toLowerCase()})`;
}

const actions: readonly Action[] = ["create", "read", "update", "delete"];

/** What each status means, for each operation if that isn't the same for all. */
export function statusesTable(): string {
  const rows = new Map<string, { readonly texts: readonly string[]; readonly known: string[] }>();
  const others = [299, 399, 499, 599].map((status) => [`other ${Math.floor(status / 100)}xx`, status] as const);
  const own = Object.keys(meaningsOfStatuses).map((status) => [status, Number(status)] as const);
  for (const [name, status] of [...own, ...others].sort(([, one], [, other]) => one - other)) {
    const meanings = actions.map((action) => meaningOf(action, status));
    const key = meanings.join();
    const row = rows.get(key) ?? { texts: meanings.map((each) => meaningTexts[each]), known: [] };
    row.known.push(name);
    rows.set(key, row);
  }
  const all = [...rows.values()].map(({ texts, known }) => [known.join(", "), byOperation(texts)]);
  return table(["status", "meaning"], all);
}

/** `create, update: accepted · read: carried out`, or the one meaning of all. */
function byOperation(texts: readonly string[]): string {
  const different = [...new Set(texts)];
  if (different.length === 1) return different.join();
  return different
    .map((text) => `${actions.filter((_, index) => texts[index] === text).join(", ")}: ${text}`)
    .join(" · ");
}

/** All settings, by their names in the stack's configuration and in the environment. */
export function settingsTable(): string {
  const rows = settingNames.map((name) => {
    const setting = settings.shape[name];
    return [
      `\`app-platform:${name}\`<br>\`${environmentName(name)}\``,
      setting instanceof z.ZodDefault ? `\`${setting.def.defaultValue}\`` : "",
      setting.meta()?.description ?? "",
    ];
  });
  return table(["stack configuration,<br>environment variable", "default", "description"], rows);
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |\n`;
  return `${line(head)}|${head.map(() => "---|").join("")}\n${rows.map(line).join("")}`;
}
