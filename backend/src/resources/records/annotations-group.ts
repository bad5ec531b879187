import { z } from "zod";
import { unique, withRules } from "../../schema/rules.js";
import { freeText, resourceName, text } from "../../schema/texts.js";
import { nameKey } from "../name.js";
import { commonMembers, type RecordKind, representCommon } from "../record.js";

const annotations = z.array(z.object({ key: text, value: freeText }));

const request = withRules(
  z.object({
    name: resourceName,
    annotations,
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

const stored = z.object({ name: text, annotations, scopes: z.array(text) });
export type AnnotationsGroupConfig = z.output<typeof stored>;

/** As responses of services show it, too. */
export const annotationsGroupResponse = z
  .object({ ...commonMembers, ...stored.shape })
  .meta({ id: "AnnotationsGroup" });
export type AnnotationsGroup = z.output<typeof annotationsGroupResponse>;

export const annotationsGroup = {
  kind: "annotationsGroup",
  noun: "annotations group",
  description: "Groups of annotations that services refer to.",
  tag: "annotationsGroups",
  parents: ["organization"],
  path: "annotationsGroups",
  request,
  stored,
  response: annotationsGroupResponse,
  referredToBy: "annotations_groups",
  uniqueBy: ({ name }) => nameKey(name),
  represent: (record) => ({ ...representCommon(record), ...record.config }),
} satisfies RecordKind<AnnotationsGroupConfig, AnnotationsGroup, z.output<typeof request>>;
