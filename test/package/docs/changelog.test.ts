import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { definitions } from "../../../provider/kinds/index.js";

const root = join(__dirname, "../../..");

describe("changelog and changesets", () => {
  const changesets = readdirSync(join(root, ".changeset")).filter((file) => file.endsWith(".md"));
  const files = ["CHANGELOG.md", ...changesets.map((file) => `.changeset/${file}`)];
  const text = files.map((file) => readFileSync(join(root, file), "utf8")).join("");

  it.each(definitions.map(({ kind }) => kind))("name the kind %s", (kind) => {
    expect(text).toContain(`\`${kind}\``);
  });
});
