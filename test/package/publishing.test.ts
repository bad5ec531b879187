import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { address } from "../../tools/release/address.js";
import { startServer } from "../cli/servers.js";

const root = join(__dirname, "..", "..");
const manifestOf = (folder: string) => JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
const manifest = manifestOf("");

describe.each(["", "backend"])("publishing the package in the folder '%s'", (folder) => {
  it("is public, with a record of where and from what it was built", () => {
    const { publishConfig, license, ...others } = manifestOf(folder);
    expect([publishConfig, license]).toEqual([{ access: "public", provenance: true }, "Apache-2.0"]);
    expect(others).not.toHaveProperty("private");
  });

  it("states the license that the repository has", () => {
    expect(readFileSync(join(root, folder, "LICENSE"), "utf8")).toBe(readFileSync(join(root, "LICENSE"), "utf8"));
  });

  it("states the repository, the home page, the issue tracker and keywords", () => {
    const { repository, homepage, bugs, keywords } = manifestOf(folder);
    expect(repository).toEqual({
      type: "git",
      url: `git+${address.repository}.git`,
      ...(folder === "" ? {} : { directory: folder }),
    });
    expect(homepage.startsWith(address.site)).toBe(true);
    expect(bugs.url.startsWith(address.repository)).toBe(true);
    expect(keywords.length).toBeGreaterThan(3);
  });
});

describe("publishing", () => {
  const steps = (script: string) => script.split(" && ").map((step) => step.split(" ").at(-1));

  it("is checked, the audit included, before anything is sent", () => {
    const expected = ["release:check", "check", "audit", "tools/release/publish.ts"];
    expect(steps(manifest.scripts["release:publish"])).toEqual(expected);
  });

  it.each(["", "backend"])("is refused without that script in './%s'", (folder) => {
    const { prepublishOnly } = manifestOf(folder).scripts;
    const { status, stderr } = spawnSync("sh", ["-c", prepublishOnly], { cwd: join(root, folder), encoding: "utf8" });
    expect([status, stderr]).toEqual([expect.any(Number), expect.stringContaining("npm run release:publish")]);
    expect(status).not.toBe(0);
  });
});

/** How `npm run audit` ends with this response of its registry. */
async function audit(status: number, body: unknown, env: Record<string, string> = {}) {
  let asked = 0;
  const registry = await startServer((request, response) => {
    asked += 1;
    request.resume().on("end", () => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
  });
  const settings = { npm_config_registry: `${registry.url}/`, npm_config_fetch_retries: "0", ...env };
  const code = await new Promise((resolve, reject) => {
    // Without the npm of `npm run`, which takes as long to start.
    const [command, ...args] = manifest.scripts.audit.split(" ");
    const child = spawn(command, args, { cwd: root, env: { ...process.env, ...settings }, stdio: "ignore" });
    child.once("error", reject);
    child.once("close", resolve);
  });
  await registry.close();
  return { passes: code === 0, isAsked: asked > 0 };
}

describe("`npm run audit`", () => {
  /** A finding in a package that only development needs. */
  const advisory = {
    esbuild: [
      {
        id: 1,
        url: "https://example.com/1",
        title: "a vulnerability",
        severity: "low",
        vulnerable_versions: "*",
        cwe: [],
        cvss: {},
      },
    ],
  };

  it("passes if the registry knows of nothing", async () => {
    expect(await audit(200, {})).toEqual({ passes: true, isAsked: true });
  });

  it("fails if the registry responds 404 instead of an audit", async () => {
    expect(await audit(404, {})).toEqual({ passes: false, isAsked: true });
  });

  it("asks the registry whatever the machine is set to, and fails for the least of findings", async () => {
    const env = { npm_config_offline: "true", npm_config_audit: "false", npm_config_omit: "dev" };
    expect(await audit(200, advisory, env)).toEqual({ passes: false, isAsked: true });
  });
});
