/** What the model knows: what was created and by whom, what the user was told, and what must never be. */
import { records } from "../../kinds/index.js";
import { plain } from "../../support/frontend.js";
import type { EndpointSet, Value, Values } from "../../support/provider.js";
import { isSecret } from "../support/values.js";
import type { Backend, Exchange, Thing } from "./backend.js";
import { can, createdAs, holds, isAct, simulated } from "./kinds.js";
import type { Commit } from "./network.js";
import { optionsOf, valueAt } from "./optional.js";
import type { Severity } from "./plugin.js";
import { type Declared, type Mention, markedArguments, namedBy, namingOf, wireOf } from "./program.js";
import { newRemovals } from "./removals.js";
import { newRollouts } from "./rollouts.js";
import type { Ending, Kept, Step } from "./step.js";

/**
 * What a state would show of the secrets among these arguments. What a refresh returns isn't asked: there, the engine itself marks
 * what the state has as a secret.
 */
function secretsShown(declared: Declared, args: Values, kept: Values): readonly string[] {
  const places = [...secretArguments(declared), ...(declared.marksSecrets ? markedArguments : [])];
  if (places.length === 0) return [];
  const text = JSON.stringify(kept, (_, value) => (isSecret(value) ? null : value));
  return textsAt(places, args).filter((secret) => text.includes(JSON.stringify(secret)));
}

/** The secrets among these arguments that no other resource has in plain text. */
const ownSecrets = (declared: Declared, args: Values): readonly string[] => textsAt(secretArguments(declared), args);

/** Where another resource decides what is secret, the program would have to mark it. */
const secretArguments = (declared: Declared): readonly string[] =>
  namingOf(declared) === undefined ? records[declared.kind].secrets.map(({ path }) => path) : [];

const textsAt = (places: readonly string[], args: Values) =>
  places.flatMap((place) => textsIn(valueAt(plain(args), place)));

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value.flatMap(textsIn) : [];
}

/** Something that must never be. */
export class Violation extends Error {}

/** Where something on the platform comes from. */
interface Origin {
  readonly maker: "stack" | "console";
  readonly step?: Step;
  /** It came to be after everybody had given up on it. */
  readonly isLate: boolean;
}

export type Ledger = ReturnType<typeof ledgerOf>;

/** Codes of the failures that say that the outcome is not known. */
const unknown = ["AP4002", "AP4003"];
/** What a trigger's state keeps of its deployment. */
const ROLLOUT = "__rollout";
/** How long a list may lack what was created, in milliseconds. */
const unseenFor = 5_000;
/** How long after its time an operation may end: its last response is read then. */
const grace = 1_000;

interface Under {
  readonly step: Step;
  readonly began: number;
  /** For how long the platform had throttled requests by then, in milliseconds. */
  readonly throttledBefore: number;
  readonly commits: Commit[];
  /** Ids of the disks before. */
  readonly storage: string | undefined;
  ending?: Ending;
}

export interface LedgerOptions {
  readonly set: EndpointSet;
  readonly backend: Backend;
  now(): number;
  /** What the stacks have. */
  state(): readonly Kept[];
  /** Whether a program declares it. */
  isDeclared(kept: Kept): boolean;
}

export function ledgerOf({ set, backend, now, state, isDeclared }: LedgerOptions) {
  const origins = new Map<string, Origin>();
  const consoles = new Map<string, Values>();
  const calls = new Map<number, Under>();
  /** For how long the platform has asked for no request, in milliseconds. */
  let throttledFor = 0;
  const warnings: string[] = [];
  /** Who says that something stays since the stack still manages it. */
  const notices: string[] = [];
  /** The tags that the console has deployed last, where the program ignores them. */
  const tags = new Map<string, string>();
  /** What the console made and the stack adopts, with the call that did. */
  const adopted = new Map<string, Step>();
  /** The environments that this run has deployed, and what did. */
  const deployedNow = new Map<string, Step>();
  /** What must be in no message. */
  const secrets = new Set<string>();
  /** What the stacks have had, by ID. */
  const had = new Map<string, Kept>();
  /** Calls of this run that delete. */
  const deletes = new Set<string>();
  let everything = false;
  /** What there was before the last request that changed anything. */
  let before: readonly Thing[] = [];
  const removals = newRemovals(set);
  const rollouts = newRollouts(set);
  const facts = {
    /** Left on the platform, by where it is reported or why it was lost. */
    left: {} as Record<string, number>,
    /** Deployments by requests whose sender had given up. */
    lateDeployments: 0,
  };

  const find = (id: string): Thing | undefined => backend.things().find((thing) => thing.id === id);
  /** Ids of the disks: an edit that loses one loses what is on it. */
  const storageOf = (id: string | undefined) => {
    const storage = id === undefined ? undefined : find(id)?.config.storage;
    return Array.isArray(storage) ? JSON.stringify(storage.map((item) => (item as Values).id)) : undefined;
  };

  const must = (isSo: boolean, what: () => string) => {
    if (!isSo) throw new Violation(what());
  };
  const called = ({ doing, kind, key, declared }: Step) => `${doing} of ${kind} ${declared?.name ?? key}`;

  /** What the platform must have of a resource. It masks the value of a secret, so what adopts one keeps that. */
  const desiredOf = (declared: Declared, thing: Thing | undefined): Values => {
    const { value, ...others } = wireOf(declared, set);
    const isKept = thing?.config.is_secret === true && (adopted.has(thing.id) || declared.adoptId === thing.id);
    return value === undefined || isKept ? others : { ...others, value };
  };

  /** That the platform has what the program gives, and as much of what it does not give; less what nobody has seen. */
  const mustHold = (declared: Declared, id: string, when: string, isSeen = (_place: string): boolean => true) => {
    const thing = find(id);
    must(thing !== undefined, () => `${when}, but the platform has no ${id}`);
    const { description, ...others } = desiredOf(withoutUnseen(declared, isSeen), thing);
    const expected = description !== undefined && isSeen("description") ? { ...others, description } : others;
    const [actual, desired] = [thing?.config, expected].map((config) => JSON.stringify(config));
    must(holds(thing?.config, expected), () => `${when}, but the platform has ${actual}, not ${desired}`);
    const [difference] = removals.differences(declared, id, thing?.config);
    must(difference === undefined, () => `${when}, but ${difference}`);
  };

  const requestOf = (step: Step) =>
    JSON.stringify([step.key, step.inputs?.environmentId, step.inputs?.services, step.inputs?.triggers]);
  const deployedWell = ({ step, commits }: Under) => {
    const timely = commits.filter(({ isLate }) => !isLate).length;
    if (commits.length > 1) facts.lateDeployments += commits.length - timely;
    // An update before may have deployed, and not have seen the end of it.
    const alike = [...calls.values()].filter((each) => requestOf(each.step) === requestOf(step));
    const began = Math.min(...alike.map((each) => each.began));
    for (const id of rollouts.mustDeploy(step)) {
      const at = backend.deployedAt(id);
      must(at !== undefined && at >= began, () => `${called(step)} ended well, but ${id} was not deployed`);
    }
    mustRunUpToDate(step, `${called(step)} ended well`);
    must(timely <= 1, () => `${called(step)} deployed ${timely} times`);
    for (const id of commits.filter(({ isLate }) => !isLate).flatMap(deployedBy)) {
      must(rollouts.mayDeploy(step, id), () => `${called(step)} deployed ${id}, though it had not changed`);
    }
  };

  const isDeploy = (path: string) => /\/(service\/deploy|redeploy)$/.test(path);
  const isEnd = (path: string) => /\/(stop|cancelDeployment)$/.test(path);
  /** A create of several variables returns none of their ids. */
  const isCreate = ({ method, path }: Exchange) =>
    method === "POST" && !isDeploy(path) && !isEnd(path) && !path.startsWith("/variable/import");
  const codeOf = (error: unknown) => /\bAP\d{4}\b/.exec(textOf(error))?.[0] ?? "no code";
  const textOf = (error: unknown) => {
    const { reasons, message } = error as { reasons?: readonly string[]; message: string };
    return reasons?.join("\n") ?? message;
  };

  /** What calls of this step have made and is still there. */
  const madeBy = (under: Under) =>
    under.commits
      .filter(({ exchange }) => isCreate(exchange) && !exchange.path.endsWith("/argoCdConfig"))
      .map(({ answer }) => (JSON.parse(answer.text) as { id: string }).id)
      .filter((id) => {
        const thing = find(id);
        return thing !== undefined && !isPartOf(thing.kind, under.step);
      });

  return {
    facts,
    throttled(seconds: number): void {
      // It's as long as the pause, or the shortest one, and a part of it by chance.
      throttledFor += 1_500 * Math.max(1, seconds);
    },
    committed(commit: Commit): void {
      const { exchange, answer, by, isLate } = commit;
      const step = by as Step | undefined;
      const isServed = step?.doing !== "delete" || exchange.method !== "DELETE" || can(step.kind, "delete", set);
      must(isServed, () => `${step && called(step)} was sent, though no endpoint deletes it`);
      if (answer.status >= 300 || exchange.method === "GET") return;
      const under = step === undefined ? undefined : calls.get(step.number);
      const isOver = under?.ending !== undefined;
      if (exchange.method === "DELETE" && step?.id !== undefined) {
        const isOther = ({ key }: Kept) => key !== step.key || step.isReplaced === true;
        const other = state().find(
          (kept) => isDeclared(kept) && kept.id === step.id && kept.kind === step.kind && isOther(kept),
        );
        must(other === undefined, () => `${called(step)} deleted what ${other?.key} still manages`);
      }
      mustStayOtherwise(step);
      const [, , environment = ""] = exchange.path.toLowerCase().split("/");
      if (exchange.path.startsWith("/variable")) for (const { id } of backend.things()) rollouts.changedUnseen(id);
      const deployer = deployedNow.get(environment);
      const isOwnEnd = isEnd(exchange.path) && deployer !== undefined;
      must(!isOwnEnd, () => `${step?.key} stopped what ${deployer?.key} has deployed in this run`);
      if (exchange.path.endsWith("/stop")) mustBeAlone(environment, step);
      if (isDeploy(exchange.path) && step !== undefined && !isOver) deployedNow.set(environment, step);
      if (isCreate(exchange)) {
        const { id } = JSON.parse(answer.text) as { id: string };
        // The GitOps settings of a cluster keep their id.
        if (!origins.has(id))
          origins.set(id, { maker: "stack", isLate: isOver, ...(step === undefined ? {} : { step }) });
      }
      if (isDeploy(exchange.path)) for (const id of deployedBy(commit)) mustKeepTag(id);
      if (!isOver) under?.commits.push(commit);
      else if (isDeploy(exchange.path) && isLate) facts.lateDeployments += 1;
      // A deployment in between may have had what it writes; the platform treats it as a change nevertheless.
      else if (exchange.method === "PUT" && step?.id !== undefined) rollouts.changedUnseen(step.id);
    },
    runBegins(settings: { readonly everything: boolean }): void {
      deployedNow.clear();
      deletes.clear();
      ({ everything } = settings);
      remember();
      before = backend.things();
    },
    runEnded: remember,
    /** A plugin has returned this for the state, with its marks, to these arguments. */
    returned(declared: Declared, args: Values, values: Values): void {
      for (const secret of ownSecrets(declared, args)) secrets.add(secret);
      const [secret] = secretsShown(declared, args, values);
      must(secret === undefined, () => `the state of ${declared.key} shows the secret ${secret}`);
      mustTellFailure(declared.key, values);
    },
    began(step: Step): void {
      const { doing, declared } = step;
      if (doing === "delete") deletes.add(step.key);
      // From its edit on, what is adopted is the stack's, whatever becomes of the responses.
      if (doing === "create" && declared?.adoptId !== undefined) {
        if (!isAdopted(declared.adoptId)) adopted.set(declared.adoptId, step);
        // An adoption sets what the program gives.
        tags.delete(declared.adoptId);
      }
      removals.began(step);
      calls.set(step.number, {
        step,
        began: now(),
        throttledBefore: throttledFor,
        commits: [],
        storage: storageOf(step.id),
      });
    },
    ended(step: Step, ending: Ending): void {
      const under = calls.get(step.number) as Under;
      under.ending = ending;
      const { doing, kind, declared } = step;
      removals.ended(step, ending);
      if (ending.sort === "done" && declared !== undefined && (doing === "create" || doing === "update")) {
        if (isAct(kind)) deployedWell(under);
        // Where nothing can be edited, nothing is sent: what the next deployment applies is kept.
        else if (doing === "create" || can(kind, "update", set))
          mustHold(declared, ending.id, `${called(step)} ended well`, (place) => !removals.isUnseen(ending.id, place));
        const origin = origins.get(ending.id);
        if (origin !== undefined && doing === "create" && !isAct(kind) && declared.adoptId !== ending.id)
          must(origin.maker === "stack", () => `${called(step)} took what the console had made`);
        if (doing === "update" && under.storage !== undefined && isItemKeeping(step))
          must(storageOf(ending.id) === under.storage, () => `${called(step)} lost the storage ${under.storage}`);
      }
      if (ending.sort === "done" && doing === "delete" && step.id !== undefined && can(kind, "delete", set)) {
        const isReported = [...warnings, ...notices].some((text) => text.includes(step.id as string));
        must(find(step.id) === undefined || isReported, () => `${called(step)} ended well, but it is still there`);
      }
      if (ending.sort === "failed") mustHide(textOf(ending.error));
      if (ending.sort === "failed" && (doing === "create" || doing === "update")) {
        const code = codeOf(ending.error);
        const made = madeBy(under).filter((id) => id !== ending.partialId);
        const deployed = under.commits.filter(({ exchange }) => isDeploy(exchange.path)).length;
        const isReported = unknown.includes(code);
        const mustFail = (isRight: boolean, how: string) =>
          must(isRight, () => `${called(step)} failed${how}: ${textOf(ending.error)}`);
        mustFail(made.length === 0 || isReported, `, but had made ${made.length}`);
        mustFail(deployed === 0 || isReported || ending.partialId !== undefined, ", but had deployed");
        mustFail(!["AP9001", "no code"].includes(code), " without a reason");
      }
      if (ending.sort !== "lost") {
        const time = now() - under.began;
        // A wait that the platform asks for doesn't count.
        const most = mostTime(step) * 1000 + grace + throttledFor - under.throttledBefore;
        must(time <= most, () => `${called(step)} took ${time / 1000} s, more than ${most / 1000} s`);
      }
      rollouts.ended(step, ending);
    },
    /** The command line is gone: nobody hears how its calls end, nor of what was created and is not in the state yet. */
    abandoned(pending: readonly string[]): void {
      rollouts.abandoned();
      const last = new Map([...calls.values()].map((under) => [under.step.key, under]));
      for (const under of calls.values()) {
        if (under.ending === undefined) rollouts.ended(under.step, { sort: "lost" });
        under.ending ??= { sort: "lost" };
      }
      for (const key of pending) {
        const under = last.get(key);
        if (under === undefined) continue;
        under.ending = { sort: "lost" };
        rollouts.ended(under.step, under.ending);
      }
    },
    kept: removals.kept,
    /** What a refresh read is in the state: a crash before that loses it. */
    refreshed(kept: Kept): void {
      mustTellFailure(kept.key, kept.outputs);
      removals.refreshed(kept);
      rollouts.refreshed(kept);
    },
    unchanged: removals.unchanged,
    madeByConsole(id: string, declared: Declared): void {
      before = backend.things();
      origins.set(id, { maker: "console", isLate: false });
      consoles.set(id, wireOf(declared, set));
      removals.madeByConsole(id, declared);
    },
    /** The console sets an argument; the value, if it is an optional one. */
    editedByConsole(id: string, place: string, value?: Value): void {
      removals.setByConsole(id, place, value);
      rollouts.changedUnseen(id);
    },
    /** The console has deployed a container with another tag, whose changes the program ignores. */
    deployedByConsole(id: string, tag: string): void {
      if (!adopted.has(id)) tags.set(id, tag);
    },
    removed(id: string): void {
      before = backend.things();
      for (const gone of [id, ...consoles.keys()].filter((each) => find(each) === undefined)) consoles.delete(gone);
      had.delete(id);
    },
    /** The user is told something. */
    reported(severity: Severity, text: string): void {
      mustHide(text);
      (severity === "warning" ? warnings : notices).push(text);
    },
    isOwn: (id: string) => origins.get(id)?.maker === "stack",
    /** Checks all that must be when everything has come to rest. */
    settle(program: readonly Declared[], all: readonly Kept[]): void {
      for (const declared of program) {
        const { key, kind } = declared;
        const kept = all.filter((each) => each.key === key && !each.isReplaced);
        must(kept.length === 1, () => `${key} is ${kept.length} times in the state`);
        const [{ id }] = kept as [Kept];
        if (isAct(kind)) {
          mustRunUpToDate(kept[0] as Kept, `${key} has come to rest`);
          mustBeDeployedAgain(kept[0] as Kept);
          continue;
        }
        mustHold(declared, id, `${kind} ${declared.name} has come to rest`);
        mustKeepTag(id);
        mustList(declared, kept[0] as Kept);
        mustName(declared, id, program, all);
      }
      for (const thing of backend.things()) {
        const { id, kind, config } = thing;
        if (all.some((kept) => kept.id === id)) continue;
        const expected = consoles.get(id);
        if (expected !== undefined && !adopted.has(id)) {
          must(holds(config, expected), () => `${kind} ${id} of the console was changed: ${JSON.stringify(config)}`);
          continue;
        }
        const why = knownBy(thing);
        if (why !== undefined) facts.left[why] = (facts.left[why] ?? 0) + 1;
      }
      for (const [id] of consoles) {
        if (adopted.has(id)) continue;
        must(find(id) !== undefined, () => `what the console made, ${id}, was deleted`);
      }
    },
  };

  /** A message shows no secret. */
  function mustHide(text: string): void {
    const shown = [...secrets].find((secret) => new RegExp(`${secret}\\b`).test(text));
    must(shown === undefined, () => `a message shows the secret ${shown}: ${text}`);
  }

  /** No other trigger deploys an environment that is stopped. */
  function mustBeAlone(environment: string, step: Step | undefined): void {
    const place = (kept: Kept) => String(kept.inputs.environmentId).toLowerCase();
    const other = state().find(
      (kept) => isAct(kept.kind) && isDeclared(kept) && kept.key !== step?.key && place(kept) === environment,
    );
    must(other === undefined, () => `${step?.key} stopped what ${other?.key} deploys`);
  }

  function remember(): void {
    for (const kept of state()) had.set(kept.id, kept);
  }

  /** A request took away nothing but what it is about, what goes along with that, and what nobody wants to stay. */
  function mustStayOtherwise(step: Step | undefined): void {
    const things = backend.things();
    const ids = new Set(things.map(({ id }) => id));
    for (const each of before) {
      if (ids.has(each.id) || each.id === step?.id) continue;
      const why = reasonToStay(each, step);
      const name = `${each.kind} ${each.config.name ?? each.config.key ?? each.config.domain} (${each.id})`;
      must(why === undefined, () => `${step === undefined ? "a late request" : called(step)} deleted ${name}: ${why}`);
      consoles.delete(each.id);
    }
    before = things;
  }

  function reasonToStay({ id, kind, createdAt, config }: Thing, step: Step | undefined): string | undefined {
    const isGone = (other: unknown) => typeof other === "string" && find(other) === undefined;
    const now = state().filter((kept) => kept.id === id && createdAs(kept.kind) === kind);
    const last = now[0] ?? had.get(id);
    if (now.some(isDeclared)) return "it is declared";
    if (now.some(({ isProtected }) => isProtected)) return "it is protected";
    if ([...now, last].some((kept) => kept?.isRetained)) return "it is retained";
    // Without what it names, it is nothing: only the stack can want it to stay.
    if (isGone(config.targetId)) return undefined;
    const isInTurn = (kept: Kept) => deletes.has(kept.key) || isWith(kept, step);
    if (now.length > 0) return now.every(isInTurn) ? undefined : "its own turn has not come";
    if (last !== undefined && isInTurn(last)) return undefined;
    const origin = origins.get(id);
    // What the platform made itself, or what belongs to a resource as one of its arguments.
    if (origin === undefined || (origin.step !== undefined && isPartOf(kind, origin.step))) return undefined;
    const began = calls.get(step?.number ?? -1)?.began ?? 0;
    const isSeen = Date.parse(createdAt) < began - unseenFor;
    return everything || !isSeen ? undefined : "nobody manages it";
  }

  /** Whether it is deleted with what a step deletes, or with what goes along with that. */
  function isWith({ deletedWith }: Kept, step: Step | undefined): boolean {
    if (deletedWith === undefined || step === undefined) return false;
    if (deletedWith === step.key || deletes.has(deletedWith)) return true;
    const other = [...had.values()].find(({ key }) => key === deletedWith);
    return other !== undefined && isWith(other, step);
  }

  /** Of what lists services, that it has these. */
  function mustList({ key, kind, services = [] }: Declared, { id, inputs }: Kept): void {
    const { lists } = simulated(kind);
    if (lists === undefined) return;
    const listed = inputs[lists] as readonly string[];
    must(listed.length === services.length, () => `${key} lists ${listed}`);
    for (const service of listed) {
      const stage = find(service)?.config.stageId;
      must(stage === id, () => `${key} lists ${service}, which is in ${String(stage)}`);
    }
    const has = backend.things().filter(({ config }) => config.stageId === id);
    must(has.length === listed.length, () => `${key} has ${has.length} services, not ${listed.length}`);
  }

  /** Of what names another one, that the platform has it so. */
  function mustName(declared: Declared, id: string, program: readonly Declared[], all: readonly Kept[]): void {
    const naming = namingOf(declared);
    const other = namedBy(program, declared);
    if (naming === undefined || other === undefined) return;
    const [own, named] = [id, all.find(({ key, isReplaced }) => key === other.key && !isReplaced)?.id ?? ""].map(find);
    const isSo = own !== undefined && named !== undefined && naming.holds(own.config, named);
    must(isSo, () => `${declared.key} names ${other.key}, but is ${JSON.stringify(own?.config)}`);
  }

  function mustKeepTag(id: string): void {
    const tag = tags.get(id);
    const now = find(id)?.config.tag;
    must(tag === undefined || now === undefined || now === tag, () => `the tag ${tag} of ${id} was replaced by ${now}`);
  }

  /** Services that the deployment of a trigger deployed last, and that have failed. */
  function failedIn(values: Values): readonly string[] {
    const { request } = (values[ROLLOUT] ?? {}) as { request?: string };
    return request === undefined ? [] : backend.failedIn(request);
  }

  function mustTellFailure(key: string, values: Values): void {
    const { outcome } = (values[ROLLOUT] ?? {}) as { outcome?: string };
    const failed = outcome === "succeeded" ? failedIn(values) : [];
    must(failed.length === 0, () => `the state says that ${key} succeeded, but ${failed.join()} failed`);
  }

  /** A trigger that only requests hears of no failure until a refresh. */
  function mustBeDeployedAgain({ key, inputs, outputs }: Kept): void {
    const failed = inputs.waitFor === "requested" ? [] : failedIn(outputs);
    must(failed.length === 0, () => `${key} has come to rest, but ${failed.join()} failed and was not deployed again`);
  }

  function mustRunUpToDate({ key, inputs = {} }: Pick<Step, "key" | "inputs">, when: string): void {
    for (const { id } of (inputs.services ?? []) as { id: string }[]) {
      const isLeft = backend.isOutOfDate(id) && !rollouts.isPassedBy(key, id);
      must(!isLeft, () => `${when}, but what it deploys was changed since: ${id}`);
    }
  }

  /** Whether an adoption ended well. */
  function isAdopted(id: string): boolean {
    return calls.get(adopted.get(id)?.number ?? -1)?.ending?.sort === "done";
  }

  /** Why the user knows of something that nobody manages; nothing where that is not the stack's. */
  function knownBy({ id, kind, config }: Thing): string | undefined {
    const origin = origins.get(id);
    const step = origin?.step;
    // A person has made it, and the stack never had it.
    if (adopted.has(id) && !isAdopted(id)) return undefined;
    // The platform has made it, or it is an argument of what made it.
    if (origin === undefined || (step !== undefined && isPartOf(kind, step))) return undefined;
    const last = had.get(id);
    const ending = step === undefined ? undefined : calls.get(step.number)?.ending;
    if (warnings.some((text) => text.includes(id))) return "in a warning";
    if (ending?.sort === "lost") return "in flight during a crash";
    if (ending?.sort === "failed" && unknown.includes(codeOf(ending.error))) return "as an unknown outcome";
    if (ending?.sort === "failed" && origin.isLate) return "arrived after its call had ended";
    if (last?.isRetained) return "with the option retainOnDelete";
    if (last?.deletedWith !== undefined) return "to be deleted with something else that stays";
    throw new Violation(`nobody was told of ${kind} ${id}: ${JSON.stringify(config)}`);
  }
}

/** The declaration without what the console has changed and no refresh has seen: an update does not set it back. */
function withoutUnseen(declared: Declared, isSeen: (place: string) => boolean): Declared {
  const { mentions = {} } = declared;
  const seen = optionsOf(declared).filter((option) => isSeen(option.place) && mentions[option.place] !== undefined);
  return { ...declared, mentions: Object.fromEntries(seen.map(({ place }) => [place, mentions[place] as Mention])) };
}

/** Whether something is an argument of the resource that a step made: a variable of a service. */
function isPartOf(kind: string, step: Step): boolean {
  const own = createdAs(step.kind);
  return own !== undefined && own !== kind;
}

/** Whether an update edits what has storage, which is lost where its id is not sent. */
function isItemKeeping({ kind, declared }: Step): boolean {
  return simulated(kind).hasStorage === true && declared?.cloneOf === undefined;
}

/** The services that a request has deployed. */
function deployedBy({ exchange }: Commit): string[] {
  const items = Object.values(JSON.parse(exchange.body ?? "{}") as Record<string, (string | Values)[]>).flat();
  return items.map((item) => (typeof item === "string" ? item : String(item.application_id ?? item.id)));
}

/** How long a call may take, in seconds: an operation's time; waiting for deployments and deletions has its own. */
function mostTime({ doing, kind }: Step): number {
  const operation = 120;
  const waiting = 600;
  if (doing === "delete") return waiting + 2 * operation;
  return isAct(kind) ? 2 * waiting + 3 * operation : operation;
}
