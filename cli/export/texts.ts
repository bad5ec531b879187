import type { Addresses } from "./addresses.js";
import { type Code, literal, reference, type TextPart } from "./code.js";
import { type Credential, credentialsIn } from "./credentials.js";
import type { SecretPlace, Secrets } from "./secrets.js";

/** Where a text is in the arguments of a service. */
export interface TextPlace extends SecretPlace {
  /** The variable of the service, whose arguments can't refer to it. */
  readonly variable: string;
  /** Whether the argument is optional, and so accepts an output that may have no value. */
  readonly isOptional: boolean;
}

/** Turns texts into code: credentials become secrets, and the addresses of other services references. */
export interface Texts {
  code(text: string, place: TextPlace): Code;
  /** The variable with this key, if the platform has made it for a service. */
  builtIn(key: string, place: TextPlace): Code | undefined;
  /** The same for a text that is secret as a whole. */
  secret(value: string | undefined, place: SecretPlace): Code;
}

interface Span {
  readonly start: number;
  readonly end: number;
  readonly to: TextPart;
}

/**
 * @param mayRefer Whether the first service may refer to the second one.
 * @param isLast Whether all secrets are found: then they are looked for in all texts.
 */
export function newTexts(
  addresses: Addresses,
  secrets: Secrets,
  mayRefer: (from: string, to: string) => boolean,
  isLast: boolean,
): Texts {
  const refer = (key: string): TextPart => ({ of: "secret", variable: key });

  const secretSpans = (text: string, place: TextPlace, found: readonly Span[]): Span[] => {
    const named = credentialsIn(text).map(({ start, end, words }: Credential) => {
      // The password in a URL is named after the service of the URL.
      const host = found.find((each) => each.start === end + 1 && text[end] === "@")?.to;
      const context = typeof host === "object" ? host.variable : place.context;
      const content = text.slice(start, end);
      const { key } = secrets.of(content, { ...place, words, context });
      return { start, end, to: refer(key) };
    });
    const all = isLast ? secrets.in(text) : [];
    const repeated = all.map(({ start, end, secret }) => ({ start, end, to: refer(secret.key) }));
    return [...named, ...repeated];
  };

  return {
    code(text, place) {
      const found = addresses
        .in(text)
        .filter(({ to }) => to.of === "constant" || mayRefer(place.variable, to.variable));
      const parts = partsOf(text, withoutOverlaps([...secretSpans(text, place, found), ...found]));
      const [only] = parts;
      if (parts.length === 0) return literal(text);
      if (parts.length > 1) return { type: "text", parts };
      if (typeof only !== "object") return literal(text);
      const isSure = only.of !== "service" || only.output === "id" || place.isOptional;
      return isSure ? reference(only) : { type: "text", parts };
    },
    builtIn(key, place) {
      const to = addresses.builtIn(key);
      return to !== undefined && mayRefer(place.variable, to.variable) ? reference(to) : undefined;
    },
    secret: (value, place) => reference({ of: "secret", variable: secrets.of(value, place).key }),
  };
}

/** The spans that come first in the list, of those that overlap. */
function withoutOverlaps(spans: readonly Span[]): Span[] {
  const chosen: Span[] = [];
  for (const span of spans) {
    if (chosen.every(({ start, end }) => span.end <= start || span.start >= end)) chosen.push(span);
  }
  return chosen.sort((one, other) => one.start - other.start);
}

function partsOf(text: string, spans: readonly Span[]): TextPart[] {
  let end = 0;
  const parts = spans.flatMap((span) => {
    const before = text.slice(end, span.start);
    end = span.end;
    return before === "" ? [span.to] : [before, span.to];
  });
  const rest = text.slice(end);
  return rest === "" ? parts : [...parts, rest];
}
