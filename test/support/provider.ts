/** What tests need of the provider, besides what they test: they import an inner module only to test it. */

export {
  type Call,
  type Log,
  type Plan,
  type PlanCall,
  type ResourceDefinition,
  saveOf,
} from "../../provider/definition/kind.js";
export { kindOfType, nameInToken, schemaToken, typeToken } from "../../provider/definition/names.js";
export { AppPlatformError, type FailedRequest, RequestFailedError } from "../../provider/errors/appPlatformError.js";
export type { Owners, StackReader, StackResource } from "../../provider/ownership/stackOwners.js";
export type { ApiRequest } from "../../provider/platform/endpoint.js";
export {
  type Endpoint,
  type EndpointSet,
  endpoint,
  extended,
  fillPath,
  fillTarget,
  isServed,
} from "../../provider/platform/endpoint.js";
export type { RawRequest, RawResponse, Transport } from "../../provider/platform/network.js";
export { type Clock, type Origin, systemClock, timeoutSignal } from "../../provider/platform/operation.js";
export {
  type ArrayField,
  type Field,
  type Fields,
  fieldsWithin,
  isChildren,
  itemsOf,
  type ObjectField,
  type StringField,
} from "../../provider/schema/field.js";
export {
  clean,
  isAbsent,
  isObject,
  sameJson,
  show,
  UNKNOWN,
  type Value,
  type Values,
} from "../../provider/schema/json.js";
