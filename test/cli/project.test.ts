import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openExampleStack, programIn } from "../engine/example-stack.js";
import { forgetRequests, requests } from "../engine/journal.js";
import { openedPlatform } from "../platform/opened.js";
import { openProject, type ProjectFolder } from "./project-folder.js";

const platform = openedPlatform();
let project: ProjectFolder;

beforeAll(async () => {
  project = await openProject(join(__dirname, "../../examples/deployment-trigger"), platform);
  const secrets = ["--secret", "databasePassword=s3cret", "--secret", `app-platform:token=${platform.tokens.editor}`];
  await project.done("config", "set-all", ...secrets);
});
afterAll(() => project.close());

const listed = async (kind: string) =>
  (await platform.request("GET", `/environment/${platform.ids.environment}/${kind}`)).body.results;

describe("a project in a folder", () => {
  test("goes up with a preview, as a person runs it", async () => {
    const { output, summary } = await project.done("up", "--yes");
    expect(summary, output).toEqual(["+ 5 created"]);
    expect(output).toContain("deployedVersion");
    expect(output).not.toContain("warning");
  });

  test("deploys a version of its configuration, and warns of a token that this holds in plain text", async () => {
    const token = `app-platform:token=${platform.tokens.editor}`;
    const plain = ["--plaintext", "keycloakVersion=26.4.1", "--plaintext", token];
    await project.done("config", "set-all", ...plain);
    const { output, summary } = await project.done("up", "--yes", "--skip-preview", "--refresh");
    expect(summary, output).toEqual(["~ 2 updated", "3 unchanged"]);
    expect(await listed("container")).toMatchObject([{ name: "login", tag: "26.4.1" }]);
    expect(output).toContain(
      "warning: app-platform:token is stored in plain text in the stack's configuration and state.",
    );
  });

  test("tells every wrong value of a resource at preview, sends nothing, and ends with an error", async () => {
    await forgetRequests(platform);
    const file = join(project.folder, "index.ts");
    const text = await readFile(file, "utf8");
    const wrong = text
      .replace("[{ internalPort: 8080, publiclyAccessible: true }]", "[{ internalPort: 0 }]")
      .replace("cpu: 1000", 'cpu: "big"');
    await writeFile(file, wrong);
    const stack = await openExampleStack(platform, project.folder, { databasePassword: "s3cret" });
    const output = await stack.fails("preview", programIn(project.folder));
    expect(output).toContain(
      'AP1203: Container "login": ports[0].internalPort must be an integer from 1 to 65535; got 0',
    );
    expect(output).toContain('AP1203: Container "login": ports[0].publiclyAccessible is required: true or false');
    expect(output).toContain('AP1203: Container "login": cpu must be an integer from 1 to 32000; got "big".');
    expect(await requests(platform)).toEqual({});
    await stack.close();
  });

  test("is destroyed, with a warning for each that stays", async () => {
    const { output, summary } = await project.done("destroy", "--yes", "--skip-preview");
    expect(summary, output).toEqual(["- 5 deleted"]);
    for (const name of ['Database "accounts"', 'Container "login"', 'Job "accounts-schema"']) {
      expect(output).toContain(`warning: ${name} (id `);
    }
  });
});
