import { describe, expect, it } from "vitest";
import { selectEnvironment } from "../../../../cli/environment/environments.js";

const ids = ["e0a1b2c3-d4e5-4f60-8a1b-2c3d4e5f6003", "e1b2c3d4-e5f6-4071-9b2c-3d4e5f607104"] as const;
const environments = ["production", "staging"].map((name, index) => ({
  ...{ id: String(ids[index]), name, mode: null, projectId: "p", project: "shop", clusterName: null },
}));

describe("selectEnvironment", () => {
  it.each(["staging", "shop/staging"])("finds an environment by %j", (text) => {
    expect(selectEnvironment(environments, text, "app-platform status").id).toBe(ids[1]);
  });

  it.each([
    ["a misspelled name", "stagng", "staging"],
    ["the address of its page", `https://console.example.com/environments/${ids[0]}/services`, ids[0]],
    ["the beginning of its ID", "e1b2c3d4", ids[1]],
  ])("fails with AP2007 and suggests the environment for %s", (_, text, meant) => {
    expect(() => selectEnvironment(environments, text, "app-platform status")).toThrow(
      new RegExp(`^AP2007: .*did you mean ${meant}\\?`, "s"),
    );
  });

  it("fails with AP2007 and names `app-platform environments` if no environment is similar", () => {
    const select = () => selectEnvironment(environments, "nowhere", "app-platform status");
    expect(select).toThrow(/^AP2007: .*`app-platform environments` lists all/s);
  });
});
