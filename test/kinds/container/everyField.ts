import type { ContainerArgs } from "pulumi-app-platform";
import type { SeededIds } from "../../platform/platform.js";
import { probes, workload } from "../shared/everyField.js";

/** A container with every field set, as a program would give it. */
export function everyField(ids: SeededIds, secret: (name: "triggerAuthentication") => string) {
  const environmentId = ids.environment;
  const container: ContainerArgs = {
    environmentId,
    name: "every-container",
    registryId: ids.registries.DOCKER_HUB,
    imageName: "library/nginx",
    tag: "1.27",
    healthchecks: {
      readinessProbe: { type: { tcp: { port: 8080, host: "localhost" } }, ...probes },
      livenessProbe: { type: { grpc: { service: "shop.Health", port: 9090 } }, ...probes },
    },
    description: "run from an image",
    ...workload(ids, secret("triggerAuthentication")),
  };
  return { container };
}
