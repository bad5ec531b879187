import type { Configuration } from "../../../provider/platform/configuration.js";
import { errorDetails } from "../../../provider/platform/responseErrors.js";
import { parseJson } from "../../../provider/schema/json.js";
import { redactTexts } from "../../../provider/values/redact.js";
import type { Check, Examination, Finding } from "../check.js";
import { get, harmlessPath, namesOf } from "../send.js";

/** Whether the platform accepts the token. */
export const acceptance: Check = {
  name: "token accepted",
  needs: ["contact", "token"],
  async run(examination) {
    const { facts } = examination;
    const token = facts.token as string;
    const { status, text } = await get(examination, harmlessPath, token);
    const details = errorDetails(parseJson(text), redactTexts([token], 1));
    if (status === 401) return (await acceptedOtherwise(examination, token)) ?? rejected(examination, details);
    if (status === 403) return forbidden(examination, details);
    if (status >= 500) {
      return {
        status: "failure",
        message: `The platform responds with an error (${status}) to a request with the token.`,
        details,
        cure: "wait and try again; if the error persists, ask the platform's operator",
      };
    }
    facts.acceptedToken = token;
    return { status: "ok", message: "the platform accepts it." };
  },
};

/** The failure if the platform accepts the token with the other scheme: the token is valid, but the setting is wrong. */
async function acceptedOtherwise(examination: Examination, token: string): Promise<Finding | undefined> {
  const { tokenScheme, tokenSource } = examination.facts.configuration as Configuration;
  const other = tokenScheme === "token" ? "bearer" : "token";
  const { status } = await get(examination, harmlessPath, token, other);
  if (status === 401 || status === 403 || status >= 500) return undefined;
  return {
    status: "failure",
    message: `The platform accepts the token from ${tokenSource} with the other scheme: as "${other}", not as "${tokenScheme}" (401).`,
    cure: `set the token scheme to ${other}: ${namesOf("tokenScheme")}`,
  };
}

function rejected({ facts }: Examination, details: readonly string[]): Finding {
  const source = facts.configuration?.tokenSource;
  return {
    status: "failure",
    message: `The platform doesn't accept the token from ${source} (401).`,
    details,
    cure: `get a token of this platform (${facts.baseUrl?.origin}) and set ${source} again`,
  };
}

function forbidden({ facts }: Examination, details: readonly string[]): Finding {
  const organization = facts.claims?.organization_id;
  const own = typeof organization === "string" ? ` It belongs to the organization ${organization}.` : "";
  return {
    status: "failure",
    message: `The platform doesn't allow the token from ${facts.configuration?.tokenSource} to read (403).${own}`,
    details,
    cure: "use a token of the organization that owns the environments",
  };
}
