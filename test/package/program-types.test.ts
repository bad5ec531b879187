import { join } from "node:path";
import * as ts from "typescript";
import { expect, it } from "vitest";
import { diagnosticsOf } from "./diagnostics.js";

/** A program that passes on what resources and look-ups return. */
const program = `import * as pulumi from "@pulumi/pulumi";
import { type Application, Container, type Database, DeploymentTrigger, getContainer, getContainerOutput, getJob, Job, type TerraformService } from "pulumi-app-platform";

declare const app: Application, web: Container, migrate: Job, db: Database, infra: TerraformService;
const environmentId = "e", registryId = "r", gitCommitId = "4f2a91c";
const services = [app, migrate, infra].map((service) => ({ service, gitCommitId }));
new DeploymentTrigger("versioned", { environmentId, services });
const mixed = [app, web, migrate, db, infra];
new DeploymentTrigger("plain", { environmentId, services: mixed.map((service) => ({ service })) });
new DeploymentTrigger("all", { environmentId, services: [...mixed, ...services, { service: web, imageTag: undefined }] });

const image = { environmentId, registryId, imageName: "acme/api", tag: "1" };
const { healthchecks, ports, storage, cpu, description, autoscaling, autoDeploy, entrypoint } = web;
new Container("copy", { ...image, healthchecks, ports, storage, cpu, description, autoscaling, autoDeploy, entrypoint });
new Container("tag", { ...image, healthchecks: {}, tag: web.tag, arguments: pulumi.output(undefined) });

async function fromLookups() {
  const lookup = await getContainer({ environmentId, name: "web" });
  new Container("looked-up", { ...image, healthchecks: lookup.healthchecks, ports: lookup.ports, storage: lookup.storage });
  const later = getContainerOutput({ environmentId, name: web.name }, { dependsOn: [web], parent: web });
  new Container("later", { ...image, healthchecks: later.healthchecks, ports: later.ports, description: later.description });
  const job = await getJob({ environmentId, name: "migrate" });
  new Job("job", { environmentId, healthchecks: job.healthchecks, source: job.source, schedule: job.schedule });
  new Job("same", { environmentId, healthchecks: migrate.healthchecks, source: migrate.source, schedule: migrate.schedule });
}
void fromLookups;
`;

it.each([true, false])(
  "outputs and look-ups are accepted as arguments, with exactOptionalPropertyTypes %s",
  { timeout: 120_000 },
  (exactOptionalPropertyTypes) => {
    const files = new Map([[join(__dirname, "program.mts"), program]]);
    const found = diagnosticsOf(files, { exactOptionalPropertyTypes, strict: true });
    expect(found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "))).toEqual([]);
  },
);
