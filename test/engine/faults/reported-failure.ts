/** What a failure of the provider tells, and whether a user can act on it. */
import { type FrontendName, InitError, PROVIDER_TEXT } from "../../support/frontend.js";
import { AppPlatformError, type Values } from "../../support/provider.js";
import { undescribed, unknown } from "./expectations.js";

export interface Failure {
  /** `AP3008`; `?` where the error has none. */
  readonly code: string;
  /** As the user reads it. */
  readonly text: string;
  /** What the engine keeps, of a partial failure. */
  readonly kept: { readonly id: string; readonly properties: Values } | undefined;
}

export function failureFrom(error: unknown): Failure {
  const isPartial = error instanceof InitError;
  const text = isPartial ? error.reasons.join("\n") : error instanceof Error ? error.message : String(error);
  return {
    code: isPartial || error instanceof AppPlatformError ? (/^AP\d{4}(?=: )/.exec(text)?.[0] ?? "?") : "?",
    text,
    kept: isPartial ? { id: error.id, properties: error.properties } : undefined,
  };
}

const longestText = 2_000;

/** What is wrong with how the failure is told, as sentences. */
export function unclearIn(
  { code, text, kept }: Failure,
  {
    kind,
    secrets,
    frontend = "dynamic",
  }: { readonly kind: string; readonly secrets: readonly string[]; readonly frontend?: FrontendName },
): string[] {
  const provider = frontend === "dynamic" ? PROVIDER_TEXT : undefined;
  const wrongs: [boolean, string][] = [
    [code === "?", "it has no code"],
    [code.startsWith("AP9"), "it is a fault of the provider"],
    [!text.includes(kind), `it does not name the ${kind}`],
    [!text.includes("What to do"), "it does not say what to do"],
    [/<[!a-z/]/i.test(text), "it shows HTML"],
    [text.length > longestText, "it is too long"],
    [secrets.some((secret) => text.includes(secret)), "it shows a secret"],
    [kept !== undefined && kept.id === "", "it keeps no id"],
    [kept !== undefined && kept.properties.__provider !== provider, "it keeps another text of the provider"],
  ];
  return wrongs.filter(([isWrong]) => isWrong).map(([, what]) => `the error is not clear, ${what}: ${text}`);
}

/** What was created, but that neither the state nor the error tells of. */
export function lostIn({ code, kept }: Failure, made: readonly string[]): string[] {
  const isReported = [unknown, undescribed].includes(code);
  if (kept === undefined) return made.length > 0 && !isReported ? [`${made.join()} was made and is lost`] : [];
  return made.join() === kept.id ? [] : [`the state keeps ${kept.id}, the platform ${made.join()}`];
}
