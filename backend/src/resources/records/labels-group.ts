import { z } from "zod";
import { unique, withRules } from "../../schema/rules.js";
import { freeText, resourceName, text } from "../../schema/texts.js";
import { nameKey } from "../name.js";
import { commonMembers, type RecordKind, representCommon } from "../record.js";

const labels = z.array(z.object({ key: text, value: freeText, propagate_to_cloud_provider: z.boolean() }));

const request = withRules(z.object({ name: resourceName, labels }), unique("labels", "key")).meta({
  id: "LabelsGroupRequest",
});

const stored = z.object({ name: text, labels });
export type LabelsGroupConfig = z.output<typeof stored>;

/** As responses of services show it, too. */
export const labelsGroupResponse = z.object({ ...commonMembers, ...stored.shape }).meta({ id: "LabelsGroup" });
export type LabelsGroup = z.output<typeof labelsGroupResponse>;

export const labelsGroup = {
  kind: "labelsGroup",
  noun: "labels group",
  description: "Groups of labels that services and clusters refer to.",
  tag: "labelsGroups",
  parents: ["organization"],
  path: "labelsGroups",
  request,
  stored,
  response: labelsGroupResponse,
  referredToBy: "labels_groups",
  uniqueBy: ({ name }) => nameKey(name),
  represent: (record) => ({ ...representCommon(record), ...record.config }),
} satisfies RecordKind<LabelsGroupConfig, LabelsGroup, z.output<typeof request>>;
