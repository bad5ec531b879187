import type { ApplicationArgs } from "pulumi-app-platform";
import type { SeededIds } from "../../platform/platform.js";
import { git, probes, workload } from "../shared/everyField.js";

/** An application with every field set, as a program would give it. */
export function everyField(ids: SeededIds, secret: (name: "triggerAuthentication") => string) {
  const environmentId = ids.environment;
  const application: ApplicationArgs = {
    environmentId,
    name: "every-application",
    gitRepository: git(ids),
    healthchecks: {
      readinessProbe: { type: { http: { path: "/ready", scheme: "HTTP", port: 8080 } }, ...probes },
      livenessProbe: { type: { exec: { command: ["/bin/check", "--live"] } }, ...probes },
    },
    description: "built from git",
    buildMode: "DOCKER",
    dockerfilePath: "docker/Dockerfile",
    dockerTargetBuildStage: "production",
    ...workload(ids, secret("triggerAuthentication")),
  };
  return { application };
}
