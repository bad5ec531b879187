/** A part of a text that must not be in the program. */
export interface Credential {
  readonly start: number;
  readonly end: number;
  /** Words that say what it is, such as the name of the flag: they become the name of the setting. */
  readonly words: readonly string[];
}

const secretWord =
  "passw(?:or)?d|passphrase|passcode|pwd|secret|token|jwt|credentials?|(?:api|access|secret|private|encryption|signing|auth|account|license)[-_. ]?key";
const secretName = new RegExp(`(?:(?:^|[-_.])pass|${secretWord})(?:[-_]?\\d+)?$`, "i");

/** Whether something with this name is a secret: `db-password`, `API_KEY`. A `passwordFile` or a `secretName` is none. */
export function isSecretName(name: string): boolean {
  return secretName.test(name);
}

/** Whether a value is no secret although its name says so: a reference to one, a placeholder, a word. */
function isHarmless(value: string): boolean {
  return /^(?:\$[({]?\w+[)}]?|\$\(.*|\{\{.*|<.*>|%\w+%|\*+|true|false|yes|no|on|off|none|null|undefined)?$/i.test(
    value,
  );
}

/** Whether a text is a secret if its name says so: no reference and no placeholder, and no URL, which says more than a secret. */
export function isSecretValue(text: string): boolean {
  return !isHarmless(text) && !/^(?:[a-z][a-z0-9+.-]*:)?\/\//i.test(text);
}

/** The credentials in a text: passwords in URLs, values of flags and assignments, and tokens of well-known forms. */
export function credentialsIn(text: string): Credential[] {
  const found = [...inUrls(text), ...inAssignments(text), ...inWellKnownForms(text)];
  const chosen: Credential[] = [];
  for (const each of found.sort((one, other) => one.start - other.start || other.end - one.end)) {
    const last = chosen.at(-1);
    if (each.end > each.start && (last === undefined || each.start >= last.end)) chosen.push(each);
  }
  return chosen;
}

/** Whether an argument announces that the next one is a secret: `--password`. */
export function announcesSecret(argument: string | undefined): boolean {
  return argument !== undefined && /^--?[A-Za-z][\w.-]*$/.test(argument) && isSecretName(argument);
}

const authority = /[a-z][a-z0-9+.-]*:\/\/([^\s/?#"'`<>]*@|[^\s:/?#"'`<>@]*:(?!\d+(?:[/?#\s]|$))[^\s"'`<>@]*@)/gi;
const ordinaryUser = /^(?:[a-z][a-z._-]{0,19}\d{0,3})?$/i;

function inUrls(text: string): Credential[] {
  return [...text.matchAll(authority)].flatMap((match) => {
    const userinfo = (match[1] as string).slice(0, -1);
    const start = match.index + match[0].length - userinfo.length - 1;
    const colon = userinfo.indexOf(":");
    const user = colon < 0 ? userinfo : userinfo.slice(0, colon);
    const credentials: Credential[] = [];
    if (!ordinaryUser.test(user) && !isHarmless(user)) {
      credentials.push({ start, end: start + user.length, words: [colon < 0 ? "token" : "user"] });
    }
    if (colon >= 0 && !isHarmless(userinfo.slice(colon + 1))) {
      credentials.push({ start: start + colon + 1, end: start + userinfo.length, words: ["password"] });
    }
    return credentials;
  });
}

const value = `("[^"]*"|'[^']*'|[^\\s"'&;,)}\\]]+)`;
const assignments = [
  new RegExp(`([A-Za-z][\\w.-]*)["']?[ \\t]*[=:][ \\t]*${value}`, "dg"),
  new RegExp(`(?:^|\\s)--?([A-Za-z][\\w.-]*)[ \\t]+(?!-)${value}`, "dg"),
  new RegExp(`\\b(?:ENV|ARG)[ \\t]+(\\w+)[ \\t]+${value}`, "dg"),
];
const userAndPassword = new RegExp(`(?:^|\\s)(?:-u|--user)(?:=|[ \\t]+)[^\\s:=]+:()${value}`, "dg");

function inAssignments(text: string): Credential[] {
  const named = assignments
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .filter(([, name = ""]) => isSecretName(name));
  return [...named, ...text.matchAll(userAndPassword)].flatMap((match) => {
    const [start, end] = (match.indices as RegExpIndicesArray)[2] as [number, number];
    const quotes = /^["']/.test(match[2] as string) ? 1 : 0;
    const inner = { start: start + quotes, end: end - quotes };
    if (!isSecretValue(text.slice(inner.start, inner.end))) return [];
    return [{ ...inner, words: [match[1] || "password"] }];
  });
}

const wellKnownForms: readonly (readonly [RegExp, string])[] = [
  [/\bBearer[ \t]+((?=\S*[A-Z\d+/=])[\w.~+/-]{8,}=*)/dg, "token"],
  [/\bBasic[ \t]+((?=\S*[A-Z\d+/=])[A-Za-z0-9+/]{8,}=*)/dg, "credentials"],
  [/\b(eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*)/dg, "token"],
  [/\b((?:gh[opsur]|github_pat|glpat|xox[abeprs]|sk|rk|pk_live|dckr_pat|npm|pypi|hvs)[-_][\w-]{16,})/dg, "token"],
  [/\b((?:AKIA|ASIA)[A-Z0-9]{16})\b/dg, "accessKey"],
  [/(-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?-----END [A-Z ]*PRIVATE KEY-----)/dg, "privateKey"],
];

function inWellKnownForms(text: string): Credential[] {
  return wellKnownForms.flatMap(([pattern, word]) =>
    [...text.matchAll(pattern)].map((match) => {
      const [start, end] = (match.indices as RegExpIndicesArray)[1] as [number, number];
      return { start, end, words: [word] };
    }),
  );
}
