import { integer, list, object, optional, text, uuid } from "../../schema/fields.js";

export const itemId = () =>
  optional(uuid("Identifier of the item, given by the server. Leave it out: items are matched without it."));

export const storage = () =>
  optional(
    list(
      "Disks, each mounted into every instance.",
      object("Storage", "A disk.", {
        id: itemId(),
        type: text("Kind of disk: FAST_SSD."),
        size: integer("Size of the disk.", { unit: "GB", min: 4 }),
        mountPoint: text("Folder inside the instance where the disk is mounted; unique within the service.", {
          minLength: 1,
        }),
      }),
      { key: "mountPoint", unique: ["mountPoint"] },
    ),
  );
