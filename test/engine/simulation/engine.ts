/** Pulumi's engine in small: what it asks of a plugin in which order, what it keeps after each step, what a crash loses. */

import type { EndpointSet } from "../../../provider/platform/endpoint.js";
import { sameJson, type Values } from "../../../provider/schema/json.js";
import { revisionOf } from "../../../provider/values/serviceSelection.js";
import type { Door } from "../faults/provider.js";
import type { Old } from "../plugin.js";
import type { KindName } from "./kinds.js";
import { type Lifecycle, never, type Plugin } from "./plugin.js";
import { type Declared, dependenciesOf, inputsOf, type Program, urnOf } from "./program.js";
import { newRun, pluginGone } from "./run.js";
import type { Doing, Ending, Kept, Run, Step } from "./step.js";

export interface EngineOptions {
  readonly set: EndpointSet;
  readonly door: Door;
  /** Runs a call: the network then knows what its requests are part of. */
  during<T>(step: Step, work: () => Promise<T>): Promise<T>;
  began(step: Step): void;
  /** What a create or update ended with is in the state. */
  kept(declared: Declared, id: string): void;
  /** A plugin has returned this for the state, with its marks, to these arguments. */
  returned(declared: Declared, args: Values, values: Values): void;
  /** What a refresh read is in the state. */
  refreshed(kept: Kept): void;
  /** A run found nothing to do. */
  unchanged(declared: Declared, id: string): void;
  ended(step: Step, ending: Ending): void;
  /** A moment between the plugin's answer and the saved state. */
  save(): Promise<void>;
}

/** The keys that a run with `--target` is limited to. */
type Targets = ReadonlySet<string> | undefined;

export interface Engine {
  /** What the state holds. */
  state(): readonly Kept[];
  /** What was being created when a run was cut off, as the next run tells. */
  pending(): readonly string[];
  preview(program: Program, plugin: Plugin, targets?: Targets): Promise<Run>;
  update(program: Program, plugin: Plugin, targets?: Targets): Promise<Run>;
  refresh(plugin: Plugin): Promise<Run>;
  /** The command line's process is gone: nothing more is kept. */
  cutOff(): void;
  /** Nothing new is begun. */
  cancel(): void;
  /** The plugin's process is gone: what it did has failed. */
  losePlugin(): void;
}

export function engineOf({
  set,
  door,
  during,
  began,
  kept,
  refreshed,
  unchanged,
  ended,
  returned,
  save,
}: EngineOptions): Engine {
  let state: readonly Kept[] = [];
  const pending = new Set<string>();
  let numbers = 0;
  let run = newRun();

  const live = (key: string) => state.find((each) => each.key === key && !each.isReplaced);
  const put = (kept: Kept, old?: Kept) => {
    state = [...state.filter((each) => each !== old), kept];
  };

  /** One call of the plugin, of a few at once. */
  const call = async <T>(
    step: Step,
    work: (lifecycle: Lifecycle) => Promise<T>,
    plugin: Plugin,
    of: (result: T) => string,
  ) => {
    const current = run;
    await current.slot();
    if (current.isCancelled) {
      current.free();
      return undefined;
    }
    began(step);
    current.steps.push(step);
    if (step.doing === "create") pending.add(step.key);
    try {
      const result = await Promise.race([during(step, () => work(plugin.lifecycle(step.kind))), current.lost]);
      if (!current.isOver) ended(step, { sort: "done", id: of(result) });
      await Promise.race([save(), current.lost]);
      return result;
    } catch (error) {
      if (current.isOver) await never;
      if (error === pluginGone) ended(step, { sort: "lost" });
      else {
        const { id, properties } = error as { id?: string; properties?: Values };
        const isPartial = typeof id === "string" && properties !== undefined;
        ended(step, { sort: "failed", error, ...(isPartial ? { partialId: id } : {}) });
      }
      current.fail(step, error);
      throw error;
    } finally {
      if (current.isOver) await never;
      pending.delete(step.key);
      current.free();
    }
  };

  const step = (doing: Doing, key: string, kind: KindName, rest: Partial<Step> = {}): Step => ({
    number: numbers++,
    doing,
    key,
    kind,
    ...rest,
  });

  /** What the state keeps of what a plugin returned. */
  const keepable = (declared: Declared, args: Values, values: Values, plugin: Plugin): Values => {
    returned(declared, args, values);
    return plugin.kept(values);
  };

  const old = (kept: Kept): Old => ({ ...kept, urn: urnOf(kept, door) });
  const ignoredBy = ({ ignoresTag }: Declared) => (ignoresTag ? ["tag"] : []);

  /** What is kept of a create or update that went wrong half way. */
  const keepPartial = (
    error: unknown,
    declared: Declared,
    base: Omit<Kept, "id" | "outputs" | "isPartial">,
    plugin: Plugin,
    before?: Kept,
  ) => {
    const { id, properties } = error as { id?: string; properties?: Values };
    if (typeof id === "string" && properties !== undefined)
      put({ ...base, id, outputs: keepable(declared, base.inputs, properties, plugin), isPartial: true }, before);
  };

  const remove = async (kept: Kept, plugin: Plugin) => {
    const deleting = step("delete", kept.key, kept.kind, { id: kept.id, isReplaced: kept.isReplaced });
    const done = await call(
      deleting,
      async (lifecycle) => {
        await lifecycle.delete(old(kept));
        return true;
      },
      plugin,
      () => kept.id,
    );
    if (done) state = state.filter((each) => each !== kept);
    return done;
  };

  const make = async (
    declared: Declared,
    inputs: Values,
    dependencies: readonly string[],
    plugin: Plugin,
    before?: Kept,
  ) => {
    const base = { key: declared.key, kind: declared.kind, inputs, isReplaced: false, dependencies };
    try {
      const made = await call(
        step("create", declared.key, declared.kind, { declared, inputs }),
        (lifecycle) => lifecycle.create(urnOf(declared, door), inputs, false),
        plugin,
        ({ id }) => id,
      );
      if (made === undefined) return;
      if (before !== undefined) put({ ...before, isReplaced: true }, before);
      put({ ...base, id: made.id, outputs: keepable(declared, inputs, made.outputs, plugin), isPartial: false });
      kept(declared, made.id);
    } catch (error) {
      if (before !== undefined && (error as Partial<Kept>).id !== undefined)
        put({ ...before, isReplaced: true }, before);
      keepPartial(error, declared, base, plugin);
      throw error;
    }
  };

  const edit = async (
    declared: Declared,
    before: Kept,
    inputs: Values,
    dependencies: readonly string[],
    plugin: Plugin,
  ) => {
    const { id, kind } = before;
    const base = { key: declared.key, kind, inputs, isReplaced: false, dependencies };
    try {
      const edited = await call(
        step("update", declared.key, kind, { declared, id, inputs }),
        (lifecycle) => lifecycle.update(old(before), inputs, { isPreview: false, ignored: ignoredBy(declared) }),
        plugin,
        () => id,
      );
      if (edited === undefined) return;
      put({ ...base, id, outputs: keepable(declared, inputs, edited, plugin), isPartial: false }, before);
      kept(declared, id);
    } catch (error) {
      keepPartial(error, declared, base, plugin, before);
      throw error;
    }
  };

  /** Checks, compares and does what that asks for; at preview only tells. */
  const register = async (declared: Declared, program: Program, plugin: Plugin, isPreview: boolean) => {
    const { key, kind } = declared;
    const before = live(key);
    const resolve = (other: string) => {
      const known = live(other);
      if (known === undefined || (isPreview && run.replaced.has(other))) return undefined;
      const revision = revisionOf(known.outputs);
      // What a preview would update has a new one then.
      const isKnown = revision !== undefined && !(isPreview && run.planned.includes(`update ${other}`));
      const { tag } = known.outputs;
      return { id: known.id, ...(isKnown ? { revision } : {}), ...(tag === undefined ? {} : { tag }) };
    };
    const wanted = plugin.given(inputsOf(declared, program, { set, door, resolve }));
    const tag = declared.ignoresTag ? before?.inputs.tag : undefined;
    const given = tag === undefined ? wanted : { ...wanted, tag };
    const release = await run.turn();
    let plan: "same" | "update" | "create" | "replace" | "deleteFirst";
    let inputs: Values;
    const looking = step("preview", key, kind, { declared });
    try {
      const lifecycle = plugin.lifecycle(kind);
      const checkedFor = async (olds: Values) => {
        const check = () => lifecycle.check(urnOf(declared, door), olds, given);
        const checked = await Promise.race([during(looking, check), run.lost]);
        if (checked.failures.length > 0) throw new Error(checked.failures.join("\n"));
        return keepable(declared, given, checked.inputs, plugin);
      };
      inputs = await checkedFor(before?.inputs ?? {});
      if (before === undefined) plan = "create";
      else {
        const diff = () => lifecycle.diff(old(before), inputs, ignoredBy(declared));
        const { changes, replaces, deleteBeforeReplace } = await Promise.race([during(looking, diff), run.lost]);
        const isChanged = changes ?? !sameJson(before.inputs, inputs);
        if (isChanged && replaces.length > 0) {
          plan = deleteBeforeReplace ? "deleteFirst" : "replace";
          inputs = await checkedFor({});
        } else plan = isChanged || before.isPartial ? "update" : "same";
      }
    } catch (error) {
      run.fail(looking, error);
      throw error;
    } finally {
      if (run.isOver) await never;
      release();
    }
    if (plan === "replace" || plan === "deleteFirst") run.replaced.add(key);
    if (plan !== "same") run.planned.push(`${plan} ${key}`);
    if (isPreview || run.isCancelled) return;
    const dependencies = dependenciesOf(declared);
    if (plan === "same") {
      put({ ...(before as Kept), inputs, dependencies }, before);
      unchanged(declared, (before as Kept).id);
    } else if (plan === "update") await edit(declared, before as Kept, inputs, dependencies, plugin);
    else if (plan === "deleteFirst") {
      if (await remove(before as Kept, plugin)) await make(declared, inputs, dependencies, plugin);
    } else await make(declared, inputs, dependencies, plugin, before);
  };

  const registerAll = async (program: Program, plugin: Plugin, isPreview: boolean, targets: Targets) => {
    const done = new Map<string, Promise<boolean>>();
    for (const declared of program) {
      const before = dependenciesOf(declared).map((key) => done.get(key) ?? Promise.resolve(true));
      const work = async () => {
        if ((await Promise.all(before)).includes(false) || run.isCancelled) return false;
        // What a run is not aimed at stays as it is, neither checked nor compared.
        if (targets?.has(declared.key) === false) return live(declared.key) !== undefined;
        return register(declared, program, plugin, isPreview).then(
          () => !run.isCancelled,
          () => false,
        );
      };
      done.set(declared.key, work());
    }
    await Promise.all(done.values());
  };

  /** What left the program, and what was replaced: dependents first. */
  const removeRest = async (program: Program, plugin: Plugin, targets: Targets) => {
    const isGone = ({ key, isReplaced }: Kept) =>
      targets?.has(key) !== false && (isReplaced || !program.some((each) => each.key === key));
    let rest = state.filter(isGone);
    while (rest.length > 0 && !run.isCancelled) {
      const free = rest.filter(
        (kept) =>
          !rest.some((other) => other !== kept && other.dependencies.includes(kept.key) && other.key !== kept.key),
      );
      await Promise.all(free.map((kept) => remove(kept, plugin).catch(() => undefined)));
      rest = rest.filter((kept) => !free.includes(kept));
    }
  };

  const finished = async (work: Promise<void>): Promise<Run> => {
    const current = run;
    await Promise.race([work, current.end]);
    return {
      failures: current.failures,
      isCancelled: current.isCancelled,
      steps: current.steps,
      planned: current.planned,
    };
  };

  return {
    state: () => state,
    pending: () => [...pending],
    async preview(program, plugin, targets) {
      run = newRun();
      const result = await finished(registerAll(program, plugin, true, targets));
      const leaving = state.filter(({ key, isReplaced }) => isReplaced || !program.some((each) => each.key === key));
      return { ...result, planned: [...result.planned, ...leaving.map(({ key }) => `delete ${key}`)] };
    },
    async update(program, plugin, targets) {
      run = newRun();
      pending.clear();
      return finished(
        registerAll(program, plugin, false, targets).then(() =>
          run.failures.length === 0 ? removeRest(program, plugin, targets) : undefined,
        ),
      );
    },
    async refresh(plugin) {
      run = newRun();
      const read = async (kept: Kept) => {
        const now = await call(
          step("read", kept.key, kept.kind, { id: kept.id }),
          (lifecycle) => lifecycle.read(old(kept)),
          plugin,
          () => kept.id,
        );
        if (now === undefined) return;
        if (now.id === "") {
          state = state.filter((each) => each !== kept);
          return;
        }
        const outputs = plugin.kept(now.outputs);
        const inputs = now.inputs === undefined ? kept.inputs : plugin.kept(now.inputs);
        const next = { ...kept, inputs, outputs };
        put(next, kept);
        refreshed(kept);
        await during(step("preview", kept.key, kept.kind), () =>
          plugin.lifecycle(kept.kind).diff(old(next), kept.inputs, []),
        );
      };
      return finished(Promise.all(state.map((kept) => read(kept).catch(() => undefined))).then(() => undefined));
    },
    cutOff: () => run.over(),
    cancel: () => run.cancel(),
    losePlugin: () => run.lose(),
  };
}
