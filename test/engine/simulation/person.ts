/** The person at the command line: does what an error's text says, and nothing else. */
import type { Thing } from "./backend.js";
import { ids } from "./backend.js";
import type { World } from "./history-world.js";
import { can, holds, serviceOf, simulated } from "./kinds.js";
import { Violation } from "./ledger.js";
import { type Declared, isNamed, urnOf, wireOf } from "./program.js";
import type { Failure, Run } from "./step.js";

/** What a person did about a failed run; nothing where running again is all that the text asks for. */
export type Act = "adopted" | "deleted in the console" | "renamed" | "refreshed" | "undone";

/** Codes whose text says: run again. */
const again = [
  "AP3001",
  "AP3005",
  "AP3007",
  "AP3008",
  "AP3009",
  "AP3101",
  "AP3102",
  "AP3103",
  "AP4001",
  "AP4003",
  "AP5001",
  "AP5003",
  "AP5004",
  "AP5005",
  "AP5007",
];

export function actOn(world: World, run: Run): Act[] {
  return run.failures.flatMap((failure) => {
    const act = answer(world, failure);
    return act === undefined ? [] : [act];
  });
}

function answer(world: World, { key, text }: Failure): Act | undefined {
  const code = /AP\d{4}/.exec(text)?.[0];
  const declared = world.program.find((each) => each.key === key);
  if (text === "the plugin's process has ended" || code === undefined || again.includes(code)) return undefined;
  // Only the state has it any more.
  if (declared === undefined) return code === "AP3003" ? "refreshed" : undefined;
  switch (code) {
    case "AP3003":
      return "refreshed";
    case "AP3004":
      return takenName(world, declared, text);
    case "AP4002":
      return lookInConsole(world, declared);
    case "AP1206":
      return withTemporaryName(world, text);
    case "AP2006":
      return withoutAdoption(world, declared, text);
    case "AP5006":
      return listServices(world, declared);
    case "AP2001":
    case "AP2002":
      return undo(world, declared);
    default:
      throw new Violation(`nobody knows what to do about ${key}: ${text}`);
  }
}

function change(world: World, declared: Declared, edit: Partial<Declared>): void {
  world.program = world.program.map((each) => (each.key === declared.key ? { ...each, ...edit } : each));
}

function named(world: World, { kind, name, place }: Declared): Thing | undefined {
  return world.backend
    .things()
    .find(
      (thing) =>
        thing.kind === serviceOf(kind) &&
        thing.environmentId === ids[place] &&
        String(thing.config.name).toLowerCase() === name.toLowerCase(),
    );
}

function takenName(world: World, declared: Declared, text: string): Act {
  const id = /id ([0-9a-f-]{36})/.exec(text)?.[1];
  const itself = /Set adoptId: "([^"]+)"/.exec(text)?.[1];
  if (itself !== undefined) {
    change(world, declared, { adoptId: itself });
    return "adopted";
  }
  const existing = named(world, declared);
  const isHeld = world.engine.state().some((kept) => kept.id === existing?.id);
  if (existing === undefined || isHeld || !world.ledger.isOwn(existing.id)) {
    change(world, declared, { name: `${declared.name}-${world.next()}` });
    return "renamed";
  }
  return takeOver(world, declared, existing, id === existing.id);
}

function lookInConsole(world: World, declared: Declared): Act | undefined {
  const existing = isNamed(declared.kind) ? named(world, declared) : undefined;
  const isHeld = world.engine.state().some((kept) => kept.id === existing?.id);
  if (existing === undefined || isHeld || !world.ledger.isOwn(existing.id)) return undefined;
  return takeOver(world, declared, existing, true);
}

/** Takes over what the stack itself had made, where it can be read and made equal; else deletes it. */
function takeOver(world: World, declared: Declared, existing: Thing, isNamedById: boolean): Act {
  const { kind } = declared;
  const isSame = holds(existing.config, wireOf(declared, world.set));
  const canTake =
    can(kind, "read", world.set) &&
    (isSame ||
      (can(kind, "update", world.set) && (!simulated(kind).isTyped || existing.config.type === declared.type)));
  if (canTake && isNamedById) {
    change(world, declared, { adoptId: existing.id });
    return "adopted";
  }
  world.backend.remove(existing.id);
  world.ledger.removed(existing.id);
  return "deleted in the console";
}

/** Who takes the name of another one gets one of its own for now. */
function withTemporaryName(world: World, text: string): Act {
  const taker = world.program.find((each) => text.includes(`- ${urnOf(each, world.door)} takes`));
  if (taker === undefined) throw new Violation(`nobody takes a name: ${text}`);
  change(world, taker, { name: `${taker.name}-${world.next()}` });
  return "renamed";
}

/** A trigger that cannot deploy everything deploys what it lists. */
function listServices(world: World, declared: Declared): Act {
  const { isWhole: _, ...listing } = declared;
  world.program = world.program.map((each) => (each.key === declared.key ? listing : each));
  return "undone";
}

/** What cannot be adopted: the text says why. */
function withoutAdoption(world: World, declared: Declared, text: string): Act {
  if (text.includes("replaces it with a new resource")) return undo(world, declared);
  const { adoptId: _, ...rest } = declared;
  world.program = world.program.map((each) => (each.key === declared.key ? rest : each));
  const isTaken = named(world, declared) !== undefined && !world.engine.state().some(({ key }) => key === declared.key);
  if (text.includes("differs") || isTaken) {
    change(world, declared, { name: `${declared.name}-${world.next()}` });
    return "renamed";
  }
  return "undone";
}

/** Gives back the arguments that the state has. */
function undo(world: World, declared: Declared): Act {
  const before = world.applied.get(declared.key);
  if (before === undefined) throw new Violation(`${declared.key} is refused, though it was never made`);
  const { adoptId: _, ...rest } = before;
  change(world, declared, { ...rest });
  return "undone";
}
