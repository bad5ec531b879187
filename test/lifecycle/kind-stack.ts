/** One stack with resources of one kind, on a platform of its own, and the program that the steps change. */
import type { Alias } from "@pulumi/pulumi";
import { type Platform, startPlatform } from "../platform.js";
import { forgetRequests, requests } from "../program/journal.js";
import { openStack, type Result, type TestStack } from "../program/stack.js";
import { addCluster, type Console, consoleOf } from "./console.js";
import type { KindName } from "./kind-names.js";
import { type Args, deployed, type Kind, kinds } from "./kinds.js";
import type { EndpointSet, Observed, Outcome } from "./outcome.js";

export interface World {
  readonly set: EndpointSet;
  readonly name: KindName;
  readonly kind: Kind;
  readonly console: Console;
  readonly platform: Platform;
  readonly stack: TestStack;
  /** What the program declares, by Pulumi name. */
  program: Map<string, { readonly args: Args; readonly aliases?: Alias[] }>;
  /** The identifier that the state has for a resource; nothing where it holds none. */
  id(resource: string): Promise<string | undefined>;
  /** One run of the CLI as the outcome asks for; what it did, without `now` and `old`, and what it printed. */
  run(expected: Outcome): Promise<Observed & { readonly output: string }>;
  close(): Promise<void>;
}

export async function openWorld(set: EndpointSet, name: KindName): Promise<World> {
  const platform = await startPlatform({ endpoints: set });
  await addCluster(platform);
  if (name === "DeploymentTrigger") await makeContainers(platform);
  const stack = await openStack(platform, { env: { APP_PLATFORM_ENDPOINTS: set } });
  const kind = kinds[name];
  const world: World = {
    set,
    name,
    kind,
    console: consoleOf(platform),
    platform,
    stack,
    program: new Map([["main", { args: kind.args(platform.ids) }]]),
    async id(resource) {
      return (await stack.resources()).find(({ urn }) => urn.endsWith(`::${resource}`))?.id;
    },
    async run({ run, counts }) {
      const program = () => {
        for (const [resource, { args, ...options }] of world.program) kind.make(resource, args, options);
        return {};
      };
      const isEmpty = (await stack.resources()).length === 0;
      await forgetRequests(platform);
      const isRefused = /^AP\d/.test(counts);
      const result = isRefused ? undefined : await stack.run(run, program);
      const output = result?.output ?? (await stack.fails(run, program));
      const sent = Object.keys(await requests(platform)).filter(
        (request) => run === "refresh" || run === "preview" || !request.startsWith("GET "),
      );
      return {
        run,
        counts: result === undefined ? (/AP\d{4}/.exec(output)?.[0] ?? "failed") : countsOf(result, run, isEmpty),
        requests: sent.sort(),
        output,
      };
    },
    async close() {
      await stack.close();
      await platform.stop();
    },
  };
  return world;
}

/** `update 1, same 1`, without the stack itself, which the CLI counts as well. */
function countsOf({ changes }: Result, run: Observed["run"], isEmpty: boolean): string {
  const ofStack = run === "destroy" ? "delete" : isEmpty ? "create" : "same";
  const counts = Object.entries(changes).map(
    ([operation, count = 0]) => [operation, operation === ofStack ? count - 1 : count] as const,
  );
  return counts
    .filter(([, count]) => count > 0)
    .map(([operation, count]) => `${operation} ${count}`)
    .sort()
    .join(", ");
}

/** What a deployment trigger deploys, made by hand in both environments. */
async function makeContainers({ request, ids }: Platform): Promise<void> {
  const body = {
    name: "web",
    registry_id: ids.registries.DOCKER_HUB,
    image_name: "nginx",
    tag: "1.0",
    healthchecks: {},
  };
  for (const place of ["environment", "otherEnvironment"] as const) {
    deployed[place] = (await request("POST", `/environment/${ids[place]}/container`, { body })).body.id;
  }
}
