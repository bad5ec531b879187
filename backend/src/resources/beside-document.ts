/**
 * Members that comparable platforms accept and return, and that the API document does not have. A
 * response has them only if they are set, and an update without them resets them.
 */
import { z } from "zod";
import { uuid } from "../schema/texts.js";
import { integer } from "../schema/values.js";
import { secretManagerAccess, secretManagerAccessRequest } from "./secret-manager-access.js";

function sibling<T extends z.ZodType>(schema: T) {
  return schema.nullish().meta({ description: "Not in the API document." });
}

/** Of applications, containers and jobs. */
export const instanceSettings = {
  cpu_architecture: sibling(z.enum(["AMD64", "ARM64"])),
  ephemeral_storage_in_gib: sibling(integer(0)),
};

export const terraformSettings = { blueprint_id: sibling(uuid) };

export const clusterSettings = { secret_manager_accesses: sibling(z.array(secretManagerAccessRequest)) };
export const shownClusterSettings = { secret_manager_accesses: sibling(z.array(secretManagerAccess)) };
