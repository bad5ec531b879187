/** `app-platform explain`, which prints a section of the page of errors. */
import { describe, expect, test } from "vitest";
import { recordedMessages } from "../../tools/generate/measured/messages.js";
import { runCli } from "./support/run.js";

describe("app-platform", () => {
  test("explain prints the section of a code in any letter case, without Markdown", async () => {
    const { code, stdout } = await runCli(["explain", "ap5004"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^AP5004: The deployment failed\n/);
    expect(stdout).toContain("What to do: read the log");
    expect(stdout).not.toMatch(/```|\]\(|\*\*|\{#|AP5005:/);
  });

  test("explain has a section for each error that a run prints", async () => {
    const all = Object.keys(recordedMessages());
    const found = await Promise.all(all.map((code) => runCli(["explain", code, "--json"])));
    expect(found.map(({ json }) => json().code)).toEqual(all);
  });

  test("explain fails with AP6001 for an unknown code, and lists the codes with the same beginning", async () => {
    const { code, stderr } = await runCli(["explain", "AP9999"]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^AP6001: no error has the code "AP9999"\.\n {2}What to do: .*, one of AP9001, AP9002\.\n/);
  });
});
