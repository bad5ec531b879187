/** Annotations and labels groups: created outside this API, referred to by id, returned in full. */
import { z } from "zod";
import { freeText, idOf, text, timestamp, uuid } from "../schema/texts.js";
import { optional } from "../schema/values.js";

export const annotationsGroup = z
  .object({
    id: uuid,
    created_at: timestamp,
    updated_at: optional(timestamp),
    name: text,
    annotations: z.array(z.object({ key: text, value: freeText })),
    scopes: z.array(text),
  })
  .meta({ id: "AnnotationsGroup" });

export const labelsGroup = z
  .object({
    id: uuid,
    created_at: timestamp,
    updated_at: optional(timestamp),
    name: text,
    labels: z.array(
      z.object({
        key: text,
        value: freeText,
        propagate_to_cloud_provider: z.boolean(),
      }),
    ),
  })
  .meta({ id: "LabelsGroup" });

export type AnnotationsGroup = z.output<typeof annotationsGroup>;
export type LabelsGroup = z.output<typeof labelsGroup>;

export const annotationsGroupReferences = z.array(z.object({ id: idOf("annotationsGroup") }));
export const labelsGroupReferences = z.array(z.object({ id: idOf("labelsGroup") }));

/** The two members that every kind of service accepts. */
export const groupReferences = {
  annotations_groups: annotationsGroupReferences.default([]),
  labels_groups: labelsGroupReferences.default([]),
};
export const groupResponse = {
  annotations_groups: z.array(annotationsGroup),
  labels_groups: z.array(labelsGroup),
};
