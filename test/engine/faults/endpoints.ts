/** The 20 endpoints of the API document: for each an operation of the provider that sends its call. */
import { routesOf } from "../../../backend/src/routes/table.js";
import { anonymous } from "../../kinds/documentedCalls.js";
import { ids as someIds } from "../../kinds/shared/ids.js";
import { bodies, type KindName as WireKind } from "../../platform/support/bodies.js";
import type { Platform as Backend } from "../../platform/support/platform.js";
import type { FrontendName, Kept } from "../../support/frontend.js";
import { type Endpoint as Call, type EndpointSet, fillPath, type Values } from "../../support/provider.js";
import { definitionOf } from "../../unit/support/fake-platform.js";
import { type EveryField, everyField, takenBy } from "../support/every-field.js";
import { type BackendContent, removeByHand } from "./backend-content.js";
import { type Provider, providerAt } from "./provider.js";

/** What an operation starts from. */
export interface Prepared {
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
  /** Only its response contains some outputs: if it is lost, the error says which. */
  readonly returnsOnce?: boolean;
  /** Faults that say there is nothing left to do. */
  readonly endedBy?: readonly string[];
  prepare(backend: Backend, frontend: FrontendName): Promise<Prepared>;
  operate(provider: Provider, prepared: Prepared): Promise<Kept>;
  /**
   * What is wrong with the platform and the result once the operation has succeeded, as sentences.
   *
   * @param earlier How many things a call before has left, which aren't duplicates.
   */
  wrongIn(truth: BackendContent, prepared: Prepared, result: Kept, earlier: number): string[];
  /** It creates a resource, which the engine then compares, reads and deletes. */
  readonly creates?: true;
  /** Ids of what the call has made, for calls that make something. */
  made?(truth: BackendContent, prepared: Prepared): string[];
  /** What a person does, as the error says, before the operation continues after an unknown outcome; `left` is what it made. */
  byHand?(backend: Backend, left: readonly string[]): Promise<void>;
}

export interface Kind {
  readonly kind: string;
  readonly wire: WireKind;
  readonly args: keyof EveryField;
}
export const application: Kind = { kind: "Application", wire: "application", args: "application" };
export const container: Kind = { kind: "Container", wire: "container", args: "container" };
export const job: Kind = { kind: "Job", wire: "job", args: "cronJob" };
export const database: Kind = { kind: "Database", wire: "database", args: "containerDatabase" };
export const terraform: Kind = { kind: "TerraformService", wire: "terraform", args: "terraformService" };

export function argsOf({ ids }: Backend, args: keyof EveryField): Values {
  return everyField(ids)[args] as unknown as Values;
}

/** A service that a person made by hand. */
export async function madeByHand({ request, ids }: Backend, { wire }: Pick<Kind, "wire">, name: string): Promise<Kept> {
  const body = { ...bodies[wire].minimal(ids), name };
  const answer = await request("POST", `/environment/${ids.environment}/${wire}`, { body });
  if (answer.status !== 201) throw new Error(`${wire} was answered with ${answer.status}`);
  return { id: answer.body.id, outputs: { environmentId: ids.environment, name } };
}

/** The backend's names of its calls, which fault rules and its journal go by. */
const names = new Map(
  routesOf("extended").map(({ method, path, operation }) => [anonymous(`${method} ${path}`), operation]),
);

/** The backend's name of a call; the arguments say what its path leaves open. */
export function operationOf(call: Call<boolean>, args: Values = {}): string {
  const [path = ""] = fillPath(call, { ...idsInPaths, ...args }).split("?");
  const operation = names.get(`${call.method} ${path.replace(/[0-9a-f-]{36}/g, "{}")}`);
  if (operation === undefined) throw new Error(`the backend does not serve ${call.method} ${call.path}`);
  return operation;
}
const idsInPaths = {
  ...{ id: someIds.container, environmentId: someIds.environment, clusterId: someIds.cluster },
  ...{ organizationId: someIds.organization, projectId: someIds.project },
};

const without = (...wrongs: (string | false)[]) => wrongs.filter((each) => each !== false);

const differs = (what: string, found: unknown, expected: unknown) =>
  JSON.stringify(found) !== JSON.stringify(expected) &&
  `${what} is ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`;

/** A resource of the stack, created with these arguments. */
export async function created(
  { url, tokens, request }: Backend,
  frontend: FrontendName,
  kind: string,
  args: Values,
  endpoints: EndpointSet = "documented",
): Promise<Prepared> {
  const kept = [await providerAt({ frontend, url, token: tokens.admin, endpoints }).of(kind).create(args)];
  await request("DELETE", "/_local/requests");
  return { args, kept };
}

type Named = Pick<Endpoint, "name" | "kind" | "operation">;

/** A call that creates a resource, which the platform has by the value of one of its arguments. */
export function creates(
  named: Named,
  identity: string,
  prepare: (backend: Backend) => Promise<Values>,
): Omit<Endpoint, "afterLoss"> {
  const made = ({ records }: BackendContent, { args }: Prepared) => records(args[identity]);
  return {
    ...named,
    prepare: async (backend) => ({ args: await prepare(backend), kept: [] }),
    operate: (provider, { args }) => provider.of(named.kind).create(args),
    wrongIn: (truth, prepared, { id, outputs }) =>
      without(
        differs("what was made", made(truth, prepared).join(), id),
        differs(`the ${identity} in the state`, outputs[identity], prepared.args[identity]),
      ),
    creates: true,
    made,
    async byHand(backend, left) {
      for (const id of left) await removeByHand(backend, id);
    },
  };
}

/** A call that edits a resource. */
export function edits(named: Named, edit: Values, prepare: Endpoint["prepare"]): Endpoint {
  return {
    ...named,
    afterLoss: "repeats",
    knowsWithoutBody: true,
    async prepare(backend, frontend) {
      const { args, kept } = await prepare(backend, frontend);
      return { args: { ...args, ...edit }, kept };
    },
    operate: (provider, { args, kept: [before] }) =>
      provider.of(named.kind).update(before?.id as string, before?.outputs as Values, args),
    wrongIn: ({ records }, _given, { id, outputs }) =>
      Object.entries(edit).flatMap(([arg, value]) =>
        without(
          differs(`what has the ${arg} on the platform`, records(value).join(), id),
          differs(`the ${arg} in the state`, outputs[arg], value),
        ),
      ),
  };
}

/** A call that a delete sends. A second request is told that the first one is being carried out, or finds nothing. */
export function removes(named: Named, prepare: Endpoint["prepare"]): Omit<Endpoint, "wrongIn"> {
  return {
    ...named,
    afterLoss: "finds out",
    knowsWithoutBody: true,
    prepare,
    async operate(provider, { kept: [before] }) {
      const { id, outputs } = before as Kept;
      await provider.of(named.kind).delete(id, outputs);
      return { id, outputs: {} };
    },
  };
}

/** Reads of services, as a refresh does it. */
function reads(number: number, { kind, wire }: Kind, call: "list" | "read", names: readonly string[]): Endpoint {
  return {
    ...{ number, name: `${wire} ${call}`, kind, operation: operationOf(definitionOf(kind).api[call] as Call) },
    reads: names.length,
    afterLoss: "repeats",
    async prepare(backend) {
      const kept = [];
      for (const name of names) kept.push(await madeByHand(backend, { wire }, name));
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
        differs("what was read", outputs.names, names),
      ),
  };
}

/** Calls that make a service. */
function makes(
  number: number,
  { kind, wire, args }: Kind,
  verb: "create" | "clone",
  afterLoss: Endpoint["afterLoss"] = "finds out",
): Endpoint {
  const operation = operationOf(definitionOf(kind).api[verb] as Call);
  const make = creates({ name: `${wire} ${verb}`, kind, operation }, "name", async (backend) => {
    if (verb === "create") return argsOf(backend, args);
    const source = await madeByHand(backend, { wire }, "source");
    return { environmentId: backend.ids.environment, name: "clone", cloneFrom: source.id };
  });
  return { ...make, number, afterLoss };
}

/** Calls that change what is there. */
function updates(number: number, kind: string, args: keyof EveryField): Endpoint {
  const named = { name: `${kind} edit`, kind, operation: operationOf(definitionOf(kind).api.update as Call) };
  const edit = { description: "edited by the program" };
  const taken = (backend: Backend) => takenBy("documented", kind, argsOf(backend, args));
  return { number, ...edits(named, edit, (backend, frontend) => created(backend, frontend, kind, taken(backend))) };
}

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
  ...removes({ name: "cancel", kind: "DeploymentTrigger", operation: "cancelDeployment" }, async (backend, frontend) =>
    created(backend, frontend, "DeploymentTrigger", await trigger(backend)),
  ),
  number: 18,
  // No deployment runs, or there is no environment.
  endedBy: ["404", "409"],
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
  reads(5, container, "read", ["web"]),
  makes(6, container, "clone"),
  makes(7, job, "create"),
  reads(8, job, "list", ["nightly"]),
  updates(9, "Job", job.args),
  makes(10, job, "clone"),
  makes(11, database, "create"),
  reads(12, database, "list", ["orders"]),
  updates(13, "Database", database.args),
  makes(14, database, "clone"),
  makes(15, terraform, "create", "cannot tell"),
  makes(16, terraform, "clone", "cannot tell"),
  deploys,
  cancels,
  saves,
  updates(20, "Cluster", "cluster"),
];
