import { z } from "zod";
import { text } from "../../schema/texts.js";
import { type ChildRecord, commonMembers, type RecordKind, representCommon } from "../record.js";

const request = z
  .object({ mode: z.enum(["MATCH", "EXCLUDE"]), type: z.enum(["PATH"]), value: text })
  .meta({ id: "DeploymentRestrictionRequest" });

const response = z.object({ ...commonMembers, ...request.shape }).meta({ id: "DeploymentRestriction" });

type Config = z.output<typeof request>;
export type DeploymentRestriction = z.output<typeof response>;

/** A path in the git repository of a service: a commit that changes it deploys the service automatically, or does not. */
export const deploymentRestriction = {
  kind: "deploymentRestriction",
  noun: "deployment restriction",
  description: "Which paths cause automatic deployments of services that are built from git.",
  parents: ["service"],
  // One alone cannot be read.
  calls: { create: {}, list: {}, edit: {}, delete: {} },
  stored: request,
  response,
  uniqueBy: ({ mode, type, value }: Config) => `${mode} ${type} ${value}`,
  represent: (record: ChildRecord<Config>): DeploymentRestriction => ({
    ...representCommon(record),
    ...record.config,
  }),
} satisfies RecordKind<Config, DeploymentRestriction>;
