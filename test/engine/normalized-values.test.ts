/**
 * A platform that changes what it stores: it drops tildes at the end of texts, everywhere. The provider sends such a value once, and still
 * finds and sends all other changes.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { beforeEach, describe, expect, it } from "vitest";
import { withImplied } from "../../provider/definition/kind.js";
import { pathText } from "../../provider/schema/equality.js";
import { type Kind, kindNames } from "../kinds/index.js";
import { openedPlatform } from "../platform/support/opened.js";
import { type FrontendName, frontends, type Kept, type Verbs } from "../support/frontend.js";
import { isFull } from "../support/full.js";
import { openedServer } from "../support/opened-server.js";
import { isObject, type Value, type Values } from "../support/provider.js";
import { withValue } from "../unit/support/argument-places.js";
import { definitionOf } from "../unit/support/fake-platform.js";
import { type Place, placesIn } from "./agreement/places.js";
import { type Provider, providerAt } from "./faults/provider.js";
import { everyFieldOf } from "./support/every-field.js";

const platform = openedPlatform({ endpoints: "extended" });
const writes: string[] = [];

function withoutTildes(value: Value): Value {
  if (typeof value === "string") return value.replace(/~+$/, "");
  if (Array.isArray(value)) return value.map(withoutTildes);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutTildes(each as Value)]));
}

async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = "", url = "", headers } = request;
  const text = await textOf(request);
  if (method !== "GET") writes.push(`${method} ${url}`);
  const passed = await fetch(`${platform.url}${url}`, {
    method,
    headers: { authorization: headers.authorization ?? "", "content-type": "application/json" },
    ...(text !== "" && { body: JSON.stringify(withoutTildes(JSON.parse(text))) }),
  });
  response.writeHead(passed.status, { "content-type": passed.headers.get("content-type") ?? "application/json" });
  response.end(await passed.text());
}

const server = openedServer((request, response) => void pass(request, response));
beforeEach(async () => void (await platform.request("POST", "/_local/reset")));

interface Text {
  readonly steps: readonly (string | number)[];
  readonly value: string;
}

/** The arguments with a tilde at the end of each text that may have one, and those of the texts that responses show. */
async function withTildes(kind: Kind, { check }: Verbs, args: Values): Promise<readonly [args: Values, texts: Text[]]> {
  const { body } = definitionOf(kind);
  const isFree = ({ steps: [arg], field }: Place) =>
    // The name of a feature is one of those that the platform has.
    arg !== "features" &&
    field.type === "string" &&
    !field.inPath &&
    !field.identifies &&
    !body.members[String(arg)]?.local;
  let left = placesIn(body, args).filter((each) => isFree(each) && typeof each.value === "string");
  for (;;) {
    const now = left.reduce((values, { steps, value }) => withValue(values, steps, `${value}~`) as Values, args);
    const problems = await check(now);
    const isRefused = ({ steps }: Place) => problems.some((text) => text.includes(`${pathText(steps)} `));
    const texts = left.filter(({ field }) => field.secret === undefined);
    if (!left.some(isRefused)) return [now, texts.map(({ steps, value }) => ({ steps, value: String(value) }))];
    left = left.filter((each) => !isRefused(each));
  }
}

/** Without times, which are those of the last write. */
const timeless = (values: Values) =>
  JSON.parse(JSON.stringify(values, (name, value) => (name === "updatedAt" ? undefined : value)));

/** Runs of the provider, each in a process of its own. */
function runsOf(kind: Kind, frontend: FrontendName) {
  const runs: Provider[] = [];
  const run = (): Verbs => {
    const provider = providerAt({ frontend, url: server.url, token: platform.tokens.admin, endpoints: "extended" });
    runs.push(provider);
    return provider.of(kind);
  };
  return {
    run,
    reports: () => runs.flatMap(({ warnings }) => warnings).filter((text) => text.includes("the platform stores")),
    /** Nothing differs, now and after a refresh. */
    async isSettled(now: Kept, args: Values): Promise<void> {
      const { diff, read } = run();
      expect(await diff(now.id, now.outputs, args)).toMatchObject({ changes: false });
      const { id, outputs, inputs = args } = await read(now.id, now.outputs);
      expect(timeless({ outputs, inputs })).toEqual(timeless({ outputs: now.outputs, inputs: args }));
      expect(await diff(id, outputs, args)).toMatchObject({ changes: false });
    },
  };
}

const cases = kindNames.flatMap((kind, index) => {
  const some = isFull ? frontends : frontends.filter((_, at) => at === index % frontends.length);
  return some.map((frontend) => [kind, frontend] as const);
});

describe("platform that changes values when it stores them", () => {
  it.each(cases)(
    "gets each value of a %s once, with one warning (%s provider), and an update corrects drift",
    async (kind, frontend) => {
      const complete = (args: Values) => withImplied(definitionOf(kind), args);
      const all = Object.values(everyFieldOf(kind, platform.ids));
      for (const specified of isFull ? all : all.slice(0, 1)) {
        const { run, reports, isSettled } = runsOf(kind, frontend);
        const [args, texts] = await withTildes(kind, run(), complete(specified as Values));
        const made = await run().create(args);
        await isSettled(made, args);
        expect(reports()).toHaveLength(texts.length === 0 ? 0 : 1);

        // The first value that an update can change.
        for (const { steps, value } of texts) {
          const changed = (to: string) => withValue(args, steps, to) as Values;
          const next = changed(`${value}2~`);
          const { check, diff, update } = run();
          if ((await check(next, args)).length > 0) continue;
          const plan = await diff(made.id, made.outputs, next).catch(() => undefined);
          if (plan === undefined || plan.changes === false || (plan.replaces ?? []).length > 0) continue;
          writes.length = 0;
          let now = await update(made.id, made.outputs, next);
          expect(writes).toHaveLength(1);
          await isSettled(now, next);
          expect(reports()).toHaveLength(2);

          // Somebody changes it, twice to the same value.
          const { outputs: settled } = now;
          for (const _ of [1, 2]) {
            await run().update(now.id, now.outputs, changed(value));
            const { read, diff, update } = run();
            const drifted = await read(now.id, now.outputs);
            expect(drifted.outputs).not.toEqual(now.outputs);
            expect(await diff(now.id, drifted.outputs, next)).not.toMatchObject({ changes: false });
            now = await update(now.id, drifted.outputs, next);
            await isSettled(now, next);
            expect(timeless({ ...settled, ...now.outputs })).toEqual(timeless(now.outputs));
          }
          break;
        }
      }
    },
  );

  it.each(frontends)(
    "gets separately stored values, such as variables, once, with one warning (%s provider)",
    async (frontend) => {
      const { run, reports, isSettled } = runsOf("Application", frontend);
      const [example] = Object.values(everyFieldOf("Application", platform.ids)) as unknown as [Values];
      const separately = {
        variables: { LEVEL: "info~", MODE: "a~" },
        secretVariables: { TOKEN: "secret~" },
        advancedSettings: { "deployment.affinity.node.required": { zone: "a~" } },
        deploymentRestrictions: [{ mode: "MATCH", type: "PATH", value: "src/~" }],
      };
      const args = { ...example, ...separately };
      const made = await run().create(args);
      await isSettled(made, args);
      expect(reports()).toEqual([expect.stringMatching(/deploymentRestrictions.*advancedSettings.*variables\.LEVEL/)]);
      const next = { ...args, variables: { ...args.variables, MODE: "b~" } };
      writes.length = 0;
      const updated = await run().update(made.id, made.outputs, next);
      expect(writes).toEqual([expect.stringMatching(/^PUT \/variable\//)]);
      await isSettled(updated, next);
      expect(reports()).toHaveLength(2);
    },
  );
});
