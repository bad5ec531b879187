import { defineResource } from "../definition/defineKind.js";
import { endpoint, extended } from "../platform/endpoint.js";
import { settingsSubresource } from "../resource/advancedSettings.js";
import { choice, flag, requiredIf, text } from "../schema/schemas.js";
import { builtInVariables, gitRepository, ports, storage } from "./shared/common.js";
import { deploymentRestrictions, restrictionsSubresource } from "./shared/deploymentRestrictions.js";
import {
  autoPreview,
  autoscaling,
  ceilings,
  command,
  description,
  groups,
  healthchecks,
  iconUri,
  inEnvironment,
  instanceSize,
  instances,
  instancesRule,
  serviceOutputs,
} from "./shared/service.js";
import { advancedSettings, hostsOf, ownVariables, variables, variablesRule } from "./shared/serviceSubresources.js";

export const application = defineResource("Application", {
  description: "An application that the platform builds from a git repository and runs.",
  args: {
    ...inEnvironment,
    gitRepository,
    healthchecks,
    storage,
    ports,
    // An update clears it by omitting it, and doesn't accept `null`.
    description: description
      .nullable()
      .optional()
      .meta({ codec: { encode: (usual) => usual ?? undefined } }),
    buildMode: choice("BuildMode", ["DOCKER"])
      .optional()
      .meta({ description: "How the image is built.", default: "DOCKER" }),
    dockerfilePath: text.nullable().optional().meta({
      description: "Path of the Dockerfile in the repository. Required, except for a clone.",
    }),
    ...instanceSize,
    ...instances,
    autoPreview,
    ...command,
    autoDeploy: flag.nullable().optional().meta({ description: "Whether a new commit is deployed automatically." }),
    ...groups,
    iconUri,
    dockerTargetBuildStage: text.nullable().optional().meta({ description: "Stage of the Dockerfile to build." }),
    autoscaling,
    deploymentRestrictions,
    advancedSettings,
    ...variables,
  },
  outputs: {
    ...serviceOutputs,
    ...ceilings,
    maximumGpu: ceilings.maximumGpu.meta({ wire: "maximun_gpu" }),
  },
  rules: [
    instancesRule,
    variablesRule,
    {
      ...requiredIf("dockerfilePath", { buildMode: ["DOCKER"] }),
      // The API has no other mode.
      description: "`dockerfilePath` is required, except for a clone.",
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
  ...ownVariables,
  builtIns: builtInVariables("applicationId", "hostInternal", "hostExternal"),
  subresources: [settingsSubresource, restrictionsSubresource],
  linked: hostsOf,
  deployedAs: {
    list: "applications",
    idMember: "application_id",
    versions: { gitCommitId: undefined },
    shownVersions: ["gitRepository.deployedCommitId"],
  },
  example: `const shop = new Application("shop", {
  environmentId,
  gitRepository: { url: "https://github.com/acme/shop.git", provider: "GITHUB", branch: "main", rootPath: "/" },
  dockerfilePath: "Dockerfile",
  healthchecks: { readinessProbe: { type: { http: { port: 8080 } } } },
  ports: [{ internalPort: 8080, publiclyAccessible: true }],
});`,
});
