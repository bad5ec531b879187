import { version as sdk } from "@pulumi/pulumi/version";
import { userAgentOf } from "../../platform/environment.js";

/** The value of `User-Agent` in a process that runs Pulumi's SDK; `sender` is the segment of `userAgentOf`. */
export function sdkUserAgent(sender: string): string {
  const { version } = require("pulumi-app-platform/package.json") as { readonly version: string };
  return userAgentOf(version, sender, sdk);
}
