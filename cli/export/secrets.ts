import type { Outside } from "../command.js";
import { runPulumi } from "../pulumi/runPulumi.js";
import { camelCase, type Identifiers } from "./identifiers.js";

/** A secret of the program, which it gets from the stack configuration. */
export interface Secret {
  /** Key in the stack configuration, and name of the constant. */
  readonly key: string;
  /** Nothing if the platform masks it. */
  readonly value?: string;
}

export interface UsedSecret extends Secret {
  /** Kinds and names of the services that have it. */
  readonly usedBy: readonly string[];
}

/** Where a secret is found. */
export interface SecretPosition {
  /** The path of the argument: two masked secrets are never the same one. */
  readonly position: string;
  /** Words for its name. */
  readonly words: readonly string[];
  /** Words to add in front if the name is taken or isn't specific. */
  readonly context: string;
}

export interface Secrets {
  /** The secret with this value; without a value, the one at this place. */
  of(value: string | undefined, position: SecretPosition): Secret;
  all(): readonly Secret[];
  /** Where values of secrets are in a text. */
  in(text: string): readonly FoundSecret[];
}

interface FoundSecret {
  readonly start: number;
  readonly end: number;
  readonly secret: Secret;
}

/** A secret that is known before it is found in the program. */
export interface KnownSecret {
  readonly value: string;
  readonly label: string;
  /** Words for its name. */
  readonly words: readonly string[];
}

/** Minimum length of a value that doesn't equal another one by chance. */
const minimumLength = 8;
/** The same for a value between characters that aren't part of words. */
const minimumAlone = 4;

/** @param others Secrets that nothing in the program is known to be. */
export function newSecrets(identifiers: Identifiers, others?: readonly KnownSecret[]): Secrets {
  const secrets = new Map<string, Secret>();
  return {
    of(value, { position, words, context }) {
      const [own, whole] = [camelCase(words).toLowerCase(), context.toLowerCase()];
      // A variable is called like its key.
      const isValue = own !== "" && whole.endsWith(own) && own !== whole;
      const named = isValue ? [context, "value"] : own.startsWith(whole) ? words : [context, ...words];
      const identity = identityOf(value, position, camelCase(named));
      const known = secrets.get(identity);
      if (known !== undefined) return known;
      const secret = { key: identifiers.name(named, ["secret"]), ...(value === undefined ? {} : { value }) };
      secrets.set(identity, secret);
      return secret;
    },
    all: () => [...secrets.values()],
    in(text) {
      const minimum = others === undefined ? minimumLength : minimumAlone;
      const found = (value: string, secret: () => Secret) =>
        startsOf(value, text, minimum).map((start) => ({ start, end: start + value.length, secret: secret() }));
      return [
        ...[...secrets.values()].flatMap((secret) => found(secret.value ?? "", () => secret)),
        ...(others ?? []).flatMap(({ value, words }) =>
          found(value, () => this.of(value, { words, position: value, context: "" })),
        ),
      ].sort((one, other) => other.end - other.start - (one.end - one.start));
    },
  };
}

/** Where a value is in a text: a short one only where it stands alone. */
function startsOf(value: string, text: string, minimum: number): number[] {
  const starts: number[] = [];
  if (value.length < minimum) return starts;
  const isWord = (character = "") => /[\p{L}\p{N}_]/u.test(character);
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + value.length)) {
    const isAlone = !isWord(text[at - 1]) && !isWord(text[at + value.length]);
    if (value.length >= minimumLength || isAlone) starts.push(at);
  }
  return starts;
}

/** What identifies a secret: short values may be equal by chance, unless their names are equal too. */
function identityOf(value: string | undefined, position: string, name: string): string {
  if (value === undefined) return `masked ${position}`;
  return value.length >= minimumLength ? `value ${value}` : `${name} ${value}`;
}

interface Stack extends Outside {
  /** Folder of the project. */
  readonly cwd: string;
  readonly stack?: string | undefined;
}

/** Sets the secrets whose values are known in the configuration of a stack; returns their keys. */
export async function setSecrets(secrets: readonly Secret[], stack: Stack): Promise<string[]> {
  const known = secrets.filter((secret): secret is Required<Secret> => secret.value !== undefined);
  // One after the other, since each writes the same file.
  for (const { key, value } of known) {
    const purpose = `Setting the secret ${key} in the stack configuration`;
    // The CLI removes the last line break of what it reads.
    await runPulumi({ ...stack, purpose, args: ["config", "set", "--secret", key], input: `${value}\n` });
  }
  return known.map(({ key }) => key);
}
