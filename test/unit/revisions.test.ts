import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Values } from "../../provider/schema/json.js";
import { newRevision, revisionIn, withoutRevision, withRevision } from "../../provider/schema/revision.js";
import { sameSelection } from "../../provider/schema/serviceSelection.js";
import { UNKNOWN } from "../../provider/schema/unknown.js";
import { container } from "../kinds/container/fixture.js";
import { ids } from "../kinds/shared/ids.js";
import { failureOf, lifecycle, type PretendPlatform, pretendPlatform } from "./pretend-platform.js";

let platform: PretendPlatform;
beforeAll(async () => {
  platform = await pretendPlatform();
});
beforeEach(() => platform.reset());
afterAll(() => platform.close());

const one = `/container/${ids.container}`;
const args: Values = { environmentId: ids.environment, ...container.program };
const state: Values = { ...container.outputs, __managed: "name,tag;0123456789abcdef" };
const web = (circumstances = {}) => lifecycle("Container", platform.url, { endpoints: "extended", ...circumstances });
const revisionOf = (result: { outs?: Values } | undefined) => revisionIn(result?.outs?.__managed);

describe("a revision", () => {
  it("is random hexadecimal digits, never derived from a value", () => {
    expect(newRevision(Math.random)).toMatch(/^[0-9a-f]{16}$/);
    expect(newRevision(() => 0)).toBe("0".repeat(16));
    expect(newRevision(Math.random)).not.toBe(newRevision(Math.random));
  });

  it("follows the description of the given arguments, or is not there", () => {
    expect(withRevision("a,b(c)", "0f")).toBe("a,b(c);0f");
    expect(withRevision("a,b(c)", undefined)).toBe("a,b(c)");
    expect(["a,b(c);0f", "a,b(c)"].map(withoutRevision)).toEqual(["a,b(c)", "a,b(c)"]);
    expect(["a;0f", "a", null, undefined].map(revisionIn)).toEqual(["0f", undefined, undefined, undefined]);
  });

  it("is new with an update that changes an argument", async () => {
    platform.on(`GET ${one}`, [200, container.response]).on(`PUT ${one}`, [200, container.response]);
    const revision = revisionOf(await web().update(ids.container, state, { ...args, cpu: 999 }));
    expect(revision).toMatch(/^[0-9a-f]{16}$/);
    expect(revision).not.toBe("0123456789abcdef");
  });

  it("stays with an update that changes none, also where there is none yet", async () => {
    platform.on(`GET ${one}`, [200, container.response]).on(`PUT ${one}`, [200, container.response]);
    expect(revisionOf(await web().update(ids.container, state, args))).toBe("0123456789abcdef");
    expect(revisionOf(await web().update(ids.container, { ...state, __managed: "name" }, args))).toBeUndefined();
  });

  it("stays with a read", async () => {
    platform.on(`GET ${one}`, [200, container.response]);
    expect((await web().read(ids.container, state))?.props?.__managed).toBe(state.__managed);
  });

  it("is not written by an update that the platform refuses", async () => {
    platform.on(`GET ${one}`, [200, container.response]).on(`PUT ${one}`, [400, { detail: "no" }]);
    const failure = await failureOf(web().update(ids.container, state, { ...args, cpu: 999 }));
    expect(failure.properties).toBeUndefined();
  });
});

describe("a selected service", () => {
  const before: Values = { kind: "Container", id: "1", imageTag: "1", name: "web", revision: "0a" };

  it.each<[title: string, now: Values, before: Values, same: boolean]>([
    ["of the same revision", {}, {}, true],
    ["of another revision", { revision: "0b" }, {}, false],
    ["with its first revision", { revision: "0b" }, { revision: undefined }, false],
    ["without a revision, where there was one", { revision: undefined }, {}, true],
    ["whose revision is not known yet", { revision: UNKNOWN }, {}, true],
    ["with another name", { name: "WEB" }, {}, true],
    ["of a state without names", {}, { name: undefined }, true],
    ["with another tag", { imageTag: "2" }, {}, false],
    ["whose tag is not known yet", { imageTag: UNKNOWN }, {}, true],
    ["with a version more", { gitCommitId: "4f2a" }, {}, false],
    ["with a version less", { imageTag: undefined }, {}, false],
  ])("%s is the same or not", (_, now, have, same) => {
    expect(sameSelection({ ...before, ...now }, { ...before, ...have })).toBe(same);
  });
});
