import {
  beforeStage,
  type Counterpart,
  counterparts,
  domainKind,
  domains,
  parts,
  skippedIn,
  stageOf,
  typesWithoutCounterpart,
  variableKind,
  variableLists,
  withoutCounterpart,
} from "../../cli/terraform/counterparts.js";
import { kindAddress } from "./referencePages.js";
import { table } from "./tables.js";

/** What each type of a Terraform provider is here. */
export function terraformTypes(): string {
  const rows = Object.entries(counterparts).flatMap(([type, { kind, byState }]) => {
    const kinds = byState === undefined ? [kind] : [...new Set(Object.values(byState))];
    return kinds.map((each) => [`\`…_${type}\`${stateText(each, byState)}`, linkTo(each)] as const);
  });
  const asArguments = Object.entries(parts).map(([type, { of, argument }]) => {
    const { kind = "" } = counterparts[of] ?? {};
    return [`\`…_${type}\``, `\`${inPrograms(argument)}\` of a ${linkTo(kind)}`] as const;
  });
  const others = Object.entries(typesWithoutCounterpart).map(
    ([type, todo]) => [`\`…_${type}\``, `none: ${todo.replace("ApiObject", "[ApiObject](api-objects.md)")}`] as const,
  );
  return table(["type", "here"], grouped([...rows, ...asArguments, ...others]));
}

/** One row for all types that are the same here. */
function grouped(rows: readonly (readonly [type: string, here: string])[]): [string, string][] {
  const types = new Map<string, string[]>();
  for (const [type, here] of rows) types.set(here, [...(types.get(here) ?? []), type]);
  return [...types].map(([here, all]) => [all.join(", "), here]);
}

/** Attributes that have another name here, or another counterpart. */
export function terraformAttributes(): string {
  const all = Object.entries(counterparts);
  const renames = new Map<string, { readonly from: string; readonly to: string; readonly types: string[] }>();
  for (const [type, { renamed = {} }] of all) {
    for (const [from, to] of Object.entries(renamed)) {
      const known = renames.get(`${from} ${to}`) ?? { from, to, types: [] };
      renames.set(`${from} ${to}`, { ...known, types: [...known.types, type] });
    }
  }
  const own = [...renames.values()].map(({ from, to, types }) => [
    types.length > 2 ? "services" : types.map((type) => `\`…_${type}\``).join(", "),
    `\`${from}\``,
    `\`${inPrograms(to)}\``,
  ]);
  const lists = Object.entries(variableLists).map(([name, { secret, form }]) => [
    "projects, environments, services",
    `\`${name}\``,
    variableText(secret, form),
  ]);
  const left = Object.entries(withoutCounterpart).map(([name, why]) => ["all", `\`${name}\``, `none: ${why}`]);
  return table(
    ["of", "attribute", "here"],
    [
      ...own,
      ...lists,
      ["services", `\`${domains}\``, `a [${domainKind}](../reference/${kindAddress(domainKind)}) each`],
      ["services", `\`${stageOf}\``, "`services` of the stage"],
      ["services", `\`${skippedIn}\``, "`skippedServices` of the stage"],
      ["stages", `\`${beforeStage}\``, "`after` of the other stage"],
      ...left,
    ],
  );
}

/** With which states it becomes this kind. */
function stateText(kind: string, byState: Counterpart["byState"] = {}): string {
  const states = Object.keys(byState).filter((state) => byState[state] === kind);
  return states.length === 0 ? "" : ` with \`desired_state\` ${states.join(" or ")}`;
}

function linkTo(kind: string): string {
  return `[${kind}](../reference/${kindAddress(kind)})`;
}

function inPrograms(path: string): string {
  return path.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function variableText(secret: boolean, form: string): string {
  const link = `[${variableKind}](../reference/${kindAddress(variableKind)})`;
  if (form === "EXTERNAL")
    return `\`externalSecrets\` of a service, or a ${link} with \`secretManagerAccessId\` each; \`reference\` is the name`;
  const with_: Readonly<Record<string, string>> = { ALIAS: "aliasOf", OVERRIDE: "overrides", FILE: "mountPath" };
  if (form !== "VALUE")
    return `a ${link} with \`${with_[form]}\` each${secret && form !== "ALIAS" ? ", whose value is secret" : ""}`;
  return `\`variables\` of a service, or a ${link} each${secret ? ", whose values are secret" : ""}`;
}
