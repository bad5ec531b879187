import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { forgetRequests, requests } from "../engine/journal.js";
import { type Platform, startPlatform } from "../platform/platform.js";
import { openProject, type ProjectFolder } from "./project-folder.js";

let platform: Platform;
let project: ProjectFolder;

beforeAll(async () => {
  platform = await startPlatform();
  project = await openProject(join(__dirname, "../../examples/deployment-trigger"), platform);
  expect((await project.pulumi("config", "set", "--secret", "databasePassword", "s3cret")).code).toBe(0);
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
    expect((await project.pulumi("config", "set", "keycloakVersion", "26.4.1")).code).toBe(0);
    const { code, output, summary } = await project.pulumi("up", "--yes", "--skip-preview");
    expect([code, summary], output).toEqual([0, ["~ 2 updated", "3 unchanged"]]);
    expect(await listed("container")).toMatchObject([{ name: "login", tag: "26.4.1" }]);
  });

  test("tells every wrong value of a resource at preview, sends nothing, and ends with an error", async () => {
    await forgetRequests(platform);
    await edit("[{ internalPort: 8080, publiclyAccessible: true }]", "[{ internalPort: 0 }]");
    await edit("cpu: 1000", 'cpu: "big"');
    const { code, output } = await project.pulumi("preview");
    expect(code).not.toBe(0);
    expect(output).toContain(
      'AP1203: Container "login": ports[0].internalPort must be an integer from 1 to 65535; got 0',
    );
    expect(output).toContain('AP1203: Container "login": ports[0].publiclyAccessible is required: true or false');
    expect(output).toContain('AP1203: Container "login": cpu must be an integer from 1 to 32000; got "big".');
    expect(await requests(platform)).toEqual({});
    await edit("[{ internalPort: 0 }]", "[{ internalPort: 8080, publiclyAccessible: true }]");
    await edit('cpu: "big"', "cpu: 1000");
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
    for (const name of ['Database "accounts"', 'Container "login"', 'Job "accounts-schema"']) {
      expect(output).toContain(`warning: ${name} (id `);
    }
  });
});
