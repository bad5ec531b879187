/** Advanced settings that differ from the platform's defaults, as `status` shows and `export` writes them. */
import { beforeAll, expect, it } from "vitest";
import { singleFile } from "../../cli/export/files.js";
import { typeErrors } from "../../cli/export/typeErrors.js";
import { forgetRequests, requests } from "../engine/support/journal.js";
import { openedPlatform } from "../platform/support/opened.js";
import { exportEnvironment, withoutLineBreaks } from "./support/exported-environment.js";
import { addEnvironment, addService, fault, run } from "./support/operated.js";

const grace = "deployment.termination_grace_period_seconds";
const affinity = "deployment.affinity.node.required";
const account = "security.service_account_name";

const platform = openedPlatform({ endpoints: "extended" });
let environment: string;
beforeAll(async () => {
  environment = await addEnvironment(platform);
  const web = await addService(platform, "container", environment, "web");
  const seed = await addService(platform, "job", environment, "seed");
  await addService(platform, "application", environment, "shop");
  await addService(platform, "database", environment, "db");
  const set = (path: string, body: object) => platform.request("PUT", `${path}/advancedSettings`, { body });
  await set(`/container/${web}`, { [grace]: 120, [affinity]: { zone: "a" } });
  await set(`/job/${seed}`, { [account]: "seed" });
});

it("status --settings shows advanced settings with one request per service and one per kind's defaults", async () => {
  await forgetRequests(platform);
  const { code, stdout } = await run(platform, ["status", environment, "--settings"]);
  expect(code).toBe(0);
  expect(stdout.slice(stdout.indexOf("\n\n") + 2)).toBe(
    [
      "Advanced settings that differ from the platform's defaults:",
      `  Container web: ${grace} = 120`,
      `  Container web: ${affinity} = {"zone":"a"}`,
      `  Job seed: ${account} = "seed"`,
      "",
    ].join("\n"),
  );
  const sent = Object.entries(await requests(platform)).filter(([line]) => line.includes("dvancedSettings"));
  expect(Object.fromEntries(sent)).toEqual({
    "GET /application/{applicationId}/advancedSettings 200": 1,
    "GET /container/{containerId}/advancedSettings 200": 1,
    "GET /job/{jobId}/advancedSettings 200": 1,
    "GET /defaultApplicationAdvancedSettings 200": 1,
    "GET /defaultContainerAdvancedSettings 200": 1,
    "GET /defaultJobAdvancedSettings 200": 1,
  });
});

it("status --json has advanced settings only with --settings", async () => {
  const shown = async (...options: string[]) => {
    const { services } = (await run(platform, ["status", environment, "--json", ...options])).json();
    return services.map(({ advancedSettings }: Record<string, unknown>) => advancedSettings);
  };
  expect(await shown("--settings")).toEqual([
    {},
    { [affinity]: { zone: "a" }, [grace]: 120 },
    { [account]: "seed" },
    undefined,
  ]);
  expect(new Set(await shown())).toEqual(new Set([undefined]));
});

it("status --settings shows no advanced settings if the platform lacks the call (404)", async () => {
  const rule = { match: { method: "GET", route: "/container/{containerId}/advancedSettings" }, when: "before" };
  await fault(platform, { ...rule, fault: "404" });
  const { stdout } = await run(platform, ["status", environment, "--settings", "--kind", "Container"]);
  expect(stdout).toContain("\n\nAll advanced settings are the platform's defaults.\n");
  await fault(platform);
});

it("export writes advanced settings other than the defaults", async () => {
  const { program } = await exportEnvironment(platform, environment);
  const files = singleFile(program);
  const text = withoutLineBreaks(files["index.ts"] ?? "");
  expect(text).toContain(`advancedSettings: { "${grace}": 120, "${affinity}": { zone: "a" } }`);
  expect(text).toContain(`advancedSettings: { "${account}": "seed" }`);
  expect(text.match(/advancedSettings/g)).toHaveLength(2);
  expect(typeErrors(files, __dirname)).toEqual([]);
});

it("status --settings fails with AP1001 on documented endpoints", async () => {
  const shown = await run(platform, ["status", environment, "--settings"], { endpoints: "documented" });
  expect(shown).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("AP1001") });
});

it("export reads no advanced settings on documented endpoints", async () => {
  await forgetRequests(platform);
  await exportEnvironment(platform, environment, "documented");
  expect(Object.keys(await requests(platform)).join()).not.toContain("dvancedSettings");
});
