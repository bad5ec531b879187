import { statSync } from "node:fs";
import { AppPlatformError } from "../../../provider/errors/appPlatformError.js";
import { tokenOf } from "../../../provider/platform/accessToken.js";
import type { Values } from "../../../provider/schema/json.js";
import { claimsOf } from "../../tokenClaims.js";
import { type Check, failureOf } from "../check.js";

/** How long a token should remain valid, in seconds: a run of Pulumi takes minutes. */
const comfortable = 15 * 60;
/** How far a platform's clock may be ahead when it issues a token, in milliseconds. */
const tolerated = 60_000;

/** What the token says about itself. Another check shows whether the platform accepts it. */
export const token: Check = {
  name: "token",
  needs: ["configuration"],
  run({ facts }) {
    const configuration = facts.configuration as NonNullable<typeof facts.configuration>;
    const { tokenSource, tokenFile, tokenScheme } = configuration;
    let text: string;
    try {
      text = tokenOf(configuration).current();
    } catch (error) {
      if (error instanceof AppPlatformError) return failureOf(error);
      throw error;
    }
    const claims = claimsOf(configuration);
    const [expires, begins] = [timeOf(claims.exp), timeOf(claims.nbf)];
    if (begins !== undefined && begins > Date.now() + tolerated) {
      return {
        status: "failure",
        message: `The token from ${tokenSource} isn't valid before ${new Date(begins).toISOString()}.`,
        cure: "wait until then or get another token; if it should already be valid, set the clock of this machine.",
      };
    }
    Object.assign(facts, { token: text, claims });
    const details = tokenScheme === "token" ? ["an API token: its content isn't read"] : detailsOf(claims, expires);
    const message = `from ${tokenSource}${tokenFile === undefined ? "" : ` (${tokenFile})`}.`;
    if (expires !== undefined && expires - Date.now() < comfortable * 1000) {
      const minutes = Math.max(1, Math.round((expires - Date.now()) / 60_000));
      return {
        status: "warning",
        message: `The token from ${tokenSource} expires in ${minutes} min.`,
        details,
        cure: "get a new token before a long run; a token file is read again when the platform refuses the token",
      };
    }
    if (tokenFile !== undefined && isReadByOthers(tokenFile)) {
      return {
        status: "warning",
        message: `Everybody on this machine can read the token file ${tokenFile}.`,
        details,
        cure: `allow only yourself to read it: chmod 600 ${tokenFile}`,
      };
    }
    return { status: "ok", message, details };
  },
};

function timeOf(claim: unknown): number | undefined {
  return typeof claim === "number" ? claim * 1000 : undefined;
}

function detailsOf({ role, organization_id: organization, sub }: Values, expires: number | undefined): string[] {
  const said = Object.entries({ role, organization, subject: sub })
    .filter((entry): entry is [string, string] => typeof entry[1] === "string")
    .map(([name, value]) => `${name}: ${value}`);
  return [...said, `expires: ${expires === undefined ? "the token doesn't say" : new Date(expires).toISOString()}`];
}

function isReadByOthers(file: string): boolean {
  return process.platform !== "win32" && ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o044) !== 0;
}
