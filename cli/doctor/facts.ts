import type { Configuration, StackConfiguration } from "../../provider/platform/configuration.js";
import type { SettingValues } from "../../provider/platform/settings.js";
import type { RawResponse } from "../../provider/platform/transport.js";
import type { Values } from "../../provider/schema/json.js";
import type { FoundPulumi } from "../pulumi/findPulumi.js";
import type { Project } from "../pulumi/project.js";

/** A response of the platform, and the local time at which it was most likely written, in milliseconds. */
export interface Contact {
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

/** Why a check that needs the fact is skipped. */
export const absences: Readonly<Record<keyof Facts, string>> = {
  pulumi: "the Pulumi CLI isn't found",
  pulumiVersion: "the Pulumi CLI isn't found",
  project: "there is no Pulumi project",
  nodeProject: "there is no program in Node.js",
  stack: "the stack configuration can't be read",
  baseUrl: "there is no valid base URL",
  settings: "there is no valid base URL",
  configuration: "settings are missing or invalid",
  contact: "the platform's API doesn't respond at the base URL",
  token: "there is no valid token",
  claims: "the token has no claims",
  acceptedToken: "the platform doesn't accept the token",
};
