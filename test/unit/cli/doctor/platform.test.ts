import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { acceptance } from "../../../../cli/doctor/platform.js";
import { fakePlatform } from "../../support/fake-platform.js";

const platform = fakePlatform();

it("doctor redacts the token that a platform quotes as part of a URL, also in its log", async () => {
  const token = "canary+of/the=token";
  const logFile = join(mkdtempSync(join(tmpdir(), "doctor-")), "log");
  const path = "/environment/00000000-0000-0000-0000-000000000000/container";
  platform.on(`GET ${path}`, [401, { detail: `no user for ?token=${encodeURIComponent(token)}` }]);
  const configuration = { tokenScheme: "token", tokenSource: "APP_PLATFORM_TOKEN", logFile };
  const facts = { token, baseUrl: new URL(platform.url), configuration };
  const examination = { facts, options: {}, environment: {}, signal: new AbortController().signal };
  const finding = await acceptance.run(examination as never);
  expect(finding.details).toEqual(["the platform says: no user for ?token=***"]);
  expect(readFileSync(logFile, "utf8")).not.toContain("canary");
});
