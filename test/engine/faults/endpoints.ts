/** The 20 endpoints of the API document: for each an operation of the provider that sends its call. */
import type { DoorName, Kept } from "../../door.js";
import { bodies, type KindName as WireKind } from "../../platform/bodies.js";
import type { Platform as Backend } from "../../platform/platform.js";
import type { Values } from "../../provider.js";
import { type EveryField, everyField } from "../every-field.js";
import { type BackendContent, removeByHand } from "./backend-content.js";
import { type Provider, providerAt } from "./provider.js";

/** What an operation starts from. */
export interface Given {
  readonly args: Values;
  /** Resources of the stack that are there before. */
  readonly kept: readonly Kept[];
}

export interface Endpoint {
  /** Row of the document's endpoint table; none for an extended call. */
  readonly number?: number;
  readonly name: string;
  readonly kind: string;
  /** The backend's name for the call. */
  readonly operation: string;
  /**
   * What follows a lost response: the call is sent again, and so is one that saves what may not be there yet; or what
   * became of it is found out; or nothing can tell.
   */
  readonly afterLoss: "repeats" | "saves" | "finds out" | "cannot tell";
  /**
   * How many reads need the call; 1 if omitted. They share it, but one that begins after all attempts at it have failed makes its
   * own: without a delay between them, four attempts take a few milliseconds.
   */
  readonly reads?: number;
  /** A success without a body is one: what was meant is told by its place, or by the arguments. */
  readonly knowsWithoutBody?: true;
  /** What some faults end in for this call alone. */
  readonly outcomes?: Readonly<Record<string, string>>;
  /** Faults that say there is nothing left to do. */
  readonly endedBy?: readonly string[];
  prepare(backend: Backend, door?: DoorName): Promise<Given>;
  operate(provider: Provider, given: Given): Promise<Kept>;
  /**
   * What is wrong with the platform and the result once the operation has succeeded, as sentences.
   *
   * @param earlier How many things a call before has left, which aren't duplicates.
   */
  wrongIn(truth: BackendContent, given: Given, result: Kept, earlier: number): string[];
  /** It creates a resource, which the engine then compares, reads and deletes. */
  readonly creates?: true;
  /** Ids of what the call has made, for calls that make something. */
  made?(truth: BackendContent, given: Given): string[];
  /** What a person does, as the error says, before the operation continues after an unknown outcome; `left` is what it made. */
  byHand?(backend: Backend, left: readonly string[]): Promise<void>;
}

const edited = "edited by the program";

export interface Kind {
  readonly kind: string;
  readonly wire: WireKind;
  readonly noun: string;
  readonly args: keyof EveryField;
}
const kind = (name: string, wire: WireKind, noun: string, args: keyof EveryField): Kind => ({
  kind: name,
  wire,
  noun,
  args,
});
export const application = kind("Application", "application", "Application", "application");
export const container = kind("Container", "container", "Container", "container");
export const job = kind("Job", "job", "Job", "cronJob");
export const database = kind("Database", "database", "Database", "containerDatabase");
export const terraform = kind("TerraformService", "terraform", "Terraform", "terraformService");

export function argsOf({ ids }: Backend, args: keyof EveryField): Values {
  return everyField(ids)[args] as unknown as Values;
}

/** A service that a person made by hand. */
export async function madeByHand({ request, ids }: Backend, { wire }: Kind, name: string): Promise<Kept> {
  const body = { ...bodies[wire].minimal(ids), name };
  const answer = await request("POST", `/environment/${ids.environment}/${wire}`, { body });
  if (answer.status !== 201) throw new Error(`${wire} was answered with ${answer.status}`);
  return { id: answer.body.id, outputs: { environmentId: ids.environment, name } };
}

const without = (...wrongs: (string | false)[]) => wrongs.filter((each) => each !== false);

const differs = (what: string, found: unknown, wanted: unknown) =>
  found !== wanted && `${what} is ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`;

/** Reads of services, as a refresh does it. */
function reads(number: number, { kind, wire }: Kind, how: "list" | "get", names: readonly string[]): Endpoint {
  return {
    number,
    name: `${wire} ${how === "list" ? "list" : "read"}`,
    kind,
    operation: how === "list" ? `list${kind}s` : `get${kind}`,
    reads: names.length,
    afterLoss: "repeats",
    async prepare(backend) {
      const kept = [];
      for (const name of names)
        kept.push(await madeByHand(backend, { kind, wire, noun: kind, args: "application" }, name));
      return { args: {}, kept };
    },
    async operate(provider, { kept }) {
      const verbs = provider.of(kind);
      const ends = await Promise.allSettled(kept.map(({ id, outputs }) => verbs.read(id, outputs)));
      const seen = ends.map((end) => {
        if (end.status === "rejected") throw end.reason;
        return end.value;
      });
      return {
        id: seen.map(({ id }) => id).join(),
        outputs: { names: seen.map(({ outputs }) => outputs.name ?? null) },
      };
    },
    wrongIn: (_truth, { kept }, { id, outputs }) =>
      without(
        differs("the id that was read", id, kept.map((each) => each.id).join()),
        differs("what was read", String(outputs.names), names.join()),
      ),
  };
}

/** Calls that make a service. */
function makes(
  number: number,
  { kind, wire, noun, args }: Kind,
  verb: "create" | "clone",
  afterLoss: Endpoint["afterLoss"] = "finds out",
): Endpoint {
  const made = (truth: BackendContent, { args: { name } }: Given) =>
    truth.services(wire, String(name)).map(({ id }) => id);
  return {
    number,
    name: `${wire} ${verb}`,
    kind,
    operation: `${verb}${noun}`,
    afterLoss,
    async prepare(backend) {
      if (verb === "create") return { args: argsOf(backend, args), kept: [] };
      const source = await madeByHand(backend, { kind, wire, noun, args }, "source");
      return { args: { environmentId: backend.ids.environment, name: "clone", cloneFrom: source.id }, kept: [] };
    },
    operate: (provider, given) => provider.of(kind).create(given.args),
    wrongIn: (truth, given, { id, outputs }) =>
      without(
        differs("what was made", made(truth, given).join(), id),
        differs("the name in the state", outputs.name, given.args.name),
      ),
    creates: true,
    made,
    async byHand(backend, left) {
      for (const id of left) await removeByHand(backend, id);
    },
  };
}

/** Calls that change what is there. */
function edits(
  number: number,
  name: string,
  { kind, args, operation }: { kind: string; args: keyof EveryField; operation: string },
  holding: (truth: BackendContent, id: string) => Values | undefined,
): Endpoint {
  return {
    number,
    name,
    kind,
    operation,
    afterLoss: "repeats",
    knowsWithoutBody: true,
    async prepare(backend, door = "dynamic") {
      const provider = providerAt({ door, url: backend.url, token: backend.tokens.admin });
      const kept = [await provider.of(kind).create(argsOf(backend, args))];
      await backend.request("DELETE", "/_local/requests");
      return { args: { ...argsOf(backend, args), description: edited }, kept };
    },
    operate: (provider, { args: news, kept: [before] }) =>
      provider.of(kind).update(before?.id as string, before?.outputs as Values, news),
    wrongIn: (truth, _given, { id, outputs }) =>
      without(
        differs("the description on the platform", holding(truth, id)?.description, edited),
        differs("the description in the state", outputs.description, edited),
      ),
  };
}

const held =
  ({ wire }: Kind) =>
  (truth: BackendContent, id: string) => {
    const all = truth.services(wire);
    return all.length === 1 ? all.find((service) => service.id === id)?.config : undefined;
  };

/** A trigger with a container that a person made, deployed already where the trigger is to be destroyed. */
async function trigger(backend: Backend): Promise<Values> {
  const { id } = await madeByHand(backend, container, "web");
  const environmentId = backend.ids.environment;
  return {
    environmentId,
    containers: [{ id, imageTag: "1.28" }],
    // A conflict is another deployment, which is waited for.
    timeoutSeconds: 1,
    cancelOnDestroy: true,
  };
}

const deploys: Endpoint = {
  number: 17,
  name: "deploy",
  kind: "DeploymentTrigger",
  operation: "deployServices",
  afterLoss: "cannot tell",
  knowsWithoutBody: true,
  prepare: async (backend) => ({ args: await trigger(backend), kept: [] }),
  operate: (provider, { args }) => provider.of("DeploymentTrigger").create(args),
  wrongIn: (truth, { args }, { id }, earlier) =>
    without(
      differs("the number of deployments", truth.deployments.length, earlier + 1),
      differs("the trigger's id", id, args.environmentId),
    ),
  made: ({ deployments }) => deployments.map(({ id }) => id),
  async byHand({ request }) {
    await request("POST", "/_local/clock", { body: { advanceSeconds: 600 } });
  },
};

const cancels: Endpoint = {
  number: 18,
  name: "cancel",
  kind: "DeploymentTrigger",
  operation: "cancelDeployment",
  // A second request is told that the first is being carried out.
  afterLoss: "finds out",
  knowsWithoutBody: true,
  // No deployment runs, or there is no environment.
  endedBy: ["404", "409"],
  async prepare(backend, door = "dynamic") {
    const args = await trigger(backend);
    const kept = await providerAt({ door, url: backend.url, token: backend.tokens.admin })
      .of("DeploymentTrigger")
      .create(args);
    return { args, kept: [kept] };
  },
  async operate(provider, { kept: [trigger] }) {
    const { id, outputs } = trigger as Kept;
    await provider.of("DeploymentTrigger").delete(id, outputs);
    return { id, outputs: {} };
  },
  wrongIn: ({ deployments }) =>
    without(differs("the deployments", deployments.map(({ isCancelled }) => isCancelled).join(), "true")),
};

const saves: Endpoint = {
  number: 19,
  name: "GitOps save",
  kind: "ArgoCdConfig",
  operation: "saveGitOpsConfiguration",
  afterLoss: "saves",
  knowsWithoutBody: true,
  prepare: async (backend) => ({ args: argsOf(backend, "argoCdConfig"), kept: [] }),
  operate: (provider, { args }) => provider.of("ArgoCdConfig").create(args),
  wrongIn: ({ gitOps }, { args }, { id, outputs }) =>
    without(
      differs("the address on the platform", gitOps?.argocd_url, args.argocdUrl),
      differs("the address in the state", outputs.argocdUrl, args.argocdUrl),
      id === "" && "the id is empty",
    ),
  made: ({ gitOps }) => (gitOps === undefined ? [] : [String(gitOps.id)]),
};

export const endpoints: readonly Endpoint[] = [
  makes(1, application, "create"),
  reads(2, application, "list", ["shop"]),
  makes(3, container, "create"),
  // One alone is read by its id.
  reads(4, container, "list", ["web", "proxy"]),
  reads(5, container, "get", ["web"]),
  makes(6, container, "clone"),
  makes(7, job, "create"),
  reads(8, job, "list", ["nightly"]),
  edits(9, "job edit", { kind: "Job", args: "cronJob", operation: "editJob" }, held(job)),
  makes(10, job, "clone"),
  makes(11, database, "create"),
  reads(12, database, "list", ["orders"]),
  edits(
    13,
    "database edit",
    { kind: "Database", args: "containerDatabase", operation: "editDatabase" },
    held(database),
  ),
  makes(14, database, "clone"),
  makes(15, terraform, "create", "cannot tell"),
  makes(16, terraform, "clone", "cannot tell"),
  deploys,
  cancels,
  saves,
  edits(20, "cluster edit", { kind: "Cluster", args: "cluster", operation: "editCluster" }, ({ cluster }) => cluster),
];
