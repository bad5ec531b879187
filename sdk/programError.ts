import * as pulumi from "@pulumi/pulumi";
import type { AppPlatformError } from "../provider/errors/appPlatformError.js";

/** An error of ours for a program: Pulumi prints a stack trace for all errors but its own run errors. */
export function programError(error: AppPlatformError): pulumi.RunError {
  return Object.assign(new pulumi.RunError(error.message), { code: error.code, cause: error });
}
