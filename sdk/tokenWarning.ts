import * as pulumi from "@pulumi/pulumi";
import * as runtimeConfig from "@pulumi/pulumi/runtime/config";

/** The SDK knows which keys are secret but does not declare the function; where a version lacks it, nothing is said. */
const { isConfigSecret } = runtimeConfig as { readonly isConfigSecret?: (key: string) => boolean };

/** Tokens that were warned of: a process may run many programs, each with settings of its own. */
const warned = new Set<string>();

/** Warns once when the stack's configuration holds the token in clear: the engine keeps that configuration in the state. */
export function warnOfPlainTextToken(): void {
  const token = new pulumi.Config("app-platform").get("token");
  if (!token || warned.has(token) || isConfigSecret === undefined || isConfigSecret("app-platform:token")) return;
  warned.add(token);
  pulumi.log.warn(
    "app-platform:token is set in clear, and the state keeps it so. Set it again with: pulumi config set --secret app-platform:token",
  );
}
