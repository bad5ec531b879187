import { z } from "zod";
import { isAbsent, isObject } from "../../schema/json.js";
import { choice, object, text, uuid } from "../../schema/schemas.js";

/** What the engine passes on for a service that a program gives as a resource. */
export interface ServiceSelection {
  readonly kind: string;
  readonly id: string;
  readonly [version: string]: string | undefined;
}

const service = z
  .custom<ServiceSelection>((value) => isObject(value) && typeof value.kind === "string" && !isAbsent(value.id))
  .meta({ description: "A service, as a resource, or with the version to deploy." });

const gitCommitId = text
  .optional()
  .meta({ description: "Commit to deploy. Required for the first deployment of a service." });

const imageTag = text
  .optional()
  .meta({ description: "Image tag to deploy. Required for the first deployment of a service." });

const applicationDeployment = object("ApplicationDeployment", "An application to deploy.", {
  applicationId: uuid.meta({ description: "ID of the application." }),
  gitCommitId,
});

const containerDeployment = object("ContainerDeployment", "A container to deploy.", {
  id: uuid.meta({ description: "ID of the container." }),
  imageTag,
});

const jobDeployment = object("JobDeployment", "A job to deploy.", {
  id: uuid.meta({ description: "ID of the job." }),
  imageTag,
  gitCommitId,
});

const helmDeployment = object("HelmDeployment", "A Helm service to deploy.", {
  id: uuid.meta({ description: "ID of the Helm service." }),
  chartVersion: text.optional().meta({ description: "Version of the chart." }),
  gitCommitId,
  valuesOverrideGitCommitId: text.optional().meta({ description: "Commit of the values that override the chart's." }),
});

const terraformDeployment = object("TerraformDeployment", "A Terraform service to deploy.", {
  id: uuid.meta({ description: "ID of the Terraform service." }),
  gitCommitId,
  action: choice("TerraformDeploymentAction", ["PLAN", "FORCE_UNLOCK", "MIGRATE_STATE"])
    .optional()
    .meta({ description: "What the deployment does instead of applying." }),
});

/** Services of one kind to deploy, by ID. */
const byId = <Item extends z.ZodType>(services: string, item: Item, key = "id") =>
  z
    .array(item)
    .optional()
    .meta({
      description: `${services} to deploy, by ID. Changing their arguments doesn't deploy them again.`,
      items: { key },
    });

/** Arguments that select the services to deploy. */
export const selectedServices = {
  services: z
    .array(service)
    .optional()
    .meta({
      description: `Services to deploy, as resources: \`[db, web, { service: app, gitCommitId: "4f2a…" }]\`. A service is deployed again when any of its arguments changes. A version is sent only for the first deployment, or if your program sets a new one. Changes of a service that you list by ID or only read (\`get\`) don't deploy it.`,
      items: { key: "id" },
    }),
  applications: byId("Applications", applicationDeployment, "applicationId"),
  databases: byId("Databases", uuid.meta({ description: "ID of the database." })),
  containers: byId("Containers", containerDeployment),
  jobs: byId("Jobs", jobDeployment),
  helms: byId("Helm services", helmDeployment),
  terraforms: byId("Terraform services", terraformDeployment),
};
