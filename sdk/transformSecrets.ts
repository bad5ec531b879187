import * as runtimeState from "@pulumi/pulumi/runtime/state";

/** Global state of Pulumi's SDK that its types don't declare. */
const { getGlobalStore } = runtimeState as { readonly getGlobalStore?: () => { supportsSecrets: boolean } };

/**
 * Lets transforms keep what is secret. Pulumi's SDK runs them outside of the context in which it runs a program of the Automation
 * API, and learns only inside of it that the engine knows secrets: what a transform returns would be in plain text in the state.
 */
export function keepSecretsInTransforms(): void {
  const store = getGlobalStore?.();
  if (store !== undefined) store.supportsSecrets = true;
}
