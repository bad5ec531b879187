/** The engine of the tests in virtual time: what is told of each call to the plugin, and what crashes and signals do to a run. */
import { revisionOf } from "../../../provider/engine/hints.js";
import { type Frontend, type FrontendName, InitError, PROVIDER_TEXT } from "../../support/frontend.js";
import type { EndpointSet } from "../../support/provider.js";
import { type Deployment, newDeployment } from "../support/deployment.js";
import { nameOf, type Kept as Resource } from "../support/state.js";
import type { KindName } from "./kinds.js";
import type { Ledger } from "./ledger.js";
import { never, type Plugin } from "./plugin.js";
import {
  type Declared,
  dependenciesOf,
  inputsOf,
  type Process,
  type Program,
  processOf,
  referencesOf,
  type Stack,
  urnOf,
} from "./program.js";
import type { Doing, Failure, Kept, Run, Step } from "./step.js";

export interface EngineOptions
  extends Pick<Ledger, "began" | "ended" | "kept" | "refreshed" | "returned" | "unchanged"> {
  readonly set: EndpointSet;
  readonly frontend: FrontendName;
  readonly stack: Stack;
  /** Runs a call: the network then knows what its requests are part of. */
  during<T>(step: Step, work: () => Promise<T>): Promise<T>;
  nextStep(): number;
  /** A moment between the plugin's answer and the saved state. */
  save(): Promise<void>;
}

/** The keys that a run with `--target` is limited to. */
type Targets = ReadonlySet<string> | undefined;

export type Engine = ReturnType<typeof engineOf>;

/** What a call fails with when the plugin's process has ended under it. */
const pluginGone = new Error("the plugin's process has ended");

const kindIn = (type: string) => type.split(":").at(-1) as KindName;
const isOwn = ({ type }: Resource) => !type.startsWith("pulumi:providers:");

const inView = ({ urn, type, id, inputs, outputs, ...resource }: Resource): Kept => ({
  ...{ key: nameOf(urn), urn, kind: kindIn(type), id: id as string, inputs, outputs },
  isPartial: (resource.initErrors ?? []).length > 0,
  isReplaced: resource.delete === true,
  dependencies: resource.dependencies.map(nameOf),
  isProtected: resource.protect === true,
  isRetained: resource.retainOnDelete === true,
  ...(resource.deletedWith === undefined ? {} : { deletedWith: nameOf(resource.deletedWith) }),
});

/** How a run is under way. */
function newCourse() {
  let lose: (reason: Error) => void = () => {};
  let over = () => {};
  const lost = new Promise<never>((_, reject) => {
    lose = reject;
  });
  lost.catch(() => undefined);
  const end = new Promise<void>((resolve) => {
    over = resolve;
  });
  return {
    ...{ steps: [] as Step[], planned: [] as string[], failures: [] as Failure[], doing: new Map<string, Doing>() },
    ...{ isCancelled: false, isOver: false, deployment: undefined as Deployment | undefined },
    ...{ lost, end, lose, over },
  };
}

export function engineOf(options: EngineOptions) {
  const { set, frontend, stack, during, began, kept, refreshed, unchanged, ended, returned, save, nextStep } = options;
  const state: Resource[] = [];
  /** By URN: the state says which provider manages a resource. */
  const managers = new Map<string, Process>();
  const pending = new Set<string>();
  let course = newCourse();

  const inState = () => state.filter((each) => isOwn(each) && each.pendingReplacement !== true).map(inView);
  const live = (key: string) => inState().find((each) => each.key === key && !each.isReplaced);
  const step = (doing: Doing, urn: string, type: string, rest: Partial<Step> = {}): Step => {
    const key = nameOf(urn);
    course.doing.set(key, doing);
    return { number: nextStep(), doing, key, kind: kindIn(type), ...rest };
  };

  /** A run of the engine: with a program, of that; without one, a refresh. */
  const running = async (plugin: Plugin, program?: Program, isPreview = false, targets?: Targets): Promise<Run> => {
    const current = newCourse();
    course = current;
    const { lost, end } = current;
    const declaredAt = (urn: string) => program?.find((each) => urnOf(each, frontend) === urn) as Declared;
    const typeIn = (urn: string) => urn.split("::")[2] ?? "";
    const frontendOf = (urn: string) => plugin.frontend(managers.get(urn) as Process);

    /** Checks and compares, which nobody is told of. */
    const looking = async <T>(urn: string, rest: Partial<Step>, work: () => Promise<T>): Promise<T> => {
      try {
        return await Promise.race([during(step("preview", urn, typeIn(urn), rest), work), lost]);
      } finally {
        if (current.isOver) await never;
      }
    };

    /** One call that does something. */
    const call = async <T>(under: Step, work: () => Promise<T>): Promise<T> => {
      began(under);
      current.steps.push(under);
      if (under.doing === "create") pending.add(under.key);
      try {
        const result = await Promise.race([during(under, work), lost]);
        const id = under.id ?? (result as { readonly id: string }).id;
        if (!current.isOver) ended(under, { sort: "done", id });
        await Promise.race([save(), lost]);
        return result;
      } catch (error) {
        if (current.isOver) await never;
        const partial = error instanceof InitError ? error : undefined;
        if (error === pluginGone) ended(under, { sort: "lost" });
        else ended(under, { sort: "failed", error, ...(partial && { partialId: partial.id }) });
        if (partial) returned(under.declared as Declared, under.inputs ?? {}, partial.properties);
        throw error;
      } finally {
        if (current.isOver) await never;
        pending.delete(under.key);
      }
    };

    const requested: Frontend = {
      async check(urn, news, olds) {
        const declared = declaredAt(urn);
        const checked = await looking(urn, { declared }, () => frontendOf(urn).check(urn, news, olds));
        if (checked.failures.length === 0) returned(declared, news, checked.inputs);
        return checked;
      },
      diff: (old, news, how) => looking(old.urn, {}, () => frontendOf(old.urn).diff(old, news, how)),
      async create(urn, inputs) {
        if (isPreview) return { urn, id: "", inputs, outputs: inputs };
        const declared = declaredAt(urn);
        const under = step("create", urn, typeIn(urn), { declared, inputs });
        const made = await call(under, () => frontendOf(urn).create(urn, inputs));
        returned(declared, inputs, made.outputs);
        kept(declared, made.id);
        return made;
      },
      async read(old) {
        const under = step("read", old.urn, typeIn(old.urn), { id: old.id });
        const found = await call(under, () => frontendOf(old.urn).read(old));
        if (found !== undefined) refreshed({ ...inView(old as Resource), outputs: found.outputs });
        return found;
      },
      async update(old, news, how) {
        if (isPreview) return { ...old, inputs: news, outputs: news };
        const declared = declaredAt(old.urn);
        const { id } = old;
        const under = step("update", old.urn, typeIn(old.urn), { declared, id, inputs: news });
        const updated = await call(under, () => frontendOf(old.urn).update(old, news, how));
        returned(declared, news, updated.outputs);
        kept(declared, id);
        return updated;
      },
      async delete(old) {
        const isReplaced = (old as Resource).delete === true;
        const under = step("delete", old.urn, typeIn(old.urn), { id: old.id, isReplaced });
        await call(under, () => frontendOf(old.urn).delete(old));
      },
    };

    const replaced = new Set<string>();
    const deployment = newDeployment({
      ...{ project: "simulation", stack, plugin: requested, isPreview },
      state: isPreview ? [...state] : state,
      ...(targets === undefined || program === undefined ? {} : { targets: urnsOf(targets, program) }),
      tell({ severity, urn, text }) {
        const key = nameOf(urn);
        if (severity === "error") current.failures.push({ key, doing: current.doing.get(key) ?? "preview", text });
      },
      step(op, urn) {
        const key = nameOf(urn);
        if (op === "replace") replaced.add(key);
        if (op !== "same") current.planned.push(`${op} ${key}`);
        const before = live(key);
        const isAimedAt = targets?.has(key) !== false;
        if (op === "same" && !isPreview && program !== undefined && isAimedAt && before !== undefined)
          unchanged(declaredAt(urn), before.id);
      },
    });
    current.deployment = deployment;

    const resolve = (other: string) => {
      const known = live(other);
      if (known === undefined || (isPreview && replaced.has(other))) return undefined;
      const revision = revisionOf(known.outputs);
      // What a preview would update has a new one then.
      const isKnown = revision !== undefined && !(isPreview && current.planned.includes(`update ${other}`));
      const { tag } = known.outputs;
      return { id: known.id, ...(isKnown ? { revision } : {}), ...(tag === undefined ? {} : { tag }) };
    };

    const registering = async (declarations: Program) => {
      const done = new Map<string, Promise<boolean>>();
      const register = async (declared: Declared) => {
        // All that it may need is registered by then.
        await Promise.resolve();
        const needs = dependenciesOf(declared);
        if ((await Promise.all(needs.map((key) => done.get(key) ?? true))).includes(false)) return false;
        const urn = urnOf(declared, frontend);
        managers.set(urn, processOf(declared, frontend));
        const urnAt = (key: string) => urnOf(declarations.find((each) => each.key === key) as Declared, frontend);
        const properties = Object.entries(referencesOf(declared)).map(([name, keys]) => [name, keys.map(urnAt)]);
        const { keeps, cascades, inside } = declared;
        await deployment.register({
          ...{ type: typeIn(urn), name: declared.key, custom: true },
          inputs: {
            ...inputsOf(declared, declarations, { set, frontend, resolve }),
            ...(processOf(declared, frontend) === "dynamic" ? { __provider: PROVIDER_TEXT } : {}),
          },
          ...{ dependencies: needs.map(urnAt), propertyDependencies: Object.fromEntries(properties) },
          ...{ protect: keeps === "protect", retainOnDelete: keeps === "retainOnDelete" },
          ...(cascades && inside !== undefined && inside.id === undefined ? { deletedWith: urnAt(inside.key) } : {}),
          ignoreChanges: declared.ignoresTag ? ["tag"] : [],
          ...{ replaceOnChanges: [], additionalSecretOutputs: [], aliases: [] },
        });
        return isPreview || live(declared.key) !== undefined;
      };
      for (const declared of declarations)
        done.set(
          declared.key,
          register(declared).catch(() => false),
        );
      await Promise.all(done.values());
    };

    const work = async () => {
      if (program === undefined) await deployment.refresh();
      else await registering(program);
      if (program !== undefined && !isPreview) await deployment.finish();
    };
    await Promise.race([work(), end]);
    const { failures, steps, planned } = current;
    return { failures, steps, planned, isCancelled: current.isCancelled || deployment.isFailed() };
  };

  const urnsOf = (keys: ReadonlySet<string>, program: Program) =>
    new Set([
      ...program.filter(({ key }) => keys.has(key)).map((each) => urnOf(each, frontend)),
      ...state.map(({ urn }) => urn).filter((urn) => keys.has(nameOf(urn))),
    ]);

  return {
    /** What the state holds. */
    state: inState,
    /** The state as the file has it. */
    file: (): readonly Resource[] => [...state],
    /** Takes the option `protect` away, as `pulumi state unprotect` does. */
    unprotect(key: string): void {
      state.forEach((each, index) => {
        if (nameOf(each.urn) === key) state[index] = { ...each, protect: false };
      });
    },
    /** What was being created when a run was cut off, as the next run tells. */
    pending: () => [...pending],
    async preview(program: Program, plugin: Plugin, targets?: Targets): Promise<Run> {
      const run = await running(plugin, program, true, targets);
      const leaving = inState().filter(
        ({ key, isReplaced }) => isReplaced || !program.some((each) => each.key === key),
      );
      return { ...run, planned: [...run.planned, ...leaving.map(({ key }) => `delete ${key}`)] };
    },
    update(program: Program, plugin: Plugin, targets?: Targets): Promise<Run> {
      pending.clear();
      return running(plugin, program, false, targets);
    },
    refresh: (plugin: Plugin) => running(plugin),
    /** The command line's process is gone: nothing more is kept. */
    cutOff(): void {
      course.isOver = true;
      course.isCancelled = true;
      course.over();
    },
    /** Nothing new is begun. */
    cancel(): void {
      course.isCancelled = true;
      course.deployment?.fail();
    },
    /** The plugin's process is gone: what it did has failed. */
    losePlugin(): void {
      course.isCancelled = true;
      course.lose(pluginGone);
      course.deployment?.fail();
    },
  };
}
