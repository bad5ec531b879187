/** Finds credentials inside of texts, such as command lines, URLs and configuration files. */

/** Replaces what is not shown. */
export const masked = "••••••";

/** Replaces a credential while the search for others continues. */
const found = "\uE000";

/** The part of a name that says that its value is secret. */
const words =
  "pass(?:w(?:or)?d|wd|phrase)|pass(?![a-z])|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|" +
  "signing[_-]?key|encryption[_-]?key|account[_-]?key|credential|authorization|auth(?![a-z])";
/** The end of such a name; what comes before the word does not matter. */
const nameEnd = `(?:${words})[\\w.-]{0,64}`;
const name = `[\\w.-]{0,64}?${nameEnd}`;
/** What may end a name that is quoted, also in JSON that is a text in JSON. */
const quote = `\\\\{0,4}["']?`;
/** Up to the end of the text if the end of the quotation is missing. */
const quoted = `"(?:[^"\\\\]|\\\\[^])*(?:"|\\\\?$)|'[^']*(?:'|$)`;

const secretName = new RegExp(`^-{0,2}${name}$`, "i");
const secretFlag = new RegExp(`^--?${name}$`, "i");
const userFlag = /^(?:-u|--(?:proxy-)?user)$/;

/** Each keeps its first group; the rest is a credential. */
const credentials: readonly RegExp[] = [
  /()-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[^-]*(?:-----END [A-Z ]{0,40}PRIVATE KEY-----)?/g,
  // A value of several lines in YAML.
  new RegExp(
    `(${nameEnd}${quote}[ \\t]{0,8}:[ \\t]{0,8})[|>][-+\\d]{0,3}[ \\t]{0,8}(?:\\r?\\n(?:[ \\t]+[^\\n]*)?)+`,
    "gi",
  ),
  new RegExp(`(${nameEnd}${quote}\\s{0,8}[:=]\\s{0,8})(?:${quoted})`, "gi"),
  new RegExp(`(${nameEnd}${quote}[ \\t]{0,8}:[ \\t]{1,8})(?![\\s${found}])[^\\n]+`, "gi"),
  new RegExp(`(${nameEnd}${quote}[ \\t]{0,8}[:=])(?!//|${found})\\S+`, "gi"),
  // The flag of a command line, or an instruction of a Dockerfile.
  new RegExp(`(--?${name}[ \\t]{1,8})(?!${found})(?:${quoted}|[^\\s-]\\S*)`, "gi"),
  new RegExp(`(\\b(?:ENV|ARG)[ \\t]{1,8}${name}[ \\t]{1,8})(?!${found})[^\\n]+`, "gi"),
  /((?:^|\s)(?:-u|--(?:proxy-)?user)[ =]{0,4})[^\s:]{1,256}:\S+/g,
  /(\bmysql\w{0,16}\b[^\n]{0,512}?\s-p)\S+/g,
  /(\b(?:sshpass\s{1,8}-p|redis-cli\b[^\n]{0,512}?\s-a)\s{0,8})\S+/g,
  /([?&](?:sig|signature|key|code)=)[^\s&"']+/gi,
  // User and password of a URL, even with a slash in the password. A user named git is how git servers are addressed.
  /(:\/\/)(?!git@)[^\s/?#"'<>]{1,1024}(?=@)/g,
  /(:\/\/)[^\s/?#"'<>:@]{1,256}:(?!\d{1,5}(?:[/?#\s]|$))[^\s"'<>]{1,1024}(?=@)/g,
  /(\b(?:[Bb]earer|BEARER|[Bb]asic|BASIC)\s{1,8})(?!token\b|auth)[\w.~+/=-]{4,}/g,
  /()\beyJ[\w-]{8,}\.[\w-]{4,}(?:\.[\w-]*)?/g,
  /()\b(?:gh[pousr]_\w{16,}|github_pat_\w{16,}|glpat-[\w-]{10,}|npm_\w{20,}|xox[a-z]-[\w-]{8,}|sk_(?:live|test)_\w{8,}|AKIA[0-9A-Z]{12,}|AIza[\w-]{20,})/g,
];

/** Whether a member or a flag with this name has a secret value. */
export function isSecretName(text: string): boolean {
  return secretName.test(text);
}

function withoutQuotes(text: string): string {
  return text.replaceAll(found, "").replace(/^["'\s]+|["'\s]+$/g, "");
}

/** The text with a mask in place of each credential; `hidden` is called with what it replaces. */
export function withoutCredentials(text: string, mask: string = masked, redacted?: (secret: string) => void): string {
  const clean = text.replaceAll(found, "");
  const shown = credentials.reduce(
    (rest, pattern) =>
      rest.replace(pattern, (match: string, preserved: string) => {
        redacted?.(withoutQuotes(match.slice(preserved.length)));
        return `${preserved}${found}`;
      }),
    clean,
  );
  return shown.replaceAll(found, mask);
}

/** Whether an item of a command line is secret because of the one before it, as after `--password`. */
export function isSecretArgument(before: unknown, argument: string): boolean {
  if (typeof before !== "string" || argument.startsWith("--")) return false;
  return secretFlag.test(before) || (userFlag.test(before) && argument.includes(":"));
}
