import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { restoreSnapshot, takeSnapshot } from "../../backend/src/local/snapshot.js";
import { extended, type Route } from "../../backend/src/routes/route.js";
import { seededIds } from "../../backend/src/seed.js";
import { openStore } from "../../backend/src/store/store.js";
import { bodies } from "./support/bodies.js";
import { callOf, containers, contextOn, serve } from "./support/in-process.js";

/** The paths, in the order in which their responses were made. */
const made: string[] = [];

const endpoint = (path: string, milliseconds: number) => {
  const tag = { name: "Lists", description: "" } as Route["tag"];
  const run = () => {
    for (const end = performance.now() + milliseconds; performance.now() < end; );
    made.push(path);
    return { results: [] };
  };
  return extended({ operation: path.slice(1), summary: "A list", tag, method: "GET", path, success: 200, run });
};

let served: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => {
  served = await serve(openStore(":memory:"), { routes: [endpoint("/organization", 30), endpoint("/cluster", 0)] });
});
afterAll(() => served.close());

it("short request is handled between long requests", async () => {
  // Takes long for the first time, as others will. Each later request has a connection already.
  await Promise.all(Array.from({ length: 21 }, () => served.send("GET", "/organization")));
  made.length = 0;
  const long = Array.from({ length: 20 }, () => served.send("GET", "/organization"));
  await Promise.all([...long, served.send("GET", "/cluster")]);
  expect(made.indexOf("/cluster")).toBeLessThan(10);
});

it("other requests are handled while a large snapshot is restored", async () => {
  const { platform, manualClock } = contextOn(openStore(":memory:"));
  containers.create(callOf(platform, bodies.container.full(seededIds)));
  const snapshot = takeSnapshot(platform);
  const [row] = snapshot.tables.service;
  if (row === undefined) throw new Error("There is no service.");
  snapshot.tables.service = Array.from({ length: 3000 }, (_, at) => {
    const id = randomUUID();
    return { ...row, id, body: { ...row.body, id, config: { ...row.body.config, name: `web-${at}` } } };
  });
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await restoreSnapshot(platform, manualClock, snapshot);
  isOver = true;
  expect(turns).toBeGreaterThan(3);
  expect(platform.store.services.all()).toHaveLength(3000);
});
