import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Platform, startPlatform } from "../platform.js";
import { forgetRequests, requests } from "./journal.js";
import { openProject, type ProjectFolder } from "./project-folder.js";

let platform: Platform;
let project: ProjectFolder;

beforeAll(async () => {
  platform = await startPlatform();
  project = await openProject(join(__dirname, "../../examples/deployment-trigger"), platform);
});
afterAll(async () => {
  await project.close();
  await platform.stop();
});

const edit = async (from: string, to: string) => {
  const file = join(project.folder, "index.ts");
  const text = await readFile(file, "utf8");
  expect(text).toContain(from);
  await writeFile(file, text.replace(from, to));
};

const listed = async (kind: string) =>
  (await platform.request("GET", `/environment/${platform.ids.environment}/${kind}`)).body.results;

describe("a project in a folder", () => {
  test("goes up with a preview, as a person runs it", async () => {
    const { code, output, summary } = await project.pulumi("up", "--yes");
    expect([code, summary], output).toEqual([0, ["+ 5 created"]]);
    expect(output).toContain("deployedVersion");
  });

  test("deploys a version that is set in its configuration", async () => {
    expect((await project.pulumi("config", "set", "version", "2.5.0")).code).toBe(0);
    const { code, output, summary } = await project.pulumi("up", "--yes", "--skip-preview");
    expect([code, summary], output).toEqual([0, ["~ 3 updated", "2 unchanged"]]);
    expect(await listed("container")).toMatchObject([{ name: "store-api", tag: "2.5.0" }]);
    expect(await listed("job")).toMatchObject([{ source: { image: { tag: "2.5.0" } } }]);
  });

  test("tells every wrong value of a resource at preview, sends nothing, and ends with an error", async () => {
    await forgetRequests(platform);
    await edit("ports: [{ internalPort: 8080, publiclyAccessible: true }]", 'ports: [{ internalPort: 0 }], cpu: "big"');
    const { code, output } = await project.pulumi("preview");
    expect(code).not.toBe(0);
    expect(output).toContain(
      'AP1203: Container "store-api": ports[0].internalPort must be an integer from 1 to 65535; got 0',
    );
    expect(output).toContain('AP1203: Container "store-api": ports[0].publiclyAccessible is required: true or false');
    expect(output).toContain('AP1203: Container "store-api": cpu must be an integer from 1 to 32000; got "big".');
    expect(await requests(platform)).toEqual({});
    await edit('ports: [{ internalPort: 0 }], cpu: "big"', "ports: [{ internalPort: 8080, publiclyAccessible: true }]");
  });

  test("warns of a token that its configuration holds in plain text", async () => {
    expect(
      (await project.pulumi("config", "set", "--plaintext", "app-platform:token", platform.tokens.editor)).code,
    ).toBe(0);
    const careless = await project.pulumi("preview");
    expect(careless.output).toContain(
      "warning: app-platform:token is stored in plain text in the stack's configuration and state.",
    );
    await project.pulumi("config", "set", "--secret", "app-platform:token", platform.tokens.editor);
    expect((await project.pulumi("preview")).output).not.toContain("warning");
  });

  test("refreshes without a change and is destroyed, with a warning for each that stays", async () => {
    const refresh = await project.pulumi("refresh", "--yes", "--skip-preview");
    expect([refresh.code, refresh.summary], refresh.output).toEqual([0, ["5 unchanged"]]);
    const { code, output, summary } = await project.pulumi("destroy", "--yes", "--skip-preview");
    expect([code, summary], output).toEqual([0, ["- 5 deleted"]]);
    for (const name of ['Database "store"', 'Container "store-api"', 'Job "store-seed"']) {
      expect(output).toContain(`warning: ${name} (id `);
    }
  });
});
