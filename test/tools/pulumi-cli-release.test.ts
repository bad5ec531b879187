import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { LANGUAGE_HOST_RELEASE, RELEASE } from "../../tools/pulumi-cli/release.js";
import { CHECKOUT, defaultSearch } from "../../tools/pulumi-cli/search.js";

const read = (...path: string[]) => readFileSync(join(...path), "utf8");

describe("the release of the CLI", () => {
  it("is the release of the SDK in development, so that the vendor's installer and the build install the same one", () => {
    const { devDependencies } = JSON.parse(read(CHECKOUT, "package.json"));
    expect(devDependencies["@pulumi/pulumi"]).toBe(RELEASE);
  });

  it.each([
    { module: "cli", path: "github.com/pulumi/pulumi/pkg/v3", release: RELEASE },
    { module: "cli", path: "github.com/pulumi/pulumi/sdk/v3", release: RELEASE },
    { module: "language-nodejs", path: "github.com/pulumi/pulumi/sdk/v3", release: LANGUAGE_HOST_RELEASE },
  ])("is pinned by the module $module for $path", ({ module, path, release }) => {
    const { modules } = defaultSearch();
    expect(read(modules, module, "go.mod")).toMatch(new RegExp(`^\\s*(require )?${path} v${release}( |$)`, "m"));
    expect(read(modules, module, "go.sum")).toContain(`${path} v${release} h1:`);
  });
});
