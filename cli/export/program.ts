import { givenArguments, type Misfit } from "../../provider/lifecycle/givenArguments.js";
import { type Declared, newAddresses } from "./addresses.js";
import { argumentCode } from "./argumentCode.js";
import { type Code, type Member, object, referencesIn } from "./code.js";
import { newIdentifiers } from "./identifiers.js";
import { inOrder } from "./order.js";
import { newSecrets, type Secret } from "./secrets.js";
import type { Service } from "./services.js";
import { newSharedIds, type SharedId } from "./sharedIds.js";
import { newTexts, type Texts } from "./texts.js";

/** One resource of the program. */
export interface Declaration {
  readonly service: Declared;
  /** Its arguments, without those that every resource of the program has. */
  readonly args: readonly Member[];
  readonly misfits: readonly Misfit[];
}

/** Where a program comes from. */
interface Origin {
  readonly environmentId: string;
  /** Name of the connection that leads to the platform, if not the stack's own platform. */
  readonly connection?: string;
  /** Kinds that the endpoint set cannot list. */
  readonly unlisted: readonly string[];
}

/** A program that declares the services of an environment, before it is written into files. */
export interface Program extends Origin {
  /** Each after those that it refers to. */
  readonly declarations: readonly Declaration[];
  readonly ids: readonly SharedId[];
  readonly secrets: readonly Secret[];
}

export interface ProgramOptions extends Origin {
  /** Arguments whose value is that of the environment. */
  readonly environmentDefaults: readonly string[];
  /** Names that nothing in the program may have. */
  readonly taken?: readonly string[];
}

/** Arguments that every resource of the program has, and how they are written is not the same in all programs. */
const common: readonly string[] = ["environmentId", "name"];

/** The program that adopts these services as they are. */
export function programFor(services: readonly Service[], options: ProgramOptions): Program {
  const identifiers = newIdentifiers([...common, "connection", "adoptIds", ...(options.taken ?? [])]);
  const declared: Declared[] = services.map((service) => ({
    ...service,
    variable: identifiers.name([service.name], [service.definition.kind]),
  }));
  const given = declared.map((service) => ({
    service,
    ...givenArguments(service.definition, service.values, options.environmentDefaults),
  }));
  const addresses = newAddresses(declared);
  const secrets = newSecrets(identifiers);
  const ids = newSharedIds();
  const coded = (texts: Texts) => given.map((each) => ({ ...each, args: codeOf(each, texts) }));
  const codeOf = ({ service, args }: (typeof given)[number], texts: Texts) =>
    argumentCode(service, args, { texts, ids }).filter(([name]) => !common.includes(name));

  // First, everything is found: what refers to what, which IDs are shared, and which secrets there are.
  const first = coded(newTexts(addresses, secrets, (from, to) => from !== to, false));
  const position = positions(first);
  const mayRefer = (from: string, to: string) => (position.get(to) as number) < (position.get(from) as number);
  const shared = ids.settle(identifiers);
  const declarations = coded(newTexts(addresses, secrets, mayRefer, true)).sort(
    (one, other) => (position.get(one.service.variable) as number) - (position.get(other.service.variable) as number),
  );
  const { environmentId, connection, unlisted } = options;
  const used = new Set(declarations.flatMap(({ args }) => keysOf(object(args), "secret")));
  return {
    environmentId,
    ...(connection === undefined ? {} : { connection }),
    declarations,
    ids: shared,
    secrets: secrets.all().filter(({ key }) => used.has(key)),
    unlisted,
  };
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
