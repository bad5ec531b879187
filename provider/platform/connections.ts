import { z } from "zod";
import { ConfigurationError } from "../errors/settings.js";
import { nearestName } from "../values/validate.js";
import { parseJson } from "./parseJson.js";
import { type SettingName, settingNames } from "./settings.js";

/** Key in the stack configuration under which connections are configured, by name. */
const key = "app-platform:connections";

const example = '{"staging": {"baseUrl": "https://…", "token": "…"}}';

const mustBeObject = "must be a JSON object";

/** Settings as they are written: what they must be, each says itself. What it got is not said, since one is a token. */
const written = z
  .union([z.string(), z.number()], { error: "must be a string or a number" })
  .transform(String)
  .optional();

const connections = z.record(z.string(), z.unknown(), { error: mustBeObject });

const connectionSettings = z.strictObject(
  Object.fromEntries(settingNames.map((name) => [name, written])) as Record<SettingName, typeof written>,
  { error: (issue) => (issue.code === "invalid_type" ? mustBeObject : undefined) },
);

/** How a setting of a connection is called in messages. */
export function connectionKey(connection: string, setting: string): string {
  return `${key}: ${connection}.${setting}`;
}

/** The settings of a connection in the stack configuration, still as text. */
export function readConnection(
  text: string | undefined,
  connection: string,
): Partial<Record<SettingName, string | undefined>> {
  if (text === undefined) return {};
  const all = connections.safeParse(parseJson(text));
  if (!all.success) {
    throw new ConfigurationError([`${key} ${mustBeObject}.`], `set it to an object by connection name: ${example}`);
  }
  if (!Object.hasOwn(all.data, connection)) return {};
  const found = connectionSettings.safeParse(all.data[connection]);
  if (found.success) return found.data;
  const problems = found.error.issues.flatMap((issue) => problemsOf(issue, connection));
  throw new ConfigurationError(problems, `correct ${key}: ${example}`);
}

function problemsOf(issue: z.core.$ZodIssue, connection: string): string[] {
  if (issue.code === "unrecognized_keys") return issue.keys.map((name) => unknownSetting(name, connection));
  const subject = issue.path.length === 0 ? `${key}: ${connection}` : connectionKey(connection, issue.path.join("."));
  return [`${subject} ${issue.message}.`];
}

function unknownSetting(name: string, connection: string): string {
  const near = nearestName(name, settingNames);
  const hint = near === undefined ? `the settings are ${settingNames.join(", ")}` : `did you mean ${near}?`;
  return `${connectionKey(connection, name)} is not a setting; ${hint}${near === undefined ? "." : ""}`;
}
