import { readFileSync } from "node:fs";
import { join } from "node:path";
import querystring from "node:querystring";
import { parseEnv } from "node:util";

/** Masks the values of these variables, and what is secret in an address: Pulumi may repeat the password of its backend. */
export function masking(variables: NodeJS.Dict<string>): (text: string) => string {
  const parts = Object.values(variables).flatMap((value = "") => {
    const url = URL.canParse(value) ? new URL(value) : undefined;
    return [value, url?.password ?? "", ...(url?.searchParams.values() ?? [])];
  });
  const forms = new Set(parts.flatMap((part) => [part, encodeURIComponent(part), querystring.unescape(part)]));
  const secrets = [...forms].filter(({ length }) => length > 2).sort((one, other) => other.length - one.length);
  return (text) => secrets.reduce((masked, secret) => masked.replaceAll(secret, "***"), text);
}

/** The variables of a platform, which its runs get. Throws an error that names the file if there is none. */
export function variablesOf(platform: string): NodeJS.Dict<string> {
  const file = join(process.env.FLEET_VARIABLES ?? join(__dirname, ".local"), `${platform}.env`);
  try {
    return parseEnv(readFileSync(file, "utf8"));
  } catch (error) {
    throw new Error(`Can't read the variables of the platform ${platform}: ${(error as Error).message}`);
  }
}
