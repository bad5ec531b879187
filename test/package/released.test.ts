/** What is released besides code: licenses of others, and what everything consists of. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { publishedPackages } from "../../tools/release/manifest.js";
import { bundleNative, nativeName } from "../../tools/release/nativeBundle.js";
import { noticesFile } from "../../tools/release/notices.js";
import { sbomOf, sbomOfBundle } from "../../tools/release/sbom.js";
import { filesIn, packedPackages } from "./support/packed.js";

const root = join(__dirname, "../..");
const manifestIn = (directory: string) => JSON.parse(readFileSync(join(root, directory, "package.json"), "utf8"));
const { version, license } = manifestIn("");
const named = ({ name, version }: { name: string; version: string }) => `${name}@${version}`;

describe("native bundle", () => {
  it("comes with the license of each bundled package (THIRD-PARTY-NOTICES.txt)", async () => {
    const { packages } = await bundleNative(false);
    expect(packages.map(({ name }) => name)).toEqual(expect.arrayContaining(["@pulumi/pulumi", "undici", "zod"]));
    expect(packages.filter(({ texts }) => texts.length === 0)).toEqual([]);
    const notices = readFileSync(join(root, "dist/native", noticesFile), "utf8");
    for (const { name, version, license, texts } of packages) {
      expect(notices).toContain(`\n${name} ${version} (${license})\n`);
      for (const text of texts) expect(notices).toContain(text.trim());
    }
    expect(filesIn((await packedPackages()).provider)).toContain(`dist/native/${noticesFile}`);
  });

  it("has an SBOM (CycloneDX) with the bundled packages and Node.js", async () => {
    const { packages } = await bundleNative(false);
    const node = { name: "node", version: "26.10.0", license: "MIT", texts: [] };
    const { metadata, components } = await sbomOfBundle({ name: nativeName, version, license }, packages, [node]);
    expect(metadata.component).toMatchObject({ name: nativeName, version });
    expect(components.map(named).sort()).toEqual([...packages, node].map(named).sort());
  });
});

describe("SBOM (CycloneDX) of an npm package", () => {
  it.each(publishedPackages)("has the dependencies of './$directory', no development tools", async ({ directory }) => {
    const { name, dependencies } = manifestIn(directory);
    const { metadata, components } = await sbomOf({ name, version, license, dependencies });
    expect(metadata.component).toMatchObject({ name, version });
    const listed = components.map(named);
    expect(listed).toEqual(expect.arrayContaining(Object.entries(dependencies).map(([each, at]) => `${each}@${at}`)));
    expect(listed.filter((each) => /^(vitest|typescript|@biomejs\/)/.test(each))).toEqual([]);
  });
});
