import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deployPreview } from "../../examples/preview-environments/preview.js";
import { checkVersions, type Service } from "../../examples/preview-environments/source.js";
import { openExampleStack } from "../engine/support/example-stack.js";
import { forgetRequests, writes } from "../engine/support/journal.js";
import type { TestStack } from "../engine/support/test-stack.js";
import { openedPlatform } from "../platform/support/opened.js";
import { expectShown } from "./support/examples/readme.js";
import { addService, beginDeployment, fault } from "./support/operated.js";
import { type CopiedFolder, openExample } from "./support/project-folder.js";

const commit = "4f2a91c0d3b5e6f708192a3b4c5d6e7f80912a3b";

describe("example preview-environments", () => {
  const platform = openedPlatform({ endpoints: "extended", speed: 10 });
  let example: CopiedFolder;
  /** The stack of pull request 43, on the engine of the tests. */
  let other: TestStack;
  let databaseHost = "";

  /** The environments of pull requests, by their names. */
  const previews = async (): Promise<Map<string, string>> => {
    const { body } = await platform.request("GET", `/project/${platform.ids.project}/environment`);
    const all = (body.results as { name: string; id: string }[]).filter(({ name }) => name.startsWith("pr-"));
    return new Map(all.map(({ name, id }) => [name, id]));
  };
  /** What the environment of a pull request has of a kind. */
  const contentsOf = async (name: string, kind: string) => {
    const { body } = await platform.request("GET", `/environment/${(await previews()).get(name)}/${kind}`);
    return body.results;
  };
  const start = (...args: string[]) => example.run("npm", ["start", "--silent", "--", ...args]);
  /** The same without npm, whose start costs as much as that of the program. */
  const startDirectly = (...args: string[]) => example.run(process.execPath, ["--import", "tsx", "index.ts", ...args]);

  beforeAll(async () => {
    // Deployments take time, so that those of two pull requests meet.
    const { ids } = platform;
    const add = (kind: "database" | "container" | "application" | "job", name: string, more: object = {}) =>
      addService(platform, kind, ids.environment, name, more);
    const db = await add("database", "orders", { type: "POSTGRESQL", version: "16" });
    databaseHost = (await platform.request("GET", `/database/${db}`)).body.host;
    const web = await add("container", "web", { ports: [{ internal_port: 80, publicly_accessible: true }] });
    const { body } = await platform.request("GET", `/variable?scope=CONTAINER&parent_id=${web}`);
    const host = body.results.find(({ key }: { readonly key: string }) => key.endsWith("_HOST"));
    const alias = { key: "DATABASE_HOST", alias_scope: "CONTAINER", alias_parent_id: web };
    expect((await platform.request("POST", `/variable/${host.id}/alias`, { body: alias })).status).toBe(201);
    const [app, seed] = [await add("application", "shop"), await add("job", "seed")];
    const deployed = await beginDeployment(platform, ids.environment, {
      applications: [{ application_id: app, git_commit_id: commit }],
      jobs: [{ id: seed, image_tag: "1.27" }],
    });
    expect(deployed.status).toBe(202);
    example = await openExample("preview-environments", {
      APP_PLATFORM_BASE_URL: platform.url,
      APP_PLATFORM_TOKEN: platform.tokens.admin,
      SOURCE_ENVIRONMENT_ID: ids.environment,
    });
    other = await openExampleStack(platform, example.folder);
  });
  afterAll(async () => {
    await other.close();
    await example.close();
  });

  test("up deploys two pull requests at once, each in its own environment and stack", async () => {
    const preview = { pullRequest: "43", sourceEnvironmentId: platform.ids.environment, versions: {} };
    const others = other.run("up", () => deployPreview(preview));
    const [first] = await Promise.all([start("up", "42", "web=1.28", "seed=2.0"), others]);
    expect(first.code, first.output).toBe(0);
    expectShown("preview-environments", "Expected output", first.stdout);
    expect([...(await previews()).keys()].sort()).toEqual(["pr-42", "pr-43"]);
  });

  test("up deploys the versions of the pull request, and an alias refers to the copied database", async () => {
    const [orders] = await contentsOf("pr-42", "database");
    expect(orders.host).not.toBe(databaseHost);
    const [web] = await contentsOf("pr-42", "container");
    expect(web).toMatchObject({ name: "web", tag: "1.28" });
    expect(await contentsOf("pr-43", "container")).toMatchObject([{ name: "web", tag: "1.27" }]);
    const { body } = await platform.request("GET", `/variable?scope=CONTAINER&parent_id=${web.id}`);
    expect(body.results).toContainEqual(expect.objectContaining({ key: "DATABASE_HOST", value: orders.host }));
    const [[job], [application]] = [await contentsOf("pr-42", "job"), await contentsOf("pr-42", "application")];
    expect(job.source.image).toMatchObject({ tag: "2.0", image_name: "library/busybox" });
    expect(application.git_repository.deployed_commit_id).toBe(commit);
  });

  test("up sends nothing if it runs again without a change", async () => {
    await forgetRequests(platform);
    expect((await other.run("up")).outputs.deployed).toHaveLength(4);
    expect(await writes(platform)).toEqual([]);
  });

  test("down deletes only the environment of its pull request, also after a down that failed", async () => {
    const match = { method: "DELETE", route: "/environment/{environmentId}" };
    await fault(platform, { match, fault: "403" });
    expect((await startDirectly("down", "42")).code).toBe(1);
    expect([...(await previews()).keys()].sort()).toEqual(["pr-42", "pr-43"]);
    await fault(platform);
    const removed = await start("down", "42");
    expect(removed.code, removed.output).toBe(0);
    expectShown("preview-environments", "Clean up", removed.stdout);
    expect([...(await previews()).keys()]).toEqual(["pr-43"]);
    const again = await startDirectly("down", "42");
    expect([again.code, again.stdout], again.output).toEqual([0, "Pull request 42: nothing to remove\n"]);
  });

  test("fails for the version of an unknown service, and lists possible services", () => {
    const services: Service[] = [
      { kind: "Database", name: "orders" },
      { kind: "Container", name: "web" },
    ];
    expect(() => checkVersions({ web: "1.28" }, services)).not.toThrow();
    for (const name of ["wbe", "orders"]) {
      expect(() => checkVersions({ [name]: "1.28" }, services)).toThrow(
        `There is no service "${name}" to give a version to; there are: web.`,
      );
    }
  });

  test("prints its usage for an unknown command", async () => {
    const unknown = await startDirectly("deploy", "44");
    expect(unknown.code).toBe(2);
    expect(unknown.output).toContain("Usage: npm start -- up <pull request>");
  });
});
