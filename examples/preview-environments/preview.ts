import * as pulumi from "@pulumi/pulumi";
import { DeploymentTrigger, type ServiceArgs } from "pulumi-app-platform";
import { cloneApplication, cloneContainer, cloneDatabase, cloneJob, connectTo, type Preview } from "./clones.js";
import { checkVersions, readSource } from "./source.js";

/** A deployed service, as the command prints it. */
export interface Deployed {
  readonly name: string;
  readonly kind: string;
  readonly address: string;
}

/** The Pulumi program of a preview: a clone of everything in the source environment, deployed. */
export async function deployPreview(preview: Preview) {
  const source = await readSource(preview.sourceEnvironmentId);
  checkVersions(preview.versions, source);
  const databases = source.databases.map((each) => cloneDatabase(preview, each));
  const connect = connectTo(source.databases, databases);
  const services: ServiceArgs[] = [
    ...source.containers.map((each) => cloneContainer(preview, each, connect)),
    ...source.applications.map((each) => cloneApplication(preview, each, connect)),
    ...source.jobs.map((each) => cloneJob(preview, each, connect)),
  ];

  // In order: the services start when the databases are deployed. A deployment of another pull request is waited for.
  const deploy = (name: string, selected: ServiceArgs[], dependsOn: pulumi.Resource[]) =>
    selected.length === 0
      ? []
      : [
          new DeploymentTrigger(
            name,
            { environmentId: preview.environmentId, services: selected, timeoutSeconds: 1800 },
            { dependsOn },
          ),
        ];
  deploy("services", services, deploy("databases", databases, []));

  const deployed = [
    ...databases.map(({ name, host, port }) => ({
      kind: "Database",
      name,
      address: pulumi.interpolate`${host}:${port}`,
    })),
    ...source.containers.map((each) => describe("Container", each, preview)),
    ...source.applications.map((each) => describe("Application", each, preview)),
    ...source.jobs.map((each) => describe("Job", each, preview)),
  ];
  return { deployed: pulumi.unsecret(pulumi.output(deployed)) };
}

interface WithPorts {
  readonly name: string;
  readonly ports?:
    | readonly { readonly publiclyAccessible: boolean; readonly externalPort?: number | undefined }[]
    | undefined;
}

/** The API has no domain names: the platform's console shows them. */
function describe(kind: string, { name, ports = [] }: WithPorts, { pullRequest }: Preview): Deployed {
  const open = ports.flatMap((port) => (port.publiclyAccessible ? [`public port ${port.externalPort}`] : []));
  return { kind, name: `${name}-pr-${pullRequest}`, address: open.join(", ") };
}
