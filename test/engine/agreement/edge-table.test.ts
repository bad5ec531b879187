import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Values } from "../../../provider/schema/json.js";
import { validate } from "../../../provider/values/validate.js";
import { type Platform, startPlatform } from "../../platform/platform.js";
import { definitionOf } from "../../unit/pretend-platform.js";
import { bodyAsSent } from "./as-sent.js";
import { edgeTable, leastArguments, type Row } from "./edge-table.js";

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform({ endpoints: "extended" });
});
afterAll(() => platform.stop());

const argumentsOf = ({ kind, arg, value }: Row): Values => ({ ...leastArguments(platform.ids)[kind], [arg]: value });

const named = edgeTable.map((row) => {
  const text = JSON.stringify(row.value);
  return { ...row, row, text: text.length > 70 ? `${text.slice(0, 70)}…` : text };
});

describe("the edge value", () => {
  it.each(named)("$kind $arg: $text is $is at preview", ({ row }) => {
    const issues = validate(definitionOf(row.kind), argumentsOf(row), "create");
    expect(issues.length === 0 ? "accepted" : "refused").toBe(row.is);
    for (const { path } of issues) expect(path.startsWith(row.arg)).toBe(true);
  });

  it.each(named)("$kind $arg: $text is $is by the platform", async ({ row }) => {
    const { api, body, pathArgs } = definitionOf(row.kind);
    const args = argumentsOf(row);
    const path = api.create.path.replace(/\{\+?(\w+)\}/g, (_, name: string) => String(args[name]));
    const response = await platform.request(api.create.method, path, { body: bodyAsSent(body, args, pathArgs) });
    // Another row has created the same name: everything else is right.
    const expected = row.is === "accepted" ? [200, 201, 409] : [400];
    expect(expected, JSON.stringify(response.body)).toContain(response.status);
  });

  it.each([0, 1_000_000])("cpu %s of a managed database is ignored, at preview and by the platform", async (cpu) => {
    const { Database } = leastArguments(platform.ids);
    const args = { ...Database, name: `managed ${cpu}`, mode: "MANAGED", cpu, memory: cpu };
    expect(validate(definitionOf("Database"), args, "create")).toEqual([]);
    const path = `/environment/${platform.ids.environment}/database`;
    const body = bodyAsSent(definitionOf("Database").body, args, ["environmentId"]);
    expect(await platform.request("POST", path, { body })).toMatchObject({ status: 201, body: { cpu: 250 } });
  });
});
