/** The steps, each as the runs of the CLI that make it up, with what happens outside before them. */
import { randomUUID } from "node:crypto";
import type { Args } from "../../kinds/testRecord.js";
import { fillPath, isServed, type Value } from "../../support/provider.js";
import { definitionOf } from "../../unit/support/fake-platform.js";
import type { Call } from "./console.js";
import type { World } from "./kind-stack.js";
import type { Observed, Outcome, StepName } from "./outcome.js";

type Shown = Observed & { readonly output: string };
type Expected = readonly Outcome[];
type Step = (world: World, expected: Expected) => Promise<readonly Shown[]>;

/** The call by which the console updates or deletes, where the set serves one whose path says what. */
function callOf({ set, kind, program }: World, verb: "update" | "delete", id: string): Call | undefined {
  const { identity, api } = definitionOf(kind);
  const call = api[verb];
  if (!isServed(call, set) || identity === "name") return undefined;
  return { method: call.method, path: fillPath(call, { ...program.get("main")?.args, id }) };
}

/** The call that creates, which every set with something to adopt serves. */
function createOf({ kind }: World, args: Args): Call {
  const { create } = definitionOf(kind).api;
  return { method: create.method, path: fillPath(create, args) };
}

/** What the step's value is on the platform: the one argument that the steps edit. */
async function valueNow(
  { console, record: { lifecycle } }: World,
  id: string | undefined,
  args: Args,
): Promise<string | undefined> {
  const stored = lifecycle.acts === undefined ? id : lifecycle.acts.target(args);
  const value = stored === undefined ? undefined : (await console.look(stored))?.[lifecycle.edited.wire];
  return typeof value === "string" ? value : undefined;
}

/** Runs once without an argument that the program gave; a refused change is taken back. */
const remove: Step = async (world, expected) => {
  const { removed, edited } = world.record.lifecycle;
  const { arg, wire } = removed;
  const before = world.program.get("main")?.args as Args;
  const { [arg]: _, ...after } = before;
  world.program.set("main", { args: after });
  const result = await world.run(outcomeAt(expected, 0));
  if (result.counts.startsWith("AP")) {
    world.program.set("main", { args: before });
    return [result];
  }
  if (world.record.lifecycle.acts !== undefined) return [result];
  const stored = await world.console.look((await world.id("main")) as string);
  if (arg === edited.arg) {
    // The steps after this one edit it.
    world.program.set("main", { args: before });
    await world.stack.run("up");
  }
  return [{ ...result, now: (stored?.[wire] ?? null) as Value }];
};

/** Runs with a changed program; a refused change is taken back. */
async function change(
  world: World,
  patches: readonly Args[],
  expected: Expected,
  observe: "now" | "old",
): Promise<Shown[]> {
  const shown: Shown[] = [];
  for (const [index, patch] of patches.entries()) {
    const outcome = outcomeAt(expected, index);
    const before = world.program.get("main")?.args as Args;
    const oldId = await world.id("main");
    const after = { ...before, ...patch };
    world.program.set("main", { args: after });
    const result = await world.run(outcome);
    const isRefused = result.counts.startsWith("AP");
    if (isRefused) world.program.set("main", { args: before });
    const now = await valueNow(world, await world.id("main"), after);
    const old = oldId !== undefined && (await world.console.look(oldId)) !== undefined ? "stays" : "gone";
    if (isRefused) shown.push(result);
    else if (observe === "now") shown.push({ ...result, ...(now === undefined ? {} : { now }) });
    else shown.push({ ...result, ...(world.record.lifecycle.acts === undefined ? { old } : {}) });
  }
  return shown;
}

function outcomeAt(expected: Expected, index: number): Outcome {
  const outcome = expected[index];
  if (outcome === undefined) throw new Error(`run ${index + 1} of the step has no expected outcome`);
  return outcome;
}

const plainly: Step = async (world, expected) => [await world.run(outcomeAt(expected, 0))];

export const steps: Readonly<Record<StepName, Step>> = {
  up: plainly,
  "preview without change": plainly,
  refresh: plainly,
  update: (world, expected) => change(world, world.record.lifecycle.edits(world.platform.ids), expected, "now"),
  remove,
  replace: (world, expected) => change(world, world.record.lifecycle.replacements(world.platform.ids), expected, "old"),

  async drift(world, expected) {
    const { console, platform, record } = world;
    if (expected.length === 0) return [];
    const { acts, edited } = record.lifecycle;
    const args = world.program.get("main")?.args as Args;
    const id = (await world.id("main")) as string;
    if (acts === undefined) await console.edit(id, { [edited.wire]: edited.byHand }, callOf(world, "update", id));
    else await acts.actByHand(platform);
    const shown = [await world.run(outcomeAt(expected, 0))];
    const last = await world.run(outcomeAt(expected, 1));
    const now = (await valueNow(world, id, args)) as string;
    shown.push({ ...last, now });
    if (last.counts.startsWith("AP")) {
      await console.edit(id, { [edited.wire]: args[edited.arg] });
      await world.stack.run("refresh");
    }
    return shown;
  },

  async "deleted outside"(world, expected) {
    const { console, platform, record } = world;
    const { acts, existsBefore } = record.lifecycle;
    const id = (await world.id("main")) as string;
    const restore = await console.remove(acts?.needs(platform.ids) ?? id, callOf(world, "delete", id));
    const shown = [await world.run(outcomeAt(expected, 0)), await world.run(outcomeAt(expected, 1))];
    if (existsBefore) {
      await restore();
      await world.stack.run("up");
    }
    return shown;
  },

  async adopt(world, expected) {
    const args = world.program.get("main")?.args as Args;
    const id = (await world.id("main")) as string;
    const { edited, identifiedBy = { arg: "name", other: "by-hand" }, adopting } = world.record.lifecycle;
    const { arg, other } = identifiedBy;
    const place = identifiedBy.place?.(world.platform.ids);
    if (definitionOf(world.kind).args.adoptId === undefined) {
      world.program.set("adopted", { args: { ...args, adoptId: id } });
      const shown = [await world.run(outcomeAt(expected, 0))];
      world.program.delete("adopted");
      return shown;
    }
    const isUpdatable = isServed(definitionOf(world.kind).api.update, world.set);
    const difference = isUpdatable ? { [edited.wire]: edited.byHand } : {};
    const isThere = (await world.console.look(id)) !== undefined;
    const copy = () => world.console.copy(id, { [arg]: other, ...difference, ...place }, createOf(world, args));
    const { adoptId, ...desired } = adopting?.(world.platform.ids) ?? {
      ...args,
      [arg]: other,
      adoptId: isThere ? await copy() : randomUUID(),
    };
    world.program.set("adopted", { args: { ...desired, adoptId } });
    const shown = [await world.run(outcomeAt(expected, 0))];
    if (shown[0]?.counts.startsWith("AP")) {
      world.program.delete("adopted");
      return shown;
    }
    const taken = await world.run(outcomeAt(expected, 1));
    shown.push({ ...taken, now: (await valueNow(world, String(adoptId), desired)) as string });
    world.program.set("adopted", { args: desired });
    shown.push(await world.run(outcomeAt(expected, 2)));
    return shown;
  },

  async "rename with alias"(world, expected) {
    world.program = new Map(
      [...world.program].map(([name, { args }]) => [`${name}-renamed`, { args, aliases: [{ name }] }]),
    );
    return [await world.run(outcomeAt(expected, 0))];
  },

  async destroy(world, expected) {
    const id = (await world.id("main-renamed")) as string;
    const result = await world.run(outcomeAt(expected, 0));
    if (world.record.lifecycle.acts !== undefined) return [result];
    return [{ ...result, old: (await world.console.look(id)) === undefined ? "gone" : "stays" }];
  },
};
