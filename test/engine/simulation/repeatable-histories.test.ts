import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { holds } from "../../seeds.js";
import { type Backend, openBackend } from "./backend.js";
import { type History, historiesOf, play } from "./history.js";
import { scheduleOf } from "./schedule.js";

let backend: Backend;
beforeAll(async () => {
  backend = await openBackend("extended");
});
afterAll(() => backend.close());

const traceOf = async (history: History) => (await play(history, { backend })).trace;

describe("a history", () => {
  it("is the same to the line when it is played again", async () => {
    await holds(
      fc.asyncProperty(historiesOf("extended"), async (history) => {
        expect(await traceOf(history)).toEqual(await traceOf(history));
      }),
      15,
    );
  });

  it("is another one with other dice", async () => {
    const history = (salt: number): History => ({
      set: "extended",
      seed: 0,
      steps: [
        { sort: "change", change: { sort: "create", kind: "Container", pick: 0 } },
        { sort: "up", disturbance: { storm: "hurricane", salt } },
      ],
    });
    const traces = await [1, 2, 3, 4].reduce<Promise<string[]>>(
      async (before, salt) => [...(await before), (await traceOf(history(salt))).join("\n")],
      Promise.resolve([]),
    );
    expect(new Set(traces).size).toBe(traces.length);
  });
});

describe("virtual time", () => {
  it("runs timers in order, and those of the same moment in a random order", async () => {
    const orders = await Promise.all(
      [1, 2, 3, 4, 5, 6].map(async (seed) => {
        const schedule = scheduleOf(seed, 0);
        const done: string[] = [];
        schedule.after(20, () => void done.push("last"));
        for (const name of ["a", "b", "c"]) schedule.after(10, () => void done.push(name));
        await schedule.quiet();
        expect(schedule.now()).toBe(20);
        return done;
      }),
    );
    expect(orders.map((order) => [...order].sort())).toEqual(orders.map(() => ["a", "b", "c", "last"]));
    expect(orders.every((order) => order.at(-1) === "last")).toBe(true);
    expect(new Set(orders.map(String)).size).toBeGreaterThan(1);
  });

  it("says so when something waits for what never comes", async () => {
    await expect(scheduleOf(1, 0).until(new Promise(() => {}))).rejects.toThrow("waits for what never comes");
  });
});
