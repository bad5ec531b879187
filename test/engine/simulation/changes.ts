/** What is done to the program between two runs, and what the platform's console does. */
import { membersToWire } from "../../../provider/values/wire.js";
import type { OptionalArgument } from "../../kinds/simulationRecord.js";
import type { Value } from "../../provider.js";
import { ids, type Thing } from "./backend.js";
import type { World } from "./history-world.js";
import {
  can,
  containersOf,
  createdAs,
  definitionOf,
  isAct,
  isService,
  type KindName,
  kindNames,
  placeArgument,
  simulated,
} from "./kinds.js";
import { optionsOf, withValueAt } from "./optional.js";
import {
  type Connection,
  connections,
  type Declared,
  effective,
  type Inside,
  inputsOf,
  isBeside,
  isNamed,
  type Named,
  nameable,
  namingOf,
  type Place,
  rootOf,
} from "./program.js";
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
  "protect",
  "retain on delete",
  "delete with its place",
  "name its place by ID",
  "name another",
  "drop options",
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
  const isServed = ({ isExtended }: OptionalArgument) => !isExtended || world.set === "extended";
  const given = optionsOf({ kind }).filter((each, index) => isServed(each) && (pick >> (index + 2)) % 2 === 1);
  const { spelled = (name) => name, isNamed: hasName } = simulated(kind);
  return {
    ...(managers[pick % 13] ?? {}),
    ...(pick % 13 === 7 && isNamed(kind) ? { stack: "team" } : {}),
    ...(pick % 5 === 4 && !isAct(kind) ? { connection: connectionBy(pick) } : {}),
    mentions: Object.fromEntries(given.map(({ place }) => [place, "given" as const])),
    key: `${kind}-${number}`,
    kind,
    name: spelled(hasName ? `main-${number}` : `thing-${number}`),
    place: pick % 4 === 3 ? "otherEnvironment" : "environment",
    edition: number,
    tag: number,
    type: "POSTGRESQL",
    ...(kind === "Container" && pick % 2 === 1 ? { ignoresTag: true } : {}),
  };
};

/** Which process manages a resource, by what it is picked with. */
const managers: Readonly<Record<number, Pick<Declared, "by">>> = {
  9: { by: "explicit" },
  10: { by: "native" },
  11: { by: "dynamic" },
};

/** Something of the program that the resource can be in; a literal ID where another stack has that. */
function insideBy(world: World, made: Declared, pick: number): Inside | undefined {
  const kinds = containersOf(made.kind);
  const isFit = ({ kind, cloneOf }: Declared) => cloneOf === undefined && kinds.some((each) => each.kind === kind);
  const found = at(fitting(world, isFit), pick);
  if (found === undefined) return undefined;
  const { as = "" } = kinds.find((each) => each.kind === found.kind) ?? {};
  if (found.stack === made.stack) return { key: found.key, as };
  const id = ownOf(world, found)?.id;
  return id === undefined ? undefined : { key: found.key, as, id };
}

const ownOf = (world: World, { key }: Declared) => world.state().find((kept) => kept.key === key && !kept.isReplaced);

function declare(world: World, kind: KindName, pick: number): void {
  if (simulated(kind).isSingle && world.program.some((each) => each.kind === kind)) return;
  if (world.set === "documented" && !can(kind, "create", world.set)) return;
  const made = fresh(world, kind, pick);
  if (!isAct(kind)) {
    const inside = pick % 4 === 2 ? undefined : insideBy(world, made, pick >> 2);
    if (inside === undefined && rootOf(kind, made.place) === undefined && !simulated(kind).isSingle) return;
    const placed = inside === undefined ? made : { ...made, inside };
    world.program = [...world.program, { ...placed, ...listed(world, placed, pick) }];
    return;
  }
  const services = world.program
    .filter((each) => simulated(each.kind).isDeployed && each.cloneOf === undefined && each.stack === undefined)
    .filter((_, index) => pick % 3 === 0 || (index + pick) % 2 === 0);
  const [first] = services;
  if (first === undefined) return;
  const waits = world.set === "extended" && pick % 5 === 0;
  world.program = [
    ...world.program,
    {
      ...made,
      place: first.place,
      ...(first.inside === undefined ? {} : { inside: first.inside }),
      services: services.filter((each) => isBeside(each, first)).map(({ key }) => key),
      ...(waits ? { waits } : {}),
    },
  ];
}

/** The services that a resource lists, of those that no other one of its kind does. */
function listed({ program }: World, made: Declared, pick: number): Partial<Declared> {
  if (simulated(made.kind).lists === undefined) return {};
  const taken = program.filter(({ kind }) => kind === made.kind).flatMap(({ services = [] }) => services);
  const free = program.filter((each) => isService(each.kind) && isBeside(each, made) && !taken.includes(each.key));
  return { services: free.filter((_, index) => (pick + index) % 2 === 0).map(({ key }) => key) };
}

/** The arguments by which a resource could name others, with these. */
function argsNaming({ program }: World, declared: Declared) {
  const { names: _, ...own } = declared;
  return Object.keys(simulated(declared.kind).names ?? {})
    .map((arg) => ({ arg, others: nameable(program, own, arg) }))
    .filter(
      ({ others }) =>
        others.length > 0 &&
        !program.some(({ names }) => names?.key === declared.key && isSource(names, declared.kind)),
    );
}

/** Whether what names a resource has its value from it. */
const isSource = ({ arg }: Named, kind: KindName) => simulated(kind).names?.[arg]?.isNeeded === true;

/** Another name, spelled like the one before. */
const renamed = (name: string, number: number) => name.replace(/^[^.]+/, (first) => `${first}-${number}`);

function edit(world: World, declared: Declared | undefined, how: (old: Declared) => Partial<Declared>): void {
  world.program = world.program.map((each) => (each === declared ? { ...each, ...how(each) } : each));
}

/**
 * Gives a resource another Pulumi name, under which the program adopts what the stack has under the old one; sometimes with another
 * connection, as it happens in a component with `withConnection`.
 */
function adoptAgain(world: World, old: Declared, id: string, pick: number): void {
  const { cloneOf: _, ...same } = old;
  const plain = { ...(pick % 2 === 0 ? same : connectedBy(same, pick)), ...managers[pick % 13] };
  const key = `${old.kind}-${world.next()}`;
  const named = (other: string) => (other === old.key ? key : other);
  world.program = world.program.map((each) => {
    if (each === old) return { ...plain, key, adoptId: id };
    const { cloneOf, services, names } = each;
    return {
      ...each,
      ...(names === undefined ? {} : { names: { ...names, key: named(names.key) } }),
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

/** What is edited of one resource of the program, by the sort of change: which ones fit, and how. */
type SimpleEdit = readonly [isFit: (each: Declared) => boolean, how: (old: Declared) => Partial<Declared>];

const isPlain = ({ cloneOf }: Declared) => cloneOf === undefined;
const hasName = ({ kind }: Declared) => isNamed(kind);
const hasOwnName = (each: Declared) => hasName(each) && !namingOf(each)?.hasItsName;
const isTrigger = ({ kind }: Declared) => isAct(kind);

const simpleEdits = ({ set, next }: World, pick: number): Partial<Record<ChangeSort, SimpleEdit>> => ({
  edit: [() => true, () => ({ edition: next() })],
  retag: [(each) => simulated(each.kind).tagged !== undefined && isPlain(each), () => ({ tag: next() })],
  rename: [hasOwnName, ({ name }) => ({ name: renamed(name, next()) })],
  protect: [hasName, () => ({ keeps: "protect" })],
  "retain on delete": [hasName, () => ({ keeps: "retainOnDelete" })],
  "delete with its place": [
    ({ inside }) => inside !== undefined && inside.id === undefined,
    () => ({ goesAlong: true }),
  ],
  retype: [
    (each) => simulated(each.kind).isTyped === true && isPlain(each),
    ({ type }) => ({ type: type === "MYSQL" ? "POSTGRESQL" : "MYSQL" }),
  ],
  "end on destroy": [
    isTrigger,
    () => ({ onDestroy: pick % 2 === 0 && set === "extended" ? "stopOnDestroy" : "cancelOnDestroy" }),
  ],
  "mark secrets": [(each) => !isTrigger(each) && isPlain(each), () => ({ marksSecrets: true })],
  "deploy everything": [(each) => set === "extended" && isTrigger(each), () => ({ isWhole: true })],
});

export async function doChange(world: World, { sort, kind, pick }: Change): Promise<void> {
  world.trace.push(`change: ${sort}`);
  const { set, backend, ledger } = world;
  const one = (isFit: (declared: Declared) => boolean) => at(fitting(world, isFit), pick);
  const elsewhere = (place: Place): Place => (place === "environment" ? "otherEnvironment" : "environment");
  const isNameUsed = ({ key }: Declared) => world.program.some(({ names }) => names?.key === key);
  const own = (each: Declared) => ownOf(world, each);
  const isMade = (each: Declared) => own(each) !== undefined;
  const isServed = ({ isExtended }: OptionalArgument) => !isExtended || set === "extended";
  const isRead = (each: Declared) => can(each.kind, "read", set);
  const isUpdated = (each: Declared) => can(each.kind, "update", set);
  /** What the platform has of it. */
  const thingOf = (each: Declared | undefined) => {
    const id = each && own(each)?.id;
    return backend.things().find((thing) => thing.id === id);
  };
  const simple = simpleEdits(world, pick)[sort];
  if (simple !== undefined) {
    const [isFit, how] = simple;
    edit(world, one(isFit), how);
    return;
  }
  switch (sort) {
    case "create":
      declare(world, kind, pick);
      return;
    case "create under a name that is left": {
      const known = backend
        .things()
        .filter(({ id }) => ledger.isOwn(id) && !world.state().some((kept) => kept.id === id));
      const places: readonly Place[] = ["environment", "otherEnvironment"];
      const left = at(
        known.filter(({ parentId }) => places.some((each) => ids[each] === parentId)),
        pick,
      );
      const name = kindNames.find((each) => isService(each) && createdAs(each) === left?.kind);
      if (left === undefined || name === undefined || isDeclared(world, String(left.config.name))) return;
      const place = left.parentId === ids.environment ? "environment" : "otherEnvironment";
      world.program = [...world.program, { ...fresh(world, name, pick), name: String(left.config.name), place }];
      return;
    }
    case "clone": {
      const source = one((each) => isService(each.kind) && can(each.kind, "clone", set) && isPlain(each));
      if (source === undefined) return;
      const { mentions = {}, stack: _, ...made } = fresh(world, source.kind, pick);
      const edits = isUpdated(source) ? { mentions } : {};
      const stack = source.stack === undefined ? {} : { stack: source.stack };
      world.program = [...world.program, { ...made, ...stack, ...edits, type: source.type, cloneOf: source.key }];
      return;
    }
    case "adopt": {
      if (!isNamed(kind) || !can(kind, "read", set)) return;
      const made = fresh(world, kind, pick);
      if (rootOf(kind, made.place) === undefined) return;
      const theirs = can(kind, "update", set) && pick % 2 === 0 ? otherwise(made, world.next()) : made;
      const id = await makeInConsole(world, theirs);
      world.program = [...world.program, { ...made, adoptId: id }];
      return;
    }
    case "adopt under another Pulumi name": {
      const old = one((each) => hasName(each) && isRead(each) && isMade(each));
      if (old !== undefined) adoptAgain(world, old, own(old)?.id as string, pick);
      return;
    }
    case "swap names": {
      const first = one((each) => hasOwnName(each) && !isNameUsed(each));
      // Where they use two connections, nobody knows that these lead to one platform.
      const isAlike = (each: Declared) =>
        first !== undefined && isBeside(each, first) && each.connection === first.connection;
      const second = one((each) => each.kind === first?.kind && isAlike(each) && each !== first && !isNameUsed(each));
      if (first === undefined || second === undefined) return;
      edit(world, first, () => ({ name: second.name }));
      edit(world, second, () => ({ name: first.name }));
      return;
    }
    case "connect": {
      const old = one((each) => !isTrigger(each) && isMade(each));
      if (old === undefined) return;
      // Without its ID, the error tells what to do.
      const isTold = hasName(old) && isRead(old) && pick % 3 > 0;
      const { adoptId: _, ...plain } = connectedBy(old, pick);
      const adopting = { ...plain, ...(isTold ? { adoptId: own(old)?.id as string } : {}) };
      world.program = world.program.map((each) => (each === old ? adopting : each));
      return;
    }
    case "move": {
      const moved = one(hasName);
      const inside = moved === undefined ? undefined : insideBy(world, moved, pick >> 2);
      if (inside !== undefined && inside.key !== moved?.inside?.key) edit(world, moved, () => ({ inside }));
      else if (moved?.inside === undefined) edit(world, moved, ({ place }) => ({ place: elsewhere(place) }));
      return;
    }
    case "name its place by ID": {
      const idOf = (each: Declared) =>
        each.inside?.id === undefined ? each.inside && world.placeIdOf(each) : undefined;
      const named = one((each) => idOf(each) !== undefined);
      if (named === undefined) return;
      const id = idOf(named) as string;
      const { goesAlong: _, ...others } = named;
      const byId = { ...others, inside: { ...(named.inside as Inside), id } };
      world.program = world.program.map((each) => (each === named ? byId : each));
      return;
    }
    case "name another": {
      const isFit = (each: Declared) => each.stack === undefined && each.adoptId === undefined;
      const naming = one((each) => isFit(each) && argsNaming(world, each).length > 0);
      const choice = naming && at(argsNaming(world, naming), pick);
      if (naming === undefined || choice === undefined) return;
      const { arg, others } = choice;
      const byName = simulated(naming.kind).names?.[arg]?.byName === true && pick % 3 === 0;
      const { key, name } = at(others, pick >> 2) as Declared;
      edit(world, naming, () => ({ names: { arg, key, ...(byName ? { byName: name } : {}) } }));
      return;
    }
    case "drop options": {
      const free = one(({ keeps, goesAlong, names }) => [keeps, goesAlong, names].some((each) => each !== undefined));
      world.program = world.program.map((each) => {
        const { keeps: _, goesAlong: __, names: ___, ...others } = each;
        return each === free ? others : each;
      });
      return;
    }
    case "remove": {
      const gone = one(() => true);
      world.program = world.program.filter((each) => each !== gone);
      return;
    }
    case "remove all":
      world.program = [];
      return;
    case "console deletes": {
      const thing = thingOf(one((each) => hasName(each) && isRead(each)));
      if (thing === undefined) return;
      world.hasDrifted = true;
      backend.remove(thing);
      ledger.removed(thing.id);
      return;
    }
    case "console edits": {
      const thing = thingOf(one((each) => isService(each.kind) && isUpdated(each) && isRead(each) && isPlain(each)));
      if (thing === undefined) return;
      world.hasDrifted = true;
      backend.edit(thing, { description: "edited in the console" });
      ledger.editedByConsole(thing.id, "description");
      return;
    }
    case "give an argument":
    case "drop an argument":
    case "null an argument": {
      const isDropping = sort !== "give an argument";
      const options = (each: Declared) =>
        optionsOf(each).filter((option) => isServed(option) && isMentioned(each, option) === isDropping);
      const changed = one((each) => (isPlain(each) || isUpdated(each)) && options(each).length > 0);
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
        isUpdated(each) ||
        ![each, world.applied.get(each.key)].some((given) => given !== undefined && isMentioned(given, option));
      const settable = (each: Declared) =>
        optionsOf(each).filter((option) => option.console !== undefined && isFree(each, option));
      const edited = one((each) => hasName(each) && isRead(each) && settable(each).length > 0);
      const thing = thingOf(edited);
      const option = edited === undefined ? undefined : at(settable(edited), pick);
      if (thing === undefined || option === undefined) return;
      world.trace.push(`${edited?.key}: ${option.place}`);
      world.hasDrifted = true;
      const [member = ""] = option.platformPlace.split(".");
      const config = withValueAt(thing.config, option.platformPlace, option.console as Value);
      backend.edit(thing, { [member]: config[member] as Value });
      ledger.editedByConsole(thing.id, option.place, option.console);
      return;
    }
    case "console takes a name":
      await meddle(world, pick);
      return;
    case "a deployment fails": {
      const failing = one((each) => simulated(each.kind).isDeployed === true && isMade(each));
      if (failing !== undefined) backend.failNext(own(failing)?.id as string);
      return;
    }
    case "reconnect a trigger": {
      const old = one((each) => isTrigger(each) && isMade(each));
      if (old === undefined) return;
      const key = `${old.kind}-${world.next()}`;
      const again: Declared = pick % 2 === 0 ? connectedBy(old, pick) : { ...old, key, isCapital: true };
      world.program = world.program.map((each) => (each === old ? again : each));
      return;
    }
    case "console deploys a tag": {
      const thing = thingOf(one((each) => each.ignoresTag === true && isMade(each)));
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
        // Nobody can tell a secret of the console from the one that a lost request has set.
        typeof definitionOf(each.kind).args.value?.secret !== "object" &&
        each.adoptId === undefined &&
        each.names === undefined &&
        !world.state().some(({ key }) => key === each.key) &&
        isPlaceThere(world, each) &&
        !named(world, each),
    ),
    pick,
  );
  if (wanted === undefined) return;
  // It differs in all kinds, also those that have only two editions, and from every edition that the program has later.
  await makeInConsole(world, { ...wanted, edition: wanted.edition + 10_001 });
}

function isPlaceThere(world: World, declared: Declared): boolean {
  const id = world.placeIdOf(declared);
  return declared.inside === undefined ? id !== undefined : world.backend.things().some((thing) => thing.id === id);
}

/** What has the name of a declaration in its place. */
export function named({ backend, placeIdOf }: World, declared: Declared): Thing | undefined {
  const parentId = placeIdOf(declared);
  const { nameArg = "" } = definitionOf(declared.kind);
  return backend
    .things()
    .find(
      (thing) =>
        thing.kind === createdAs(declared.kind) &&
        (thing.parentId === parentId || thing.kind === "customDomain") &&
        String(thing.config[nameArg]).toLowerCase() === declared.name.toLowerCase(),
    );
}

async function makeInConsole(
  world: World,
  { cloneOf: _, services: __, by: ___, marksSecrets: ____, ...declared }: Declared,
): Promise<string> {
  const { kind, mentions = {} } = declared;
  const own = optionsOf(declared).filter(({ isExtended }) => !isExtended);
  const plain = {
    ...declared,
    mentions: Object.fromEntries(own.flatMap(({ place }) => (mentions[place] ? [[place, mentions[place]]] : []))),
  };
  const { args, pathArgs, api } = definitionOf(kind);
  const id = world.placeIdOf(declared) as string;
  const resolve = () => ({ id });
  const inputs = inputsOf(plain, [plain], { set: "extended", door: "dynamic", resolve });
  const call = api.create;
  const place = String(inputs[placeArgument(kind).name]);
  const path = call.path
    .replace(/\{\+?\w+\}/, place)
    .replace(/\{(\w+)\}/g, (_, member: string) => String(inputs[member]));
  const [as = "", parent = ""] = place.split("/");
  const scope = path === call.path ? { variable_scope: as.toUpperCase(), variable_parent_id: parent } : {};
  const made = await world.backend.make(path, { ...membersToWire(args, inputs, pathArgs), ...scope });
  world.ledger.madeByConsole(made, plain as Declared);
  return made;
}
