import { describe, expect, it } from "vitest";
import { writeLookups } from "../../../provider/engine/hints.js";
import { readElsewhere } from "../../../provider/resource/check.js";
import { container } from "../../kinds/container/fixture.js";
import { lifecycle, pretendPlatform } from "../support/fake-platform.js";

const platform = pretendPlatform();

const args = { ...container.program, ...container.path };
const checked = (addresses: Readonly<Record<string, string>>) => {
  const lookups = writeLookups(addresses);
  return lifecycle("Container", platform.url).check(lookups === undefined ? args : { ...args, __lookups: lookups });
};

describe("the lookups of a program", () => {
  it("may have read the platform that has the resources, or none", async () => {
    expect(await checked({})).toEqual([]);
    expect(await checked({ "": `${platform.url}/` })).toEqual([]);
  });

  it.each([
    ["", ""],
    ["staging", ' through the connection "staging"'],
  ])("are refused with both addresses if they have read another one (%j)", async (connection, through) => {
    const [reason] = await checked({ [connection]: "https://other.example/" });
    expect(reason).toContain(
      `AP1003: Container "${container.program.name}": lookups of the program read https://other.example/${through}, but resources are on ${platform.url}/.`,
    );
  });

  it("concern no resource on a connection that only the program knows", () => {
    const unknown = () => {
      throw new Error("no such connection");
    };
    expect(readElsewhere("it", { own: "https://other.example/" }, unknown)).toEqual([]);
  });
});
