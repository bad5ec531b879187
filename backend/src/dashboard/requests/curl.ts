/** A command that sends a request again. */
import { isParameterValue } from "./parameter-value.js";
import type { LoggedRequest } from "./request-log.js";

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The documented parameters of the query, with values that are not free text. */
function queryOf({ route, url }: LoggedRequest): string {
  const { searchParams } = new URL(url, "http://localhost");
  const parameters = route?.query ?? {};
  const known = [...searchParams].filter(
    ([name, value]) => Object.hasOwn(parameters, name) && isParameterValue(parameters[name], value),
  );
  return known.length === 0 ? "" : `?${new URLSearchParams(known)}`;
}

/** The token comes from the environment; `body` has names in place of secret values. */
export function curlCommand(request: LoggedRequest, origin: string, path: string, body: unknown): string {
  const lines = [
    `curl --request ${/^[A-Z]{1,16}$/.test(request.method) ? request.method : "GET"} ${quoted(`${origin}${path}${queryOf(request)}`)}`,
    `--header "Authorization: Bearer $APP_PLATFORM_TOKEN"`,
    ...(body === undefined
      ? []
      : [
          `--header 'Content-Type: ${request.route?.bodyType ?? "application/json"}'`,
          `--data ${quoted(request.route?.bodyType === undefined ? JSON.stringify(body, null, 2) : String(body))}`,
        ]),
  ];
  return lines.join(" \\\n  ");
}
