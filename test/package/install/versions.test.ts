/** The packed packages with all supported versions of what they run with, as docs/upgrading.md lists them. */
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { providerText } from "../../../sdk/registration.js";
import type { Packed } from "../../../tools/release/packed.js";
import { allCells, nodes, sdks, shortCells } from "../../../tools/versions/table.js";
import { isFull } from "../../support/full.js";
import { openedFolder } from "../../support/opened-folder.js";
import { typeToken } from "../../support/provider.js";
import { packedPackages } from "../support/packed.js";
import { expectWorks } from "./journey.js";
import { openProjectIn } from "./project.js";

const root = join(__dirname, "../../..");

const home = openedFolder("packed");
let packed: Packed;
beforeAll(async () => {
  packed = await packedPackages();
});

describe("packed packages in an empty folder", () => {
  const cells = isFull ? allCells() : shortCells(Number.parseInt(process.versions.node, 10));
  const title = "with CLI $cli, SDK $sdk and Node.js $node, installed with $manager, in $kind";
  test.concurrent.each(cells)(title, async (cell) => {
    await expectWorks(await mkdtemp(join(home, "cell-")), cell, packed);
  });
});

describe("table of versions", () => {
  const { engines, peerDependencies, devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

  test("starts with the lowest accepted version, and includes the one of development", () => {
    expect(peerDependencies["@pulumi/pulumi"]).toBe(`>=${sdks.oldest.sdk} <4`);
    expect(devDependencies["@pulumi/pulumi"]).toBe(sdks.pinned.sdk);
    expect(devDependencies.typescript).toBe(sdks.pinned.typescript);
    expect(engines.node).toBe(">=20.19");
    expect(Object.keys(nodes)[0]).toBe("20");
  });
});

describe("package that isn't installed", () => {
  /** What Pulumi prints, by what the folder of the project has: nothing of this package runs then. */
  const missing = [
    { installed: ["@pulumi"], message: "error: Cannot find module 'pulumi-app-platform/runtime'\n" },
    { installed: [], message: "Error: Cannot find module '@pulumi/pulumi/cmd/dynamic-provider'\n" },
  ];

  test.each(missing)("makes Pulumi print a message that the troubleshooting page has: $message", async ({ installed, message }) => {
    const folder = await mkdtemp(join(home, "missing-"));
    await mkdir(join(folder, "node_modules"));
    for (const name of installed) await symlink(join(root, "node_modules", name), join(folder, "node_modules", name));
    await writeFile(join(folder, "Pulumi.yaml"), "name: shop\nruntime: nodejs\n");
    const { fails } = await openProjectIn(folder, { url: "http://127.0.0.1:9", tokens: { admin: "" } });
    await writeResource(join(folder, ".state/.pulumi/stacks/shop/dev.json"));
    expect(await fails("destroy", "--yes", "--skip-preview")).toContain(message);
    expect(readFileSync(join(root, "docs/how-to/troubleshooting.md"), "utf8")).toContain(message);
  });
});

/** Adds a container to the file of an empty stack. */
async function writeResource(file: string): Promise<void> {
  const urnOf = (type: string, name: string) => `urn:pulumi:dev::shop::${type}::${name}`;
  const [stack, providers, container] = [
    "pulumi:pulumi:Stack",
    "pulumi:providers:pulumi-nodejs",
    typeToken("Container"),
  ];
  const provider = { urn: urnOf(providers, "default"), type: providers, id: "1", custom: true };
  const values = { __provider: providerText("Container") };
  const web = { urn: urnOf(container, "web"), type: container, id: "1", custom: true, inputs: values, outputs: values };
  const state = JSON.parse(readFileSync(file, "utf8"));
  state.checkpoint.latest.resources = [
    { urn: urnOf(stack, "shop-dev"), type: stack, custom: false },
    provider,
    { ...web, provider: `${provider.urn}::1` },
  ];
  await writeFile(file, JSON.stringify(state));
}
