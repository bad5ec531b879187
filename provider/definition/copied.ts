/** What a clone may have from its source, as far as it may be secret. */

import type { Field } from "../schema/field.js";
import { isAbsent, type Values } from "../schema/json.js";
import { textFormats } from "../schema/textFormats.js";
import type { ResourceDefinition } from "./resourceDefinition.js";

/** Names of the arguments whose values in a clone may be secrets of its source: what the clone gives replaces them, unless it is merged. */
export function copiedTexts({ args }: Pick<ResourceDefinition, "args">, given: Values): string[] {
  const isCopied = ({ local, defaultsToResourceName }: Field) => !local && !defaultsToResourceName;
  return Object.entries(args)
    .filter(([name, field]) => isCopied(field) && holdsText(field) && (isAbsent(given[name]) || isMerged(field)))
    .map(([name]) => name);
}

/** Whether an update merges the value: of an object, and of objects in arrays. */
export function isMerged(field: Field): boolean {
  return field.type === "object" || (field.type === "array" && isMerged(field.item));
}

/** Whether free text, and so a secret, may be anywhere inside the field. */
export function holdsText(field: Field): boolean {
  switch (field.type) {
    case "string":
      return field.format === undefined || textFormats[field.format].isFree;
    case "json":
      return true;
    case "array":
      return holdsText(field.item);
    case "record":
      return true;
    case "object":
      return Object.values(field.members).some(holdsText);
    default:
      return false;
  }
}
