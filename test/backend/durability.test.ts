import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { type Platform, startPlatform } from "../platform";
import { type Body, bodies } from "./bodies";

const directory = mkdtempSync(join(tmpdir(), "durability-"));
afterAll(() => rmSync(directory, { recursive: true }));

const rounds = Number(process.env.DURABILITY_ROUNDS ?? 6);

interface Answered {
  created: Set<string>;
  edited: Map<string, number>;
}

/** Creates and edits databases until the server is killed, and notes every write that was answered. */
async function write(platform: Platform, prefix: string, answered: Answered): Promise<void> {
  const path = `/environment/${platform.ids.environment}/database`;
  for (let count = 0; ; count++) {
    const name = `${prefix}-${count}`;
    const body = { ...bodies.database.minimal(platform.ids), name };
    const made = await platform.request("POST", path, { body });
    answered.created.add(name);
    await platform.request("PUT", `/database/${made.body.id}`, { body: { cpu: 1000 + count } });
    answered.edited.set(name, 1000 + count);
  }
}

it(
  `keeps every answered write through ${rounds} kills under load`,
  async () => {
    const data = join(directory, "killed.db");
    const answered: Answered = { created: new Set(), edited: new Map() };
    for (let round = 0; round < rounds; round++) {
      const platform = await startPlatform({ data });
      const writers = Array.from({ length: 8 }, (_, index) =>
        write(platform, `${round}-${index}`, answered).catch(() => {}),
      );
      await new Promise((resolve) => setTimeout(resolve, 40 + Math.random() * 120));
      await platform.kill();
      await Promise.all(writers);
    }
    const platform = await startPlatform({ data });
    const path = `/environment/${platform.ids.environment}/database`;
    const { results } = (await platform.request("GET", path)).body;
    const kept = new Map<string, Body>(results.map((each: Body) => [each.name as string, each]));
    expect(kept.size).toBe(results.length);
    expect(answered.created.size).toBeGreaterThan(rounds);
    for (const name of answered.created) expect(kept.has(name)).toBe(true);
    for (const [name, cpu] of answered.edited) expect(kept.get(name)?.cpu).toBe(cpu);
    for (const each of results) expect(Object.keys(each).sort()).toEqual([...bodies.database.answer].sort());
    await platform.stop();
  },
  30_000 + rounds * 2_000,
);

it("keeps names unique and one deployment an environment under 50 clients at random", async () => {
  const platform = await startPlatform({ endpoints: "extended", speed: "manual" });
  const environment = `/environment/${platform.ids.environment}`;
  const first = await platform.request("POST", `${environment}/database`, {
    body: { ...bodies.database.minimal(platform.ids), name: "deployed" },
  });
  let deployed = 0;
  const client = async () => {
    for (let step = 0; step < 10; step++) {
      const name = `name ${Math.floor(Math.random() * 12)}`;
      const chance = Math.random();
      if (chance < 0.5) {
        const body = { ...bodies.database.minimal(platform.ids), name };
        await platform.request("POST", `${environment}/database`, { body });
      } else if (chance < 0.7) {
        const { results } = (await platform.request("GET", `${environment}/database`)).body;
        const one = results[Math.floor(Math.random() * results.length)];
        if (one.name !== "deployed") await platform.request("PUT", `/database/${one.id}`, { body: { name } });
      } else if (chance < 0.85) {
        const body = { name, environment_id: platform.ids.environment };
        await platform.request("POST", `/database/${first.body.id}/clone`, { body });
      } else {
        const body = { databases: [first.body.id] };
        const answer = await platform.request("POST", `${environment}/service/deploy`, { body });
        if (answer.status === 202) deployed += 1;
        else expect(answer.status).toBe(409);
      }
    }
  };
  await Promise.all(Array.from({ length: 50 }, client));
  const { results } = (await platform.request("GET", `${environment}/database`)).body;
  const names = results.map((each: Body) => (each.name as string).toLowerCase());
  expect(new Set(names).size).toBe(names.length);
  expect(deployed).toBe(1);
  await platform.stop();
});
