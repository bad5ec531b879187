import { describe, expect, test } from "vitest";
import { runCli } from "./run.js";

describe("the command line", () => {
  test("prints its version", async () => {
    expect(await runCli(["--version"])).toMatchObject({ code: 0, stdout: "0.1.0\n", stderr: "" });
  });
});
