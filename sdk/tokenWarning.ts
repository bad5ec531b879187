import * as pulumi from "@pulumi/pulumi";
import * as runtimeConfig from "@pulumi/pulumi/runtime/config";

/** The Pulumi SDK knows which keys are secret but doesn't declare this function; a version without it gives no warning. */
const { isConfigSecret } = runtimeConfig as { readonly isConfigSecret?: (key: string) => boolean };

/** Tokens that were warned about: a process may run several programs, each with its own settings. */
const warned = new Set<string>();

/** Warns once if the stack's configuration has the token in plain text, since the engine keeps that configuration in the state. */
export function warnOfPlainTextToken(): void {
  const token = new pulumi.Config("app-platform").get("token");
  if (!token || warned.has(token) || isConfigSecret === undefined || isConfigSecret("app-platform:token")) return;
  warned.add(token);
  void pulumi.log.warn(
    "app-platform:token is stored in plain text in the stack's configuration and state. Set it as a secret: pulumi config set --secret app-platform:token",
  );
}
