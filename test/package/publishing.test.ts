import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(__dirname, "..", "..");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

describe("publishing", () => {
  it("is public, and says where and from what the package was built", () => {
    expect(manifest.publishConfig).toEqual({ access: "public", provenance: true });
    expect(manifest).not.toHaveProperty("private");
    expect(manifest).toMatchObject({ license: "Apache-2.0", files: expect.arrayContaining(["dist", "docs"]) });
  });

  it("builds, checks and audits before anything is sent", () => {
    const steps = manifest.scripts.prepublishOnly.split(" && ").map((step: string) => step.split(" ").at(-1));
    expect(steps).toEqual(["build", "check", "audit"]);
  });
});

/** How `npm run audit` ends when its registry answers so. */
async function audit(status: number, body: unknown, env: Record<string, string> = {}) {
  let asked = 0;
  const registry = createServer((request, response) => {
    asked += 1;
    request.resume().on("end", () => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => registry.listen(0, "127.0.0.1", resolve));
  const { port } = registry.address() as AddressInfo;
  const settings = { npm_config_registry: `http://127.0.0.1:${port}/`, npm_config_fetch_retries: "0", ...env };
  const code = await new Promise((resolve, reject) => {
    const child = spawn("npm", ["run", "audit"], { cwd: root, env: { ...process.env, ...settings }, stdio: "ignore" });
    child.once("error", reject);
    child.once("close", resolve);
  });
  registry.closeAllConnections();
  registry.close();
  return { passes: code === 0, isAsked: asked > 0 };
}

describe("`npm run audit`", { timeout: 60_000 }, () => {
  const advisory = (severity: string) => ({
    undici: [
      { id: 1, url: "https://example.com/1", title: "a hole", severity, vulnerable_versions: "*", cwe: [], cvss: {} },
    ],
  });

  it("passes where the registry knows of nothing", async () => {
    expect(await audit(200, {})).toEqual({ passes: true, isAsked: true });
  });

  it.each(["critical", "low"])("fails with a finding that is %s", async (severity) => {
    expect(await audit(200, advisory(severity))).toEqual({ passes: false, isAsked: true });
  });

  it.each([405, 404, 500])("fails where the registry answers %d, and no audit was created", async (status) => {
    expect(await audit(status, {})).toEqual({ passes: false, isAsked: true });
  });

  it.each([{ npm_config_offline: "true" }, { npm_config_audit: "false" }, { npm_config_omit: "dev" }])(
    "lets no setting of the machine keep it from asking: %j",
    async (env) => {
      expect(await audit(200, advisory("low"), env)).toEqual({ passes: false, isAsked: true });
    },
  );
});
