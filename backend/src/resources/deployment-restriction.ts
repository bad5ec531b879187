import { z } from "zod";
import { text, uuid } from "../schema/texts.js";
import type { ChildRecord, RecordKind } from "./record.js";

const request = z
  .object({ mode: z.enum(["MATCH", "EXCLUDE"]), type: z.enum(["PATH"]), value: text })
  .meta({ id: "DeploymentRestrictionRequest" });

const response = z.object({ id: uuid, ...request.shape }).meta({ id: "DeploymentRestriction" });

type Config = z.output<typeof request>;
export type DeploymentRestriction = z.output<typeof response>;

/** A path in the git repository of a service: a commit that changes it deploys the service automatically, or does not. */
export const deploymentRestriction = {
  kind: "deploymentRestriction",
  noun: "deployment restriction",
  description: "Which paths cause automatic deployments of services that are built from git.",
  parents: ["service"],
  stored: request,
  response,
  uniqueBy: ({ mode, type, value }: Config) => `${mode} ${type} ${value}`,
  represent: ({ id, config }: ChildRecord<Config>): DeploymentRestriction => ({ id, ...config }),
} satisfies RecordKind<Config, DeploymentRestriction>;
