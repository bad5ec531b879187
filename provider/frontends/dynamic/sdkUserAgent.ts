import { version as sdk } from "@pulumi/pulumi/version";
import { userAgentOf } from "../../platform/environment.js";

/** The value of `User-Agent` in a process that runs Pulumi's SDK. */
export function sdkUserAgent(text: "dynamic provider" | "program"): string {
  const { version } = require("pulumi-app-platform/package.json") as { readonly version: string };
  return userAgentOf(version, text, sdk);
}
