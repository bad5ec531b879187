import { z } from "zod";

const text = z.string().optional();

const detail = z
  .strictObject({
    stageId: text.meta({ description: "ID of the stage." }),
    stepName: text.meta({ description: "Name of the step, for example TOTAL." }),
    status: text.meta({ description: "Result of the step, for example SUCCESS." }),
    durationSec: z.int().optional().meta({ description: "Duration of the step.", unit: "seconds" }),
  })
  .meta({ typeName: "DeploymentMetricDetail", description: "Duration of a step." });

const metric = z
  .strictObject({
    stageId: text.meta({ description: "ID of the stage." }),
    totalDurationSec: z.int().optional().meta({ description: "Duration of the stage.", unit: "seconds" }),
    details: z.array(detail).optional().meta({ description: "Durations by step." }),
  })
  .meta({ typeName: "DeploymentMetric", description: "Duration of a stage." });

/** Deployment status of an environment, as responses describe it. */
export const statusOutputs = {
  state: text.meta({ description: "State of the environment's deployment." }),
  lastDeploymentState: text.meta({ description: "Final state of the last deployment." }),
  lastDeploymentDate: text.meta({ description: "Time of the last deployment (ISO 8601)." }),
  lastDeploymentId: text.meta({ description: "ID of the last deployment." }),
  totalDeploymentDurationInSeconds: z
    .int()
    .optional()
    .meta({ description: "Duration of the deployment.", unit: "seconds" }),
  origin: text.meta({
    description:
      "Client that requested the deployment: API, CLI, CONSOLE, GIT, PLATFORM_INTERNAL or TERRAFORM_PROVIDER.",
  }),
  triggeredBy: text.meta({ description: "Who requested the deployment." }),
  deploymentStatus: text.meta({ description: "NEVER_DEPLOYED, UP_TO_DATE or OUT_OF_DATE." }),
  deploymentRequestId: text.meta({ description: "ID of the deployment request." }),
  metrics: z.array(metric).optional().meta({ description: "Durations by stage." }),
};
