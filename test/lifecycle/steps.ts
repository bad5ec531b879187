/** The ten steps, each as the runs of the CLI that make it up, with what happens outside before them. */
import { randomUUID } from "node:crypto";
import type { World } from "./kind-stack.js";
import type { Args } from "./kinds.js";
import { deployed } from "./kinds.js";
import type { Cell, Observed, Outcome, StepName } from "./outcome.js";

type Shown = Observed & { readonly output: string };
type Step = (world: World, cell: Cell) => Promise<readonly Shown[]>;

/** Paths of the API by which the console edits and deletes, where the set serves them. */
const editable = { documented: ["Job", "Database", "Cluster", "ArgoCdConfig"], extended: "all" } as const;
const segments: Readonly<Record<string, string>> = {
  Application: "application",
  Container: "container",
  Job: "job",
  Database: "database",
  TerraformService: "terraform",
};

function pathOf({ name, platform, program }: World, id: string): string {
  const args = program.get("main")?.args ?? program.get("renamed")?.args ?? {};
  if (name === "Cluster") return `/organization/${platform.ids.organization}/cluster/${id}`;
  if (name === "ArgoCdConfig") return `/cluster/${args.clusterId}/argoCdConfig`;
  return `/${segments[name]}/${id}`;
}

const isEditable = ({ set, name }: World) =>
  set === "extended" || (editable.documented as readonly string[]).includes(name);

/** What the step's value is on the platform: the one argument that the steps edit. */
async function valueNow(
  { console, kind, name }: World,
  id: string | undefined,
  args: Args,
): Promise<string | undefined> {
  const held = name === "DeploymentTrigger" ? (args.containers as { id: string }[])[0]?.id : id;
  const value = held === undefined ? undefined : (await console.look(held))?.[kind.edited.wire];
  return typeof value === "string" ? value : undefined;
}

/** Runs with a changed program; a refused change is taken back. */
async function change(world: World, patches: readonly Args[], cell: Cell, observe: "now" | "old"): Promise<Shown[]> {
  const shown: Shown[] = [];
  for (const [index, patch] of patches.entries()) {
    const expected = outcomeAt(cell, index);
    const before = world.program.get("main")?.args as Args;
    const oldId = await world.id("main");
    const after = { ...before, ...patch };
    world.program.set("main", { args: after });
    const result = await world.run(expected);
    const isRefused = result.counts.startsWith("AP");
    if (isRefused) world.program.set("main", { args: before });
    const now = await valueNow(world, await world.id("main"), after);
    const old = oldId !== undefined && (await world.console.look(oldId)) !== undefined ? "stays" : "gone";
    if (isRefused) shown.push(result);
    else if (observe === "now") shown.push({ ...result, ...(now === undefined ? {} : { now }) });
    else shown.push({ ...result, ...(world.name === "DeploymentTrigger" ? {} : { old }) });
  }
  return shown;
}

function outcomeAt({ runs }: Cell, index: number): Outcome {
  const outcome = runs[index];
  if (outcome === undefined) throw new Error(`run ${index + 1} of the step has no expected outcome`);
  return outcome;
}

const plainly: Step = async (world, cell) => [await world.run(outcomeAt(cell, 0))];

export const steps: Readonly<Record<StepName, Step>> = {
  up: plainly,
  "preview without change": plainly,
  refresh: plainly,
  update: (world, cell) => change(world, world.kind.edits(world.platform.ids), cell, "now"),
  replace: (world, cell) => change(world, world.kind.replacements(world.platform.ids), cell, "old"),

  async drift(world, cell) {
    const { console, kind, name, platform } = world;
    const args = world.program.get("main")?.args as Args;
    const id = (await world.id("main")) as string;
    if (name === "DeploymentTrigger") {
      const body = { containers: [{ id: deployed.otherEnvironment, image_tag: "9.9" }] };
      await platform.request("POST", `/environment/${platform.ids.otherEnvironment}/service/deploy`, { body });
    } else {
      const value = name === "ArgoCdConfig" ? "https://argocd.example.com/by-hand" : "by hand";
      await console.edit(id, { [kind.edited.wire]: value }, isEditable(world) ? pathOf(world, id) : undefined);
    }
    const shown = [await world.run(outcomeAt(cell, 0))];
    const last = await world.run(outcomeAt(cell, 1));
    const now = (await valueNow(world, id, args)) as string;
    shown.push({ ...last, now });
    if (last.counts.startsWith("AP")) {
      await console.edit(id, { [kind.edited.wire]: args[kind.edited.arg] });
      await world.stack.run("refresh");
    }
    return shown;
  },

  async "deleted outside"(world, cell) {
    const { console, name, platform, set } = world;
    const id = (await world.id("main")) as string;
    const isTrigger = name === "DeploymentTrigger";
    const hasDelete = set === "extended" && !isTrigger && name !== "Cluster";
    const restore = await console.remove(
      isTrigger ? platform.ids.otherEnvironment : id,
      hasDelete ? pathOf(world, id) : undefined,
    );
    const shown = [await world.run(outcomeAt(cell, 0)), await world.run(outcomeAt(cell, 1))];
    const isBack = name === "Cluster" || isTrigger;
    if (isBack) {
      await restore();
      await world.stack.run("up");
    }
    return shown;
  },

  async adopt(world, cell) {
    const args = world.program.get("main")?.args as Args;
    const id = (await world.id("main")) as string;
    if (!(world.name in segments)) {
      world.program.set("adopted", { args: { ...args, adoptId: id } });
      const shown = [await world.run(outcomeAt(cell, 0))];
      world.program.delete("adopted");
      return shown;
    }
    const difference = isEditable(world) ? { description: "by hand" } : {};
    const isThere = (await world.console.look(id)) !== undefined;
    const adoptId = isThere ? await world.console.copy(id, { name: "by-hand", ...difference }) : randomUUID();
    const wanted = { ...args, name: "by-hand" };
    world.program.set("adopted", { args: { ...wanted, adoptId } });
    const shown = [await world.run(outcomeAt(cell, 0))];
    if (shown[0]?.counts.startsWith("AP")) {
      world.program.delete("adopted");
      return shown;
    }
    const taken = await world.run(outcomeAt(cell, 1));
    shown.push({ ...taken, now: (await valueNow(world, adoptId, wanted)) as string });
    world.program.set("adopted", { args: wanted });
    shown.push(await world.run(outcomeAt(cell, 2)));
    return shown;
  },

  async "rename with alias"(world, cell) {
    world.program = new Map(
      [...world.program].map(([name, { args }]) => [`${name}-renamed`, { args, aliases: [{ name }] }]),
    );
    return [await world.run(outcomeAt(cell, 0))];
  },

  async destroy(world, cell) {
    const id = (await world.id("main-renamed")) as string;
    const result = await world.run(outcomeAt(cell, 0));
    if (world.name === "DeploymentTrigger") return [result];
    return [{ ...result, old: (await world.console.look(id)) === undefined ? "gone" : "stays" }];
  },
};
