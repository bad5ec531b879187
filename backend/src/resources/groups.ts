/** What services have of annotations and labels groups: requests refer to them by id, and responses contain them in full. */
import { z } from "zod";
import { idOf } from "../schema/texts.js";
import { annotationsGroupResponse } from "./records/annotations-group.js";
import { labelsGroupResponse } from "./records/labels-group.js";

export const annotationsGroupReferences = z.array(z.object({ id: idOf("annotationsGroup") }));
export const labelsGroupReferences = z.array(z.object({ id: idOf("labelsGroup") }));

/** The two members that every kind of service accepts. */
export const groupReferences = {
  annotations_groups: annotationsGroupReferences.default([]),
  labels_groups: labelsGroupReferences.default([]),
};
export const groupResponse = {
  annotations_groups: z.array(annotationsGroupResponse),
  labels_groups: z.array(labelsGroupResponse),
};
