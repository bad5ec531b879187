import { describe, expect, it } from "vitest";
import * as errors from "../../../provider/errors/index.js";
import { PartialFailure } from "../../../provider/resource/partialFailure.js";

describe("PartialFailure", () => {
  const web = 'Container "web"';
  const failure = { purpose: `Creating ${web}`, method: "POST", path: "/", status: 400 };
  const rejected = new errors.RejectedError({ ...failure, details: ["ports[0].internalPort: is taken"] });

  it("names the resource, the step and the cause", () => {
    const made = { id: "id-1", state: { name: "web" } };
    const { id, state, reasons, message } = new PartialFailure(web, made, "the update that follows", rejected);
    expect({ id, state }).toEqual(made);
    expect(reasons).toHaveLength(1);
    expect(reasons[0]).toMatch(
      /^AP4001: Container "web" .*id id-1[\s\S]*the update that follows failed[\s\S]*AP3006[\s\S]*is taken/,
    );
    expect(message).toContain("AP3006");
    expect(new PartialFailure(web, { id: "1", state: {} }, "a step", "a string").reasons[0]).toContain("a string");
  });

  it.each<[title: string, cause: unknown]>([
    ["an error of the provider", new errors.RejectedError({ ...failure, details: ["hunter2"] })],
    ["any other error", new TypeError("hunter2")],
    ["a string", "hunter2"],
  ])("is redacted with %s as its cause", (_, cause) => {
    const original = new PartialFailure("Job hunter2", { id: "1", state: {} }, "a step", cause);
    const copy = original.redacted((text) => text.replaceAll("hunter2", "***"));
    expect([copy.id, copy.state]).toEqual(["1", {}]);
    expect(`${copy.message}${copy.reasons.join()}`).not.toContain("hunter2");
    expect(copy.reasons[0]).toContain("Job *** exists on the platform (id 1)");
    expect(original.message).toContain("hunter2");
  });
});
