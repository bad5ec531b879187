import { specifiedArguments, type UnsupportedValue } from "../../provider/resource/importedArguments.js";
import { pathTo } from "../../provider/schema/field.js";
import { isObject, mapMembers, type Value, type Values } from "../../provider/schema/json.js";
import { type Declared, newAddresses } from "./addresses.js";
import { argumentCode } from "./argumentCode.js";
import { type Code, type Member, object, referencesIn } from "./code.js";
import { newIdentifiers, newSharedIds, type SharedId } from "./identifiers.js";
import { type KnownSecret, newSecrets, type UsedSecret } from "./secrets.js";
import { isPassable, type Service } from "./services.js";
import { newTexts, type TextPosition, type Texts } from "./texts.js";

/** One resource of the program. */
export interface Declaration {
  readonly service: Declared;
  /** Its arguments, without its name. */
  readonly args: readonly Member[];
  /** The ID to adopt: that of another resource, if both have it. */
  readonly adoptId: Code;
  readonly violations: readonly UnsupportedValue[];
}

interface Origin {
  /** The comment at the beginning: what the program adopts, and what wrote it. */
  readonly heading: readonly string[];
  /** Environment of all its services, as a constant; omitted if the program has the environments, too. */
  readonly environmentId?: string;
  /** Name of the connection that leads to the platform, if not the stack's own platform. */
  readonly connection?: string;
}

/** A program that declares services, before it is written into files. */
export interface Program extends Origin {
  /** Each after those that it refers to. */
  readonly declarations: readonly Declaration[];
  readonly constants: readonly SharedId[];
  readonly secrets: readonly UsedSecret[];
}

interface ProgramOptions extends Origin {
  /** Arguments whose value is that of the environment. */
  readonly environmentDefaults: readonly string[];
  /** Names that the program must not use. */
  readonly taken?: readonly string[];
  /** Secrets that are known in advance, wherever they occur. */
  readonly known?: readonly KnownSecret[];
}

/** The program that adopts these services as they are. */
export function programFor(services: readonly Service[], options: ProgramOptions): Program {
  const { heading, environmentId, connection } = options;
  const identifiers = newIdentifiers([
    ...(environmentId === undefined ? [] : ["environmentId"]),
    ...["name", "connection", "adoptIds"],
    ...(options.taken ?? []),
  ]);
  const declared: Declared[] = services.map((service) => ({
    ...service,
    variable: identifiers.name([service.logicalName ?? service.name], [service.definition.kind]),
  }));
  const specified = declared.map((service) => {
    const { args, violations } = specifiedArguments(service.definition, service.values, options.environmentDefaults);
    const lost: UnsupportedValue[] = [];
    return { service, args: passable(args, "", lost) as Values, violations: [...violations, ...lost] };
  });
  const constants = environmentId === undefined ? [] : [{ variable: "environmentId", value: environmentId }];
  const addresses = newAddresses(declared, constants);
  const secrets = newSecrets(identifiers, options.known);
  const ids = newSharedIds(constants);
  const coded = (texts: Texts) =>
    specified.map((each) => ({
      ...each,
      args: codeOf(each, texts),
      adoptId: texts.code(each.service.id, adoptPosition(each.service)),
    }));
  const codeOf = ({ service, args }: (typeof specified)[number], texts: Texts) =>
    argumentCode(service, args, { texts, ids }).filter(([name]) => name !== "name");

  // The first pass finds references, shared IDs and secrets.
  const first = coded(newTexts(addresses, secrets, (from, to) => from !== to, false));
  const position = positions(first);
  const mayRefer = (from: string, to: string) => (position.get(to) as number) < (position.get(from) as number);
  const shared = ids.finish(identifiers);
  const declarations = coded(newTexts(addresses, secrets, mayRefer, true)).sort(
    (one, other) => (position.get(one.service.variable) as number) - (position.get(other.service.variable) as number),
  );
  const users = new Map<string, Set<string>>();
  for (const { service, args } of declarations) {
    // Two environments may have services of one name.
    const { definition, name, logicalName = name } = service;
    for (const key of keysOf(object(args), "secret"))
      users.set(key, (users.get(key) ?? new Set()).add(`${definition.kind} ${JSON.stringify(logicalName)}`));
  }
  return {
    heading,
    ...(environmentId === undefined ? {} : { environmentId }),
    ...(connection === undefined ? {} : { connection }),
    declarations,
    constants: [...constants, ...shared],
    secrets: secrets.all().flatMap((each) => {
      const usedBy = users.get(each.key);
      return usedBy === undefined ? [] : [{ ...each, usedBy: [...usedBy] }];
    }),
  };
}

/** The value without members that no program can pass. */
function passable(value: Value, path: string, lost: UnsupportedValue[]): Value {
  if (Array.isArray(value)) return value.map((item, index) => passable(item, pathTo(path, index), lost));
  if (!isObject(value)) return value;
  return mapMembers(value, (member, name) => {
    if (isPassable(name)) return passable(member as Value, pathTo(path, name), lost);
    lost.push({ path: pathTo(path, name), expected: "must not be set: the Pulumi SDK loses it", isOmitted: true });
    return undefined;
  });
}

function adoptPosition({ variable, id }: Declared): TextPosition {
  return { variable, context: variable, position: id, words: ["id"], isOptional: true };
}

/** Where each declaration is in the program: after those that it refers to. */
function positions(declarations: readonly Pick<Declaration, "service" | "args">[]): ReadonlyMap<string, number> {
  const references = declarations.map(
    ({ service, args }) => [service.variable, new Set(keysOf(object(args), "service"))] as const,
  );
  const order = inOrder(
    declarations.map(({ service }) => service.variable),
    new Map(references),
  );
  return new Map(order.map((variable, index) => [variable, index]));
}

function keysOf(code: Code, of: "service" | "secret"): string[] {
  return referencesIn(code).flatMap((to) => (to.of === of ? [to.variable] : []));
}

/**
 * The nodes in an order in which each follows those that it refers to, otherwise in their own. In a cycle, the last reference points
 * forward.
 */
export function inOrder(nodes: readonly string[], references: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const done = new Set<string>();
  const begun = new Set<string>();
  for (const start of nodes) {
    // Not recursive: a chain of references may be as long as the environment is large.
    const stack = [start];
    while (stack.length > 0) {
      const node = stack.at(-1) as string;
      begun.add(node);
      const next = [...(references.get(node) ?? [])].find((each) => !begun.has(each));
      if (next !== undefined) stack.push(next);
      else {
        stack.pop();
        done.add(node);
      }
    }
  }
  return [...done];
}
