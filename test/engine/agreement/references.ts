/** Puts records that the platform has in place of the arbitrary IDs in arguments. */
import { exampleIds } from "../../../backend/src/seed.js";
import { refersTo } from "../../../provider/definition/references.js";
import type { Platform, SeededIds } from "../../platform/support/platform.js";
import { type Field, isObject, itemsOf, type Value, type Values } from "../../support/provider.js";

/** The feature that the seeded cluster has. */
const featureId = "STATIC_IP";

const lists = ["applications", "databases", "containers", "jobs", "helms", "terraforms"] as const;
/** The IDs of a service of each kind, as deployments list them. */
export type Deployable = Readonly<Record<(typeof lists)[number], string>>;

/** What arguments may refer to. */
export interface Records {
  readonly ids: SeededIds;
  readonly services: Deployable;
  /** A variable of the container. */
  readonly variableId: string;
  /** The environment of the services, or the one that is deployed in. */
  readonly environmentId: string;
}

/** One of several, chosen by the ID that it replaces: the same arguments always become the same. */
function chosenBy(id: string, choices: readonly string[]): string {
  const sum = [...id].reduce((total, character) => total + character.charCodeAt(0), 0);
  return choices[sum % choices.length] as string;
}

function realId({ ids, services, environmentId }: Records, path: string, id: string): string {
  const known: Readonly<Record<string, readonly string[]>> = {
    ...Object.fromEntries(
      Object.entries(exampleIds).map(([name, { id: seeded, argument = name }]) => [argument, [seeded]]),
    ),
    environmentId: [environmentId],
    agentClusterId: [ids.cluster],
    registryId: Object.values(ids.registries),
    "features[].id": [featureId],
    "services[]": Object.values(services),
    ...Object.fromEntries(
      lists.flatMap((list) => ["", ".id", ".applicationId"].map((member) => [`${list}[]${member}`, [services[list]]])),
    ),
  };
  const choices = known[path] ?? known[path.replace(/^.*\./, "")];
  return choices === undefined ? id : chosenBy(id, choices);
}

/** Where the seeded cluster is, which no save can change. */
const place: Readonly<Record<string, string>> = { region: "eu-west-3", cloudProvider: "AWS" };

/** The arguments with IDs that exist. A list that is identified by IDs keeps its first item, since there is one of each record. */
export function withReferences(body: Field, args: Values, records: Records): Values {
  const walk = (field: Field, value: Value | undefined, path: string): Value | undefined => {
    const [referredTo] = refersTo(field);
    // Every sort of reference may be to a container.
    if (referredTo !== undefined) return `container/${records.services.containers}`;
    // The cluster has no access, so the platform would reject most variables.
    if (path === "secretManagerAccessId") return undefined;
    const isId = path === "features[].id" || (field.type === "string" && field.format === "guid");
    if (isId && typeof value === "string") {
      return realId(records, path, value);
    }
    if (path === "aliasOf") return records.variableId;
    if (place[path] !== undefined) return place[path];
    if (field.type === "object" && isObject(value)) {
      return Object.fromEntries(
        Object.entries(value).map(([name, each]) => {
          const member = field.members[name];
          return [name, member === undefined ? each : walk(member, each, path === "" ? name : `${path}.${name}`)];
        }),
      );
    }
    if (field.type === "array" && Array.isArray(value)) {
      const { item } = field;
      const { key = "" } = itemsOf(field);
      const identifying = item.type === "object" ? item.members[key] : item;
      const isReference = identifying?.type === "string" && identifying.format === "guid";
      return (isReference ? value.slice(0, 1) : value).map((each) => walk(item, each, `${path}[]`) ?? null);
    }
    return value;
  };
  return walk(body, args, "") as Values;
}

/** Creates and deploys a service of each kind in the environment that the other cases do not use. */
export async function createDeployable({ ids, request }: Platform): Promise<Deployable> {
  const { deployBody, serviceBodies } = await import("../../platform/support/services.js");
  const made = lists.map(async (list) => {
    const kind = list.slice(0, -1);
    const body = { ...serviceBodies[kind]?.minimal(ids), name: "deployable" };
    const { id } = (await request("POST", `/environment/${ids.otherEnvironment}/${kind}`, { body })).body;
    // Only the first deployment of a service must name its version, of a job the tag of its image.
    return { id, body: kind === "job" ? { jobs: [{ id, image_tag: "1" }] } : deployBody(kind, id) };
  });
  const services = await Promise.all(made);
  const body = Object.assign({}, ...services.map((each) => each.body));
  const { status } = await request("POST", `/environment/${ids.otherEnvironment}/service/deploy`, { body });
  if (status !== 202) throw new Error(`the services cannot be deployed: ${status}`);
  return Object.fromEntries(lists.map((list, index) => [list, services[index]?.id])) as unknown as Deployable;
}

/** Creates a variable of a container, which others can be aliases of. */
export async function createVariable({ request }: Platform, containerId: string): Promise<string> {
  const body = { key: "NAMED", value: "1", variable_scope: "CONTAINER", variable_parent_id: containerId };
  return (await request("POST", "/variable", { body })).body.id;
}
