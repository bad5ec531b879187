import { camelCase, type Identifiers } from "./identifiers.js";

/** A secret of the program, which it gets from the stack configuration. */
export interface Secret {
  /** Key in the stack configuration, and name of the constant. */
  readonly key: string;
  /** Nothing if the platform masks it. */
  readonly value?: string;
  /** Kind and name of the first service that has it. */
  readonly label: string;
}

/** Where a secret is found. */
export interface SecretPlace {
  /** Where the argument is: two secrets that the platform masks are never the same one. */
  readonly place: string;
  /** Kind and name of the service that has it. */
  readonly label: string;
  /** Words for its name. */
  readonly words: readonly string[];
  /** Words to put before, if the name is taken or does not say enough. */
  readonly context: string;
}

export interface Secrets {
  /** The secret with this value; without a value, the one at this place. */
  of(value: string | undefined, place: SecretPlace): Secret;
  all(): readonly Secret[];
  /** Secrets whose values are long enough to be found in other texts. */
  recognizable(): readonly Required<Secret>[];
}

/** Minimum length of a value that is not equal to another one by chance. */
const minimumLength = 8;

export function newSecrets(identifiers: Identifiers): Secrets {
  const secrets = new Map<string, Secret>();
  return {
    of(value, { place, label, words, context }) {
      const named = camelCase(words).toLowerCase().startsWith(context.toLowerCase()) ? words : [context, ...words];
      const identity = identityOf(value, place, camelCase(named));
      const known = secrets.get(identity);
      if (known !== undefined) return known;
      const secret = { key: identifiers.name(named, ["secret"]), label, ...(value === undefined ? {} : { value }) };
      secrets.set(identity, secret);
      return secret;
    },
    all: () => [...secrets.values()],
    recognizable: () =>
      [...secrets.values()]
        .filter((secret): secret is Required<Secret> => (secret.value?.length ?? 0) >= minimumLength)
        .sort((one, other) => other.value.length - one.value.length),
  };
}

/** What two places with one secret have in common: short values may be equal by chance, unless they have the same name too. */
function identityOf(value: string | undefined, place: string, name: string): string {
  if (value === undefined) return `masked ${place}`;
  return value.length >= minimumLength ? `value ${value}` : `${name} ${value}`;
}
