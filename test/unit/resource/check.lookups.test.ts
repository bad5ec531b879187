import { describe, expect, it } from "vitest";
import { writeLookups } from "../../../provider/engine/hints.js";
import { readElsewhere } from "../../../provider/resource/check.js";
import { container } from "../../kinds/fixtures.js";
import { fakePlatform, lifecycle } from "../support/fake-platform.js";

const platform = fakePlatform();

const args = { ...container.program, ...container.path };
const checked = (addresses: Readonly<Record<string, string>>) => {
  const lookups = writeLookups(addresses);
  return lifecycle("Container", platform.url).check(lookups === undefined ? args : { ...args, __lookups: lookups });
};

describe("lookups of a program", () => {
  it("pass if they read the platform of the resources, or none", async () => {
    expect(await checked({})).toEqual([]);
    expect(await checked({ "": `${platform.url}/` })).toEqual([]);
  });

  it.each([
    ["", ""],
    ["staging", ' through the connection "staging"'],
  ])("fail with AP1003 and both addresses if they read another platform (%j)", async (connection, through) => {
    const [reason] = await checked({ [connection]: "https://other.example/" });
    expect(reason).toContain(
      `AP1003: Container "${container.program.name}": lookups of the program read https://other.example/${through}, but resources are on ${platform.url}/.`,
    );
  });

  it("are not compared for a connection that only the program knows", () => {
    const unknown = () => {
      throw new Error("no such connection");
    };
    expect(readElsewhere("it", { own: "https://other.example/" }, unknown)).toEqual([]);
  });
});
