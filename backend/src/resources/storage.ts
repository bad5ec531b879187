import {
  fallback,
  integer,
  named,
  object,
  oneOf,
  optional,
  required,
  text,
  uuid,
  type Value,
} from "../schema/schema.js";

const storageType = oneOf(["FAST_SSD"]);

export const storageRequest = named(
  "StorageItem",
  object({
    id: optional(uuid()),
    type: fallback(storageType, "FAST_SSD"),
    size: required(integer(4)),
    mount_point: required(text()),
  }),
);

export const storageResponse = named(
  "StorageItem",
  object({
    id: required(uuid()),
    type: required(storageType),
    size: required(integer()),
    mount_point: required(text()),
  }),
);

export type StorageItem = Value<typeof storageResponse>;
