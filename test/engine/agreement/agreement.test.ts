/**
 * Any arguments: what preview accepts, the platform accepts, and nothing differs afterwards; what preview refuses, the platform
 * refuses. The platform is the backend in a process of its own, asked over HTTP.
 */
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { validate } from "../../../provider/values/validate.js";
import { type Kind, kindNames, recordOf } from "../../kinds/index.js";
import { openedPlatform } from "../../platform/support/opened.js";
import { type FrontendName, frontends } from "../../support/frontend.js";
import { isFull } from "../../support/full.js";
import {
  type EndpointSet,
  type Field,
  isAbsent,
  type ResourceDefinition,
  type Values,
} from "../../support/provider.js";
import { holds } from "../../support/seeds.js";
import { arbitraryArguments, notArbitrary } from "../../unit/support/arbitrary-arguments.js";
import { definitionOf } from "../../unit/support/fake-platform.js";
import { exchangeOf, type Outcome } from "./exchange.js";
import { type Edit, edited } from "./places.js";
import { createDeployable, createVariable, type Deployable, withReferences } from "./references.js";

/** As many cases as the arguments of a kind are worth. */
function casesOf(kind: Kind): number {
  return Math.min(125, 30 + 2 * countOf(definitionOf(kind).body));
}

/** How many values the field has, at every depth. */
function countOf(field: Field): number {
  if (field.type === "array") return countOf(field.item);
  if (field.type !== "object") return 1;
  return Object.values(field.members).reduce((count, member) => count + countOf(member), 0);
}

/** A name that no other resource has, in the form that the kind requires. */
function nameFor({ kind, body, schemas }: ResourceDefinition, arg: string, serial: number): string {
  const plain = `case-${kind}-${serial}`;
  const words = plain.toLowerCase().replaceAll("-", "_");
  const forms = [
    plain,
    words,
    words.toUpperCase(),
    words.replaceAll("_", ""),
    `https://example.com/${plain}`,
    `${plain}.example.com`,
    `${plain}@example.com`,
  ];
  const found = forms.find(
    (form) => !validate({ body, schemas }, { [arg]: form }, "update").some(({ path }) => path === arg),
  );
  if (found === undefined) throw new Error(`no name of a ${kind} is right; add a form of names that it accepts`);
  return found;
}

/** How many of the cases must be accepted, and how many refused: at least one. */
const rarest = 0.02;
const factor = isFull ? 20 : 1;

const platform = openedPlatform({ endpoints: "extended" });
let services: Deployable;
let variableId: string;
beforeAll(async () => {
  for (const kind of kindNames) await recordOf(kind).prepare?.(platform);
  services = await createDeployable(platform);
  variableId = await createVariable(platform, services.containers);
});

/** The kinds whose arguments name services: they are in the environment that has some. */
const namesServices: readonly string[] = ["DeploymentTrigger", "DeploymentStage"];

/** The kinds whose requests have a body, in which the platform can refuse something. */
const withBody = kindNames.filter((kind) =>
  Object.values(definitionOf(kind).args).some(({ inPath, local }) => !inPath && !local),
);

const edits = (maxLength: number, minLength = 0): fc.Arbitrary<Edit[]> =>
  fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength, maxLength });

describe.concurrent("preview and platform", () => {
  it.each(withBody)(
    "accept or refuse the same generated arguments of a %s, without a later difference",
    async (kind) => {
      const definition = definitionOf(kind);
      const { ids } = platform;
      const environmentId = namesServices.includes(kind) ? ids.otherEnvironment : ids.environment;
      const exchange = (frontend: FrontendName, endpoints: EndpointSet) =>
        exchangeOf(platform, { kind, endpoints, frontend }, environmentId, services);
      const exchanges = {
        dynamic: { documented: exchange("dynamic", "documented"), extended: exchange("dynamic", "extended") },
        native: { documented: exchange("native", "documented"), extended: exchange("native", "extended") },
      };
      const sets = recordOf(kind).served.create as readonly EndpointSet[];
      const tally: Record<Outcome, number> = { accepted: 0, refused: 0, undecided: 0 };
      const isLeft = (name: string) => notArbitrary.includes(name);
      let serial = 0;

      const agree = async (endpoints: EndpointSet, base: Values, first: readonly Edit[], second: readonly Edit[]) => {
        // Half of the cases through each provider, the same ones each time.
        const frontend = frontends[JSON.stringify(base).length % frontends.length] as FrontendName;
        const exchange = exchanges[frontend][endpoints];
        const complete = withReferences(definition.body, base, { ids, services, variableId, environmentId });
        const args = edited(definition.body, complete, first, isLeft);
        // The SDK fills in a name that the program omits. Names that no edit touched are fresh, so that no other resource has them.
        const { nameArg } = definition;
        const isTouched = (name: string) => args[name] !== complete[name] && !isAbsent(args[name]);
        const named: Values =
          nameArg === undefined || isTouched(nameArg)
            ? args
            : { ...args, [nameArg]: nameFor(definition, nameArg, serial++) };
        const reportedBy = (error: Error, values: Values): never => {
          throw new Error(
            `${error.message}\n${frontend}, ${endpoints} endpoints; arguments: ${JSON.stringify(values)}`,
          );
        };
        const outcome = await exchange
          .create(named, async (id, outs) => {
            const next = edited(definition.body, named, second, isLeft);
            const desired =
              nameArg === undefined ? next : { ...next, [nameArg]: next[nameArg] ?? named[nameArg] ?? null };
            const updated = exchange.update(id, outs, desired, named);
            tally[await updated.catch((error) => reportedBy(error, desired))] += 1;
          })
          .catch((error) => reportedBy(error, named));
        tally[outcome] += 1;
      };
      const property = fc.asyncProperty(
        fc.constantFrom(...sets),
        arbitraryArguments(definition),
        edits(3),
        // An update that changes nothing shows nothing.
        edits(3, 1),
        agree,
      );
      const numRuns = casesOf(kind) * factor;
      await holds(property, numRuns);
      // The generator reaches both sides.
      const least = Math.max(1, Math.floor(numRuns * rarest));
      expect(Math.min(tally.accepted, tally.refused)).toBeGreaterThanOrEqual(least);
    },
  );
});
