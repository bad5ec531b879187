import * as pulumi from "@pulumi/pulumi";
import { Container, Database, DeploymentTrigger } from "pulumi-app-platform";

// #region arguments
/** What a service of our team needs; everything else is the same for all of them. */
export interface WebServiceArgs {
  readonly environmentId: pulumi.Input<string>;
  readonly registryId: pulumi.Input<string>;
  readonly imageName: pulumi.Input<string>;
  readonly tag: pulumi.Input<string>;
  /** Port that serves the pages, and the path of its health check. */
  readonly port: number;
  readonly healthPath?: string;
  /** `true` unless given. */
  readonly publiclyAccessible?: boolean;
  /** `small` unless given. */
  readonly size?: keyof typeof sizes;
  /** The command line, given the URL of the service's own Redis. */
  readonly arguments?: (redisUrl: pulumi.Output<string>) => pulumi.Input<string>[];
}

const sizes = {
  small: { cpu: 250, memory: 256, instances: 1 },
  large: { cpu: 1000, memory: 1024, instances: 3 },
};
// #endregion arguments

// #region component
/** A web service with a Redis of its own, deployed together. */
export class WebService extends pulumi.ComponentResource {
  readonly containerId: pulumi.Output<string>;
  readonly redisUrl: pulumi.Output<string>;

  constructor(name: string, args: WebServiceArgs, options: pulumi.ComponentResourceOptions = {}) {
    super("acme:index:WebService", name, {}, options);
    const { environmentId, registryId, imageName, tag, port, healthPath = "/", publiclyAccessible = true } = args;
    const { cpu, memory, instances } = sizes[args.size ?? "small"];
    // The children appear below the component, and its options (`protect`, `transforms`, …) apply to them.
    const child = { parent: this };

    const redis = new Database(
      `${name}-redis`,
      { environmentId, type: "REDIS", version: "7", mode: "CONTAINER" },
      child,
    );
    this.redisUrl = pulumi.interpolate`redis://${redis.host}:${redis.port}/0`;

    const container = new Container(
      name,
      {
        environmentId,
        registryId,
        imageName,
        tag,
        arguments: args.arguments?.(this.redisUrl) ?? [],
        ports: [{ internalPort: port, publiclyAccessible }],
        healthchecks: { readinessProbe: { type: { http: { path: healthPath, port } } } },
        cpu,
        memory,
        minRunningInstances: instances,
        maxRunningInstances: instances,
      },
      child,
    );
    this.containerId = container.id;

    new DeploymentTrigger(`${name}-release`, { environmentId, services: [redis, container] }, child);

    this.registerOutputs({ containerId: this.containerId, redisUrl: this.redisUrl });
  }
}
// #endregion component
