import type { Scope } from "../../definition/resourceDefinition.js";
import { ConflictError, RejectedError } from "../../errors/index.js";
import { createOnce, type Recovery } from "../../lifecycle/createOnce.js";
import { send } from "../../lifecycle/request.js";
import { isServed } from "../../platform/endpoint.js";
import { pollIntervals } from "../../platform/polling.js";
import { isObject, type Value, type Values } from "../../schema/json.js";
import { DeploymentBusyError, FirstDeploymentError } from "./errors/index.js";
import { bodyOf, needsCommit, programPathIn, type Selected, selectionOf } from "./selection.js";
import { labelOfSelected } from "./serviceLabels.js";
import { secondsOf } from "./wait.js";
import { selectWholeEnvironment } from "./wholeEnvironment.js";

/** Requests the deployment. If another one is running in the environment, waits for it to end. */
export async function requestDeployment(scope: Scope, args: Values): Promise<Value | undefined> {
  const { platform, label } = scope;
  const seconds = secondsOf(args);
  const begin = () => ({ ...scope, operation: platform.client.begin() });
  const first = await attempt(scope, args);
  if (!(first instanceof ConflictError)) return first;
  platform.warn(
    `${label}: another deployment of the environment is running; waiting up to ${seconds} s for it to end.`,
  );
  for await (const _ of pollIntervals(platform, seconds, { first: 500, longest: 5_000 })) {
    const response = await attempt(begin(), args);
    if (!(response instanceof ConflictError)) return response;
  }
  throw new DeploymentBusyError(label, seconds);
}

/** Tries once. Returns a conflict, since the other deployment's end can be waited for. */
async function attempt(scope: Scope, args: Values): Promise<Value | ConflictError | undefined> {
  const isWhole = args.wholeEnvironment === true && isServed(scope.definition.api.redeploy, scope.platform.endpoints);
  // Read again with each try: another deployment may have deployed a service for the first time.
  const selection = isWhole ? await selectWholeEnvironment(scope, args) : selectionOf(args);
  try {
    return await createOnce(scope, findDeployment(scope, args, selection ?? []), (calling) =>
      call(calling, args, selection),
    );
  } catch (error) {
    if (error instanceof ConflictError) return error;
    const uncommitted = (selection ?? []).filter((each) => needsCommit([each]));
    if (!(error instanceof RejectedError) || uncommitted.length === 0) throw error;
    throw new FirstDeploymentError(
      error.failure,
      uncommitted.map((each) => labelIn(args, each)),
    );
  }
}

/** Kind and name of a selected service, or where the program selects it. */
function labelIn({ services }: Values, { id, path }: Selected): string {
  const service = Array.isArray(services) ? services.filter(isObject).find((each) => each.id === id) : undefined;
  return service === undefined ? path : labelOfSelected(service);
}

/** Sends the call: the deployment of a selection, or the redeployment of everything that was deployed before. */
function call(scope: Scope, args: Values, selection: readonly Selected[] | undefined): Promise<Value | undefined> {
  const { platform, label, definition, operation } = scope;
  const { create, redeploy } = definition.api;
  if (selection === undefined && redeploy !== undefined)
    return send(scope, redeploy, args, "Deploying the whole environment for");
  const chosen = selection ?? [];
  const request = { call: create, members: args, body: bodyOf(chosen), purpose: `Deploying for ${label}` };
  return platform.client.send({ ...request, spell: (path) => programPathIn(path, chosen) }, operation);
}

/**
 * Finds out whether a deployment has begun since the call was sent. It may be that of another trigger or of the console; it
 * counts if it deploys everything that is selected.
 */
function findDeployment(scope: Scope, args: Values, selection: readonly Selected[]): Recovery {
  const { definition, platform } = scope;
  const { read: status, statuses } = definition.api;
  const todo = [
    "look at the environment's deployments in the platform's console; if it did not run, run `pulumi up` again",
    "use the extended endpoints, if your platform serves them, which show whether a deployment has begun",
  ];
  if (!isServed(status, platform.endpoints) || !isServed(statuses, platform.endpoints)) return { todo };
  const find = async (began: () => number) => {
    const isSince = (each: Values) => Date.parse(String(each.last_deployment_date)) >= began();
    const response = await send(scope, status, args, "Reading the deployment status for");
    if (!isObject(response) || !isSince(response)) return undefined;
    if (selection.length === 0) return response;
    const services = await send(scope, statuses, args, "Reading the service statuses for");
    const deployed = Object.values(isObject(services) ? services : {})
      .flat()
      .filter(isObject)
      .filter(isSince);
    return selection.every((each) => deployed.some(({ id }) => id === each.id)) ? response : undefined;
  };
  return { find, todo };
}
