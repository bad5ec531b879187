import { z } from "zod";
import { uuid } from "../../schema/formats.js";
import { timestamps } from "./common.js";

const annotation = z
  .strictObject({
    key: z.string().meta({ description: "Key of the annotation." }),
    value: z.string().meta({ description: "Value of the annotation." }),
  })
  .meta({ typeName: "Annotation", description: "An annotation." });

const annotationsGroupId = uuid.meta({
  description: "ID of the annotations group.",
  idOf: { kind: "AnnotationsGroup" },
});

const annotationsGroup = z.strictObject({ id: annotationsGroupId }).meta({
  typeName: "AnnotationsGroupReference",
  description: "A group of annotations of the organization.",
  response: {
    only: {
      ...timestamps,
      name: z.string().optional().meta({ description: "Name of the group." }),
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

const label = z
  .strictObject({
    key: z.string().meta({ description: "Key of the label." }),
    value: z.string().meta({ description: "Value of the label." }),
    propagateToCloudProvider: z
      .boolean()
      .optional()
      .meta({ description: "Whether the cloud provider's resources get the label too." }),
  })
  .meta({ typeName: "Label", description: "A label." });

const labelsGroupId = uuid.meta({ description: "ID of the labels group.", idOf: { kind: "LabelsGroup" } });

const labelsGroup = z.strictObject({ id: labelsGroupId }).meta({
  typeName: "LabelsGroupReference",
  description: "A group of labels of the organization.",
  response: {
    only: {
      ...timestamps,
      name: z.string().optional().meta({ description: "Name of the group." }),
      labels: z.array(label).optional().meta({ description: "Labels of the group." }),
    },
  },
});

/** Labels groups of a service or cluster, by reference. */
export const labelsGroups = z
  .array(labelsGroup)
  .optional()
  .meta({ description: "Labels groups, by ID.", items: { key: "id", unique: ["id"] } });
