import { describe, expect, it } from "vitest";
import { collectVersions, secondsOf } from "../../../cli/usage.js";

describe("options of app-platform", () => {
  it("collectVersions splits service=version at the last =", () => {
    expect(collectVersions("a=b=1.28", collectVersions("web=1"))).toEqual([
      { service: "web", version: "1" },
      { service: "a=b", version: "1.28" },
    ]);
  });

  it.each(["web", "=1", "web=", " =1"])("collectVersions refuses %j", (text) => {
    expect(() => collectVersions(text)).toThrow("must be a service and its version");
  });

  it.each(["0", "-1", "1.5", "1m", "", "1000000", "1e3"])("secondsOf refuses %j", (text) => {
    expect(() => secondsOf(text)).toThrow("must be an integer from 1 to 999999");
  });
});
