/** Annotations and labels groups: services refer to them by id, and their responses contain them in full. */
import { z } from "zod";
import { unique, withRules } from "../schema/rules.js";
import { freeText, idOf, resourceName, text, timestamp, uuid } from "../schema/texts.js";
import { optional } from "../schema/values.js";
import type { OrganizationRecordKind } from "./organization-record.js";

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

const annotationsGroupRequest = withRules(
  z.object({
    name: resourceName,
    annotations: z.array(z.object({ key: text, value: freeText })),
    scopes: z.array(
      z.enum([
        "DEPLOYMENTS",
        "STATEFUL_SETS",
        "SERVICES",
        "INGRESS",
        "GATEWAY_API_ROUTES",
        "HPA",
        "PODS",
        "SECRETS",
        "JOBS",
        "CRON_JOBS",
      ]),
    ),
  }),
  unique("annotations", "key"),
).meta({ id: "AnnotationsGroupRequest" });

const labelsGroupRequest = withRules(
  z.object({
    name: resourceName,
    labels: z.array(z.object({ key: text, value: freeText, propagate_to_cloud_provider: z.boolean() })),
  }),
  unique("labels", "key"),
).meta({ id: "LabelsGroupRequest" });

export const annotationsGroups: OrganizationRecordKind<
  z.output<typeof annotationsGroupRequest>,
  AnnotationsGroup,
  AnnotationsGroup
> = {
  kind: "annotationsGroups",
  item: "annotationsGroup",
  noun: "annotations group",
  description: "Groups of annotations that services refer to.",
  table: "annotationsGroup",
  stored: annotationsGroupRequest,
  response: annotationsGroup,
  referredToBy: "annotations_groups",
  represent: (group, common) => ({ ...group, ...common }),
};

export const labelsGroups: OrganizationRecordKind<z.output<typeof labelsGroupRequest>, LabelsGroup, LabelsGroup> = {
  kind: "labelsGroups",
  item: "labelsGroup",
  noun: "labels group",
  description: "Groups of labels that services and clusters refer to.",
  table: "labelsGroup",
  stored: labelsGroupRequest,
  response: labelsGroup,
  referredToBy: "labels_groups",
  represent: (group, common) => ({ ...group, ...common }),
};
