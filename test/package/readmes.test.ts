import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { address } from "../../tools/release/address.js";
import { addressedReadme, relativeLinks } from "../../tools/release/readme-links.js";
import { startServer } from "../cli/support/servers.js";

const root = join(__dirname, "..", "..");

it.each(["", "backend"])("README in './%s' links only to existing files", (folder) => {
  const links = relativeLinks(readFileSync(join(root, folder, "README.md"), "utf8"));
  expect(links.length).toBeGreaterThan(3);
  expect(links.filter((link) => !existsSync(join(root, folder, link.replace(/#.*/, ""))))).toEqual([]);
});

describe("published README", () => {
  const at = { repository: "https://github.com/acme/provider", site: "https://acme.github.io/docs/" };

  it.each([
    ["", "[Start](docs/start.md#first)", "[Start](https://acme.github.io/docs/start.html#first)"],
    ["backend", "[Start](../docs/index.md)", "[Start](https://acme.github.io/docs/)"],
    ["", "![Picture](docs/public/page.png)", "![Picture](https://acme.github.io/docs/page.png)"],
    ["", "[`name`](backend/README.md)", "[`name`](https://github.com/acme/provider/blob/HEAD/backend/README.md)"],
    ["", "[Pulumi](https://www.pulumi.com) [below](#below)", "[Pulumi](https://www.pulumi.com) [below](#below)"],
    ["", "```ts\nrun[0](now)\n```", "```ts\nrun[0](now)\n```"],
  ])("has links of './%s' as addresses: %s becomes %s", (folder, written, published) => {
    expect(addressedReadme(`${written}\n`, folder, at)).toBe(`${published}\n`);
  });

  it("is what the registry receives for both packages", async () => {
    const published: { name: string; readme: string }[] = [];
    const registry = await startServer(async (request, response) => {
      if (request.method !== "PUT") return response.writeHead(404).end("{}");
      const { name, versions } = (await json(request)) as { name: string; versions: object };
      const [{ readme }] = Object.values(versions) as [{ readme: string }];
      published.push({ name, readme });
      return response.writeHead(201, { "content-type": "application/json" }).end("{}");
    });
    const { host } = new URL(registry.url);
    const options = [`--registry=http://${host}/`, `--//${host}/:_authToken=t`, "--provenance=false"];
    const child = spawn(process.execPath, ["--import", "tsx", "tools/release/publish.ts", ...options], { cwd: root });
    let errors = "";
    child.stderr.on("data", (chunk) => {
      errors += chunk;
    });
    const [code] = await once(child, "close");
    await registry.close();
    expect(code, errors).toBe(0);
    expect(published.map(({ name }) => name)).toEqual(["app-platform-backend", "pulumi-app-platform"]);
    for (const { readme } of published) {
      expect(relativeLinks(readme)).toEqual([]);
      expect(readme).toContain(address.site);
    }
  });
});
