import { z } from "zod";
import { uuid } from "../../schema/formats.js";
import { integer, verbatim } from "../../schema/texts.js";

/** ID of an array item, assigned by the platform. */
export const itemId = uuid.optional().meta({
  description:
    "ID of the item, assigned by the platform. You rarely need it, since items are matched without it. A new resource must omit it; an update accepts only an ID that the platform assigned.",
  whenOmitted: { isAssigned: true },
});

const disk = z
  .strictObject({
    id: itemId,
    type: z
      .enum(["FAST_SSD"])
      .optional()
      .meta({
        typeName: "StorageType",
        description: "Type of the disk.",
        default: "FAST_SSD",
        whenOmitted: { isSent: true },
      }),
    size: integer(1).meta({ description: "Size of the disk.", unit: "GB" }),
    mountPoint: verbatim.meta({
      description: "Folder in the instance where the disk is mounted; unique within the service.",
    }),
  })
  .meta({ typeName: "Storage", description: "A disk." });

/** Disks of an application or container. */
export const storage = z
  .array(disk)
  .optional()
  .meta({
    description: "Disks, each mounted into every instance.",
    key: "mountPoint",
    unique: ["mountPoint"],
    holdsData: true,
  });
