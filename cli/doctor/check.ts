import type { AppPlatformError } from "../../provider/errors/appPlatformError.js";
import type { GlobalOptions, Outside } from "../command.js";
import type { NamedEnvironment } from "../environment/environments.js";
import type { Manifest } from "../manifest.js";
import type { Facts } from "./facts.js";

export interface Finding {
  readonly status: "ok" | "warning" | "failure" | "skipped";
  readonly message: string;
  /** Further lines, such as each setting with its source. */
  readonly details?: readonly string[];
  /** What to do; several entries are alternatives. Every warning and failure has one. */
  readonly cure?: string | readonly string[];
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
  const details = (text.details ?? []).map((detail) => (typeof detail === "string" ? detail : detail.message));
  return { status: "failure", message: `${code}: ${text.what}`, details, cure: text.todo };
}
