/** Annotations and labels groups: made outside this API, referred to by id, answered in full. */
import {
  array,
  boolean,
  fallback,
  freeText,
  idOf,
  named,
  object,
  optional,
  required,
  text,
  uuid,
  type Value,
} from "../schema/schema.js";

export const annotationsGroup = named(
  "AnnotationsGroup",
  object({
    id: required(uuid()),
    created_at: required(text({ format: "timestamp" })),
    updated_at: optional(text({ format: "timestamp" })),
    name: required(text()),
    annotations: required(array(object({ key: required(text()), value: required(freeText()) }))),
    scopes: required(array(text())),
  }),
);

export const labelsGroup = named(
  "LabelsGroup",
  object({
    id: required(uuid()),
    created_at: required(text({ format: "timestamp" })),
    updated_at: optional(text({ format: "timestamp" })),
    name: required(text()),
    labels: required(
      array(
        object({
          key: required(text()),
          value: required(freeText()),
          propagate_to_cloud_provider: required(boolean()),
        }),
      ),
    ),
  }),
);

export type AnnotationsGroup = Value<typeof annotationsGroup>;
export type LabelsGroup = Value<typeof labelsGroup>;

export const annotationsGroupReferences = array(object({ id: required(idOf("annotationsGroup")) }));
export const labelsGroupReferences = array(object({ id: required(idOf("labelsGroup")) }));

/** The two members that every kind of service takes. */
export const groupReferences = {
  annotations_groups: fallback(annotationsGroupReferences, []),
  labels_groups: fallback(labelsGroupReferences, []),
};
export const groupAnswers = {
  annotations_groups: required(array(annotationsGroup)),
  labels_groups: required(array(labelsGroup)),
};
