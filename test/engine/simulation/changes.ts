/** What is done to the program between two runs, and what the platform's console does. */
import { definitions } from "../../../provider/resources/index.js";
import type { Value } from "../../../provider/schema/json.js";
import { membersToWire } from "../../../provider/values/wire.js";
import type { OptionalArgument } from "../../kinds/simulationRecord.js";
import { ids } from "./backend.js";
import type { World } from "./history-world.js";
import { can, isAct, type KindName, kindNames, serviceOf, simulated } from "./kinds.js";
import { optionsOf, withValueAt } from "./optional.js";
import { type Connection, connections, type Declared, effective, inputsOf, isNamed, type Place } from "./program.js";
import { isMentioned } from "./removals.js";

export const argumentChanges = [
  "give an argument",
  "drop an argument",
  "null an argument",
  "console sets an argument",
] as const;
export const changeSorts = [
  "create",
  "create under a name that is left",
  "clone",
  "adopt",
  "adopt under another Pulumi name",
  "edit",
  "retag",
  "rename",
  "swap names",
  "connect",
  "move",
  "retype",
  "remove",
  "remove all",
  "console deletes",
  "console edits",
  ...argumentChanges,
  "console takes a name",
  "console deploys a tag",
  "a deployment fails",
  "end on destroy",
  "reconnect a trigger",
  "mark secrets",
  "deploy everything",
] as const;
export type ChangeSort = (typeof changeSorts)[number];

export interface Change {
  readonly sort: ChangeSort;
  readonly kind: KindName;
  readonly pick: number;
}

const at = <T>(list: readonly T[], pick: number): T | undefined =>
  list.length === 0 ? undefined : list[pick % list.length];

const connectionBy = (pick: number) => connections[pick % connections.length] as Connection;

const fresh = (world: World, kind: KindName, pick: number): Declared => {
  const number = world.next();
  const given = optionsOf({ kind }).filter((_, index) => (pick >> (index + 2)) % 2 === 1);
  return {
    ...(pick % 5 === 4 && !isAct(kind) ? { connection: connectionBy(pick) } : {}),
    mentions: Object.fromEntries(given.map(({ place }) => [place, "given" as const])),
    key: `${kind}-${number}`,
    kind,
    name: simulated(kind).isNamed ? `main-${number}` : `thing-${number}`,
    place: pick % 4 === 3 ? "otherEnvironment" : "environment",
    edition: number,
    tag: number,
    type: "POSTGRESQL",
    ...(kind === "Container" && pick % 2 === 1 ? { ignoresTag: true } : {}),
  };
};

function declare(world: World, kind: KindName, pick: number): void {
  if (simulated(kind).isSingle && world.program.some((each) => each.kind === kind)) return;
  const made = fresh(world, kind, pick);
  if (!isAct(kind)) {
    world.program = [...world.program, made];
    return;
  }
  const services = world.program
    .filter((each) => simulated(each.kind).isDeployed && each.cloneOf === undefined)
    .filter((_, index) => pick % 3 === 0 || (index + pick) % 2 === 0);
  const [first] = services;
  if (first === undefined) return;
  const waits = world.set === "extended" && pick % 5 === 0;
  world.program = [
    ...world.program,
    { ...made, place: first.place, services: services.map(({ key }) => key), ...(waits ? { waits } : {}) },
  ];
}

function edit(world: World, declared: Declared | undefined, how: (old: Declared) => Partial<Declared>): void {
  world.program = world.program.map((each) => (each === declared ? { ...each, ...how(each) } : each));
}

/**
 * Gives a resource another Pulumi name, under which the program adopts what the stack has under the old one; sometimes with another
 * connection, as it happens in a component with `withConnection`.
 */
function adoptAgain(world: World, old: Declared, id: string, pick: number): void {
  const { cloneOf: _, ...same } = old;
  const plain = pick % 2 === 0 ? same : connectedBy(same, pick);
  const key = `${old.kind}-${world.next()}`;
  const named = (other: string) => (other === old.key ? key : other);
  world.program = world.program.map((each) => {
    if (each === old) return { ...plain, key, adoptId: id };
    const { cloneOf, services } = each;
    return {
      ...each,
      ...(cloneOf === undefined ? {} : { cloneOf: named(cloneOf) }),
      ...(services === undefined ? {} : { services: services.map(named) }),
    };
  });
}

/** The same with another connection to the same platform. */
function connectedBy({ connection, ...plain }: Declared, pick: number): Declared {
  const next = [...connections, undefined].filter((each) => each !== connection)[pick % connections.length];
  return next === undefined ? plain : { ...plain, connection: next };
}

/** What of the program can be changed in this way. */
function fitting(world: World, isFit: (declared: Declared) => boolean): readonly Declared[] {
  return effective(world.program)
    .filter(isFit)
    .flatMap(({ key }) => world.program.filter((each) => each.key === key));
}

export async function doChange(world: World, { sort, kind, pick }: Change): Promise<void> {
  world.trace.push(`change: ${sort}`);
  const { set, backend, ledger } = world;
  const one = (isFit: (declared: Declared) => boolean) => at(fitting(world, isFit), pick);
  const elsewhere = (place: Place): Place => (place === "environment" ? "otherEnvironment" : "environment");
  const hasName = (each: Declared) => isNamed(each.kind);
  const own = (each: Declared) => world.engine.state().find((kept) => kept.key === each.key && !kept.isReplaced);
  switch (sort) {
    case "create":
      declare(world, kind, pick);
      return;
    case "create under a name that is left": {
      const known = backend
        .things()
        .filter(({ id }) => ledger.isOwn(id) && !world.engine.state().some((kept) => kept.id === id));
      const left = at(known, pick);
      const name = kindNames.find((each) => serviceOf(each) === left?.kind);
      if (left === undefined || name === undefined || isDeclared(world, String(left.config.name))) return;
      const place = left.environmentId === ids.environment ? "environment" : "otherEnvironment";
      world.program = [...world.program, { ...fresh(world, name, pick), name: String(left.config.name), place }];
      return;
    }
    case "clone": {
      const source = one((each) => can(each.kind, "clone", set) && each.cloneOf === undefined);
      if (source === undefined) return;
      const { mentions = {}, ...made } = fresh(world, source.kind, pick);
      const edits = can(source.kind, "update", set) ? { mentions } : {};
      world.program = [...world.program, { ...made, ...edits, type: source.type, cloneOf: source.key }];
      return;
    }
    case "adopt": {
      if (!isNamed(kind) || !can(kind, "read", set)) return;
      const made = fresh(world, kind, pick);
      const theirs = can(kind, "update", set) && pick % 2 === 0 ? otherwise(made, world.next()) : made;
      const id = await makeInConsole(world, theirs);
      world.program = [...world.program, { ...made, adoptId: id }];
      return;
    }
    case "adopt under another Pulumi name": {
      const old = one((each) => hasName(each) && can(each.kind, "read", set) && own(each) !== undefined);
      if (old !== undefined) adoptAgain(world, old, own(old)?.id as string, pick);
      return;
    }
    case "edit":
      edit(
        world,
        one(() => true),
        () => ({ edition: world.next() }),
      );
      return;
    case "retag":
      edit(
        world,
        one((each) => simulated(each.kind).tagged !== undefined && each.cloneOf === undefined),
        () => ({ tag: world.next() }),
      );
      return;
    case "rename":
      edit(world, one(hasName), ({ name }) => ({ name: `${name}-${world.next()}` }));
      return;
    case "swap names": {
      const first = one(hasName);
      // Where they use two connections, nobody knows that these lead to one platform.
      const isAlike = (each: Declared) => each.place === first?.place && each.connection === first.connection;
      const second = one((each) => each.kind === first?.kind && isAlike(each) && each !== first);
      if (first === undefined || second === undefined) return;
      edit(world, first, () => ({ name: second.name }));
      edit(world, second, () => ({ name: first.name }));
      return;
    }
    case "connect": {
      const old = one((each) => !isAct(each.kind) && own(each) !== undefined);
      if (old === undefined) return;
      // Without its ID, the error tells what to do.
      const isTold = hasName(old) && can(old.kind, "read", set) && pick % 3 > 0;
      const { adoptId: _, ...plain } = connectedBy(old, pick);
      const adopting = { ...plain, ...(isTold ? { adoptId: own(old)?.id as string } : {}) };
      world.program = world.program.map((each) => (each === old ? adopting : each));
      return;
    }
    case "move":
      edit(world, one(hasName), ({ place }) => ({ place: elsewhere(place) }));
      return;
    case "retype":
      edit(
        world,
        one((each) => simulated(each.kind).isTyped === true && each.cloneOf === undefined),
        ({ type }) => ({
          type: type === "MYSQL" ? "POSTGRESQL" : "MYSQL",
        }),
      );
      return;
    case "remove": {
      const gone = one(() => true);
      world.program = world.program.filter((each) => each !== gone);
      return;
    }
    case "remove all":
      world.program = [];
      return;
    case "console deletes": {
      const gone = one((each) => hasName(each) && can(each.kind, "read", set));
      const kept = gone === undefined ? undefined : own(gone);
      if (kept === undefined || !backend.things().some(({ id }) => id === kept.id)) return;
      world.hasDrifted = true;
      backend.remove(kept.id);
      ledger.removed(kept.id);
      return;
    }
    case "console edits": {
      const edited = one(
        (each) =>
          hasName(each) && can(each.kind, "update", set) && can(each.kind, "read", set) && each.cloneOf === undefined,
      );
      const kept = edited === undefined ? undefined : own(edited);
      if (kept === undefined || !backend.things().some(({ id }) => id === kept.id)) return;
      world.hasDrifted = true;
      backend.edit(kept.id, { description: "edited in the console" });
      ledger.editedByConsole(kept.id, "description");
      return;
    }
    case "give an argument":
    case "drop an argument":
    case "null an argument": {
      const isDropping = sort !== "give an argument";
      const options = (each: Declared) => optionsOf(each).filter((option) => isMentioned(each, option) === isDropping);
      const isGiving = (each: Declared) => each.cloneOf === undefined || can(each.kind, "update", set);
      const changed = one((each) => isGiving(each) && options(each).length > 0);
      const option = changed === undefined ? undefined : at(options(changed), pick);
      if (option === undefined) return;
      world.trace.push(`${changed?.key}: ${option.place}`);
      const mention = { "give an argument": "given", "null an argument": "null" } as const;
      edit(world, changed, ({ mentions = {} }) => {
        const { [option.place]: _, ...others } = mentions;
        return { mentions: sort === "drop an argument" ? others : { ...others, [option.place]: mention[sort] } };
      });
      return;
    }
    case "console sets an argument": {
      // What cannot be updated cannot be set back either.
      const isFree = (each: Declared, option: OptionalArgument) =>
        can(each.kind, "update", set) ||
        ![each, world.applied.get(each.key)].some((given) => given !== undefined && isMentioned(given, option));
      const settable = (each: Declared) =>
        optionsOf(each).filter((option) => option.console !== undefined && isFree(each, option));
      const edited = one((each) => hasName(each) && can(each.kind, "read", set) && settable(each).length > 0);
      const kept = edited === undefined ? undefined : own(edited);
      const thing = backend.things().find(({ id }) => id === kept?.id);
      const option = edited === undefined ? undefined : at(settable(edited), pick);
      if (thing === undefined || option === undefined) return;
      world.trace.push(`${edited?.key}: ${option.place}`);
      world.hasDrifted = true;
      const [member = ""] = option.platformPlace.split(".");
      const config = withValueAt(thing.config, option.platformPlace, option.console as Value);
      backend.edit(thing.id, { [member]: config[member] as Value });
      ledger.editedByConsole(thing.id, option.place, option.console);
      return;
    }
    case "console takes a name":
      await meddle(world, pick);
      return;
    case "a deployment fails": {
      const kept = [one((each) => simulated(each.kind).isDeployed === true && own(each) !== undefined)].map(
        (each) => each && own(each),
      )[0];
      if (kept !== undefined) backend.failNext(kept.id);
      return;
    }
    case "end on destroy":
      edit(
        world,
        one((each) => isAct(each.kind)),
        () => ({ onDestroy: pick % 2 === 0 && set === "extended" ? "stopOnDestroy" : "cancelOnDestroy" }),
      );
      return;
    case "reconnect a trigger": {
      const old = one((each) => isAct(each.kind) && own(each) !== undefined);
      if (old === undefined) return;
      const key = `${old.kind}-${world.next()}`;
      const again: Declared = pick % 2 === 0 ? connectedBy(old, pick) : { ...old, key, isCapital: true };
      world.program = world.program.map((each) => (each === old ? again : each));
      return;
    }
    case "mark secrets":
      edit(
        world,
        one((each) => !isAct(each.kind) && each.cloneOf === undefined),
        () => ({ marksSecrets: true }),
      );
      return;
    case "deploy everything":
      edit(world, set === "extended" ? one((each) => isAct(each.kind)) : undefined, () => ({ isWhole: true }));
      return;
    case "console deploys a tag": {
      const kept = [one((each) => each.ignoresTag === true && own(each) !== undefined)].map(
        (each) => each && own(each),
      )[0];
      const thing = backend.things().find(({ id }) => id === kept?.id);
      if (thing === undefined) return;
      const tag = `9.${world.next()}`;
      // While another deployment runs, the platform refuses it.
      if (await backend.deploy(thing, tag)) ledger.deployedByConsole(thing.id, tag);
      return;
    }
  }
}

/** Another edition of the same, with the optional arguments that it does not give. */
function otherwise(declared: Declared, edition: number): Declared {
  const others = optionsOf(declared).filter((option) => !isMentioned(declared, option));
  return { ...declared, edition, mentions: Object.fromEntries(others.map(({ place }) => [place, "given" as const])) };
}

function isDeclared(world: World, name: string): boolean {
  return world.program.some((each) => each.name === name);
}

/** The console makes something under a name that the program has, but the stack has not made yet. */
export async function meddle(world: World, pick: number): Promise<void> {
  const wanted = at(
    fitting(
      world,
      (each) =>
        isNamed(each.kind) &&
        each.adoptId === undefined &&
        !world.engine.state().some(({ key }) => key === each.key) &&
        !world.backend.things().some(({ config }) => config.name === each.name),
    ),
    pick,
  );
  if (wanted === undefined) return;
  await makeInConsole(world, { ...wanted, edition: world.next() });
}

async function makeInConsole(world: World, declared: Declared): Promise<string> {
  const { cloneOf: _, ...plain } = declared;
  const definition = definitions.find(({ kind }) => kind === plain.kind);
  const service = serviceOf(plain.kind);
  if (definition === undefined || service === undefined) throw new Error(`the console makes no ${plain.kind}`);
  const inputs = inputsOf(plain, [plain], { set: "extended", door: "dynamic", resolve: () => undefined });
  const body = membersToWire(definition.args, inputs, definition.pathArgs);
  const id = await world.backend.make(service, ids[plain.place], body);
  world.ledger.madeByConsole(id, plain);
  return id;
}
