/** Exported programs, run without Pulumi: they give what the platform has, so adopting changes nothing. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { componentFiles } from "../../cli/export/component.js";
import { singleFile, splitFiles } from "../../cli/export/files.js";
import { programFor } from "../../cli/export/program.js";
import { livesInEnvironment, readEnvironment } from "../../cli/export/services.js";
import { changesOf } from "../../provider/definition/changesOf.js";
import { readConfiguration } from "../../provider/platform/configuration.js";
import { platformOf } from "../../provider/platform/platform.js";
import { definitions } from "../../provider/resources/index.js";
import { bodies } from "../backend/bodies.js";
import { type Platform, startPlatform } from "../platform.js";
import { declaredBy } from "./exported-program.js";

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform({ endpoints: "extended" });
});
afterAll(() => platform.stop());

it("x", async () => {
  const env = platform.ids.environment;
  for (const each of Object.values(bodies))
    for (const which of ["full", "minimal"] as const) {
      const body = { ...each[which](platform.ids) };
      body.name = `${body.name} ${which}`;
      const r = await platform.request("POST", `/environment/${env}/${each.path}`, { body });
      if (r.status !== 201) console.log(r.status, JSON.stringify(r.body));
    }
  const db = (await platform.request("GET", `/environment/${env}/database`)).body.results[0];
  const c = await platform.request("POST", `/environment/${env}/container`, {
    body: {
      ...bodies.container.minimal(platform.ids),
      name: 'Größe "x" db\'s',
      arguments: [
        `--url=postgres://u:hunter2hunter2@${db.host}:${db.port}/x?sslmode=disable`,
        "--password",
        "hunter2hunter2",
        `--host=${db.host} port=${db.port}`,
        "line one\nline `two` ${x}\n",
      ],
      healthchecks: { liveness_probe: { type: { tcp: { port: db.port, host: db.host } } } },
    },
  });
  if (c.status !== 201) console.log(JSON.stringify(c.body));
  const p = platformOf(
    readConfiguration(
      (k) =>
        ({
          "app-platform:baseUrl": platform.url,
          "app-platform:token": platform.tokens.admin,
          "app-platform:endpoints": "extended",
        })[k],
      undefined,
      {},
    ),
    { warn() {}, info() {} },
  );
  const content = await readEnvironment(p, definitions, definitions.filter(livesInEnvironment), env);
  const program = programFor(content.services, { environmentId: env, environmentDefaults: [], unlisted: [] });
  const files = singleFile(program);
  console.log(files["index.ts"]);
  const { writeFileSync, mkdirSync } = await import("node:fs");
  const { dirname } = await import("node:path");
  for (const [set, fs] of Object.entries({
    single: files,
    split: splitFiles(program),
    component: componentFiles(program, "Shop", "shop"),
  })) {
    for (const [f, text] of Object.entries(fs)) {
      const path = `/tmp/exp/${set}/${f}`;
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
    for (const d of declaredBy(fs, program)) {
      const { service } = program.declarations.find(({ service }) => service.id === d.args.adoptId)!;
      expect(changesOf(service.definition, d.args, service.values).filter(({ arg }) => arg !== "adoptId")).toEqual([]);
    }
  }
});
