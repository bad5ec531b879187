import { boolean, list, object, optional, text, uuid } from "../../schema/fields.js";
import { created } from "./timestamps.js";

export const annotationsGroups = () =>
  optional(
    list(
      "Annotations groups, by reference.",
      object(
        "AnnotationsGroup",
        "A group of annotations kept by the organization.",
        { id: uuid("Identifier of the annotations group.") },
        {
          answered: {
            ...created,
            name: optional(text("Name of the group.")),
            annotations: optional(
              list(
                "Annotations of the group.",
                object("Annotation", "An annotation.", {
                  key: text("Key of the annotation."),
                  value: text("Value of the annotation."),
                }),
              ),
            ),
            scopes: optional(list("What the annotations are put on, for example DEPLOYMENTS.", text("A scope."))),
          },
        },
      ),
      { key: "id", unique: ["id"] },
    ),
  );

export const labelsGroups = () =>
  optional(
    list(
      "Labels groups, by reference.",
      object(
        "LabelsGroup",
        "A group of labels kept by the organization.",
        { id: uuid("Identifier of the labels group.") },
        {
          answered: {
            ...created,
            name: optional(text("Name of the group.")),
            labels: optional(
              list(
                "Labels of the group.",
                object("Label", "A label.", {
                  key: text("Key of the label."),
                  value: text("Value of the label."),
                  propagateToCloudProvider: optional(
                    boolean("Whether the label is put on the cloud provider's resources too."),
                  ),
                }),
              ),
            ),
          },
        },
      ),
      { key: "id", unique: ["id"] },
    ),
  );
