/** Many creates at once over one client, with faults here and there: each is created once, and nobody takes another's. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { chanceOf } from "../../chance.js";
import { type Platform as Backend, startPlatform } from "../../platform/platform.js";
import { seeds, toRepeat } from "../../seeds.js";
import { contentOf } from "../faults/backend-content.js";
import { argsOf, container, database, job } from "../faults/endpoints.js";
import { type Kept, providerAt } from "../faults/provider.js";
import { type Failure, failureFrom, lostIn } from "../faults/reported-failure.js";

let backend: Backend;
beforeAll(async () => {
  backend = await startPlatform();
});
afterAll(async () => {
  await backend.stop();
});

const kinds = [container, job, database];
const each = 25;
const atBefore = ["reset-unread", "reset", "500", "503-retry-after", "429-seconds", "408"];
const atAfter = ["reset", "cut-with-length", "cut-without-length", "invalid-json", "empty-body", "502-html", "504"];

function rulesOf(seed: number) {
  const { next, pick } = chanceOf(seed);
  const routes = kinds.flatMap(({ noun }) => [`create${noun}`, `create${noun}`, `create${noun}`, `list${noun}s`]);
  return Array.from({ length: 60 }, () => {
    const when = pick(["before", "after"] as const);
    const fault = pick(when === "before" ? atBefore : atAfter);
    const nth = 1 + Math.floor(next() * each * 1.5);
    return { match: { route: pick(routes), nth }, when, fault, retryAfterSeconds: 0 };
  });
}

it.each(seeds)(
  "every one of many creates at once is created exactly once, whichever responses are lost",
  async (seed) => {
    await backend.request("POST", "/_local/reset");
    await backend.request("PUT", "/_local/faults", { body: { rules: rulesOf(seed) } });
    const provider = providerAt({ url: backend.url, token: backend.tokens.admin });
    const wanted = kinds.flatMap((kind) =>
      Array.from({ length: each }, (_, index) => ({
        kind,
        args: { ...argsOf(backend, kind.args), name: `${kind.wire}-${index}` },
      })),
    );
    const ends: (Kept | Failure)[] = await Promise.all(
      wanted.map(({ kind, args }) => provider.of(kind.kind).create(args).catch(failureFrom)),
    );
    const content = await contentOf(backend);
    const made = wanted.map(({ kind, args }) => content.services(kind.wire, args.name).map(({ id }) => id));
    const wrongs = ends.flatMap((end, index) => {
      const ids = made[index] ?? [];
      if ("code" in end) return lostIn(end, ids);
      return ids.join() === end.id
        ? []
        : [`${wanted[index]?.args.name}: ${ids.join()} is there, the state has ${end.id}`];
    });
    expect(wrongs, toRepeat(seed)).toEqual([]);
    const met = (await backend.request("GET", "/_local/faults")).body.rules as { happened: number }[];
    expect(met.filter(({ happened }) => happened > 0).length, toRepeat(seed)).toBeGreaterThan(10);
  },
);
