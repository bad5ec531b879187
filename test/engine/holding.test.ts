import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { LocalWorkspace, PulumiCommand } from "@pulumi/pulumi/automation";
import { describe, expect, test } from "vitest";
import { pulumiInstallation } from "../../tools/pulumi-cli/environment.js";
import type { Args } from "../kinds/testRecord.js";
import { declare } from "./declare.js";
import { requiredArgs, type Service, segmentOf } from "./existing.js";
import { forgetRequests, writes } from "./journal.js";
import { opened } from "./opened.js";

const environment = { APP_PLATFORM_ENDPOINTS: "extended", APP_PLATFORM_ON_EXISTING: "adopt" };

const { platform, stack } = opened({ endpoints: "extended", isFresh: true, options: () => ({ env: environment }) });

/** A program that declares services under these Pulumi names; on the platform, each has one name. */
const named = (kinds: readonly Service[], prefix: string) => () => {
  const required = requiredArgs(platform.ids);
  for (const kind of kinds) declare(kind, `${prefix}-${kind}`, { ...required[kind] });
};

const renamed = (urn: string, from: string, to: string) => urn.replace(`::${from}`, `::${to}`);
const isThere = async (kind: Service, id: string) =>
  (await platform.request("GET", `/${segmentOf(kind)}/${id}`)).status === 200;

describe("a resource that two resources of the stack hold", () => {
  test("since a targeted run has adopted it stays until the last of them goes, when one is destroyed or the next run forgets its old name", async () => {
    const kinds: readonly Service[] = ["Application", "Database", "Job"];
    await stack.run("up", named(kinds, "a"));
    const held = await Promise.all(kinds.map((kind) => stack.resource(`a-${kind}`)));
    const old = held.map(({ urn }) => urn);
    const [application, database, job] = held.map(({ id }) => id) as [string, string, string];
    await stack.run("up", named(kinds, "b"), { target: old.map((urn) => renamed(urn, "a-", "b-")) });
    for (const id of [application, database, job])
      expect((await stack.resources()).filter((each) => each.id === id)).toHaveLength(2);

    // Destroyed one after the other.
    const [, urn] = old as [string, string, string];
    const one = await stack.run("destroy", undefined, { target: [urn] });
    expect(one.output).toContain(`(id ${database}) stays on the platform`);
    expect(await isThere("Database", database)).toBe(true);
    await stack.run("destroy", undefined, { target: [renamed(urn, "a-", "b-")] });
    expect(await isThere("Database", database)).toBe(false);

    // The next run forgets the old name of the other two.
    await forgetRequests(platform);
    const { output, changes } = await stack.run("up", named(["Application", "Job"], "b"));
    expect(changes).toMatchObject({ delete: 2 });
    expect(output).not.toContain("warning");
    for (const [kind, id] of [
      ["Application", application],
      ["Job", job],
    ] as const) {
      expect(output).toContain(
        `(id ${id}) stays on the platform: "a-${kind}" and "b-${kind}" of this stack manage it, and only the last one deletes it.`,
      );
      expect(await isThere(kind, id)).toBe(true);
    }
    expect(await writes(platform)).toEqual([]);
    expect((await stack.run("refresh")).changes).toEqual({ same: 3 });
    await stack.run("destroy");
    for (const [kind, id] of [
      ["Application", application],
      ["Job", job],
    ] as const)
      expect(await isThere(kind, id)).toBe(false);
  });
});

describe("a resource that one resource of the stack holds", () => {
  test("is deleted and created again when Pulumi replaces it by itself, whatever the order", async () => {
    const declared = (args: Args, options: object) => () =>
      void declare("Job", "job", { ...requiredArgs(platform.ids).Job, ...args }, options);
    await stack.run("up", declared({ cpu: 100 }, {}));
    const { id: first } = await stack.resource("job");
    await stack.run("up", declared({ cpu: 200 }, { replaceOnChanges: ["cpu"], deleteBeforeReplace: true }));
    expect(await isThere("Job", first)).toBe(false);
    const { id: second } = await stack.resource("job");
    await stack.run("up", declared({ cpu: 300, name: "another" }, { replaceOnChanges: ["cpu"] }));
    expect(await isThere("Job", second)).toBe(false);
    expect(await isThere("Job", (await stack.resource("job")).id)).toBe(true);
  });

  test("is deleted by a program of the Automation API that has its project in another folder and the CLI off the PATH", async () => {
    const { folder } = await pulumiInstallation();
    const state = await mkdtemp(join(tmpdir(), "holding-"));
    const opened = await LocalWorkspace.createOrSelectStack(
      { stackName: "dev", projectName: "elsewhere", program: async () => named(["Database"], "a")() },
      {
        pulumiCommand: await PulumiCommand.get({ root: dirname(folder) }),
        pulumiHome: join(state, "home"),
        envVars: {
          ...environment,
          PULUMI_BACKEND_URL: pathToFileURL(state).href,
          PULUMI_CONFIG_PASSPHRASE: "local",
          APP_PLATFORM_BASE_URL: platform.url,
          APP_PLATFORM_TOKEN: platform.tokens.admin,
        },
      },
    );
    try {
      await opened.up();
      expect((await opened.destroy()).summary.resourceChanges).toEqual({ delete: 2 });
      expect(await writes(platform)).toContain("DELETE /database/{databaseId} 204");
    } finally {
      await rm(state, { recursive: true, force: true });
    }
  });
});
