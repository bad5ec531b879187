import { describe, expect, it } from "vitest";
import { readState } from "../../../../cli/terraform/stateFile.js";
import { container, encoded, resource, stateOf } from "../../../terraform/state-of.js";

describe("readState", () => {
  it.each([
    ["is empty", "", "it is empty"],
    ["isn't JSON", "{", "it isn't JSON"],
    ["is a list", "[]", "it isn't a JSON object"],
    ["is of another version", { version: 3 }, "it has version 3, but version 4 is required"],
    ["is of a later version", { version: 5 }, "it has version 5"],
    ["has no version", {}, "it has no version"],
    ["is encrypted", { serial: 1, encrypted_data: "…", encryption_version: "v0" }, "it is encrypted"],
    ["is from `terraform show`", { format_version: "1.0", values: {} }, "it was written by `terraform show -json`"],
    ["has no list of resources", { version: 4, resources: {} }, "`resources` must be a list"],
    ["has a resource without a type", { version: 4, resources: [{ mode: "managed" }] }, "`resources[0]` must have"],
  ])("fails with AP6007 if the file %s", (_, content, why) => {
    const says = `AP6007: x.tfstate can't be read as a Terraform state: ${why}`;
    expect(() => readState(encoded(content), "x.tfstate")).toThrow(says);
  });

  it("reads UTF-16 with a byte order mark, as PowerShell writes it", () => {
    const text = `\ufeff${JSON.stringify(stateOf(resource("container", "web", [container()])))}`;
    const bytes = new Uint8Array(Buffer.from(text, "utf16le"));
    expect(readState(bytes, "x").instances.map(({ address }) => address)).toEqual(["platform_container.web"]);
  });

  it("returns no instances for a state without resources", () => {
    expect(readState(encoded({ version: 4 }), "x").instances).toEqual([]);
  });
});
