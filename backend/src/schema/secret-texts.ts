/** Finds credentials inside of texts, such as command lines, URLs and configuration files. */

/** Stands for what is not shown. */
export const masked = "••••••";

/** The part of a name that says that its value is secret. */
const words =
  "passw(?:or)?d|passwd|pwd|passphrase|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|signing[_-]?key|" +
  "encryption[_-]?key|account[_-]?key|credentials?|authorization|auth";
const name = `[\\w.-]{0,64}?(?:${words})(?![a-z])[\\w.-]{0,64}`;
const quoted = `"(?:[^"\\\\]|\\\\.)*"|'[^']*'`;

const isSecretName = new RegExp(`^-{0,2}${name}$`, "i");
const isSecretFlag = new RegExp(`^--?${name}$`, "i");
const isUserFlag = /^(?:-u|--(?:proxy-)?user)$/;

/** Each keeps its first group, and replaces the rest. */
const credentials: readonly RegExp[] = [
  /()-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[^-]*(?:-----END [A-Z ]{0,40}PRIVATE KEY-----)?/g,
  // A value of several lines in YAML.
  new RegExp(`(${name}["']?[ \\t]*:[ \\t]*)[|>][-+\\d]*[ \\t]*(?:\\r?\\n[ \\t]+[^\\n]*)+`, "gi"),
  new RegExp(`(${name}["']?\\s{0,8}[:=]\\s{0,8})(?:${quoted})`, "gi"),
  new RegExp(`(${name}["']?[ \\t]{0,8}:[ \\t]{1,8})(?![|>"'\\s])[^\\n]+`, "gi"),
  new RegExp(`(${name}[ \\t]{0,8}[:=])(?!//)[^\\s&;,"']+`, "gi"),
  // The flag of a command line, or an instruction of a Dockerfile.
  new RegExp(`(--?${name}[ \\t]{1,8})(?:${quoted}|[^\\s-]\\S*)`, "gi"),
  new RegExp(`(\\b(?:ENV|ARG)[ \\t]{1,8}${name}[ \\t]{1,8})[^\\n]+`, "g"),
  /((?:^|\s)(?:-u|--(?:proxy-)?user)[ =]{0,4})[^\s:]{1,256}:\S+/g,
  /(\bmysql\w{0,16}\b[^\n]{0,512}?\s-p)\S+/g,
  /(\b(?:sshpass\s{1,8}-p|redis-cli\b[^\n]{0,512}?\s-a)\s{0,8})\S+/g,
  // User and password of a URL, even with a slash in the password. A user named git is how git servers are addressed.
  /(:\/\/)(?!git@)[^\s/?#"'<>]{1,1024}@/g,
  /(:\/\/)[^\s/?#"'<>:@]{1,256}:(?!\d{1,5}(?:[/?#\s]|$))[^\s"'<>]{1,1024}@/g,
  /(\b(?:[Bb]earer|BEARER|[Bb]asic|BASIC)\s{1,8})(?!token\b|auth)[\w.~+/=-]{4,}/g,
  /()\beyJ[\w-]{8,}\.[\w-]{4,}(?:\.[\w-]*)?/g,
  /()\b(?:gh[pousr]_\w{16,}|github_pat_\w{16,}|glpat-[\w-]{10,}|npm_\w{20,}|xox[a-z]-[\w-]{8,}|sk_(?:live|test)_\w{8,}|AKIA[0-9A-Z]{12,}|AIza[\w-]{20,})/g,
];

/** Whether a member or a flag with this name has a secret value. */
export function isSecretly(text: string): boolean {
  return isSecretName.test(text);
}

/** The text with a mask in place of each credential; `hidden` is told what it replaces. */
export function withoutCredentials(text: string, mask: string = masked, hidden?: (secret: string) => void): string {
  return credentials.reduce(
    (shown, pattern) =>
      shown.replace(pattern, (match: string, kept: string) => {
        hidden?.(match.slice(kept.length));
        const end = match.endsWith("@") && kept === "://" ? "@" : "";
        return `${kept}${mask}${end}`;
      }),
    text,
  );
}

/** Whether an item of a command line is secret because of the one before it, as after `--password`. */
export function isSecretArgument(before: unknown, argument: string): boolean {
  if (typeof before !== "string" || argument.startsWith("--")) return false;
  return isSecretFlag.test(before) || (isUserFlag.test(before) && argument.includes(":"));
}
