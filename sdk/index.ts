/**
 * Pulumi provider for the Application Platform API.
 *
 * @packageDocumentation
 */
export * from "./lookups/index.js";
export * from "./resources/index.js";
export * from "./types/enums.js";
export * as types from "./types/index.js";
export type { ServiceArgs, ServiceSelection } from "./types/service.js";
