import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { type ResourceTransform, secret } from "@pulumi/pulumi";
import { LocalWorkspace, PulumiCommand } from "@pulumi/pulumi/automation";
import { Container, Database } from "pulumi-app-platform";
import { expect, test } from "vitest";
import { pulumiInstallation } from "../../tools/fetch/pulumi-cli/environment.js";
import { openedPlatform } from "../platform/support/opened.js";
import { containerArgs, databaseArgs } from "./support/declare.js";
import { writes } from "./support/journal.js";

const platform = openedPlatform({ endpoints: "extended" });

type Args = Readonly<Record<string, unknown>>;

/** A stack of an inline program. */
async function openInline(program: () => Promise<void>) {
  const { folder } = await pulumiInstallation();
  const state = await mkdtemp(join(tmpdir(), "holding-"));
  const stack = await LocalWorkspace.createOrSelectStack(
    { stackName: "dev", projectName: "elsewhere", program },
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
  return { stack, close: () => rm(state, { recursive: true, force: true }) };
}

test("Automation API: destroy deletes the resource of an inline program with its own project name", async () => {
  const { stack, close } = await openInline(async () => void new Database("db", databaseArgs(platform)));
  try {
    await stack.up();
    expect((await stack.destroy()).summary.resourceChanges).toEqual({ delete: 2 });
    expect(await writes(platform)).toContain("DELETE /database/{databaseId} 204");
  } finally {
    await close();
  }
});

test("Automation API: a secret that a transform adds, or copies into another argument, is encrypted in the state", async () => {
  const added: ResourceTransform = ({ props, opts }) => ({ props: { ...props, description: secret("added") }, opts });
  const copied: ResourceTransform = ({ props, opts }) => ({ props: { ...props, description: props.tag }, opts });
  const { stack, close } = await openInline(async () => {
    new Container("adds", containerArgs(platform, { name: "adds" }), { transforms: [added] });
    new Container("copies", containerArgs(platform, { name: "copies", tag: secret("copied") }), {
      transforms: [copied],
    });
  });
  const encrypted = (text: string) => expect.objectContaining({ plaintext: JSON.stringify(text) });
  const described = async () => {
    const { deployment } = await stack.exportStack();
    const resources = deployment.resources as { urn: string; inputs: Args; outputs: Args }[];
    return ["adds", "copies"].map((name) => {
      const { inputs, outputs } = resources.find(({ urn }) => urn.endsWith(`::${name}`)) ?? {};
      return [inputs?.description, outputs?.description];
    });
  };
  try {
    await stack.up();
    for (const step of [undefined, "refresh"] as const) {
      if (step !== undefined) await stack[step]();
      expect(await described()).toEqual(["added", "copied"].map((text) => [encrypted(text), encrypted(text)]));
    }
  } finally {
    await close();
  }
});
