import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startServer } from "../cli/support/servers.js";

const root = join(__dirname, "..", "..");
const manifestOf = (folder: string) => JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
const manifest = manifestOf("");

describe.each(["", "backend"])("package in './%s'", (folder) => {
  it("is public, with provenance and the license of the repository", () => {
    const { publishConfig, license, ...others } = manifestOf(folder);
    expect([publishConfig, license]).toEqual([{ access: "public", provenance: true }, "Apache-2.0"]);
    expect(others).not.toHaveProperty("private");
    expect(readFileSync(join(root, folder, "LICENSE"), "utf8")).toBe(readFileSync(join(root, "LICENSE"), "utf8"));
  });
});

describe("release:publish", () => {
  const steps = (script: string) => script.split(" && ").map((step) => step.split(" ").at(-1));

  it("runs all checks and the audit before it publishes", () => {
    const expected = ["release:check", "check", "audit", "tools/release/publish.ts"];
    expect(steps(manifest.scripts["release:publish"])).toEqual(expected);
  });

  it.each(["", "backend"])("is named by `npm publish`, which fails in './%s'", (folder) => {
    const { prepublishOnly } = manifestOf(folder).scripts;
    const { status, stderr } = spawnSync("sh", ["-c", prepublishOnly], { cwd: join(root, folder), encoding: "utf8" });
    expect([status, stderr]).toEqual([expect.any(Number), expect.stringContaining("npm run release:publish")]);
    expect(status).not.toBe(0);
  });
});

describe("npm run audit", () => {
  /** A finding in a package that only development needs. */
  const finding = { id: 1, url: "https://example.com/1", title: "a vulnerability", severity: "low" };
  const advisory = { esbuild: [{ ...finding, vulnerable_versions: "*", cwe: [], cvss: {} }] };

  it.each([
    ["passes without findings", true, 200, {}],
    ["fails for a 404", false, 404, {}],
    ["fails for a finding of low severity in a development dependency", false, 200, advisory],
  ])("asks the registry despite npm's configuration, and %s", async (_, passes, status, body) => {
    let requests = 0;
    const registry = await startServer((request, response) => {
      requests += 1;
      request.resume().on("end", () => {
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
      });
    });
    const env = {
      ...{ ...process.env, npm_config_registry: `${registry.url}/`, npm_config_fetch_retries: "0" },
      ...{ npm_config_offline: "true", npm_config_audit: "false", npm_config_omit: "dev" },
    };
    // Without the npm of `npm run`, which takes as long to start.
    const [command, ...args] = manifest.scripts.audit.split(" ");
    const [code] = await once(spawn(command, args, { cwd: root, env, stdio: "ignore" }), "close");
    await registry.close();
    expect([code === 0, requests > 0]).toEqual([passes, true]);
  });
});
