import { describe, expect, it, vi } from "vitest";
import * as errors from "../../../provider/errors/index.js";
import { PartialFailure } from "../../../provider/resource/partialFailure.js";
import { container, ids } from "../../kinds/fixtures.js";
import { managed } from "../../support/frontend.js";
import type { Values } from "../../support/provider.js";
import { failureOf, fakePlatform, lifecycle } from "../support/fake-platform.js";

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

describe("record of the run that breaks during a request (AP2015)", () => {
  const platform = fakePlatform();
  const args: Values = { ...container.program, ...container.path };
  it.each<[write: "create" | "update", fails: "created" | "saved"]>([
    ["create", "created"],
    ["create", "saved"],
    ["update", "saved"],
  ])("keeps the resource of the %s in the state, and fails with AP4001 (%s)", async (write, fails) => {
    platform.on(`POST /environment/${ids.environment}/container`, [201, { ...container.response, cpu: 800 }]);
    platform.on(`GET /container/${ids.container}`, [200, container.response]);
    platform.on(`PUT /container/${ids.container}`, [200, { ...container.response, cpu: 800 }]);
    const { create, update, run } = lifecycle("Container", platform.url, { endpoints: "extended" });
    const broken = new errors.LedgerError("/tmp/runs", new Error("ENOSPC: no space left on device"));
    vi.spyOn(run.ownership, fails).mockImplementation(() => {
      throw broken;
    });
    const state = managed(container.outputs, args);
    const desired = { ...args, cpu: 800 };
    const failure = await failureOf(write === "create" ? create(desired) : update(ids.container, state, desired));
    expect(failure.id).toBe(ids.container);
    expect(failure.properties).toMatchObject({ name: "web", cpu: 800 } as Values);
    expect(String(failure.reasons)).toMatch(/^AP4001: .*AP2015: .*no space left on device/s);
  });
});
