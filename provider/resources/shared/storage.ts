import { z } from "zod";
import { unique } from "../../schema/checks.js";
import { uuid } from "../../schema/formats.js";

/** ID of an array item, assigned by the platform. */
export const itemId = uuid
  .optional()
  .meta({ description: "ID of the item, assigned by the platform. Omit it: items are matched without it." });

const disk = z
  .strictObject({
    id: itemId,
    type: z.string().meta({ description: "Type of the disk: FAST_SSD." }),
    size: z.int().min(4).meta({ description: "Size of the disk.", unit: "GB" }),
    mountPoint: z
      .string()
      .min(1)
      .meta({ description: "Folder in the instance where the disk is mounted; unique within the service." }),
  })
  .meta({ typeName: "Storage", description: "A disk." });

/** Disks of an application or container. */
export const storage = z
  .array(disk)
  .check(unique("mountPoint"))
  .optional()
  .meta({ description: "Disks, each mounted into every instance.", key: "mountPoint", holdsData: true });
