/** Every endpoint that takes a body, documented or extended, with a good one and the places where a bad value may stand. */
import { type Body, bodies, clusterBody, type KindName, kindNames } from "../../backend/bodies.js";
import type { Platform } from "../../platform.js";

/** A member of the body, by the keys that lead to it. */
export type Place = readonly (string | number)[];

export interface WriteEndpoint {
  readonly call: string;
  readonly path: string;
  readonly success: number;
  readonly body: Body;
  readonly text: Place;
  /** The longest text that may stand there. */
  readonly longest: number;
  readonly number: Place;
  readonly list: Place;
  /** Whether nothing at all counts as `{}`, and whether that is enough. */
  readonly nothing: "refused" | "enough";
}

const any = Number.POSITIVE_INFINITY;

const lists: Readonly<Record<KindName, Place>> = {
  application: ["ports"],
  container: ["storage"],
  job: ["schedule", "on_start", "arguments"],
  database: ["labels_groups"],
  terraform: ["terraform_variables_source", "tf_vars"],
};

/** Makes one service of each kind, and a deployment that can be cancelled; at manual speed it goes on for ever. */
export async function writeEndpoints({ ids, request }: Platform): Promise<WriteEndpoint[]> {
  const made: Record<string, string> = {};
  const make = async (kind: KindName, environment: string) =>
    (await request("POST", `/environment/${environment}/${kind}`, { body: bodies[kind].minimal(ids) })).body.id;
  for (const kind of kindNames) made[kind] = await make(kind, ids.environment);
  const deployed = await make("database", ids.otherEnvironment);
  const deploy = `/environment/${ids.otherEnvironment}/service/deploy`;
  await request("POST", deploy, { body: { databases: [deployed] } });

  const services = kindNames.flatMap((kind): WriteEndpoint[] => {
    const number = kind === "terraform" ? ["timeout_sec"] : ["cpu"];
    const shared = { text: ["description"], longest: any, number, list: lists[kind], nothing: "refused" } as const;
    const body = { ...bodies[kind].full(ids), name: `another ${kind}` };
    const name = ["name"];
    return [
      { ...shared, call: `POST ${kind}`, path: `/environment/${ids.environment}/${kind}`, success: 201, body },
      { ...shared, call: `PUT ${kind}`, path: `/${kind}/${made[kind]}`, success: 200, body },
      {
        call: `POST ${kind}/clone`,
        path: `/${kind}/${made[kind]}/clone`,
        success: 202,
        body: { name: "a clone", environment_id: ids.otherEnvironment },
        text: name,
        longest: 128,
        number: name,
        list: name,
        nothing: "refused",
      },
    ];
  });
  const force = ["force_cancel"];
  return [
    ...services,
    {
      call: "POST deploy",
      path: `/environment/${ids.environment}/service/deploy`,
      success: 202,
      body: { containers: [{ id: made.container, image_tag: "2" }], databases: [made.database] },
      text: ["containers", 0, "image_tag"],
      longest: any,
      number: ["containers", 0, "image_tag"],
      list: ["databases"],
      nothing: "refused",
    },
    {
      call: "POST cancelDeployment",
      path: `/environment/${ids.otherEnvironment}/cancelDeployment`,
      success: 202,
      body: { force_cancel: true },
      text: force,
      longest: 0,
      number: force,
      list: force,
      nothing: "enough",
    },
    {
      call: "POST argoCdConfig",
      path: `/cluster/${ids.cluster}/argoCdConfig`,
      success: 200,
      body: { argocd_url: "https://argocd.example.com", argocd_token: "a token" },
      text: ["argocd_token"],
      longest: any,
      number: ["argocd_url"],
      list: ["argocd_url"],
      nothing: "refused",
    },
    {
      call: "PUT cluster",
      path: `/organization/${ids.organization}/cluster/${ids.cluster}`,
      success: 200,
      body: clusterBody(ids),
      text: ["description"],
      longest: any,
      number: ["disk_size"],
      list: ["ssh_keys"],
      nothing: "refused",
    },
  ];
}

/** The body with another value at a place, as JSON; the value is JSON already, so that it may be what no program can hold. */
export function withJson(body: Body, place: Place, json: string): string {
  const mark = "a mark that stands for the value";
  const copy = structuredClone(body);
  const holder = place.slice(0, -1).reduce<Record<string | number, unknown>>((value, key) => value[key] as never, copy);
  holder[place.at(-1) ?? ""] = mark;
  return JSON.stringify(copy).replace(JSON.stringify(mark), () => json);
}

/** The body with a further member at its top, as JSON. */
export function withMember(body: Body, member: string): string {
  return `{${member},${JSON.stringify(body).slice(1)}`;
}
