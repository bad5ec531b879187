/**
 * The same resources, managed by the native provider, which Pulumi loads as a plugin: with explicit providers and
 * `pulumi import`. `npx app-platform native install` installs it.
 *
 * @packageDocumentation
 */
import { warnWithoutPlugin } from "./warnings.js";

export * from "./generated/lookups/index.js";
export * from "./generated/native.js";
export type { ProviderArgs } from "./generated/providerArgs.js";
export * from "./generated/types/enums.js";
export * as types from "./generated/types/index.js";
export type {
  DeployableService,
  ServiceArgs,
  VersionedServiceArgs,
} from "./generated/types/service.js";
export type { ServiceSelection } from "./generated/types/serviceSelection.js";
export { Provider } from "./provider.js";
export { withConnection } from "./resourceOptions.js";

warnWithoutPlugin();
