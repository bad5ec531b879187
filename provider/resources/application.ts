import { defineResource } from "../definition/defineResource.js";
import { endpoint, extended } from "../platform/endpoint.js";
import { boolean, choice, integer, nullable, optional, text } from "../schema/fields.js";
import { autoscaling, instances, instancesRule } from "./shared/autoscaling.js";
import { gitRepository } from "./shared/git.js";
import { annotationsGroups, labelsGroups } from "./shared/groups.js";
import { healthchecks } from "./shared/healthchecks.js";
import { ports } from "./shared/ports.js";
import {
  autoPreview,
  ceilings,
  command,
  description,
  environmentId,
  iconUri,
  instanceSize,
  serviceName,
  serviceOutputs,
} from "./shared/service.js";
import { storage } from "./shared/storage.js";

/** A workload built from a git repository. */
export const application = defineResource("Application", {
  description: "A workload built from a git repository.",
  args: {
    environmentId: environmentId(),
    name: serviceName(),
    gitRepository: gitRepository(),
    healthchecks: healthchecks(),
    storage: storage(),
    ports: ports(),
    description: nullable(description()),
    buildMode: optional(choice("BuildMode", "How the image is built.", ["DOCKER"], { default: "DOCKER" })),
    dockerfilePath: optional(
      nullable(text("Path of the Dockerfile in the repository; required, since DOCKER needs it.")),
    ),
    ...instanceSize(),
    ...instances(),
    autoPreview: autoPreview(),
    ...command(),
    autoDeploy: optional(nullable(boolean("Whether a new commit is deployed by itself."))),
    annotationsGroups: annotationsGroups(),
    labelsGroups: labelsGroups(),
    iconUri: iconUri(),
    dockerTargetBuildStage: optional(nullable(text("Stage of the Dockerfile to build."))),
    autoscaling: autoscaling(),
  },
  outputs: {
    ...serviceOutputs,
    ...ceilings,
    maximumGpu: optional(
      integer("Most graphics processors that the organization's cluster configuration allows.", {
        min: 0,
        wire: "maximun_gpu",
      }),
    ),
  },
  rules: [
    instancesRule,
    {
      reads: ["buildMode", "dockerfilePath"],
      says: "`dockerfilePath` is given where `buildMode` is DOCKER.",
      check: ({ buildMode, dockerfilePath }) =>
        buildMode === "DOCKER" && (dockerfilePath === undefined || dockerfilePath === null || dockerfilePath === "")
          ? { at: "dockerfilePath", found: "nothing", allowed: "the path of the Dockerfile, since buildMode is DOCKER" }
          : undefined,
    },
  ],
  api: {
    create: endpoint(1, "POST /environment/{environmentId}/application"),
    list: endpoint(2, "GET /environment/{environmentId}/application"),
    read: extended("GET /application/{id}"),
    update: extended("PUT /application/{id}"),
    delete: extended("DELETE /application/{id}"),
    clone: extended("POST /application/{id}/clone"),
  },
  deployedAs: { list: "applications", idMember: "application_id", versions: { gitCommitId: undefined } },
  example: `const shop = new Application("shop", {
  environmentId,
  gitRepository: { url: "https://github.com/acme/shop.git", provider: "GITHUB", branch: "main", rootPath: "/" },
  dockerfilePath: "Dockerfile",
  healthchecks: { readinessProbe: { type: { http: { port: 8080 } } } },
  ports: [{ internalPort: 8080, publiclyAccessible: true }],
});`,
});
