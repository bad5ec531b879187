/** A Terraform state, moved to a program that adopts it. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { programFor } from "../../cli/export/program.js";
import { environmentDefaults } from "../../cli/export/selection.js";
import { migrationOf } from "../../cli/terraform/migration.js";
import { readState } from "../../cli/terraform/stateFile.js";
import { runCli } from "../cli/support/run.js";
import type { Platform } from "../platform/support/platform.js";
import type { Values } from "../support/provider.js";
import { resource } from "../terraform/state-of.js";
import { restoredPlatform, stateFile } from "../terraform/states.js";
import { openExampleStack, programIn } from "./support/example-stack.js";
import { forgetRequests, writes } from "./support/journal.js";
import type { TestStack } from "./support/test-stack.js";

const kubeconfig = "apiVersion: v1\nclusters: [{ name: dc }]\nkind: Config\n";

/** The state whose deployment and cluster are STOPPED, as they are on the platform then, with an EKS Anywhere cluster. */
async function stateWithStops({ request, ids }: Platform): Promise<Values> {
  const state = JSON.parse(await readFile(stateFile("a"), "utf8"));
  const { attributes } = state.resources.find(({ type }: Values) => type === "platform_deployment").instances[0];
  attributes.desired_state = "STOPPED";
  const environment = `/environment/${attributes.environment_id}`;
  await request("POST", `${environment}/stop`);
  await expect.poll(async () => (await request("GET", `${environment}/status`)).body.state).toBe("STOPPED");
  const clusters = `/organization/${ids.organization}/cluster`;
  const dc = { name: "dc", region: "on-premise", cloud_provider: "AWS" };
  const { id } = (await request("POST", clusters, { body: { ...dc, kubernetes: "PARTIALLY_MANAGED" } })).body;
  const headers = { "content-type": "application/x-yaml" };
  await request("PUT", `${clusters}/${id}/kubeconfig`, { body: kubeconfig, headers });
  await request("POST", `${clusters}/${ids.cluster}/stop`);
  const status = async () => (await request("GET", `${clusters}/${ids.cluster}/status`)).body.status;
  await expect.poll(status).toBe("STOPPED");
  const cluster = (of: Values, more: Values): Values =>
    resource("cluster", String(of.name), [{ attributes: { organization_id: ids.organization, ...of, ...more } }]);
  const main = { id: ids.cluster, name: "main", region: "eu-west-3", cloud_provider: "AWS" };
  state.resources.push(
    cluster(main, { kubernetes_mode: "MANAGED", state: "STOPPED" }),
    cluster({ id, ...dc }, { kubernetes_mode: "PARTIALLY_MANAGED", state: "READY", kubeconfig }),
  );
  return state;
}

describe("migrate of a Terraform state of a vendor's provider, with a stopped environment and a stopped cluster", () => {
  let platform: Platform;
  let folder: string;
  let stack: TestStack;
  let secrets: Record<string, string>;

  beforeAll(async () => {
    platform = await restoredPlatform();
    await mkdir(join(__dirname, "../../.local"), { recursive: true });
    folder = await mkdtemp(join(__dirname, "../../.local/migrated-"));
  });
  afterAll(async () => {
    await stack?.close();
    await rm(folder, { recursive: true, force: true });
    await platform.stop();
  });

  test("writes a program without secrets, and sends only reads", async () => {
    const state = Buffer.from(JSON.stringify(await stateWithStops(platform)));
    await writeFile(join(folder, "terraform.tfstate"), state);
    const { services, secrets: known } = migrationOf(readState(state, "a"));
    const program = programFor(services, { heading: [], environmentDefaults: environmentDefaults(services), known });
    secrets = Object.fromEntries(program.secrets.map(({ key, value }) => [key, value ?? ""]));
    await forgetRequests(platform);
    const env = {
      APP_PLATFORM_BASE_URL: platform.url,
      APP_PLATFORM_TOKEN: platform.tokens.admin,
      APP_PLATFORM_ENDPOINTS: "extended",
    };
    const ran = await runCli(["migrate", join(folder, "terraform.tfstate"), "--json"], { env });
    expect(ran.code, ran.stderr).toBe(0);
    const { files, notes } = ran.json() as { files: Record<string, string>; notes: string[] };
    const reported = notes.join("\n").match(/ in Terraform's state, .* on the platform \(the program /g);
    expect(reported).toHaveLength(9);
    const text = files["index.ts"] ?? "";
    for (const each of ["new StoppedEnvironment(", 'state: "STOPPED",', "eksAnywhereKubeconfig: "])
      expect(text).toContain(each);
    for (const value of Object.values(secrets)) expect(text).not.toContain(value);
    for (const value of [
      ...["hub-passw0rd", "ghp_0123456789abcdef", "pw-3b24cca7", "pw-b84bcdcb", "pw-617d107c", "kms-secret"],
    ])
      expect(text).not.toContain(value);
    await writeFile(join(folder, "index.ts"), text);
    expect(await writes(platform)).toEqual([]);
  });

  test("writes a program with which up adopts everything, without a write or a later difference", async () => {
    stack = await openExampleStack(platform, folder, secrets);
    await forgetRequests(platform);
    const up = await stack.run("up", programIn(folder));
    expect(up.output).not.toMatch(/and changes/);
    expect(await writes(platform)).toEqual([]);
    expect((await stack.run("preview")).changes).toEqual({ same: up.changes.create });
    expect((await stack.run("refresh")).changes).toEqual({ same: up.changes.create });
    expect((await stack.run("up")).changes).toEqual({ same: up.changes.create });
    expect(await writes(platform)).toEqual([]);
  });
});
