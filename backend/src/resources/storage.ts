import { z } from "zod";
import { text, uuid } from "../schema/texts.js";
import { integer } from "../schema/values.js";
import { itemId } from "./items.js";

const storageType = z.enum(["FAST_SSD"]);

export const storageRequest = z
  .object({
    id: itemId,
    type: storageType.default("FAST_SSD"),
    size: integer(1),
    mount_point: text,
  })
  .meta({ id: "StorageItemRequest" });

export const storageResponse = z
  .object({
    id: uuid,
    type: storageType,
    size: integer(),
    mount_point: text,
  })
  .meta({ id: "StorageItem" });

export type StorageItem = z.output<typeof storageResponse>;
