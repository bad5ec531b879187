/** What a state shows in plain text, where a transform of the program has removed every mark that the program made. */

import { records } from "../../kinds/index.js";
import { plain } from "../../support/frontend.js";
import type { Values } from "../../support/provider.js";
import { isSecret } from "../support/values.js";
import { valueAt } from "./optional.js";
import { type Declared, markedArguments, namingOf } from "./program.js";

/**
 * What a state would show of the secrets among these arguments. What a refresh returns isn't asked: there, the engine itself marks
 * what the state has as a secret.
 */
export function secretsShown(declared: Declared, args: Values, kept: Values): readonly string[] {
  const places = [...secretArguments(declared), ...(declared.marksSecrets ? markedArguments : [])];
  if (places.length === 0) return [];
  const text = JSON.stringify(kept, (_, value) => (isSecret(value) ? null : value));
  return textsAt(places, args).filter((secret) => text.includes(JSON.stringify(secret)));
}

/** The secrets among these arguments that no other resource has in plain text. */
export const ownSecrets = (declared: Declared, args: Values): readonly string[] =>
  textsAt(secretArguments(declared), args);

/** Where another resource decides what is secret, the program would have to mark it. */
const secretArguments = (declared: Declared): readonly string[] =>
  namingOf(declared) === undefined ? records[declared.kind].secrets.map(({ path }) => path) : [];

const textsAt = (places: readonly string[], args: Values) =>
  places.flatMap((place) => textsIn(valueAt(plain(args), place)));

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value.flatMap(textsIn) : [];
}
