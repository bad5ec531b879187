/**
 * Pulumi provider for the Application Platform API.
 *
 * @packageDocumentation
 */
export * from "./generated/lookups/index.js";
export * from "./generated/resources/index.js";
export * from "./generated/types/enums.js";
export * as types from "./generated/types/index.js";
export type {
  DeployableService,
  ServiceArgs,
  VersionedServiceArgs,
} from "./generated/types/service.js";
export type { ServiceSelection } from "./generated/types/serviceSelection.js";
export { withConnection } from "./resourceOptions.js";
