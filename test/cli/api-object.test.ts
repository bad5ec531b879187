import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { longerExample } from "../../tools/generate/example.js";
import { type ObjectServer, openObjectServer } from "../engine/support/object-server.js";
import { openedFolder } from "../support/opened-folder.js";
import { fakeToken } from "../unit/support/fake-platform.js";
import { openProject, type ProjectFolder } from "./support/project-folder.js";
import { runCli } from "./support/run.js";

describe("longer example of ApiObject", () => {
  const folder = openedFolder("api-object");
  let server: ObjectServer;
  let example: ProjectFolder;

  beforeAll(async () => {
    server = await openObjectServer();
    const tokens = { admin: fakeToken, editor: "", viewer: "" };
    await writeFile(join(folder, "Pulumi.yaml"), "name: api-object\nruntime: nodejs\n");
    await writeFile(join(folder, "index.ts"), longerExample("ApiObject")?.program ?? "");
    await writeFile(join(folder, "package.json"), '{ "main": "index.ts" }');
    example = await openProject(folder, { ...server, tokens }, { APP_PLATFORM_ENDPOINTS: undefined });
  });
  afterAll(async () => {
    await example.close();
    await server.close();
  });

  /** Runs `pulumi`, which must succeed: what it printed, without the secret. */
  async function pulumi(...args: string[]): Promise<string> {
    const { output } = await example.done(...args);
    expect(output).not.toContain("s3cret-target");
    return output;
  }
  const state = () => readFile(join(example.state, ".pulumi/stacks/api-object/dev.json"), "utf8");

  test("manages a webhook and an alert rule from up to destroy", async () => {
    const secret = ["--secret", "targetSecret=s3cret-target"];
    await pulumi("config", "set-all", "--plaintext", "organizationId=acme", ...secret);
    server.trouble = "response lost";
    expect(await pulumi("up", "--yes", "--skip-preview")).toMatch(/^ {4}kinds +: \[\n +\[0\]: "SLACK"\n/m);
    expect([server.webhooks.length, server.rules.length]).toEqual([1, 1]);
    expect(server.webhooks[0]?.secret).toBe("s3cret-target");

    Object.assign(server.webhooks[0]?.values ?? {}, { kind: "TEAMS" });
    const settings = Object.entries(example.env).filter(([name]) => /^(PATH|PULUMI_|APP_PLATFORM_)/.test(name));
    const { stdout } = await runCli(["diff"], { cwd: example.folder, env: Object.fromEntries(settings) });
    expect(stdout).toMatch(/ApiObject "hook".*body\.kind.*"SLACK".*"TEAMS"/s);
    expect(await state()).not.toContain("s3cret");

    await pulumi("destroy", "--yes", "--skip-preview");
    expect([server.webhooks, server.rules]).toEqual([[], []]);
  });
});
