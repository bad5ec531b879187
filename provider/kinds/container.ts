import { defineResource } from "../definition/defineKind.js";
import { endpoint, extended } from "../platform/endpoint.js";
import { settingsSubresource } from "../resource/advancedSettings.js";
import { flag, imageName } from "../schema/schemas.js";
import { builtInVariables, ports, storage } from "./shared/common.js";
import {
  autoPreview,
  autoscaling,
  ceilings,
  command,
  description,
  groups,
  healthchecks,
  iconUri,
  imageTag,
  inEnvironment,
  instanceSize,
  instances,
  instancesRule,
  registry,
  registryId,
  serviceOutputs,
} from "./shared/service.js";
import { advancedSettings, hostsOf, ownVariables, variables, variablesRule } from "./shared/serviceSubresources.js";

export const container = defineResource("Container", {
  description: "A container that the platform runs from an image in a registry.",
  args: {
    ...inEnvironment,
    registryId,
    imageName: imageName.meta({
      description:
        "Image name, in the form that the registry's kind requires: `repository` (ECR), `namespace/image` (SCALEWAY_CR), `image` or `repository/image` (DOCKER_HUB), `alias/repository` (PUBLIC_ECR).",
    }),
    tag: imageTag.meta({ description: "Image tag.", onUpdate: "deploy" }),
    healthchecks,
    storage,
    ports,
    description: description.optional(),
    ...command,
    ...instanceSize,
    ...instances,
    autoPreview,
    autoDeploy: flag.nullable().optional().meta({ description: "Whether a new image tag is deployed automatically." }),
    ...groups,
    iconUri,
    autoscaling,
    advancedSettings,
    ...variables,
  },
  outputs: { ...serviceOutputs, ...ceilings, registry },
  rules: [instancesRule, variablesRule],
  api: {
    create: endpoint(3, "POST /environment/{environmentId}/container"),
    list: endpoint(4, "GET /environment/{environmentId}/container"),
    read: endpoint(5, "GET /container/{id}"),
    clone: endpoint(6, "POST /container/{id}/clone"),
    update: extended("PUT /container/{id}"),
    delete: extended("DELETE /container/{id}"),
  },
  ...ownVariables,
  builtIns: builtInVariables("containerId", "hostInternal", "hostExternal"),
  subresources: [settingsSubresource],
  linked: hostsOf,
  deployedAs: { list: "containers", idMember: "id", versions: { imageTag: "tag" }, shownVersions: ["tag"] },
  example: `const web = new Container("web", {
  environmentId,
  registryId,
  imageName: "library/nginx",
  tag: "1.27",
  healthchecks: { readinessProbe: { type: { http: { port: 80 } } } },
  ports: [{ internalPort: 80, publiclyAccessible: true }],
});`,
});
