/** A project with all its environments, exported and adopted by a program of another stack. */
import { beforeAll, describe, expect, test } from "vitest";
import { openExampleStack, programIn } from "../engine/support/example-stack.js";
import { forgetRequests, writes } from "../engine/support/journal.js";
import { bodies } from "../platform/support/bodies.js";
import { openedPlatform } from "../platform/support/opened.js";
import { inCheckout, openedFolder } from "../support/opened-folder.js";
import { settingsOf } from "./support/operated.js";
import { runCli } from "./support/run.js";
import { writeFiles } from "./support/source-checks.js";

describe("app-platform", () => {
  const platform = openedPlatform({ endpoints: "extended" });
  const folder = openedFolder("project", inCheckout);
  let projectId: string;

  const send = async (path: string, body: object) => {
    const { status, body: made } = await platform.request("POST", path, { body });
    expect([200, 201], path).toContain(status);
    return made;
  };

  beforeAll(async () => {
    const { organization } = platform.ids;
    projectId = (await send(`/organization/${organization}/project`, { name: "shop", description: "All of it" })).id;
    const value = (key: string, value: string, scope: string, parent: string, is_secret = false) =>
      send("/variable", { key, value, is_secret, variable_scope: scope, variable_parent_id: parent });
    const region = await value("REGION", "eu", "PROJECT", projectId);
    const token = await value("TOKEN", "s3cr3t-canary", "PROJECT", projectId, true);
    const url = await value("URL", "http://example.com", "PROJECT", projectId);
    for (const name of ["staging", "production"]) {
      const { id } = await send(`/project/${projectId}/environment`, { name, mode: name.toUpperCase() });
      const body = { ...bodies.container.minimal(platform.ids), name: "web" };
      const web = await send(`/environment/${id}/container`, body);
      const over = { override_scope: "CONTAINER", override_parent_id: web.id };
      await send(`/variable/${region.id}/override`, { value: "us", ...over });
      await send(`/variable/${token.id}/override`, { value: "s3cr3t-canary", ...over });
      await send(`/variable/${url.id}/override`, { value: "http://me:s3cr3t-canary@example.com", ...over });
      await send(`/variable/${region.id}/alias`, { key: "PLACE", alias_scope: "ENVIRONMENT", alias_parent_id: id });
      await value("EMPTY", "", "ENVIRONMENT", id);
    }
  });

  const exported = (...args: string[]) =>
    runCli(["export", "--project", projectId, ...args], { env: settingsOf(platform) });

  test("export --project writes all environments, with references between them, and compiles in each form", async () => {
    await forgetRequests(platform);
    for (const form of [["--split"], ["--component", "Shop"], []]) {
      const ran = await exported("--json", ...form);
      // It compiles what it writes.
      expect(ran.code, ran.stderr).toBe(0);
      expect(ran.stdout).not.toContain("s3cr3t");
      if (form.length === 0) await writeFiles(folder, ran.json().files);
    }
    expect(await writes(platform)).toEqual([]);
  });

  test("export --project writes a program with which pulumi up adopts everything, without a write or a later difference", async () => {
    const secrets = { shopTokenValue: "s3cr3t-canary", stagingWebTokenValue: "s3cr3t-canary" };
    const others = { productionWebTokenValue: "s3cr3t-canary", stagingWebUrlPassword: "s3cr3t-canary" };
    const stack = await openExampleStack(platform, folder, { ...secrets, ...others });
    await forgetRequests(platform);
    const up = await stack.run("up", programIn(folder));
    expect(up.output).not.toContain("and changes");
    // The project, two environments, two containers, and variables of the project and of each environment.
    expect(up.changes).toEqual({ create: 1 + 1 + 3 + 2 * (2 + 3 + 2) });
    expect((await stack.run("preview")).changes).toEqual({ same: up.changes.create });
    expect(await writes(platform)).toEqual([]);
    await stack.close();
  });

  test("export --project fails together with an environment (AP6001, exit code 2)", async () => {
    const both = await runCli(["export", "shop/staging", "--project", projectId]);
    expect([both.code, both.stderr]).toEqual([2, expect.stringContaining("AP6001: --project and an environment")]);
  });

  test("export --project fails for an unknown project ID (exit code 1)", async () => {
    projectId = platform.ids.environment;
    const { code, stderr } = await exported();
    expect([code, stderr]).toEqual([1, expect.stringContaining(`project ${projectId}: it doesn't exist`)]);
  });
});
