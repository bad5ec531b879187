import { defineResource } from "../definition/defineResource.js";
import { endpoint, extended } from "../platform/endpoint.js";
import { boolean, nullable, optional, text, uuid } from "../schema/fields.js";
import { autoscaling, instances, instancesRule } from "./shared/autoscaling.js";
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
  registry,
  serviceName,
  serviceOutputs,
} from "./shared/service.js";
import { storage } from "./shared/storage.js";

/** A workload run from a registry image. */
export const container = defineResource("Container", {
  description: "A workload run from a registry image.",
  args: {
    environmentId: environmentId(),
    name: serviceName(),
    registryId: uuid("Registry that holds the image.", { answeredAt: "registry.id" }),
    imageName: text(
      "Image name, in the form that the registry's kind asks for: `repository` (ECR), `namespace/image` (SCALEWAY_CR), `image` or `repository/image` (DOCKER_HUB), `alias/repository` (PUBLIC_ECR).",
      { format: "imageName" },
    ),
    tag: text("Image tag.", { minLength: 1, appliedByDeployment: true }),
    healthchecks: healthchecks(),
    storage: storage(),
    ports: ports(),
    description: description(),
    ...command(),
    ...instanceSize(),
    ...instances(),
    autoPreview: autoPreview(),
    autoDeploy: optional(nullable(boolean("Whether a new image tag is deployed by itself."))),
    annotationsGroups: annotationsGroups(),
    labelsGroups: labelsGroups(),
    iconUri: iconUri(),
    autoscaling: autoscaling(),
  },
  outputs: { ...serviceOutputs, ...ceilings, registry: registry() },
  rules: [instancesRule],
  api: {
    create: endpoint(3, "POST /environment/{environmentId}/container"),
    list: endpoint(4, "GET /environment/{environmentId}/container"),
    read: endpoint(5, "GET /container/{id}"),
    clone: endpoint(6, "POST /container/{id}/clone"),
    update: extended("PUT /container/{id}"),
    delete: extended("DELETE /container/{id}"),
  },
  deployedAs: { list: "containers", idMember: "id", versions: { imageTag: "tag" } },
  example: `const web = new Container("web", {
  environmentId,
  registryId,
  imageName: "library/nginx",
  tag: "1.27",
  healthchecks: { readinessProbe: { type: { http: { port: 80 } } } },
  ports: [{ internalPort: 80, publiclyAccessible: true }],
});`,
});
