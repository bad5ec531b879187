/** What programs look up and no kind manages. */
import { z } from "zod";
import { connection } from "./definition/defineKind.js";
import type { ArgumentShape, LookupCall, LookupDefinition, OwnLookUp } from "./definition/kind.js";
import { LookupFailedError, UnexpectedAnswerError } from "./errors/index.js";
import { specifiedOrganizationId, timestamps } from "./kinds/shared/common.js";
import { type ApiRequest, extended, pathMembers } from "./platform/endpoint.js";
import { readPages } from "./platform/lists.js";
import { ifNotFound } from "./platform/responseErrors.js";
import { oneOfTwo, requireServed } from "./resource/send.js";
import type { ObjectField } from "./schema/field.js";
import { isObject, objectsIn, type Value, type Values } from "./schema/json.js";
import { object, optionalList, responseText, text, uuid } from "./schema/schemas.js";
import { membersOf } from "./schema/view.js";
import { membersFromWire } from "./values/wire.js";

interface LookupStatement {
  readonly description: string;
  /** Where it is, and its name. */
  readonly args?: ArgumentShape;
  readonly outputs?: ArgumentShape;
  /** A list, and a call that reads one by its ID: omitted for a lookup that isn't by name or ID. */
  readonly api?: LookupDefinition["api"];
  readonly own?: Omit<OwnLookUp, "args" | "outputs"> & Record<"args" | "outputs", ArgumentShape>;
  /** The name of one, as a program has it. */
  readonly example?: string;
}

/** Declares something that programs look up and that no kind manages. */
function defineLookup(
  kind: string,
  { description, api = {}, example = "", ...stated }: LookupStatement,
): LookupDefinition {
  const own = stated.own && {
    ...stated.own,
    args: membersOf(stated.own.args),
    outputs: membersOf(stated.own.outputs),
  };
  const args = membersOf({ ...stated.args, connection });
  const outputs = own?.outputs ?? membersOf(stated.outputs ?? {});
  const nameArg = Object.keys(args).find((name) => args[name]?.identifies);
  const body: ObjectField = {
    ...{ type: "object", required: true, name: kind, description },
    ...{ members: args, responseOnly: outputs },
  };
  return {
    ...{ kind, description, api, args, outputs, body, example, nameArg, identity: "id", linked: [] },
    pathArgs: api.list === undefined ? [] : pathMembers(api.list),
    lookups: { filters: {}, documents: {}, ...(own && { own }) },
  };
}

const nameOf = (what: string) =>
  text.meta({ description: `Name of ${what}.`, identifies: true, compared: "ignoring case" });

const organization = defineLookup("Organization", {
  description: "An organization, which has projects, clusters and members.",
  args: { name: nameOf("the organization") },
  outputs: {
    ...timestamps,
    plan: responseText.meta({ description: "Plan of the organization, for example ENTERPRISE." }),
    owner: responseText.meta({ description: "Owner of the organization." }),
    description: responseText.meta({ description: "Description of the organization." }),
    websiteUrl: responseText.meta({ description: "Website of the organization." }),
    repository: responseText.meta({ description: "Repository of the organization." }),
    logoUrl: responseText.meta({ description: "URL of the organization's logo." }),
    iconUrl: responseText.meta({ description: "URL of the organization's icon." }),
    adminEmails: optionalList(text.meta({ description: "An email address." })).meta({
      description: "Email addresses of those who administer the organization.",
    }),
  },
  api: { list: extended("GET /organization"), read: extended("GET /organization/{id}") },
  example: 'name: "acme"',
});

const availableRole = defineLookup("AvailableRole", {
  description:
    "A role that members, invitations and API tokens can have: one of the platform's own, such as VIEWER, or a `CustomRole`.",
  args: { organizationId: specifiedOrganizationId, name: nameOf("the role") },
  api: { list: extended("GET /organization/{organizationId}/availableRole") },
  example: 'name: "VIEWER"',
});

const duration = responseText.meta({ description: "Duration (ISO 8601), for example PT12S." });
const status = (what: string, example: string) =>
  responseText.meta({ description: `Status of ${what}, for example ${example}.` });

const deployedService = object("DeployedService", "A service in a deployment.", {
  serviceId: responseText.meta({ description: "ID of the service." }),
  serviceType: responseText.meta({ description: "Type of the service, for example CONTAINER." }),
  name: responseText.meta({ description: "Name of the service." }),
  status: status("the service after its deployment", "DEPLOYED"),
  totalDuration: duration,
});

const deployedStage = object("DeployedStage", "A stage of a deployment.", {
  name: responseText.meta({ description: "Name of the stage." }),
  status: status("the stage", "DONE"),
  duration,
  services: optionalList(deployedService).meta({ description: "The services in the stage.", items: "ordered" }),
});

const calls = {
  requested: extended("GET /environment/deploymentStatus"),
  past: extended("GET /environment/{environmentId}/deploymentHistoryV2"),
  secrets: extended("GET /secretManagerAccess/{secretManagerAccessId}/secrets"),
};

const ofLast = (description: string) =>
  responseText.meta({ description: `${description} (only with \`environmentId\`).` });

const deployment = defineLookup("Deployment", {
  description: "A deployment of an environment.",
  own: {
    description:
      "Gets the last deployment of an environment, or the status of the one that a request has started, also during preview.",
    args: {
      environmentId: uuid.optional().meta({ description: "Environment whose last deployment to get." }),
      deploymentRequestId: uuid.optional().meta({
        description:
          "ID of a deployment request, instead of an environment, such as the output `deploymentRequestId` of a `DeploymentTrigger`.",
      }),
    },
    outputs: {
      status: status("the deployment", "DEPLOYED"),
      environmentId: responseText.meta({ description: "Environment of the deployment." }),
      deploymentRequestId: responseText.meta({
        description: "ID of the deployment request (only with `deploymentRequestId`).",
      }),
      executionId: ofLast("ID of the deployment"),
      triggerAction: ofLast("What was requested: DEPLOY, STOP, RESTART, DELETE"),
      actionStatus: ofLast("Result, such as ONGOING, SUCCESS, ERROR"),
      triggeredBy: ofLast("Who requested the deployment"),
      origin: ofLast("Client that requested the deployment"),
      createdAt: ofLast("Time of the request (ISO 8601)"),
      updatedAt: ofLast("Time of the last change of the status (ISO 8601)"),
      totalDuration: ofLast("Duration (ISO 8601), for example PT12S"),
      stages: optionalList(deployedStage).meta({
        description: "The stages, in order (only with `environmentId`).",
        items: "ordered",
      }),
    },
    find: findDeployment,
    example: "environmentId",
  },
});

const secretManagerSecrets = defineLookup("SecretManagerSecrets", {
  description: "The secrets in a secret manager.",
  own: {
    description:
      "Gets the names of the secrets in a secret manager, also during preview: what `externalSecrets` of services can name. The secrets themselves aren't read.",
    args: {
      secretManagerAccessId: uuid.meta({ description: "A cluster's access to the secret manager." }),
      namePrefix: text
        .optional()
        .meta({ description: "How the names begin.", whenOmitted: { description: "all names" } }),
    },
    outputs: {
      names: z.array(text.meta({ description: "A name." })).meta({ description: "The names.", items: "ordered" }),
    },
    find: findSecrets,
    example: "secretManagerAccessId",
  },
});

/** In the order of the documentation. */
export const lookups: readonly LookupDefinition[] = [organization, availableRole, deployment, secretManagerSecrets];

async function findDeployment(call: LookupCall, args: Values): Promise<Values> {
  const { client } = call.platform;
  const { environmentId, deploymentRequestId } = oneOfTwo(call, args, "environmentId", "deploymentRequestId");
  const refuse = (why: string, todo: string) => new LookupFailedError("getDeployment", why, todo);
  if (deploymentRequestId !== undefined) {
    const purpose = `Reading the deployment with request ID ${deploymentRequestId}`;
    const request = { endpoint: calls.requested, members: {}, purpose, query: { deploymentRequestId } };
    const found = await client.send(served(call, request), call.operation).catch(ifNotFound(undefined));
    if (isObject(found)) return { deploymentRequestId, ...membersFromWire(call.definition.body, found, {}) };
    throw refuse(`there is no deployment with request ID ${deploymentRequestId}`, "check the ID.");
  }
  const purpose = `Reading the last deployment of environment ${environmentId}`;
  const request = { endpoint: calls.past, members: { environmentId }, purpose, query: { pageSize: "1" } };
  // The newest is on the first page.
  const { json } = await client.receive(served(call, request), call.operation);
  const [last] = itemsIn(json, request, isObject);
  if (last === undefined) throw refuse(`environment ${environmentId} has no deployment`, "deploy it first.");
  return { environmentId: environmentId as string, ...membersFromWire(call.definition.body, flattened(last), {}) };
}

/** A deployment, with what identifies it and who requested it among its members, like its services. */
function flattened({ identifier, auditing_data: audit, stages, ...others }: Values): Values {
  const own = { ...Object.assign({}, ...[identifier, audit].filter(isObject)), ...others };
  if (!Array.isArray(stages)) return own;
  const withServices = (stage: Values): Values =>
    Array.isArray(stage.services) ? { ...stage, services: objectsIn(stage.services).map(flattened) } : stage;
  return { ...own, stages: objectsIn(stages).map(withServices) };
}

async function findSecrets(call: LookupCall, { secretManagerAccessId, namePrefix }: Values): Promise<Values> {
  const purpose = `Listing the secrets of secret manager access ${secretManagerAccessId}`;
  const query = typeof namePrefix === "string" ? { namePrefix } : {};
  const request = served(call, { endpoint: calls.secrets, members: { secretManagerAccessId }, purpose, query });
  const namesIn = (json: Value | undefined) => itemsIn(json, request, isText);
  const names = await readPages(call.platform.client, request, call.operation, namesIn).catch(ifNotFound(undefined));
  if (names !== undefined) return { names };
  const why = `there is no secret manager access with id ${secretManagerAccessId}`;
  throw new LookupFailedError("getSecretManagerSecrets", why, "check the ID.");
}

/** The request, if the platform's endpoints serve it. */
function served({ definition, platform }: LookupCall, request: ApiRequest): ApiRequest {
  requireServed(`get${definition.kind}`, request.endpoint, platform.endpoints);
  return request;
}

function isText(item: Value): item is string {
  return typeof item === "string";
}

function itemsIn<T extends Value>(
  json: Value | undefined,
  { purpose }: Pick<ApiRequest, "purpose">,
  isItem: (item: Value) => item is T,
): readonly T[] {
  const results = isObject(json) ? json.results : undefined;
  if (Array.isArray(results) && results.every(isItem)) return results;
  const problem = "the response contains no list of what was requested";
  throw new UnexpectedAnswerError(purpose, problem, "ask the platform's operator.");
}
