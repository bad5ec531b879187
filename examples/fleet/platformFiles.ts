import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";

/** The variables of a platform, which its runs get. Throws an error that names the file if there is none. */
export function variablesOf(platform: string): NodeJS.Dict<string> {
  const file = join(process.env.FLEET_VARIABLES ?? join(__dirname, ".local"), `${platform}.env`);
  try {
    return parseEnv(readFileSync(file, "utf8"));
  } catch (error) {
    throw new Error(`Can't read the variables of the platform ${platform}: ${(error as Error).message}`);
  }
}
