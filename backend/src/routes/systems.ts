/** Projects, environments and what belongs to them. None of these endpoints is in the API document. */
import { settingsOfCluster, settingsOfService } from "../operations/advanced-settings.js";
import * as stages from "../operations/deployment-stages.js";
import { deleteServices, restartServices, stopServices } from "../operations/deployments.js";
import * as environments from "../operations/environments.js";
import { domainsOf, linksOfEnvironment, linksOfService, restrictionsOf } from "../operations/exposed-services.js";
import { projects } from "../operations/projects.js";
import { serviceOperations } from "../operations/services.js";
import * as variables from "../operations/variables.js";
import { clusterSettings, type Settings, settings } from "../resources/advanced-settings.js";
import { deploymentStatus, restartRequest, serviceListRequest, startedStatus } from "../resources/deployment.js";
import {
  environmentClone,
  environmentEdit,
  environmentRequest,
  environmentResponse,
} from "../resources/environment.js";
import { link } from "../resources/link.js";
import { masterCredentials } from "../resources/master-credentials.js";
import { customDomain } from "../resources/records/custom-domain.js";
import { deploymentRestriction } from "../resources/records/deployment-restriction.js";
import { deploymentStage, stagePlacement } from "../resources/records/deployment-stage.js";
import { project } from "../resources/records/project.js";
import {
  aliasRequest,
  importRequest,
  importResponse,
  overrideRequest,
  ownerTypeParameter,
  scopeParameter,
  variable,
  variableEdit,
  variableRequest,
  variableResponse,
} from "../resources/records/variable.js";
import { exposedKinds, kindsFromGit, kindsWithSettings, serviceKinds } from "../resources/services.js";
import { uuid } from "../schema/texts.js";
import { recordRoutes } from "./records.js";
import { extended, type Route, results, skipReconcile, success } from "./route.js";
import { type Tag, tagOf } from "./tags.js";
import { capitalized, withArticle } from "./wording.js";

const environmentTaken = "The project already has an environment with this name, or the environment is being deleted.";
const beingDeleted = "The environment is being deleted.";

const environmentRoutes: readonly Route[] = [
  extended({
    operation: "createEnvironment",
    summary: "Create an environment",
    method: "POST",
    path: "/project/{projectId}/environment",
    body: environmentRequest,
    response: environmentResponse,
    success: success.create,
    conflict: environmentTaken,
    run: environments.createEnvironment,
  }),
  extended({
    operation: "listEnvironments",
    summary: "List the environments of a project",
    method: "GET",
    path: "/project/{projectId}/environment",
    response: results(environmentResponse),
    success: success.read,
    run: environments.listEnvironments,
  }),
  extended({
    operation: "getEnvironment",
    summary: "Read an environment",
    method: "GET",
    path: "/environment/{environmentId}",
    response: environmentResponse,
    success: success.read,
    run: environments.readEnvironment,
  }),
  extended({
    operation: "editEnvironment",
    summary: "Update an environment",
    method: "PUT",
    path: "/environment/{environmentId}",
    body: environmentEdit,
    response: environmentResponse,
    success: success.read,
    conflict: environmentTaken,
    run: environments.editEnvironment,
  }),
  extended({
    operation: "deleteEnvironment",
    summary: "Delete an environment with everything in it",
    method: "DELETE",
    path: "/environment/{environmentId}",
    query: { skipReconcile },
    success: success.removed,
    conflict: "A deployment is in progress in the environment.",
    run: environments.deleteEnvironment,
  }),
  extended({
    operation: "cloneEnvironment",
    summary: "Clone an environment with its services, stages and variables",
    method: "POST",
    path: "/environment/{environmentId}/clone",
    body: environmentClone,
    response: environmentResponse,
    success: success.accepted,
    conflict: environmentTaken,
    run: environments.cloneEnvironment,
  }),
  extended({
    operation: "stopServices",
    summary: "Stop selected services of an environment",
    method: "POST",
    path: "/environment/{environmentId}/service/stop",
    body: serviceListRequest,
    bodyMayBeAbsent: true,
    response: deploymentStatus,
    success: success.read,
    conflict: "A deployment is in progress in the environment, or a service was never deployed.",
    run: stopServices,
  }),
  extended({
    operation: "restartServices",
    summary: "Restart selected services of an environment",
    method: "POST",
    path: "/environment/{environmentId}/service/restart-service",
    body: restartRequest,
    bodyMayBeAbsent: true,
    response: startedStatus,
    success: success.accepted,
    conflict: "A deployment is in progress in the environment, or a service was never deployed or is stopped.",
    run: restartServices,
  }),
  extended({
    operation: "deleteServices",
    summary: "Delete selected services of an environment",
    method: "POST",
    path: "/environment/{environmentId}/service/delete",
    role: "admin",
    query: { skipReconcile },
    body: serviceListRequest,
    bodyMayBeAbsent: true,
    response: deploymentStatus,
    success: success.read,
    run: deleteServices,
  }),
];

const variableTag = { name: variable.kind, description: variable.description };

const variableRoutes: readonly Route[] = [
  extended({
    operation: "listVariables",
    summary: "List the variables that are seen from a project, an environment or a service",
    tag: variableTag,
    method: "GET",
    path: "/variable",
    query: {
      parent_id: { description: "ID of what the scope names.", schema: uuid, isRequired: true },
      scope: {
        description: "Scope to list with those above it; BUILT_IN lists only what the platform sets.",
        schema: scopeParameter,
        isRequired: true,
      },
      is_secret: { description: "Whether to list only the secret ones, or only the others; all if omitted." },
    },
    response: results(variableResponse),
    success: success.read,
    run: variables.listVariables,
  }),
  extended({
    operation: "createVariable",
    summary: "Create a variable",
    tag: variableTag,
    method: "POST",
    path: "/variable",
    body: variableRequest,
    response: variableResponse,
    success: success.create,
    conflict: "There is one with this key, or the environment is being deleted.",
    run: variables.createVariable,
  }),
  extended({
    operation: "importVariables",
    summary: "Create several variables of a service",
    tag: variableTag,
    method: "POST",
    path: "/variable/import",
    query: {
      service_id: { description: "ID of the service.", schema: uuid, isRequired: true },
      service_type: { description: "Type of the service.", schema: ownerTypeParameter, isRequired: true },
    },
    body: importRequest,
    response: importResponse,
    success: success.create,
    conflict: "The service or its environment is being deleted.",
    run: variables.importVariables,
  }),
  extended({
    operation: "editVariable",
    summary: "Update a variable",
    tag: variableTag,
    method: "PUT",
    path: "/variable/{variableId}",
    body: variableEdit,
    response: variableResponse,
    success: success.read,
    conflict: "There is one with this key, or only the platform changes the variable.",
    run: variables.editVariable,
  }),
  extended({
    operation: "deleteVariable",
    summary: "Delete a variable with its aliases and overrides",
    tag: variableTag,
    method: "DELETE",
    path: "/variable/{variableId}",
    success: success.removed,
    conflict: "Only the platform changes the variable.",
    run: variables.deleteVariable,
  }),
  extended({
    operation: "createVariableAlias",
    summary: "Create an alias of a variable",
    tag: variableTag,
    method: "POST",
    path: "/variable/{variableId}/alias",
    body: aliasRequest,
    response: variableResponse,
    success: success.create,
    conflict: "There is one with this key, or the environment is being deleted.",
    run: variables.createAlias,
  }),
  extended({
    operation: "createVariableOverride",
    summary: "Override a variable in a lower scope",
    tag: variableTag,
    method: "POST",
    path: "/variable/{variableId}/override",
    body: overrideRequest,
    response: variableResponse,
    success: success.create,
    conflict: "There is one with this key, or the environment is being deleted.",
    run: variables.createOverride,
  }),
];

const stageTag = { name: deploymentStage.kind, description: deploymentStage.description };

const stageRoutes: readonly Route[] = [
  ...recordRoutes(deploymentStage, stages.deploymentStages, {
    all: "/environment/{environmentId}/deploymentStage",
    created: 200,
    taken: "The environment already has a stage with this name, or is being deleted.",
    kept: "It is the default stage.",
  }),
  extended({
    operation: "moveServiceToStage",
    summary: "Put a service into a deployment stage",
    tag: stageTag,
    method: "PUT",
    path: "/deploymentStage/{deploymentStageId}/service/{serviceId}",
    body: stagePlacement,
    bodyMayBeAbsent: true,
    response: results(deploymentStage.response),
    success: success.read,
    conflict: beingDeleted,
    run: stages.moveService,
  }),
  extended({
    operation: "getServiceDeploymentStage",
    summary: "Read the deployment stage of a service",
    tag: stageTag,
    method: "GET",
    path: "/service/{serviceId}/deploymentStage",
    response: deploymentStage.response,
    success: success.read,
    run: stages.stageOfService,
  }),
  ...(["Before", "After"] as const).map((side) =>
    extended({
      operation: `moveDeploymentStage${side}`,
      summary: `Move a deployment stage right ${side.toLowerCase()} another one`,
      tag: stageTag,
      method: "PUT",
      path: `/deploymentStage/{deploymentStageId}/move${side}/{otherStageId}`,
      response: results(deploymentStage.response),
      success: success.read,
      conflict: beingDeleted,
      run: side === "Before" ? stages.moveBefore : stages.moveAfter,
    }),
  ),
];

/** Domains and links of the services of a kind. */
function exposedRoutes(kind: (typeof exposedKinds)[number]): readonly Route[] {
  const { kind: name, noun = name } = kind;
  const of = capitalized(name);
  const path = `/${name}/{${name}Id}`;
  const domains = domainsOf(kind);
  const [create, list, get, ...others] = recordRoutes(customDomain, domains, {
    all: `${path}/customDomain`,
    one: `${path}/customDomain/{customDomainId}`,
    of,
  });
  if (create === undefined || list === undefined || get === undefined)
    throw new Error("A kind of record lacks routes.");
  return [
    create,
    list,
    ...others,
    { ...get, operation: `get${of}CustomDomainStatus`, path: `${path}/customDomain/{customDomainId}/status` },
    extended({
      operation: `list${of}Links`,
      summary: `List the addresses of the public ports of ${withArticle(noun)}`,
      tag: { name, description: kind.description },
      method: "GET",
      path: `${path}/link`,
      response: results(link),
      success: success.read,
      run: linksOfService(kind),
    }),
  ];
}

/** Which paths cause automatic deployments of the services of a kind. */
function restrictionRoutes(kind: (typeof kindsFromGit)[number]): readonly Route[] {
  const { kind: name } = kind;
  const path = `/${name}/{${name}Id}/deploymentRestriction`;
  return recordRoutes(deploymentRestriction, restrictionsOf(kind), {
    all: path,
    one: `${path}/{deploymentRestrictionId}`,
    of: capitalized(name),
  });
}

interface SettingsOwner {
  /** As paths name it. */
  readonly name: string;
  readonly noun: string;
  readonly tag: Tag;
  readonly path: string;
  readonly defaults: Settings;
  readonly operations: ReturnType<typeof settingsOfCluster>;
}

const settingsOwners: readonly SettingsOwner[] = [
  ...kindsWithSettings.map(({ kind, defaults }) => ({
    name: kind.kind,
    noun: kind.noun ?? kind.kind,
    tag: { name: kind.kind, description: kind.description },
    path: `/${kind.kind}/{${kind.kind}Id}`,
    defaults,
    operations: settingsOfService(kind, defaults),
  })),
  {
    ...{ name: "cluster", noun: "cluster", tag: tagOf("/cluster"), defaults: clusterSettings },
    path: "/organization/{organizationId}/cluster/{clusterId}",
    operations: settingsOfCluster(clusterSettings),
  },
];

/** Advanced settings of a service or a cluster, and the defaults of its kind. */
function settingsRoutes({ name, noun, tag, path, defaults, operations }: SettingsOwner): readonly Route[] {
  const of = capitalized(name);
  return [
    extended({
      operation: `get${of}AdvancedSettings`,
      summary: `Read the advanced settings of ${withArticle(noun)}`,
      tag,
      method: "GET",
      path: `${path}/advancedSettings`,
      response: settings,
      success: success.read,
      run: operations.get,
    }),
    extended({
      operation: `edit${of}AdvancedSettings`,
      summary: `Replace the advanced settings of ${withArticle(noun)}`,
      tag,
      method: "PUT",
      path: `${path}/advancedSettings`,
      body: settings,
      response: settings,
      success: success.create,
      conflict: "It is being deleted.",
      run: operations.replace,
    }),
    extended({
      operation: `getDefault${of}AdvancedSettings`,
      summary: `Read the defaults of the advanced settings of ${noun}s`,
      tag,
      method: "GET",
      path: `/default${of}AdvancedSettings`,
      response: settings,
      success: success.read,
      run: () => defaults,
    }),
  ];
}

const credentialsRoutes = serviceKinds
  .filter(({ masterCredentials: has }) => has !== undefined)
  .map((kind) =>
    extended({
      operation: `get${capitalized(kind.kind)}MasterCredentials`,
      summary: `Read how administrators log in to ${withArticle(kind.noun ?? kind.kind)}`,
      tag: { name: kind.kind, description: kind.description },
      method: "GET",
      path: `/${kind.kind}/{${kind.kind}Id}/masterCredentials`,
      response: masterCredentials,
      success: success.read,
      run: serviceOperations(kind).credentials,
    }),
  );

export const systemRoutes: readonly Route[] = [
  ...recordRoutes(project, projects, {
    all: "/organization/{organizationId}/project",
    created: 200,
    kept: "The project has environments.",
  }),
  ...environmentRoutes,
  extended({
    operation: "listEnvironmentLinks",
    summary: "List the addresses of the public ports in an environment",
    method: "GET",
    path: "/environment/{environmentId}/link",
    response: results(link),
    success: success.read,
    run: linksOfEnvironment,
  }),
  ...variableRoutes,
  ...exposedKinds.flatMap(exposedRoutes),
  ...kindsFromGit.flatMap(restrictionRoutes),
  ...stageRoutes,
  ...settingsOwners.flatMap(settingsRoutes),
  ...credentialsRoutes,
];
