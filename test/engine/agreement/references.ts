/** Puts records that the platform has in place of the arbitrary IDs in arguments. */
import { refersTo } from "../../../provider/definition/reference.js";
import type { Platform, SeededIds } from "../../platform/platform.js";
import { type Field, isObject, itemsOf, type Value, type Values } from "../../provider.js";

/** The feature that the seeded cluster has. */
const featureId = "fea70e00-a3c5-41e7-a263-d45f7193b00d";

/** A service of each kind, for deployments. */
export interface Deployable {
  readonly applications: string;
  readonly databases: string;
  readonly containers: string;
  readonly jobs: string;
  readonly helms: string;
  readonly terraforms: string;
}

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
    environmentId: [environmentId],
    organizationId: [ids.organization],
    projectId: [ids.project],
    clusterId: [ids.cluster],
    registryId: Object.values(ids.registries),
    gitTokenId: [ids.gitToken],
    repositoryId: [ids.helmRepository],
    "annotationsGroups[].id": [ids.annotationsGroup],
    "labelsGroups[].id": [ids.labelsGroup],
    "features[].id": [featureId],
    "applications[].applicationId": [services.applications],
    "databases[]": [services.databases],
    "containers[].id": [services.containers],
    "jobs[].id": [services.jobs],
    "helms[].id": [services.helms],
    "terraforms[].id": [services.terraforms],
    "services[]": Object.values(services),
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
    if (field.type === "string" && field.format === "guid" && typeof value === "string") {
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

/** Creates a service of each kind in the environment that the other cases do not use. */
export async function createDeployable({ ids, request }: Platform): Promise<Deployable> {
  const { serviceBodies } = await import("../../platform/services.js");
  const create = async (kind: string) => {
    const body = { ...serviceBodies[kind]?.minimal(ids), name: "deployable" };
    const { body: created } = await request("POST", `/environment/${ids.otherEnvironment}/${kind}`, { body });
    return created.id as string;
  };
  const services = {
    applications: await create("application"),
    databases: await create("database"),
    containers: await create("container"),
    jobs: await create("job"),
    helms: await create("helm"),
    terraforms: await create("terraform"),
  };
  // Only the first deployment of a service must name its version.
  const body = {
    applications: [{ application_id: services.applications, git_commit_id: "4f2a91c" }],
    databases: [services.databases],
    containers: [{ id: services.containers, image_tag: "1" }],
    jobs: [{ id: services.jobs, image_tag: "1" }],
    helms: [{ id: services.helms }],
    terraforms: [{ id: services.terraforms, git_commit_id: "4f2a91c" }],
  };
  const { status } = await request("POST", `/environment/${ids.otherEnvironment}/service/deploy`, { body });
  if (status !== 202) throw new Error(`the services cannot be deployed: ${status}`);
  return services;
}

/** Creates a variable of a container, which others can be aliases of. */
export async function createVariable({ request }: Platform, containerId: string): Promise<string> {
  const body = { key: "NAMED", value: "1", variable_scope: "CONTAINER", variable_parent_id: containerId };
  return (await request("POST", "/variable", { body })).body.id;
}
