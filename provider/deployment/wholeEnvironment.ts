import type { Call } from "../definition/resourceDefinition.js";
import { listAll } from "../lifecycle/read.js";
import { isServed } from "../platform/endpoint.js";
import { deployable } from "../resources/deployable.js";
import { at, isAbsent, type Value, type Values } from "../schema/json.js";
import { isSameId } from "../schema/normalForm.js";
import { suppliedVersions } from "../values/serviceSelection.js";
import { membersFromWire, wireName } from "../values/wire.js";
import { EmptySelectionError, NeverDeployedError } from "./errors.js";
import { needsCommit, type Selected } from "./selection.js";
import { readStatuses, type ServiceStatus } from "./statuses.js";
import { describeStates, isAwaited } from "./wait.js";

/**
 * Everything in the environment, where something in it was never deployed: a redeployment would leave that out. Nothing if
 * everything was deployed before, which a redeployment deploys as it is.
 *
 * @throws NeverDeployedError when a service whose first deployment needs a commit would be omitted, and the trigger waits for it
 *   or nothing else is left.
 * @throws EmptySelectionError when the environment has no services.
 */
export async function selectWholeEnvironment(call: Call, args: Values): Promise<readonly Selected[] | undefined> {
  const present = (await readStatuses(call, args)).filter(({ state }) => !state.startsWith("DELET"));
  if (present.length === 0) throw new EmptySelectionError(call.label);
  const isNew = ({ currency }: ServiceStatus) => currency === "NEVER_DEPLOYED";
  if (!present.some(isNew)) return undefined;
  const known = present.filter((each) => !isNew(each)).map((each) => selectedAs(each));
  const selectNew = async (each: ServiceStatus) => ({
    each,
    item: selectedAs(each, await versionsOf(call, args, each)),
  });
  const fresh = await Promise.all(present.filter(isNew).map(selectNew));
  const isDeployable = ({ item }: (typeof fresh)[number]) => !needsCommit(item);
  const selection = [...known, ...fresh.filter(isDeployable).map(({ item }) => item)];
  const undeployable = fresh.filter((each) => !isDeployable(each)).map(({ each }) => each);
  // Only a program that names their commit can deploy these for the first time.
  if (undeployable.length > 0) {
    const described = await describeStates(call, args, undeployable, ({ currency }) => currency);
    if (isAwaited(call, args) || selection.length === 0) throw new NeverDeployedError(call.label, described);
    call.log.warn(`${call.label} leaves out what needs a commit for its first deployment: ${described.join(", ")}.`);
  }
  return selection.length === known.length ? undefined : selection;
}

function selectedAs({ list, id }: ServiceStatus, versions: Values = {}): Selected {
  const deployedAs = deployable.find((each) => each.deployedAs?.list === list)?.deployedAs;
  const idMember = deployedAs === undefined ? "id" : "idMember" in deployedAs ? deployedAs.idMember : undefined;
  const item: Value = idMember === undefined ? id : { [idMember]: id, ...versions };
  return { list, id, item, given: item, path: `the environment's ${list}` };
}

/** The versions of a service, as its list shows them and as the deploy request spells them: its image tag. */
async function versionsOf(call: Call, place: Values, { list, id }: ServiceStatus): Promise<Values> {
  const definition = deployable.find((each) => each.deployedAs?.list === list);
  const paths = suppliedVersions(definition?.deployedAs?.versions);
  const endpoint = definition?.api.list;
  if (definition === undefined || paths.length === 0 || !isServed(endpoint, call.platform.endpoints)) return {};
  const purpose = `Listing resources to deploy them for ${call.label}`;
  const items = await listAll({ ...call, definition }, endpoint, place, { purpose });
  const found = items.find((item) => isSameId(item.id, id));
  if (found === undefined) return {};
  const values = membersFromWire(definition.body, found, {});
  const versions = paths.map(([name, path]) => [wireName(name, {}), at(values, path)] as const);
  return Object.fromEntries(versions.filter(([, version]) => !isAbsent(version)));
}
