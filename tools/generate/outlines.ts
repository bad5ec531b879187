import type { ResourceDefinition } from "../../provider/definition/kind.js";
import { holdsText, isMerged, kindNamedBy, referenceName, refersTo } from "../../provider/definition/references.js";
import { definitions } from "../../provider/kinds/index.js";
import type { Field, Fields } from "../../provider/schema/field.js";
import type { ArgumentOutline, Outline, ValueOutline } from "../../sdk/outline.js";
import { header } from "./declaration.js";

/** What programs know about the kinds. */
export function outlinesFile(): string {
  const outlines = JSON.stringify(definitions.map(outlineOf));
  return `${header}import type { Outline } from "../outline.js";\n\nexport const outlines: readonly Outline[] = ${outlines};\n`;
}

/** What a program knows about a kind. */
export function outlineOf(definition: ResourceDefinition): Outline {
  const { kind, args, outputs, pathArgs, nameArg, deployedAs, builtIns, isSeenByServices } = definition;
  const reference = referenceName(definition);
  const versions = Object.entries(deployedAs?.versions ?? {}).filter(([, path]) => path !== undefined);
  return {
    kind,
    args: Object.fromEntries(Object.entries(args).map(([name, field]) => [name, argumentOutline(field, args)])),
    outputs: Object.keys(outputs),
    pathArgs,
    ...(nameArg === undefined ? {} : { nameArg }),
    ...(reference === undefined ? {} : { referenceName: reference }),
    ...(deployedAs === undefined ? {} : { versions: Object.fromEntries(versions) as Record<string, string> }),
    ...(builtIns === undefined ? {} : { builtIns }),
    ...(isSeenByServices === true ? { isSeenByServices: true as const } : {}),
  };
}

function argumentOutline(field: Field, args: Fields): ArgumentOutline {
  const { local, whenOmitted } = field;
  const secretsIn = Object.keys(args).find((name) => field.separate === "open" && args[name]?.separate === "secret");
  return {
    ...valueOutline(field),
    ...(secretsIn === undefined ? {} : { secretsIn }),
    ...(local ? { local } : {}),
    ...(whenOmitted?.isResourceName ? { whenOmitted: { isResourceName: true } } : {}),
    ...(holdsText(field) ? { holdsText: true } : {}),
    ...(isMerged(field) ? { isMerged: true } : {}),
  };
}

function valueOutline(field: Field): ValueOutline {
  const { secret } = field;
  const idOf = kindNamedBy(field);
  return {
    ...(secret ? { secret } : {}),
    ...(idOf === undefined ? {} : { idOf }),
    ...(field.type === "service" ? { isService: true } : {}),
    ...(refersTo(field).length > 0 ? { isReference: true } : {}),
    ...(field.type === "array" ? unlessUnchanged("item", valueOutline(field.item)) : {}),
    ...(field.type === "object" ? unlessUnchanged("members", membersOutline(field.members)) : {}),
  };
}

function membersOutline(members: Fields): Readonly<Record<string, ValueOutline>> {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, field]) => Object.entries(unlessUnchanged(name, valueOutline(field)))),
  );
}

function unlessUnchanged<T extends object>(name: string, outline: T): Readonly<Record<string, T>> {
  return Object.keys(outline).length === 0 ? {} : { [name]: outline };
}
