/**
 * Any arguments: what preview accepts, the platform accepts, and nothing differs afterwards; what preview refuses, the platform
 * refuses. The platform is the backend in a process of its own, asked over HTTP.
 */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EndpointSet } from "../../../provider/platform/endpoint.js";
import type { Values } from "../../../provider/schema/json.js";
import { isFull } from "../../full.js";
import type { Kind } from "../../kinds/kindNames.js";
import { recordOf } from "../../kinds/recordOf.js";
import { type Platform, startPlatform } from "../../platform/platform.js";
import { holds } from "../../seeds.js";
import { arbitraryArguments, notArbitrary } from "../../unit/arbitrary-arguments.js";
import { definitionOf } from "../../unit/pretend-platform.js";
import { exchangeOf, type Outcome } from "./exchange.js";
import { type Edit, edited } from "./places.js";
import { createDeployable, type Deployable, withReferences } from "./references.js";

/** Cases of each kind, as many as its arguments are worth. */
const cases: Readonly<Record<Kind, number>> = {
  Application: 500,
  Container: 500,
  Job: 450,
  Database: 350,
  TerraformService: 350,
  Cluster: 250,
  ArgoCdConfig: 100,
  DeploymentTrigger: 100,
};
/** How many of the cases must be accepted, and how many refused. */
const rarest = 0.02;
const factor = isFull ? 20 : 1;

let platform: Platform;
let services: Deployable;
beforeAll(async () => {
  platform = await startPlatform({ endpoints: "extended" });
  services = await createDeployable(platform);
});
afterAll(() => platform.stop());

const edits = (max: number): fc.Arbitrary<Edit[]> => fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: max });

describe.concurrent("any arguments", () => {
  it.each(Object.keys(cases) as Kind[])("of a %s are judged alike at preview and by the platform", async (kind) => {
    const definition = definitionOf(kind);
    const { ids } = platform;
    const environmentId = kind === "DeploymentTrigger" ? ids.otherEnvironment : ids.environment;
    const exchanges = {
      documented: exchangeOf(platform, kind, "documented", environmentId),
      extended: exchangeOf(platform, kind, "extended", environmentId),
    };
    const sets = recordOf(kind).served.create as readonly EndpointSet[];
    const tally: Record<Outcome, number> = { accepted: 0, refused: 0, undecided: 0 };
    const isLeft = (name: string) => notArbitrary.includes(name);
    let serial = 0;

    const agree = async (endpoints: EndpointSet, base: Values, first: readonly Edit[], second: readonly Edit[]) => {
      const exchange = exchanges[endpoints];
      const complete = withReferences(definition.body, base, { ids, services, environmentId });
      const args = edited(definition.body, complete, first, isLeft);
      // The SDK fills in a name that the program omits. Names that no edit touched are fresh, so that no other resource has them.
      const isTouched = args.name !== complete.name && args.name !== undefined && args.name !== null;
      const named: Values =
        definition.nameArg === undefined || isTouched ? args : { ...args, name: `case-${kind}-${serial++}` };
      const told = (error: Error, values: Values): never => {
        throw new Error(`${error.message}\n${endpoints} endpoints; arguments: ${JSON.stringify(values)}`);
      };
      const outcome = await exchange
        .create(named, async (id, outs) => {
          const next = edited(definition.body, named, second, isLeft);
          const wanted = definition.nameArg === undefined ? next : { ...next, name: next.name ?? named.name ?? null };
          const updated = exchange.update(id, outs, wanted, named);
          tally[await updated.catch((error) => told(error, wanted))] += 1;
        })
        .catch((error) => told(error, named));
      tally[outcome] += 1;
    };
    const property = fc.asyncProperty(
      fc.constantFrom(...sets),
      arbitraryArguments(definition),
      edits(3),
      edits(2),
      agree,
    );
    const numRuns = cases[kind] * factor;
    await holds(property, numRuns);
    // The generator reaches both sides.
    expect(Math.min(tally.accepted, tally.refused)).toBeGreaterThan(numRuns * rarest);
  });
});
