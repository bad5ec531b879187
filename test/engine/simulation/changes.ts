/** What is done to the program between two runs, and what the platform's console does. */
import { membersToWire } from "../../../provider/values/wire.js";
import type { OptionalArgument } from "../../kinds/simulationRecord.js";
import type { Value } from "../../support/provider.js";
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
  isNamed,
  isSibling,
  type Named,
  nameable,
  namingOf,
  type Place,
  rootOf,
} from "./program.js";
import { isMentioned } from "./removals.js";

export interface Change {
  readonly sort: ChangeSort;
  readonly kind: KindName;
  readonly pick: number;
}

const at = <T>(list: readonly T[], pick: number): T | undefined =>
  list.length === 0 ? undefined : list[pick % list.length];

const fresh = (world: World, kind: KindName, pick: number): Declared => {
  const number = world.next();
  const isServed = ({ isExtended }: OptionalArgument) => !isExtended || world.set === "extended";
  const specified = optionsOf({ kind }).filter((each, index) => isServed(each) && (pick >> (index + 2)) % 2 === 1);
  const { formatName = (name) => name, isNamed: hasName } = simulated(kind);
  return {
    by: managers[pick % 13],
    stack: pick % 13 === 7 && isNamed(kind) ? "team" : undefined,
    connection: pick % 5 === 4 && !isAct(kind) ? at(connections, pick) : undefined,
    mentions: Object.fromEntries(specified.map(({ place }) => [place, "given" as const])),
    key: `${kind}-${number}`,
    kind,
    name: formatName(hasName ? `main-${number}` : `thing-${number}`),
    place: pick % 4 === 3 ? "otherEnvironment" : "environment",
    edition: number,
    tag: number,
    type: "POSTGRESQL",
    ignoresTag: kind === "Container" && pick % 2 === 1 ? true : undefined,
  };
};

/** Which process manages a resource, by what it is picked with. */
const managers: Readonly<Record<number, Declared["by"]>> = { 9: "explicit", 10: "native", 11: "dynamic" };

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
    const placed = { ...made, inside };
    world.program = [...world.program, { ...placed, services: listed(world, placed, pick) }];
    return;
  }
  const services = world.program
    .filter((each) => simulated(each.kind).isDeployed && each.cloneOf === undefined && each.stack === undefined)
    .filter((_, index) => pick % 3 === 0 || (index + pick) % 2 === 0);
  const [first] = services;
  if (first === undefined) return;
  const { place, inside } = first;
  const keys = services.filter((each) => isSibling(each, first)).map(({ key }) => key);
  const waits = world.set === "extended" && pick % 5 === 0;
  world.program = [...world.program, { ...made, place, inside, services: keys, waits }];
}

/** The services that a resource lists, of those that no other one of its kind does; nothing if it lists none. */
function listed({ program }: World, made: Declared, pick: number): readonly string[] | undefined {
  if (simulated(made.kind).lists === undefined) return undefined;
  const taken = program.filter(({ kind }) => kind === made.kind).flatMap(({ services = [] }) => services);
  const free = program.filter((each) => isService(each.kind) && isSibling(each, made) && !taken.includes(each.key));
  return free.filter((_, index) => (pick + index) % 2 === 0).map(({ key }) => key);
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

export function edit(world: World, { key }: Declared, changed: Partial<Declared>): void {
  world.program = world.program.map((each) => (each.key === key ? { ...each, ...changed } : each));
}

/**
 * Gives a resource another Pulumi name, under which the program adopts what the stack has under the old one; sometimes with another
 * connection, as it happens in a component with `withConnection`.
 */
function adoptAgain(world: World, old: Declared, adoptId: string, pick: number): void {
  const connection = pick % 2 === 0 ? old.connection : otherConnection(old, pick);
  const key = `${old.kind}-${world.next()}`;
  const named = (other: string) => (other === old.key ? key : other);
  world.program = world.program.map((each) => {
    if (each === old)
      return { ...old, connection, by: managers[pick % 13] ?? old.by, cloneOf: undefined, key, adoptId };
    const { cloneOf, services, names } = each;
    return {
      ...each,
      names: names && { ...names, key: named(names.key) },
      cloneOf: cloneOf && named(cloneOf),
      services: services?.map(named),
    };
  });
}

/** Another connection to the same platform. */
const otherConnection = ({ connection }: Declared, pick: number): Connection | undefined =>
  [...connections, undefined].filter((each) => each !== connection)[pick % connections.length];

/** What of the program can be changed in this way. */
function fitting(world: World, isFit: (declared: Declared) => boolean): readonly Declared[] {
  return effective(world.program)
    .filter(isFit)
    .flatMap(({ key }) => world.program.filter((each) => each.key === key));
}

const isPlain = ({ cloneOf }: Declared) => cloneOf === undefined;
const hasName = ({ kind }: Declared) => isNamed(kind);
const hasOwnName = (each: Declared) => hasName(each) && !namingOf(each)?.hasItsName;
const isTrigger = ({ kind }: Declared) => isAct(kind);

/** What one change is about. */
function sceneOf(world: World, kind: KindName, pick: number) {
  const { set, backend } = world;
  const own = (each: Declared) => ownOf(world, each);
  return {
    ...{ world, set, backend, ledger: world.ledger, next: world.next, kind, pick, own },
    one: (isFit: (declared: Declared) => boolean) => at(fitting(world, isFit), pick),
    isMade: (each: Declared) => own(each) !== undefined,
    isRead: (each: Declared) => can(each.kind, "read", set),
    isUpdated: (each: Declared) => can(each.kind, "update", set),
    /** What the platform has of it. */
    thingOf(each: Declared | undefined) {
      const id = each && own(each)?.id;
      return backend.things().find((thing) => thing.id === id);
    },
  };
}
type Scene = ReturnType<typeof sceneOf>;
type Doing = (scene: Scene) => void | Promise<void>;

/** Edits one of the resources that fit. */
const editing =
  (
    isFit: (each: Declared, scene: Scene) => boolean,
    how: (old: Declared, scene: Scene) => Partial<Declared> | undefined,
  ): Doing =>
  (scene) => {
    const old = scene.one((each) => isFit(each, scene));
    if (old !== undefined) edit(scene.world, old, how(old, scene) ?? {});
  };

/** The program mentions an argument, or does so no more. */
function mentioning(mention: "given" | "null" | undefined): Doing {
  const isDropping = mention !== "given";
  const options = (each: Declared, { set }: Scene) =>
    optionsOf(each).filter(
      (option) => (!option.isExtended || set === "extended") && isMentioned(each, option) === isDropping,
    );
  return editing(
    (each, scene) => (isPlain(each) || scene.isUpdated(each)) && options(each, scene).length > 0,
    (each, scene) => {
      const { place } = at(options(each, scene), scene.pick) as OptionalArgument;
      scene.world.trace.push(`${each.key}: ${place}`);
      const { [place]: _, ...others } = each.mentions ?? {};
      return { mentions: mention === undefined ? others : { ...others, [place]: mention } };
    },
  );
}

/** The ID of what a resource is in, if the program names that as a resource. */
const idOfPlace = ({ world }: Scene, each: Declared) =>
  each.inside?.id === undefined ? each.inside && world.placeIdOf(each) : undefined;

const changes = {
  create: ({ world, kind, pick }) => declare(world, kind, pick),
  "create under a name that is left"({ world, backend, ledger, pick }) {
    const known = backend
      .things()
      .filter(({ id }) => ledger.isOwn(id) && !world.state().some((kept) => kept.id === id));
    const places: readonly Place[] = ["environment", "otherEnvironment"];
    const left = at(
      known.filter(({ parentId }) => places.some((each) => ids[each] === parentId)),
      pick,
    );
    const kind = kindNames.find((each) => isService(each) && createdAs(each) === left?.kind);
    const name = String(left?.config.name);
    if (left === undefined || kind === undefined || world.program.some((each) => each.name === name)) return;
    const place = left.parentId === ids.environment ? "environment" : "otherEnvironment";
    world.program = [...world.program, { ...fresh(world, kind, pick), name, place }];
  },
  clone({ world, set, pick, one, isUpdated }) {
    const source = one((each) => isService(each.kind) && can(each.kind, "clone", set) && isPlain(each));
    if (source === undefined) return;
    const { type, stack, key: cloneOf } = source;
    const made = fresh(world, source.kind, pick);
    const mentions = isUpdated(source) ? made.mentions : undefined;
    world.program = [...world.program, { ...made, stack, mentions, type, cloneOf }];
  },
  async adopt({ world, set, kind, pick }) {
    if (!isNamed(kind) || !can(kind, "read", set)) return;
    const made = fresh(world, kind, pick);
    if (rootOf(kind, made.place) === undefined) return;
    const theirs = can(kind, "update", set) && pick % 2 === 0 ? otherwise(made, world.next()) : made;
    const adoptId = await makeInConsole(world, theirs);
    world.program = [...world.program, { ...made, adoptId }];
  },
  "adopt under another Pulumi name"({ world, pick, one, own, isRead, isMade }) {
    const old = one((each) => hasName(each) && isRead(each) && isMade(each));
    if (old !== undefined) adoptAgain(world, old, own(old)?.id as string, pick);
  },
  edit: editing(
    () => true,
    (_, { next }) => ({ edition: next() }),
  ),
  retag: editing(
    (each) => simulated(each.kind).tagged !== undefined && isPlain(each),
    (_, { next }) => ({ tag: next() }),
  ),
  rename: editing(hasOwnName, ({ name }, { next }) => ({ name: renamed(name, next()) })),
  "swap names"({ world, one }) {
    const isNameUsed = ({ key }: Declared) => world.program.some(({ names }) => names?.key === key);
    const first = one((each) => hasOwnName(each) && !isNameUsed(each));
    // Where they use two connections, nobody knows that these lead to one platform.
    const isAlike = (each: Declared) =>
      first !== undefined && isSibling(each, first) && each.connection === first.connection;
    const second = one((each) => each.kind === first?.kind && isAlike(each) && each !== first && !isNameUsed(each));
    if (first === undefined || second === undefined) return;
    edit(world, first, { name: second.name });
    edit(world, second, { name: first.name });
  },
  connect: editing(
    (each, { isMade }) => !isTrigger(each) && isMade(each),
    (old, { pick, own, isRead }) => {
      // Without its ID, the error tells what to do.
      const isNamedByError = hasName(old) && isRead(old) && pick % 3 > 0;
      return { connection: otherConnection(old, pick), adoptId: isNamedByError ? own(old)?.id : undefined };
    },
  ),
  move: editing(hasName, (moved, { world, pick }) => {
    const inside = insideBy(world, moved, pick >> 2);
    if (inside !== undefined && inside.key !== moved.inside?.key) return { inside };
    const place = moved.place === "environment" ? "otherEnvironment" : "environment";
    return moved.inside === undefined ? { place } : {};
  }),
  retype: editing(
    (each) => simulated(each.kind).isTyped === true && isPlain(each),
    ({ type }) => ({ type: type === "MYSQL" ? "POSTGRESQL" : "MYSQL" }),
  ),
  remove({ world, one }) {
    const gone = one(() => true);
    world.program = world.program.filter((each) => each !== gone);
  },
  "remove all"({ world }) {
    world.program = [];
  },
  "console deletes"({ world, backend, ledger, one, thingOf, isRead }) {
    const thing = thingOf(one((each) => hasName(each) && isRead(each)));
    if (thing === undefined) return;
    world.hasDrifted = true;
    backend.remove(thing);
    ledger.removed(thing.id);
  },
  "console edits"({ world, backend, ledger, one, thingOf, isRead, isUpdated }) {
    const thing = thingOf(one((each) => isService(each.kind) && isUpdated(each) && isRead(each) && isPlain(each)));
    if (thing === undefined) return;
    world.hasDrifted = true;
    backend.edit(thing, { description: "edited in the console" });
    ledger.editedByConsole(thing.id, "description");
  },
  "give an argument": mentioning("given"),
  "drop an argument": mentioning(undefined),
  "null an argument": mentioning("null"),
  "console sets an argument"({ world, backend, ledger, pick, one, thingOf, isRead, isUpdated }) {
    // What cannot be updated cannot be set back either.
    const isFree = (each: Declared, option: OptionalArgument) =>
      isUpdated(each) ||
      ![each, world.applied.get(each.key)].some(
        (specified) => specified !== undefined && isMentioned(specified, option),
      );
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
  },
  "console takes a name": ({ world, pick }) => meddle(world, pick),
  async "console deploys a tag"({ backend, ledger, next, one, thingOf, isMade }) {
    const thing = thingOf(one((each) => each.ignoresTag === true && isMade(each)));
    if (thing === undefined) return;
    const tag = `9.${next()}`;
    // While another deployment runs, the platform refuses it.
    if (await backend.deploy(thing, tag)) ledger.deployedByConsole(thing.id, tag);
  },
  "a deployment fails"({ backend, one, own, isMade }) {
    const failing = one((each) => simulated(each.kind).isDeployed === true && isMade(each));
    if (failing !== undefined) backend.failNext(own(failing)?.id as string);
  },
  "end on destroy": editing(isTrigger, () => ({ onDestroy: "cancelOnDestroy" })),
  "reconnect a trigger": editing(
    (each, { isMade }) => isTrigger(each) && isMade(each),
    (old, { next, pick }) =>
      pick % 2 === 0 ? { connection: otherConnection(old, pick) } : { key: `${old.kind}-${next()}`, isCapital: true },
  ),
  "mark secrets": editing(
    (each) => !isTrigger(each) && isPlain(each),
    () => ({ marksSecrets: true }),
  ),
  "deploy everything": editing(
    (each, { set }) => set === "extended" && isTrigger(each),
    () => ({ isWhole: true }),
  ),
  protect: editing(hasName, () => ({ keeps: "protect" })),
  "retain on delete": editing(hasName, () => ({ keeps: "retainOnDelete" })),
  "delete with its place": editing(
    ({ inside }) => inside !== undefined && inside.id === undefined,
    () => ({ cascades: true }),
  ),
  "name its place by ID": editing(
    (each, scene) => idOfPlace(scene, each) !== undefined,
    (each, scene) => ({
      cascades: undefined,
      inside: { ...(each.inside as Inside), id: idOfPlace(scene, each) as string },
    }),
  ),
  "name another": editing(
    (each, { world }) => each.stack === undefined && each.adoptId === undefined && argsNaming(world, each).length > 0,
    (naming, { world, pick }) => {
      const { arg, others } = at(argsNaming(world, naming), pick) as ReturnType<typeof argsNaming>[number];
      const { key } = at(others, pick >> 2) as Declared;
      return { names: { arg, key } };
    },
  ),
  "drop options": editing(
    ({ keeps, cascades, names }) => [keeps, cascades, names].some((each) => each !== undefined),
    () => ({ keeps: undefined, cascades: undefined, names: undefined }),
  ),
} satisfies Readonly<Record<string, Doing>>;

export type ChangeSort = keyof typeof changes;
export const changeSorts = Object.keys(changes) as ChangeSort[];
export const argumentChanges = [
  "give an argument",
  "drop an argument",
  "null an argument",
  "console sets an argument",
] as const satisfies readonly ChangeSort[];

export async function doChange(world: World, { sort, kind, pick }: Change): Promise<void> {
  world.trace.push(`change: ${sort}`);
  await changes[sort](sceneOf(world, kind, pick));
}

/** Another edition of the same, with the optional arguments that it does not give. */
function otherwise(declared: Declared, edition: number): Declared {
  const others = optionsOf(declared).filter((option) => !isMentioned(declared, option));
  return { ...declared, edition, mentions: Object.fromEntries(others.map(({ place }) => [place, "given" as const])) };
}

/** The console makes something under a name that the program has, but the stack has not made yet. */
export async function meddle(world: World, pick: number): Promise<void> {
  const desired = at(
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
  if (desired === undefined) return;
  // It differs in all kinds, also those that have only two editions, and from every edition that the program has later.
  await makeInConsole(world, { ...desired, edition: desired.edition + 10_001 });
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

async function makeInConsole(world: World, declared: Declared): Promise<string> {
  const { kind, mentions = {} } = declared;
  const own = optionsOf({ kind }).filter(({ isExtended }) => !isExtended);
  const plain: Declared = {
    ...{ ...declared, cloneOf: undefined, services: undefined, by: undefined, marksSecrets: undefined },
    mentions: Object.fromEntries(own.flatMap(({ place }) => (mentions[place] ? [[place, mentions[place]]] : []))),
  };
  const { body, pathArgs, api } = definitionOf(kind);
  const id = world.placeIdOf(declared) as string;
  const resolve = () => ({ id });
  const inputs = inputsOf(plain, [plain], { set: "extended", frontend: "dynamic", resolve });
  const call = api.create;
  const place = String(inputs[placeArgument(kind).name]);
  const path = call.path
    .replace(/\{\+?\w+\}/, place)
    .replace(/\{(\w+)\}/g, (_, member: string) => String(inputs[member]));
  const [as = "", parent = ""] = place.split("/");
  const scope = path === call.path ? { variable_scope: as.toUpperCase(), variable_parent_id: parent } : {};
  const made = await world.backend.make(path, { ...membersToWire(body, inputs, pathArgs), ...scope });
  world.ledger.madeByConsole(made, plain);
  return made;
}
