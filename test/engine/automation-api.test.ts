import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { LocalWorkspace, PulumiCommand } from "@pulumi/pulumi/automation";
import { Database } from "pulumi-app-platform";
import { expect, test } from "vitest";
import { pulumiInstallation } from "../../tools/fetch/pulumi-cli/environment.js";
import { openedPlatform } from "../platform/support/opened.js";
import { databaseArgs } from "./support/declare.js";
import { writes } from "./support/journal.js";

const platform = openedPlatform({ endpoints: "extended" });

test("Automation API: destroy deletes the resource of an inline program with its own project name", async () => {
  const { folder } = await pulumiInstallation();
  const state = await mkdtemp(join(tmpdir(), "holding-"));
  const opened = await LocalWorkspace.createOrSelectStack(
    {
      stackName: "dev",
      projectName: "elsewhere",
      program: async () => void new Database("db", databaseArgs(platform)),
    },
    {
      pulumiCommand: await PulumiCommand.get({ root: dirname(folder) }),
      pulumiHome: join(state, "home"),
      envVars: {
        APP_PLATFORM_ENDPOINTS: "extended",
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
