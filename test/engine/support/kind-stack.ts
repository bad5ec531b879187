/** One stack with resources of one kind, on a platform of its own, and the program that the steps change. */
import type { Alias } from "@pulumi/pulumi";
import { recordOf } from "../../kinds/index.js";
import type { Args } from "../../kinds/testRecord.js";
import { startPlatform } from "../../platform/support/platform.js";
import { addCluster, consoleOf } from "./console.js";
import { declare } from "./declare.js";
import { forgetRequests, requests } from "./journal.js";
import type { KindName } from "./kind-names.js";
import type { EndpointSet, Observed, Outcome } from "./outcome.js";
import { openStack } from "./stack.js";
import type { Result } from "./test-stack.js";

export type World = Awaited<ReturnType<typeof openWorld>>;

export async function openWorld(set: EndpointSet, kind: KindName) {
  const platform = await startPlatform({ endpoints: set });
  await addCluster(platform);
  const record = recordOf(kind);
  await record.prepare?.(platform);
  await record.lifecycle.acts?.prepare(platform);
  const stack = await openStack(platform, { env: { APP_PLATFORM_ENDPOINTS: set } });
  const world = {
    ...{ set, kind, record, console: consoleOf(platform), platform, stack },
    /** What the program declares, by Pulumi name. */
    program: new Map<string, { readonly args: Args; readonly aliases?: Alias[] }>([
      ["main", { args: record.lifecycle.args(platform.ids) }],
    ]),
    /** The identifier that the state has for a resource; nothing where it holds none. */
    async id(resource: string) {
      return (await stack.resources()).find(({ urn }) => urn.endsWith(`::${resource}`))?.id;
    },
    /** One run of the CLI as the outcome asks for; what it did, without `now` and `old`, and what it printed. */
    async run({ run, counts }: Outcome): Promise<Observed & { readonly output: string }> {
      const program = () => {
        for (const [resource, { args, ...options }] of world.program) declare(kind, resource, args, options);
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
