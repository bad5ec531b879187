/**
 * Members that comparable platforms accept and return, and that the API document does not have. A
 * response has them only if they are set, and an update without them resets them.
 */
import { z } from "zod";
import { secret } from "../schema/secrets.js";
import { uuid } from "../schema/texts.js";
import { freeJson, integer } from "../schema/values.js";

function beside<T extends z.ZodType>(schema: T) {
  return schema.nullish().meta({ description: "Not in the API document." });
}

/** Of applications, containers and jobs. */
export const instanceSettings = {
  cpu_architecture: beside(z.enum(["AMD64", "ARM64"])),
  ephemeral_storage_in_gib: beside(integer(0)),
};

export const terraformSettings = { blueprint_id: beside(uuid) };

export const clusterSettings = { secret_manager_accesses: beside(secret(z.array(freeJson))) };
