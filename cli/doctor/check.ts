import { setMaxListeners } from "node:events";
import { AppPlatformError, withSettings } from "../../provider/errors/appPlatformError.js";
import { type Configuration, type StackConfiguration, settingWordsOf } from "../../provider/platform/configuration.js";
import type { RawResponse } from "../../provider/platform/network.js";
import type { SettingValues } from "../../provider/platform/settings.js";
import type { Values } from "../../provider/schema/json.js";
import type { GlobalOptions, Outside } from "../command.js";
import type { NamedEnvironment } from "../environment/environments.js";
import type { Manifest } from "../manifest.js";
import type { Colors } from "../output.js";
import type { Progress } from "../progress.js";
import type { FoundPulumi } from "../pulumi/findPulumi.js";
import type { Project } from "../pulumi/project.js";

export interface Finding {
  /** `optional`: nothing is there, and nothing needs it. */
  readonly status: "ok" | "warning" | "failure" | "skipped" | "optional";
  readonly message: string;
  /** Further lines, such as each setting with its source. */
  readonly details?: readonly string[];
  /** Every warning and failure has one. */
  readonly cure?: Cure;
}

/** What to do; several entries are alternatives. */
type Cure = string | readonly string[];

export function ok(message: string, details?: readonly string[]): Finding {
  return { status: "ok", message, ...(details && { details }) };
}

export function skipped(message: string): Finding {
  return { status: "skipped", message };
}

/** The result of a check that can't run because of another one. */
export function skippedFor(failed: string): Finding {
  return skipped(`needs the check "${failed}".`);
}

export function warning(message: string, cure: Cure, details?: readonly string[]): Finding {
  return { status: "warning", message, ...(details && { details }), cure };
}

export function failed(message: string, cure: Cure, details?: readonly string[]): Finding {
  return { status: "failure", message, ...(details && { details }), cure };
}

export interface Examination extends Outside {
  readonly options: GlobalOptions;
  /** Name or ID of the environment that the token must reach, if one is set. */
  readonly namedEnvironment: string | undefined;
  findEnvironment(name: string): Promise<NamedEnvironment>;
  readonly manifest: Manifest;
  /** Results of earlier checks; a check adds those that later ones need. */
  readonly facts: Facts;
}

/** A question about the machine, the project or the platform. */
export interface Check {
  /** Name in the report. It never changes, since scripts select by it. */
  readonly name: string;
  /** Facts without which the check is skipped. */
  readonly needs?: readonly (keyof Facts)[];
  run(examination: Examination): Finding | Promise<Finding>;
}

/** An error as a failed check. */
export function failureOf({ code, text }: AppPlatformError): Finding {
  const details = (text.details ?? []).map((detail) => (typeof detail === "string" ? detail : detail.brief));
  return { status: "failure", message: `${code}: ${text.what}`, details, cure: text.todo };
}

/** A response of the platform, and the local time at which it was most likely written, in milliseconds. */
interface Contact {
  readonly response: RawResponse;
  readonly localTime: number;
}

export interface Facts {
  pulumi?: FoundPulumi;
  pulumiVersion?: string;
  project?: Project;
  /** The same, if its program runs in Node.js. */
  nodeProject?: Project;
  /** Empty without a project. */
  stack?: StackConfiguration;
  baseUrl?: URL;
  /** The settings without the token. */
  settings?: Pick<SettingValues, "endpoints" | "requestTimeoutSeconds">;
  /** All settings; nothing if one is missing or invalid. */
  configuration?: Configuration;
  /** The platform's response to a request without a token. */
  contact?: Contact;
  /** A token that hasn't expired and is well-formed. */
  token?: string;
  claims?: Values;
  /** The token, if the platform accepts it. */
  acceptedToken?: string;
}

/** The check that finds each fact, and why the fact is missing although the check didn't fail. */
const sources: Readonly<Record<keyof Facts, readonly [check: string, missing?: string]>> = {
  pulumi: ["Pulumi CLI"],
  pulumiVersion: ["Pulumi CLI"],
  project: ["project", "there is no Pulumi project."],
  nodeProject: ["project", "there is no program in Node.js."],
  stack: ["stack configuration"],
  baseUrl: ["settings"],
  settings: ["settings"],
  configuration: ["settings"],
  contact: ["address"],
  token: ["token"],
  claims: ["token"],
  acceptedToken: ["token accepted"],
};

interface CheckResult extends Finding {
  readonly name: string;
}

/** Runs the checks in order, since later ones need the results of earlier ones. */
export async function examine(
  checks: readonly Check[],
  examination: Examination,
  progress: Progress,
): Promise<CheckResult[]> {
  setMaxListeners(0, examination.signal);
  const results: CheckResult[] = [];
  for (const check of checks) {
    if (examination.signal.aborted) throw examination.signal.reason;
    const finding = await progress.during(`Checking: ${check.name}`, async () =>
      outcomeOf(check, examination, results),
    );
    results.push({ name: check.name, ...withPlaces(finding, examination) });
  }
  return results;
}

/** The advice with the places from which the settings are read. */
function withPlaces(
  finding: Finding,
  { facts: { stack = () => undefined }, options, environment }: Examination,
): Finding {
  const words = settingWordsOf(stack, options.connection, environment);
  const placed = (way: string) => withSettings(way, () => words);
  const { cure } = finding;
  if (cure === undefined) return finding;
  return { ...finding, cure: typeof cure === "string" ? placed(cure) : cure.map(placed) };
}

async function outcomeOf(check: Check, examination: Examination, earlier: readonly CheckResult[]): Promise<Finding> {
  const missing = check.needs?.find((fact) => examination.facts[fact] === undefined);
  if (missing !== undefined) return skippedWithout(missing, earlier);
  try {
    return await check.run(examination);
  } catch (error) {
    if (!(error instanceof AppPlatformError) || examination.signal.aborted) throw error;
    return failureOf(error);
  }
}

/** A check that needs a skipped one is skipped for the same reason, which is the check that failed. */
function skippedWithout(fact: keyof Facts, earlier: readonly CheckResult[]): Finding {
  const [source, missing] = sources[fact];
  const found = earlier.find(({ name }) => name === source);
  if (found?.status === "failure") return skippedFor(source);
  return skipped(missing ?? found?.message ?? `needs the check "${source}".`);
}

const plurals: Readonly<Record<Finding["status"], readonly [one: string, many: string]>> = {
  ok: ["ok", "ok"],
  warning: ["warning", "warnings"],
  failure: ["failure", "failures"],
  skipped: ["skipped", "skipped"],
  optional: ["optional", "optional"],
};

/** One line for each check, with its details below, then the number of results of each sort. Checks skipped for the same reason share one. */
export function reportOf(results: readonly CheckResult[], colors: Colors): string {
  const width = Math.max(...results.map(({ name }) => name.length));
  const lines = results.flatMap((each) => {
    if (each.status !== "skipped") return linesOf(each, width, colors);
    const alike = results.filter(({ status, message }) => status === "skipped" && message === each.message);
    if (alike[0] !== each) return [];
    return linesOf({ ...each, name: alike.map(({ name }) => name).join(", ") }, width, colors);
  });
  return [...lines, "", summaryOf(results)].join("\n");
}

function linesOf({ name, status, message, details = [], cure }: CheckResult, width: number, colors: Colors): string[] {
  const indent = " ".repeat(9);
  return [
    `${paint(status, colors)((status === "optional" ? "–" : status).padEnd(7))}  ${name.padEnd(width)}  ${message}`,
    ...details.map((detail) => colors.dim(`${indent}- ${detail}`)),
    ...curesOf(cure).map((line) => colors.bold(`${indent}${line}`)),
  ];
}

function curesOf(cure: Finding["cure"] = []): string[] {
  const ways = typeof cure === "string" ? [cure] : cure;
  if (ways.length < 2) return ways.map((way) => `What to do: ${way}`);
  return ["What to do, one of:", ...ways.map((way) => `  - ${way}`)];
}

function paint(status: Finding["status"], { green, yellow, red, dim }: Colors): (text: string) => string {
  return { ok: green, warning: yellow, failure: red, skipped: dim, optional: dim }[status];
}

function summaryOf(results: readonly CheckResult[]): string {
  const counted = Object.entries(plurals).flatMap(([status, [one, many]]) => {
    const count = results.filter((each) => each.status === status).length;
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  });
  return `${results.length} checks: ${counted.join(", ")}.`;
}
