import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { extract } from "tar";
import { describe, expect, it } from "vitest";
import { pulumiEnvironment } from "../../tools/fetch/pulumi-cli/environment.js";
import { pluginAddress } from "../../tools/release/address.js";
import { writePackages } from "../../tools/release/packages.js";
import { startServer } from "../cli/support/servers.js";
import { openedFolder } from "../support/opened-folder.js";

describe("published package", () => {
  it("makes `pulumi install` request the plugin of its own version from the release", async () => {
    const folder = openedFolder("plugin-download");
    const packages = await writePackages(folder);
    const installed = join(folder, "node_modules/pulumi-app-platform");
    mkdirSync(installed, { recursive: true });
    await extract({ file: packages.at(-1) as string, cwd: installed, strip: 1 });

    const path = join(installed, "package.json");
    const { pulumi, version, ...others } = JSON.parse(readFileSync(path, "utf8"));
    expect(pulumi).toEqual({ resource: true, name: "app-platform", version, server: pluginAddress() });

    const requested: string[] = [];
    const server = await startServer(({ url = "" }, response) => {
      requested.push(url);
      response.writeHead(404).end();
    });
    const local = { ...pulumi, server: `${server.url}/download/v\${VERSION}` };
    writeFileSync(path, JSON.stringify({ ...others, version, pulumi: local }));
    writeFileSync(join(folder, "package.json"), "{}");
    writeFileSync(join(folder, "Pulumi.yaml"), "name: shop\nruntime: nodejs\n");
    const env = { ...(await pulumiEnvironment()), PULUMI_HOME: join(folder, "home") };
    const args = ["install", "--no-dependencies", "--non-interactive"];
    const [code] = await once(spawn("pulumi", args, { cwd: folder, env, stdio: "ignore" }), "close");
    await server.close();
    expect([code === 0, new Set(requested)]).toEqual([
      false,
      new Set([
        expect.stringMatching(`^/download/v${version}/pulumi-resource-app-platform-v${version}-.*\\.tar\\.gz$`),
      ]),
    ]);
  });
});
