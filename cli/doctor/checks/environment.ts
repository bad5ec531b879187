import { AppPlatformError } from "../../../provider/errors/appPlatformError.js";
import { hasMore } from "../../../provider/platform/pages.js";
import { errorDetails } from "../../../provider/platform/responseErrors.js";
import { isObject, parseJson, type Value } from "../../../provider/schema/json.js";
import { fullName } from "../../environment/environments.js";
import { isUuid } from "../../environmentArgument.js";
import { type Check, type Examination, failureOf } from "../check.js";
import { get } from "../send.js";

/** Whether the token can access the environment that is named, or that of the project's configuration. */
export const environment: Check = {
  name: "environment",
  needs: ["acceptedToken"],
  async run(examination) {
    const found = await environmentOf(examination).catch((error) => {
      if (error instanceof AppPlatformError) return failureOf(error);
      throw error;
    });
    if ("status" in found) return found;
    const { id, source } = found;
    if (id === undefined) return { status: "skipped", message: "none to check; --environment names one." };
    const path = `/environment/${encodeURIComponent(id)}/container`;
    const { status, headers, text } = await get(examination, path, examination.facts.acceptedToken);
    const json = parseJson(text) as Value | undefined;
    if ((status === 200 || status === 206) && isObject(json) && Array.isArray(json.results)) {
      const { length } = json.results;
      const number = hasMore({ json, status, headers }, length) ? `${length} or more` : length;
      return { status: "ok", message: `${id} (${source}); containers: ${number}.` };
    }
    const details = errorDetails(json, (said) => said);
    if (status === 404) {
      return {
        status: "failure",
        message: `The platform has no environment ${id} (${source}).`,
        details,
        cure: `correct ${source}: the ID is that of an environment, not of a project or a service`,
      };
    }
    return {
      status: "failure",
      message: `The environment ${id} (${source}) can't be read (${status}).`,
      details,
      cure: "use a token of the organization that owns the environment",
    };
  },
};

/** By convention, `environmentId` in the configuration of a project. */
async function environmentOf({
  namedEnvironment,
  findEnvironment,
  facts,
}: Examination): Promise<{ id: string | undefined; source: string }> {
  if (namedEnvironment !== undefined) {
    if (isUuid(namedEnvironment)) return { id: namedEnvironment.toLowerCase(), source: "--environment" };
    const named = await findEnvironment(namedEnvironment);
    return { id: named.id, source: `${fullName(named)}, --environment` };
  }
  const key = `${facts.project?.name}:environmentId`;
  return { id: facts.stack?.(key), source: key };
}
