/** A part of a text that must not be in the program. */
export interface Credential {
  readonly start: number;
  readonly end: number;
  /** Words for the name of its setting, such as that of the flag. */
  readonly words: readonly string[];
}

/** A word in names of secrets. Other letters may precede it, as in `PGPASSWORD`. */
const secretWord =
  /(?:passw(?:or)?ds?|passphrases?|passcodes?|pwd|secrets?|tokens?|jwt|credentials?|requirepass|masterauth|authorization|(?:api|access|secret|private|encryption|signing|auth|account|license)keys?)$/;
/** Words that only count at the end of a name. */
const lastWord = /^(?:pass|auth)$/;
const keyOwners = /^(?:api|access|secret|private|encryption|signing|auth|account|license)$/;
/** With such a word in it or after it, a name is that of a limit or a number. */
const amount = /^(?:max|min|num|total)$/;
const aboutSecrets =
  /^(?:files?|path|dir|names?|ids?|ur[il]s?|endpoint|ttl|expiry|expires|expiration|lifetime|timeout|length|size|count|types?|policy|provider|store|manager|version|enabled|required|rotation|refs?)$/;

/** Whether something with this name is a secret: `db-password`, `API_KEY`, `DB_PASSWORD_PROD`. A `passwordFile` or a `secretName` isn't. */
export function isSecretName(name: string): boolean {
  const words = wordsOf(name);
  if (words.some((word) => amount.test(word))) return false;
  const found = words.findLastIndex(
    (word, index) =>
      secretWord.test(word) ||
      (lastWord.test(word) && index === words.length - 1) ||
      (/^keys?$/.test(word) && keyOwners.test(words[index - 1] ?? "")),
  );
  return found >= 0 && !words.slice(found + 1).some((word) => aboutSecrets.test(word));
}

/** The words of a name in snake_case, kebab-case or camelCase, without numbers. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z\d])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])/g, "$1$2 ")
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== "");
}

/** Whether a value isn't a secret despite its name: a reference, a placeholder, or a word. */
export function isHarmless(value: string): boolean {
  return /^(?:\$[({]?\w+[)}]?|\$\(.*|\{\{.*|<.*>|%\w+%|\*+|true|false|yes|no|on|off|none|null|undefined)?$/i.test(
    value,
  );
}

/** Whether a text with the name of a secret is one: no reference, no placeholder and no URL. */
export function isSecretValue(text: string): boolean {
  return !isHarmless(text) && !/^(?:[a-z][a-z0-9+.-]*:)?\/\//i.test(text);
}

/** The credentials in a text: passwords in URLs, values of flags and assignments, and tokens of well-known forms. */
export function credentialsIn(text: string): Credential[] {
  const found = [...inUrls(text), ...inAssignments(text), ...inWellKnownForms(text)];
  const chosen: Credential[] = [];
  for (const each of found.sort((one, other) => one.start - other.start || other.end - one.end)) {
    const last = chosen.at(-1);
    if (each.end <= each.start) continue;
    if (last === undefined || each.start >= last.end) chosen.push(each);
    else if (each.end > last.end) chosen[chosen.length - 1] = { ...last, end: each.end };
  }
  return chosen;
}

const userFlag = /^(?:-u|--(?:proxy-)?user)$/;

/** Whether an argument announces that the next one is a secret: `--password`, or `-u` before `user:password`. */
export function announcesSecret(argument: unknown, next: unknown): boolean {
  if (typeof argument !== "string" || typeof next !== "string" || next.startsWith("-")) return false;
  return (
    (/^--?[A-Za-z][\w.-]*$/.test(argument) && isSecretName(argument)) ||
    (userFlag.test(argument) && /^[^:]+:./.test(next))
  );
}

/** What an argument behind this one is: `-u` comes before a user and a password. */
export function announcedName(argument: string): string {
  return userFlag.test(argument) ? "password" : argument;
}

const authority =
  /[a-z][a-z0-9+.-]{0,30}:\/\/([^\s/?#"'`<>]{0,1024}@|[^\s:/?#"'`<>@]{0,256}:(?!\d{1,5}(?:[/?#\s]|$))[^\s"'`<>@]{0,1024}@)/gi;
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

/** What comes before a value and names it. What follows is searched again: in `--env=DB_PASSWORD=…`, the inner name decides. */
const namings: readonly RegExp[] = [
  /(?<![\w.-])(-*[A-Za-z_][\w.-]*)\\*["']?[ \t]*[=:][ \t]*/g,
  /(?<![^\s"'=(,;])(--?[A-Za-z][\w.-]*)[ \t]+(?!-)/g,
  /\b(?:ENV|ARG)[ \t]+(\w+)[ \t]+/g,
];
/** What comes before a secret without being its name, and what the secret is. */
const announcements: readonly (readonly [RegExp, string])[] = [
  [/\bauthorization\\*["']?[ \t]*[=:][ \t]*\\*["']?(?:[A-Za-z][\w-]*[ \t]+)?(?=[^\s"'\\])/gi, "token"],
  [/(?<!\S)(?:-u|--(?:proxy-)?user)(?:=|[ \t]+)[^\s:=]+:/g, "password"],
  [/\bmysql\w*\b[^\n]{0,512}? -p(?=\S)/g, "password"],
  [/\bsshpass[ \t]+-p[ \t]*/g, "password"],
  [/\bredis-cli\b[^\n]{0,512}? -a[ \t]*/g, "password"],
];

/** The forms of a value behind its name; the first one that matches is meant. The second group is the value. */
const values: readonly RegExp[] = [
  /(\\+["'])(.*?)\1/sy,
  /(")((?:[^"\\]|\\[\s\S])*)/y,
  /(')([^']*)/y,
  // Several lines of YAML.
  /([|>][-+\d]{0,3}[ \t]*\r?\n[ \t]+)([^\n]*(?:\n[ \t]+[^\n]*)*)/y,
  // A delimiter ends a value only if something else follows.
  /()((?:(?!\\*["'](?:[\s,;)}\]]|$)|[,;](?:\s|$)|(?<!\\)[,;&][\w.-]+[=:]|[)}\]]+["']?(?:[\s,;]|$))\S)+)/y,
];
/** An unquoted value of YAML, which ends with its line. */
const lineValue = /()((?!["'|>])[^\s][^\n]*)/y;

function inAssignments(text: string): Credential[] {
  return [
    ...namings.flatMap((pattern) => valuesAfter(text, pattern)),
    ...announcements.flatMap(([pattern, word]) => valuesAfter(text, pattern, word)),
  ];
}

/** @param word Says what the values are, if the pattern finds no names. */
function valuesAfter(text: string, pattern: RegExp, word?: string): Credential[] {
  const found: Credential[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    const start = match.index + match[0].length;
    const name = word ?? (match[1] as string);
    const isNamed = word !== undefined || (isSecretName(name) && !/authorization$/i.test(name));
    if (match.index < end || !isNamed) continue;
    const value = valueAt(text, start, isLineOfYaml(text, match));
    if (value === undefined || !isSecretValue(text.slice(value.start, value.end))) continue;
    found.push({ ...value, words: [name] });
    end = value.end;
  }
  return found;
}

function isLineOfYaml(text: string, { index, 0: naming }: RegExpExecArray): boolean {
  return /:[ \t]+$/.test(naming) && /(?:^|\n)[ \t]*(?:- +)?["']?$/.test(text.slice(Math.max(0, index - 80), index));
}

function valueAt(text: string, index: number, isLine: boolean): Pick<Credential, "start" | "end"> | undefined {
  for (const pattern of isLine ? [lineValue, ...values] : values) {
    pattern.lastIndex = index;
    const [, before, value] = pattern.exec(text) ?? [];
    if (before === undefined || value === undefined) continue;
    const start = index + before.length;
    return { start, end: start + value.length };
  }
  return undefined;
}

const wellKnownForms: readonly (readonly [RegExp, string])[] = [
  [/\bBearer[ \t]+((?=\S*[A-Z\d+/=])[\w.~+/-]{8,}=*)/dg, "token"],
  [/\bBasic[ \t]+((?=\S*[A-Z\d+/=])[A-Za-z0-9+/]{8,}=*)/dg, "credentials"],
  [/\b(eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*)/dg, "token"],
  [/\b((?:gh[opsur]|github_pat|glpat|xox[abeprs]|sk|rk|pk_live|dckr_pat|npm|pypi|hvs)[-_][\w-]{16,})/dg, "token"],
  [/[?&](?:sig|signature|key|code)=([^\s&"']+)/dg, "signature"],
  [/\b((?:AKIA|ASIA)[A-Z0-9]{16})\b/dg, "accessKey"],
  [/(-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?-----END [A-Z ]*PRIVATE KEY-----)/dg, "privateKey"],
];

function inWellKnownForms(text: string): Credential[] {
  return wellKnownForms.flatMap(([pattern, word]) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const [start, end] = (match.indices as RegExpIndicesArray)[1] as [number, number];
      return isHarmless(text.slice(start, end)) ? [] : [{ start, end, words: [word] }];
    }),
  );
}
