import * as pulumi from "@pulumi/pulumi";
import type { ProviderArgs } from "./generated/providerArgs.js";
import { withTexts } from "./programArguments.js";
import { pulumiTypeOf } from "./pulumiInternals.js";

/**
 * A platform with settings of its own, for resources that name it in their option `provider`, or their component in `providers`.
 *
 * Its arguments take precedence over the environment and the stack configuration. The token may be an output; it is secret in the state.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { Project, Provider } from "pulumi-app-platform/native";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * const staging = new Provider("staging", {
 *   baseUrl: "https://staging.example.com",
 *   token: config.requireSecret("stagingToken"),
 *   endpoints: "extended",
 * });
 * new Project("shop", { organizationId }, { provider: staging });
 * ```
 */
export class Provider extends pulumi.ProviderResource {
  /**
   * Creates a provider with the given unique name, settings, and options.
   *
   * @param name The unique name of the resource in the stack.
   * @param args Settings. Those that are omitted come from the environment.
   * @param options Pulumi's resource options.
   */
  constructor(name: string, args: ProviderArgs = {}, options?: pulumi.ResourceOptions) {
    const { token, connections, ...others } = args;
    const secret = { token, connections: connections && pulumi.jsonStringify(connections) };
    const specified = Object.entries(secret).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, pulumi.secret(value)]],
    );
    // The name alone doesn't say that the program declares it: the engine's own providers have names, too.
    super("app-platform", name, { ...withTexts(others), ...Object.fromEntries(specified), __declared: true }, options);
  }

  /** Returns true if the value is a provider of this package, even one of another copy of it. */
  static override isInstance(value: unknown): value is Provider {
    return pulumi.CustomResource.isInstance(value) && pulumiTypeOf(value) === "pulumi:providers:app-platform";
  }
}
