/** The person at the command line: does what an error's text says, and nothing else. */
import type { Thing } from "./backend.js";
import { edit, named } from "./changes.js";
import type { World } from "./history-world.js";
import { can, holds, simulated } from "./kinds.js";
import { Violation } from "./ledger.js";
import { type Declared, isNamed, urnOf, wireOf } from "./program.js";
import type { Failure, Run } from "./step.js";

/** What a person did about a failed run; nothing where running again is all that the text asks for. */
export type Act =
  | "adopted"
  | "deleted in the console"
  | "renamed"
  | "refreshed"
  | "undone"
  | "unprotected"
  | "referred to";

/** Codes whose text says: run again. */
const again = [
  ...["AP2003", "AP3001", "AP3005", "AP3007", "AP3008", "AP3009", "AP3101", "AP3102", "AP3103", "AP4001"],
  ...["AP4003", "AP5001", "AP5003", "AP5004", "AP5005", "AP5007"],
];

export function actOn(world: World, run: Run): Act[] {
  return run.failures.flatMap((failure) => {
    const act = answer(world, failure);
    return act === undefined ? [] : [act];
  });
}

function answer(world: World, { key, text }: Failure): Act | undefined {
  const code = /AP\d{4}/.exec(text)?.[0];
  if (code === undefined && /is protected|marked for protection/.test(text)) return unprotect(world, key);
  if (code === "AP2014") return makeRoom(world, text);
  const declared = world.program.find((each) => each.key === key);
  if (text === "the plugin's process has ended" || code === undefined || again.includes(code)) return undefined;
  // Only the state has it any more.
  if (declared === undefined) return code === "AP3003" ? "refreshed" : undefined;
  switch (code) {
    case "AP3003":
      return isDangling(world, declared) ? referTo(world, declared) : "refreshed";
    case "AP3004":
      return takenName(world, declared, text);
    case "AP4002":
      return lookInConsole(world, declared);
    case "AP1205":
      return rename(world, declared);
    case "AP1206":
      return withTemporaryName(world, text);
    case "AP2006":
      return withoutAdoption(world, declared, text);
    case "AP5006":
      // A trigger that cannot deploy everything deploys what it lists.
      edit(world, declared, { isWhole: undefined });
      return "undone";
    case "AP2001":
    case "AP2002":
      return undo(world, declared);
    default:
      throw new Violation(`nobody knows what to do about ${key}: ${text}`);
  }
}

/** Gives it a name of its own. */
function rename(world: World, declared: Declared): Act {
  edit(world, declared, { name: `${declared.name}-${world.next()}` });
  return "renamed";
}

/** Removes the option `protect` from the program and from the state. */
function unprotect(world: World, key: string): Act {
  const declared = world.program.find((each) => each.key === key);
  if (declared !== undefined) edit(world, declared, withoutOptions);
  world.unprotect(key);
  return "unprotected";
}

const withoutOptions = { keeps: undefined, cascades: undefined };

/** Does what the error says about each thing that must stay inside of what is deleted. */
function makeRoom(world: World, text: string): Act | undefined {
  const items = [...text.matchAll(/\bid ([0-9a-f-]{36})\)(?:, which names it)?: (.*)/g)];
  const acts = items.map(([, id, why = ""]) => {
    const kept = world.state().find((each) => each.id === id && !each.isReplaced);
    const declared = world.program.find((each) => each.key === kept?.key);
    if (why.includes("option protect") && kept !== undefined) return unprotect(world, kept.key);
    if (why.includes("deletes it")) return undefined;
    // Another stack gives up what is its own.
    if (/declare it|declares it|doesn't manage/.test(why) && declared !== undefined) return referTo(world, declared);
    if (why.includes("retainOnDelete") && declared !== undefined) {
      edit(world, declared, withoutOptions);
      return "undone" as const;
    }
    const thing = world.backend.things().find((each) => each.id === id);
    if (thing === undefined) return undefined;
    world.backend.remove(thing);
    world.ledger.removed(thing.id);
    return "deleted in the console" as const;
  });
  return acts.find((act) => act !== undefined);
}

const isDangling = ({ backend }: World, { inside }: Declared) =>
  inside?.id !== undefined && !backend.things().some(({ id }) => id === inside.id);

/** Names what contains it as that is now, or leaves the program with it. */
function referTo(world: World, declared: Declared): Act {
  const { inside } = declared;
  const container = world.program.find((each) => each.key === inside?.key);
  const isOwn = container?.stack === declared.stack;
  const id = isOwn ? undefined : world.state().find((kept) => kept.key === container?.key && !kept.isReplaced)?.id;
  const isKept = container !== undefined && (isOwn || (id !== undefined && id !== inside?.id));
  if (isKept && inside !== undefined)
    edit(world, declared, { inside: { key: inside.key, as: inside.as, ...(id === undefined ? {} : { id }) } });
  else world.program = world.program.filter((each) => each !== declared);
  return "referred to";
}

function takenName(world: World, declared: Declared, text: string): Act {
  const id = /id ([0-9a-f-]{36})/.exec(text)?.[1];
  const itself = /Set adoptId: "([^"]+)"/.exec(text)?.[1];
  if (itself !== undefined) {
    edit(world, declared, { adoptId: itself });
    return "adopted";
  }
  const existing = named(world, declared);
  const isOwned = world.state().some((kept) => kept.id === existing?.id);
  if (existing === undefined || isOwned || !world.ledger.isOwn(existing.id)) return rename(world, declared);
  return takeOver(world, declared, existing, id === existing.id);
}

function lookInConsole(world: World, declared: Declared): Act | undefined {
  const existing = isNamed(declared.kind) ? named(world, declared) : undefined;
  const isOwned = world.state().some((kept) => kept.id === existing?.id);
  if (existing === undefined || isOwned || !world.ledger.isOwn(existing.id)) return undefined;
  return takeOver(world, declared, existing, true);
}

/** Takes over what the stack itself had made, where it can be read and made equal; else deletes it. */
function takeOver(world: World, declared: Declared, existing: Thing, isNamedById: boolean): Act {
  const { kind } = declared;
  const isSame = holds(existing.config, wireOf(declared, world.set));
  const canTake =
    !world.state().some((kept) => kept.key === declared.key && !kept.isReplaced) &&
    can(kind, "read", world.set) &&
    (isSame ||
      (can(kind, "update", world.set) && (!simulated(kind).isTyped || existing.config.type === declared.type)));
  if (canTake && isNamedById) {
    edit(world, declared, { adoptId: existing.id });
    return "adopted";
  }
  world.backend.remove(existing);
  world.ledger.removed(existing.id);
  return "deleted in the console";
}

/** Who takes the name of another one gets one of its own for now. */
function withTemporaryName(world: World, text: string): Act {
  const taker = world.program.find((each) => text.includes(`- ${urnOf(each, world.frontend)} would reuse`));
  if (taker === undefined) throw new Violation(`nobody takes a name: ${text}`);
  return rename(world, taker);
}

/** What cannot be adopted: the text says why. */
function withoutAdoption(world: World, declared: Declared, text: string): Act {
  if (text.includes("replaces it with a new resource")) return undo(world, declared);
  edit(world, declared, { adoptId: undefined });
  const isTaken = named(world, declared) !== undefined && !world.state().some(({ key }) => key === declared.key);
  return text.includes("differs") || isTaken ? rename(world, declared) : "undone";
}

/** Gives back the arguments that the state has. */
function undo(world: World, declared: Declared): Act {
  const before = world.applied.get(declared.key);
  if (before === undefined) throw new Violation(`${declared.key} is refused, though it was never made`);
  world.program = world.program.map((each) =>
    each.key === declared.key ? { ...before, adoptId: declared.adoptId } : each,
  );
  return "undone";
}
