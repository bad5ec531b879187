/**
 * One operation on a stack, with the rules of Pulumi's engine (release 3.274, `pkg/resource/deploy`): what it asks of a plugin
 * in which order, and what it keeps in the state after each step. `conformance.test.ts` compares it with the real one.
 */
import { type Frontend, InitError, type Resource } from "../../support/frontend.js";
import { sameJson, UNKNOWN, type Value, type Values } from "../../support/provider.js";
import { type AliasSpec, aliasUrns, stackType, urnOf } from "./aliases.js";
import { type Kept, nameOf, needs, type Timeouts } from "./state.js";
import { isSecret, secretOf, stepsOf, withIgnored, withoutUnknowns } from "./values.js";

export type Op = "create" | "read" | "update" | "replace" | "delete" | "discard" | "same";

/** What a program declares of a resource. */
export interface Goal {
  readonly type: string;
  readonly name: string;
  readonly custom: boolean;
  readonly parent?: string;
  readonly inputs: Values;
  readonly dependencies: readonly string[];
  readonly propertyDependencies: Readonly<Record<string, readonly string[]>>;
  readonly protect?: boolean;
  readonly retainOnDelete?: boolean;
  readonly deletedWith?: string;
  readonly deleteBeforeReplace?: boolean;
  readonly ignoreChanges: readonly string[];
  readonly replaceOnChanges: readonly string[];
  readonly additionalSecretOutputs: readonly string[];
  readonly customTimeouts?: Timeouts;
  readonly aliases: readonly AliasSpec[];
}

export interface Registered {
  readonly urn: string;
  /** Empty if it is not known. */
  readonly id: string;
  readonly outputs: Values;
  /** With `continueOnError`, the rest of the program goes on without it. */
  readonly isFailed: boolean;
}

/** What an operation tells a person. */
export interface Message {
  readonly severity: "error" | "warning" | "info";
  readonly urn: string;
  readonly text: string;
}

export interface DeploymentOptions {
  readonly project: string;
  readonly stack: string;
  /** The state: a preview works on a copy. */
  readonly state: Kept[];
  readonly plugin: Frontend;
  readonly isPreview: boolean;
  readonly targets?: ReadonlySet<string>;
  readonly continueOnError?: boolean;
  tell(message: Message): void;
  step(op: Op, urn: string, changed?: Changed): void;
}

/** The inputs before and after a step. */
export interface Changed {
  readonly before: Values;
  readonly after: Values;
}

export type Deployment = ReturnType<typeof newDeployment>;

/** The operation has ended, and the program's resource with it. */
export class Cancelled extends Error {}

/** How many steps run at once on two processors. */
const parallel = 8;

export function newDeployment(options: DeploymentOptions) {
  const { project, stack, state, plugin, isPreview, targets, continueOnError = false, tell, step } = options;
  const olds = new Map<string, Kept>();
  const reindex = () => {
    olds.clear();
    for (const each of state) if (each.delete !== true) olds.set(each.urn, each);
  };
  reindex();

  const goals = new Map<string, Goal>();
  const aliases = new Map<string, readonly string[]>();
  const news = new Map<string, Kept>();
  /** Old URNs that the program has declared, under whatever name. */
  const seen = new Set<string>();
  const replaced = new Set<string>();
  /** Deleted before a resource that they depend on: their registration creates them again. */
  const recreating = new Set<string>();
  const skipped = new Set<string>();
  const deleting = new Set<string>();
  let isFailed = false;
  let isCancelled = false;

  const put = (kept: Kept | undefined, old?: Kept) => {
    const index = old === undefined ? -1 : state.indexOf(old);
    if (index >= 0) state.splice(index, 1, ...(kept === undefined ? [] : [kept]));
    else if (kept !== undefined) state.push(kept);
  };

  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const cancel = () => {
    isCancelled = true;
    setImmediate(() => void quiet().then(end));
  };
  const fail = (urn: string, text: string) => {
    tell({ severity: "error", urn, text });
    isFailed = true;
    if (!continueOnError) cancel();
  };

  let running = 0;
  const queue: (() => void)[] = [];
  const idle: (() => void)[] = [];
  const executing = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= parallel) await new Promise<void>((resolve) => queue.push(resolve));
    running += 1;
    try {
      if (isCancelled) throw new Cancelled();
      return await work();
    } finally {
      running -= 1;
      queue.shift()?.();
      if (running === 0) for (const resolve of idle.splice(0)) resolve();
    }
  };
  const quiet = () => (running === 0 ? Promise.resolve() : new Promise<void>((resolve) => idle.push(resolve)));

  /** Registrations are planned one after the other. */
  let turn: Promise<unknown> = Promise.resolve();
  const planning = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(() => {
      if (isCancelled) throw new Cancelled();
      return work();
    });
    turn = mine.catch(() => undefined);
    return mine;
  };

  const withSecretOutputs = (kept: Kept): Kept => {
    const outputs = Object.entries(kept.outputs).map(([key, value]) => {
      const isNamed = kept.additionalSecretOutputs?.includes(key);
      return [key, isNamed || isSecret(kept.inputs[key]) ? secretOf(value as Value) : value] as const;
    });
    return { ...kept, outputs: Object.fromEntries(outputs) };
  };

  const isTargeted = (urn: string) => targets === undefined || targets.has(urn);

  const compare = async (old: Kept, inputs: Values, ignored: readonly string[]) => {
    const { inputs: oldInputs } = old;
    const difference = await plugin.diff(old as Resource, inputs, { ignored });
    const { changes, details = {}, replaces = [], deleteBeforeReplace = false } = difference;
    const found = { replaces, deleteBeforeReplace };
    if (changes !== undefined) return { ...found, changes, changed: Object.keys(details) };
    const compared = withIgnored(inputs, oldInputs, ignored);
    const names = [...new Set([...Object.keys(oldInputs), ...Object.keys(compared)])];
    const changed = names.filter((name) => !sameJson(oldInputs[name], compared[name]));
    return { ...found, changes: changed.length > 0, changed };
  };

  const check = async (urn: string, type: string, before: Values, inputs: Values): Promise<Values> => {
    const specified = isPreview ? inputs : (withoutUnknowns(inputs) as Values);
    const { inputs: checked, failures } = await plugin.check(urn, specified, before);
    for (const reason of failures) fail(urn, `${type} resource '${nameOf(urn)}' has a problem: ${reason}`);
    if (failures.length > 0) throw new Cancelled();
    return checked;
  };

  const stated = (goal: Goal, urn: string, inputs: Values): Kept => {
    const parent = goal.parent === undefined ? undefined : goals.get(goal.parent);
    return {
      urn,
      type: goal.type,
      custom: goal.custom,
      inputs,
      outputs: {},
      ...(goal.parent === undefined ? {} : { parent: goal.parent }),
      protect: goal.protect ?? parent?.protect ?? false,
      retainOnDelete: goal.retainOnDelete ?? parent?.retainOnDelete ?? false,
      ...(goal.deletedWith === undefined ? {} : { deletedWith: goal.deletedWith }),
      dependencies: goal.dependencies,
      propertyDependencies: goal.propertyDependencies,
      ignoreChanges: goal.ignoreChanges,
      replaceOnChanges: goal.replaceOnChanges,
      additionalSecretOutputs: goal.additionalSecretOutputs,
      ...(goal.customTimeouts === undefined ? {} : { customTimeouts: goal.customTimeouts }),
    };
  };

  const remember = (kept: Kept): Registered => {
    news.set(kept.urn, kept);
    return { urn: kept.urn, id: kept.id ?? "", outputs: kept.outputs, isFailed: false };
  };

  /** A step that fails ends the operation, unless the rest may go on. */
  const failing = (urn: string, error: unknown): Registered => {
    if (error instanceof Cancelled) throw error;
    fail(urn, error instanceof InitError ? listed(error.reasons) : (error as Error).message);
    if (!continueOnError) throw new Cancelled();
    return without(urn);
  };

  /** What failed, and what depends on it: both are omitted. */
  const missing = new Set<string>();
  const without = (urn: string): Registered => {
    missing.add(urn);
    return { urn, id: "", outputs: {}, isFailed: true };
  };

  /** A create or an update. What it has made before it failed is kept as well; nothing of a preview. */
  const carryOut = async (next: Kept, work: () => Promise<Resource>, keep: (kept: Kept) => void) => {
    const keepAs = (made: Partial<Kept>) => {
      const kept = withSecretOutputs({ ...next, ...made });
      keep(kept);
      return remember(kept);
    };
    try {
      const { id, outputs } = await work();
      return isPreview ? remember({ ...next, id, outputs }) : keepAs({ id, outputs });
    } catch (error) {
      if (error instanceof InitError) keepAs({ id: error.id, outputs: error.properties, initErrors: error.reasons });
      return failing(next.urn, error);
    }
  };

  const create = async (next: Kept, old?: Kept, keepsOld = false): Promise<Registered> => {
    if (old === undefined) step("create", next.urn);
    if (!next.custom) {
      put(next, old);
      return remember(next);
    }
    const keep = (kept: Kept) => {
      if (old !== undefined && keepsOld) {
        put({ ...old, delete: true }, old);
        put(kept);
      } else put(kept, old);
    };
    const how = { isPreview, timeout: next.customTimeouts?.create ?? 0 };
    return carryOut(next, () => plugin.create(next.urn, next.inputs, how), keep);
  };

  const update = async (next: Kept, old: Kept): Promise<Registered> => {
    step("update", next.urn, { before: old.inputs, after: next.inputs });
    if (!next.custom) {
      const kept = { ...next, outputs: old.outputs };
      put(kept, old);
      return remember(kept);
    }
    const { urn, ignoreChanges: ignored = [] } = next;
    const how = { isPreview, ignored, timeout: next.customTimeouts?.update ?? 0 };
    const work = () => plugin.update({ ...old, id: old.id as string, urn }, next.inputs, how);
    return carryOut(next, work, (kept) => put(kept, old));
  };

  const remove = async (old: Kept, after: "gone" | "replaced") => {
    if (isProvider(old)) {
      put(undefined, old);
      return;
    }
    if (after === "gone" && old.delete !== true) step(old.external === true ? "discard" : "delete", old.urn);
    const { custom, external, retainOnDelete, deletedWith, protect, urn } = old;
    if (after === "gone" && protect && old.delete !== true) {
      fail(
        urn,
        `resource "${urn}" cannot be deleted\nbecause it is protected. To unprotect the resource, remove the \`protect\` flag`,
      );
      return;
    }
    const isCalled =
      custom && !external && !retainOnDelete && !(deletedWith !== undefined && deleting.has(deletedWith));
    if (!isPreview) {
      try {
        if (isCalled) await plugin.delete(old as Resource, { timeout: old.customTimeouts?.delete ?? 0 });
      } catch (error) {
        if (error instanceof Cancelled) throw error;
        fail(urn, (error as Error).message);
        return;
      }
    }
    if (after === "gone") put(undefined, old);
    else {
      const waiting = { ...old, pendingReplacement: true };
      put(waiting, old);
      olds.set(urn, waiting);
    }
  };

  /** Deletes a resource before its replacement, and first what would be replaced because of that. */
  const removeFirst = async (root: Kept) => {
    const set = new Set([root.urn]);
    const condemned: Kept[] = [];
    for (const each of state) {
      if (each.delete === true || !each.custom || each.external === true || goals.has(each.urn) || set.has(each.urn))
        continue;
      const depends = (urns: readonly string[] = []) => urns.some((urn) => set.has(urn));
      const unknown = Object.keys(each.inputs).filter((key) => depends(each.propertyDependencies[key]));
      if (unknown.length === 0) continue;
      const inputs = { ...each.inputs, ...Object.fromEntries(unknown.map((key) => [key, UNKNOWN])) };
      const { replaces } = await compare(each, inputs, each.ignoreChanges ?? []);
      if (replaces.length === 0) continue;
      set.add(each.urn);
      condemned.push(each);
    }
    for (const each of condemned.reverse()) {
      recreating.add(each.urn);
      await remove(each, "replaced");
      if (isCancelled) throw new Cancelled();
    }
    if (root.pendingReplacement !== true) await remove(root, "replaced");
    if (isCancelled) throw new Cancelled();
  };

  const replace = async (next: Kept, old: Kept, isFirst: boolean): Promise<Registered> => {
    step("replace", next.urn, { before: old.inputs, after: next.inputs });
    if (!isFirst) return create(next, old, true);
    await removeFirst(old);
    return create(next, olds.get(old.urn) as Kept);
  };

  const same = (next: Kept, old: Kept): Registered => {
    step("same", next.urn);
    const kept: Kept = { ...next, outputs: old.outputs, ...(old.id === undefined ? {} : { id: old.id }) };
    put(kept, old);
    return remember(kept);
  };

  const mayReplace = ({ changed }: { changed: readonly string[] }, { replaceOnChanges }: Goal) =>
    changed.filter((path) => replaceOnChanges.some((wish) => isInside(stepsOf(path), stepsOf(wish))));

  /** The state has a resource of its own for the provider, which no summary counts. */
  const keepProvider = (resource: string) => {
    const type = `pulumi:providers:${resource.split(":")[0]}`;
    const urn = `urn:pulumi:${stack}::${project}::${type}::default`;
    seen.add(urn);
    if (isPreview || olds.has(urn)) return;
    const kept = {
      urn,
      type,
      id: "default",
      custom: true,
      inputs: {},
      outputs: {},
      dependencies: [],
      propertyDependencies: {},
    };
    put(kept);
    olds.set(urn, kept);
  };

  const plan = async (goal: Goal, urn: string): Promise<() => Promise<Registered>> => {
    const names = aliasUrns(goal, urn, { project, stack, parents: aliases });
    aliases.set(urn, names);
    const old = [urn, ...names].map((each) => olds.get(each)).find((each) => each !== undefined);
    goals.set(urn, goal);
    seen.add(old?.urn ?? urn);
    if (!goal.custom) {
      const next = stated(goal, urn, goal.inputs);
      if (old === undefined) return () => create(next);
      return async () => (sameJson(old.inputs, goal.inputs) ? same(next, old) : update(next, old));
    }
    keepProvider(goal.type);
    if (!isTargeted(urn)) {
      if (old !== undefined) return async () => same({ ...stated(goal, urn, old.inputs) }, old);
      skipped.add(urn);
      return async () => ({ urn, id: "", outputs: {}, isFailed: false });
    }
    const isAgain = old !== undefined && (recreating.has(old.urn) || old.external === true);
    const before = old === undefined || isAgain ? {} : old.inputs;
    const specified = old === undefined ? goal.inputs : withIgnored(goal.inputs, old.inputs, goal.ignoreChanges);
    const inputs = await check(urn, goal.type, before, isAgain ? goal.inputs : specified);
    const next = stated(goal, urn, inputs);
    if (old === undefined) return requiringTargets(next, () => create(next));
    if (isAgain) {
      replaced.add(urn);
      return () => {
        step("replace", urn);
        return create(next, old, old.external === true);
      };
    }
    const found = await compare({ ...old, urn }, inputs, goal.ignoreChanges);
    const replaces = [...found.replaces, ...mayReplace(found, goal)];
    const isReplaced = (found.changes && replaces.length > 0) || old.pendingReplacement === true;
    if (isReplaced) {
      if (next.protect && old.protect) {
        fail(urn, `unable to replace resource "${urn}"\nas it is currently marked for protection.`);
        throw new Cancelled();
      }
      replaced.add(urn);
      const fresh = await check(urn, goal.type, {}, goal.inputs);
      return requiringTargets(next, () =>
        replace({ ...next, inputs: fresh }, old, goal.deleteBeforeReplace ?? found.deleteBeforeReplace),
      );
    }
    const hasFailed = (old.initErrors ?? []).length > 0;
    return requiringTargets(next, async () => (found.changes || hasFailed ? update(next, old) : same(next, old)));
  };

  /** A step that depends on a resource that isn't created, since it isn't among the targets, ends the operation. */
  const requiringTargets = (next: Kept, work: () => Promise<Registered>) => {
    for (const missing of needs(next)) {
      if (!skipped.has(missing)) continue;
      fail(next.urn, `Resource '${next.urn}' depends on '${missing}' which was was not specified in --target list.`);
      throw new Cancelled();
    }
    return work;
  };

  let stackOutputs: { readonly urn: string; readonly outputs: Values } | undefined;
  const keepOutputs = (urn: string, outputs: Values) => {
    const kept = news.get(urn);
    if (kept === undefined) return;
    const next = { ...kept, outputs };
    put(next, kept);
    news.set(urn, next);
  };

  const removeRest = async (isDestroy: boolean) => {
    const isUnseen = (each: Kept) => !seen.has(each.urn) && !news.has(each.urn);
    for (const each of state) if (!isTargeted(each.urn) && isUnseen(each) && !isProvider(each)) step("same", each.urn);

    const isLeaving = (each: Kept) =>
      isTargeted(each.urn) && (isDestroy || each.delete === true || (!seen.has(each.urn) && !news.has(each.urn)));
    let rest = state.filter(isLeaving);
    for (const { urn } of rest) if (!news.has(urn)) deleting.add(urn);
    const staying: Kept[] = [];
    while (rest.length > 0 && !isCancelled) {
      const isNeeded = (each: Kept) =>
        rest.some(
          (other) =>
            other.urn !== each.urn &&
            (needs(other).has(each.urn) || (isProvider(each) && other.custom && !isProvider(other))),
        );
      const free = rest.filter((each) => !isNeeded(each));
      // What a resource depends on whose deletion has failed stays, too.
      const isKept = (each: Kept) => staying.some((other) => needs(other).has(each.urn));
      const going = free.filter((each) => !isKept(each));
      await Promise.all(going.map((each) => executing(() => remove(each, "gone")).catch(() => undefined)));
      staying.push(...free.filter((each) => state.includes(each)));
      rest = rest.filter((each) => !free.includes(each));
    }
  };

  return {
    isFailed: () => isFailed,
    known: (urn: string): Kept | undefined => news.get(urn),
    /** The program has failed: nothing new is begun. */
    fail() {
      isFailed = true;
      cancel();
    },
    /** Resolves when the operation has ended early and nothing runs any more: the program then waits for what never comes. */
    ended,
    async register(goal: Goal): Promise<Registered> {
      const urn = urnOf(goal, project, stack);
      if (goals.has(urn)) {
        fail(urn, `Duplicate resource URN '${urn}'; try giving it a unique name`);
        throw new Cancelled();
      }
      const act = await planning(() =>
        plan(goal, urn).catch((error) => {
          if (!(error instanceof Cancelled)) fail(urn, (error as Error).message);
          // Only what fails while it is carried out lets the rest continue.
          cancel();
          throw new Cancelled();
        }),
      );
      if ([...goal.dependencies, goal.parent ?? ""].some((each) => missing.has(each))) return without(urn);
      return executing(act);
    },
    async read(goal: Goal, id: string): Promise<Registered> {
      const urn = urnOf(goal, project, stack);
      const old = olds.get(urn);
      seen.add(urn);
      goals.set(urn, goal);
      keepProvider(goal.type);
      const next: Kept = { ...stated(goal, urn, goal.inputs), id, external: true };
      step("read", urn);
      if (id === UNKNOWN) return remember({ ...next, outputs: {} });
      return executing(async () => {
        try {
          const found = await plugin.read({ urn, id, inputs: next.inputs, outputs: next.inputs });
          const kept = withSecretOutputs({ ...next, id: found?.id ?? id, outputs: found?.outputs ?? {} });
          if (old !== undefined && old.external !== true && old.id !== id) {
            put({ ...old, delete: true }, old);
            put(kept);
          } else put(kept, old);
          return remember(kept);
        } catch (error) {
          return failing(urn, error);
        }
      });
    },
    outputs(urn: string, outputs: Values) {
      if (news.get(urn)?.type === stackType) stackOutputs = { urn, outputs };
      else keepOutputs(urn, outputs);
    },
    async refresh() {
      const read = async (old: Kept) => {
        if (isProvider(old)) return;
        if (!old.custom || old.pendingReplacement === true) {
          step("same", old.urn);
          return;
        }
        try {
          const found = await plugin.read(old as Resource);
          if (found === undefined) {
            step("delete", old.urn);
            put(undefined, old);
            return;
          }
          const { initErrors: _, ...rest } = old;
          const next = withSecretOutputs({
            ...rest,
            ...{ id: found.id, inputs: found.inputs, outputs: found.outputs },
          });
          const isChanged =
            old.external === true
              ? !sameJson(old.outputs, next.outputs)
              : (await compare(next, old.inputs, old.ignoreChanges ?? [])).changes;
          const changed = sameJson(old.inputs, next.inputs)
            ? { before: old.outputs, after: next.outputs }
            : { before: old.inputs, after: next.inputs };
          step(isChanged ? "update" : "same", old.urn, changed);
          put(next, old);
        } catch (error) {
          if (!(error instanceof Cancelled)) fail(old.urn, (error as Error).message);
        }
      };
      const chosen = state.filter(({ urn }) => isTargeted(urn));
      await Promise.all(chosen.map((old) => executing(() => read(old)).catch(() => undefined)));
      const urns = new Set(state.map(({ urn }) => urn));
      const isThere = (urn: string) => urns.has(urn);
      for (const each of [...state]) {
        const dependencies = each.dependencies.filter(isThere);
        const properties = Object.entries(each.propertyDependencies).map(
          ([key, list]) => [key, list.filter(isThere)] as const,
        );
        if (
          !sameJson(dependencies, each.dependencies) ||
          properties.some(([key, list]) => list.length !== each.propertyDependencies[key]?.length)
        )
          put({ ...each, dependencies, propertyDependencies: Object.fromEntries(properties) }, each);
      }
      reindex();
    },
    /** Deletes what the program no longer declares; everything, for a destroy. */
    async finish(isDestroy = false) {
      await quiet();
      if (!isCancelled) await removeRest(isDestroy);
      if (stackOutputs === undefined) return;
      // After an error, an output that is not there may only not have been reached.
      const { urn, outputs } = stackOutputs;
      keepOutputs(urn, isFailed ? { ...news.get(urn)?.outputs, ...outputs } : outputs);
    },
  };
}

/** Of what the engine compares itself, it knows only the argument. */
const isInside = (path: readonly string[], place: readonly string[]) =>
  place.every((step, index) => step === "*" || path[index] === undefined || step === path[index]);

const isProvider = ({ type }: Kept) => type.startsWith("pulumi:providers:");

const listed = (errors: readonly string[]) =>
  `${errors.length} error${errors.length === 1 ? "" : "s"} occurred:\n${errors.map((each) => `\t* ${each}\n`).join("")}\n`;
