import type { Addresses } from "./addresses.js";
import { type Code, literal, reference, type TextSegment } from "./code.js";
import { type Credential, credentialsIn } from "./credentials.js";
import type { SecretPosition, Secrets } from "./secrets.js";

/** Where a text is in the arguments of a service. */
export interface TextPosition extends SecretPosition {
  /** The variable of the service, whose arguments can't refer to it. */
  readonly variable: string;
  /** Whether the argument is optional, and so accepts an output that may have no value. */
  readonly isOptional: boolean;
}

/** Turns texts into code: credentials become secrets, and the addresses of other services references. */
export interface Texts {
  code(text: string, position: TextPosition): Code;
  /** The variable with this key, if the platform has made it for a service. */
  builtIn(key: string, position: TextPosition): Code | undefined;
  /** The same for a text that is secret as a whole. */
  secret(value: string | undefined, position: SecretPosition): Code;
}

interface Span {
  readonly start: number;
  readonly end: number;
  readonly to: TextSegment;
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
  const refer = (key: string): TextSegment => ({ of: "secret", variable: key });

  const secretSpans = (text: string, position: TextPosition, found: readonly Span[]): Span[] => {
    const named = credentialsIn(text).map(({ start, end, words }: Credential) => {
      // The password in a URL is named after the service of the URL.
      const host = found.find((each) => each.start === end + 1 && text[end] === "@")?.to;
      const context = typeof host === "object" ? host.variable : position.context;
      const content = text.slice(start, end);
      const { key } = secrets.of(content, { ...position, words, context });
      return { start, end, to: refer(key) };
    });
    const all = isLast ? secrets.in(text) : [];
    const repeated = all.map(({ start, end, secret }) => ({ start, end, to: refer(secret.key) }));
    return [...named, ...repeated];
  };

  return {
    code(text, position) {
      const found = addresses
        .in(text)
        .filter(({ to }) => to.of === "constant" || mayRefer(position.variable, to.variable));
      const segments = segmentsOf(text, withoutOverlaps([...secretSpans(text, position, found), ...found]));
      const [only] = segments;
      if (segments.length === 0) return literal(text);
      if (segments.length > 1) return { type: "text", segments };
      if (typeof only !== "object") return literal(text);
      const isSure = only.of !== "service" || only.output === "id" || position.isOptional;
      return isSure ? reference(only) : { type: "text", segments };
    },
    builtIn(key, position) {
      const to = addresses.builtIn(key);
      return to !== undefined && mayRefer(position.variable, to.variable) ? reference(to) : undefined;
    },
    secret: (value, position) => reference({ of: "secret", variable: secrets.of(value, position).key }),
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

function segmentsOf(text: string, spans: readonly Span[]): TextSegment[] {
  let end = 0;
  const segments = spans.flatMap((span) => {
    const before = text.slice(end, span.start);
    end = span.end;
    return before === "" ? [span.to] : [before, span.to];
  });
  const rest = text.slice(end);
  return rest === "" ? segments : [...segments, rest];
}
