import { z } from "zod";
import { flag, object, responseText, uuid } from "../../schema/schemas.js";
import { timestamps } from "./common.js";

const annotation = object("Annotation", "An annotation.", {
  key: z.string().meta({ description: "Key of the annotation." }),
  value: z.string().meta({ description: "Value of the annotation." }),
});

const annotationsGroupId = uuid.meta({
  description: "ID of the annotations group.",
  idOf: { kind: "AnnotationsGroup" },
});

const annotationsGroup = object("AnnotationsGroupReference", "A group of annotations of the organization.", {
  id: annotationsGroupId,
}).meta({
  response: {
    only: {
      ...timestamps,
      name: responseText.meta({ description: "Name of the group." }),
      annotations: z.array(annotation).optional().meta({ description: "Annotations of the group." }),
      scopes: z
        .array(z.string().meta({ description: "A scope." }))
        .optional()
        .meta({ description: "Objects that get the annotations, for example DEPLOYMENTS." }),
    },
  },
});

/** Annotations groups of a service, by reference. */
export const annotationsGroups = z
  .array(annotationsGroup)
  .optional()
  .meta({ description: "Annotations groups, by ID.", items: { key: "id", unique: ["id"] } });

const label = object("Label", "A label.", {
  key: z.string().meta({ description: "Key of the label." }),
  value: z.string().meta({ description: "Value of the label." }),
  propagateToCloudProvider: flag
    .optional()
    .meta({ description: "Whether the cloud provider's resources get the label too." }),
});

const labelsGroupId = uuid.meta({ description: "ID of the labels group.", idOf: { kind: "LabelsGroup" } });

const labelsGroup = object("LabelsGroupReference", "A group of labels of the organization.", {
  id: labelsGroupId,
}).meta({
  response: {
    only: {
      ...timestamps,
      name: responseText.meta({ description: "Name of the group." }),
      labels: z.array(label).optional().meta({ description: "Labels of the group." }),
    },
  },
});

/** Labels groups of a service or cluster, by reference. */
export const labelsGroups = z
  .array(labelsGroup)
  .optional()
  .meta({ description: "Labels groups, by ID.", items: { key: "id", unique: ["id"] } });
