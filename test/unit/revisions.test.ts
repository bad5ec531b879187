import { describe, expect, it } from "vitest";
import { revisionIn, withoutRevision, withRevision } from "../../provider/values/hints.js";
import {
  isNewVersion,
  newRevision,
  nextRevision,
  REVISION,
  sameSelection,
  VERSION_REVISION,
  versionRevisionIn,
} from "../../provider/values/serviceSelection.js";
import { container, ids } from "../kinds/fixtures.js";
import { UNKNOWN, type Values } from "../provider.js";
import { failureOf, lifecycle, pretendPlatform } from "./pretend-platform.js";

const platform = pretendPlatform();

const one = `/container/${ids.container}`;
const args: Values = { environmentId: ids.environment, ...container.program };
const state: Values = { ...container.outputs, __managed: "name,tag;0123456789abcdef" };
const web = (circumstances = {}) => lifecycle("Container", platform.url, { endpoints: "extended", ...circumstances });
const revisionOf = (result: { outputs?: Values } | undefined) => revisionIn(result?.outputs?.__managed);

describe("a revision", () => {
  it("is random hexadecimal digits, never derived from a value", () => {
    expect(newRevision(Math.random)).toMatch(/^[0-9a-f]{16}$/);
    expect(newRevision(() => 0)).toBe("0".repeat(16));
    expect(newRevision(Math.random)).not.toBe(newRevision(Math.random));
  });

  it("follows the description of the given arguments, or is missing", () => {
    expect(withRevision("a,b(c)", "0f")).toBe("a,b(c);0f");
    expect(withRevision("a,b(c)", undefined)).toBe("a,b(c)");
    expect(["a,b(c);0f", "a,b(c)"].map(withoutRevision)).toEqual(["a,b(c)", "a,b(c)"]);
    expect(["a;0f", "a", null, undefined].map(revisionIn)).toEqual(["0f", undefined, undefined, undefined]);
  });

  it("is new with an update that changes an argument", async () => {
    platform.on(`GET ${one}`, [200, container.response]).on(`PUT ${one}`, [200, container.response]);
    const revision = revisionOf(await web().update(ids.container, state, { ...args, cpu: 999 }));
    expect(revision).toMatch(/^[0-9a-f]{16}-0123456789abcdef$/);
  });

  it("has another part for the version, which is new only when the program sets that", async () => {
    platform.on(`GET ${one}`, [200, container.response]).on(`PUT ${one}`, [200, container.response]);
    const revision = revisionOf(await web().update(ids.container, state, { ...args, tag: "9.9" }));
    expect(revision).toMatch(/^[0-9a-f]{16}$/);
    expect(versionRevisionIn(revision as string)).not.toBe("0123456789abcdef");
    expect(nextRevision(revision, () => 0)).toBe(`${"0".repeat(16)}-${revision}`);
    expect(nextRevision(nextRevision(revision, Math.random), () => 0)).toBe(`${"0".repeat(16)}-${revision}`);
  });

  it("stays with an update that changes none, also where there is none yet", async () => {
    platform.on(`GET ${one}`, [200, container.response]).on(`PUT ${one}`, [200, container.response]);
    expect(revisionOf(await web().update(ids.container, state, args))).toBe("0123456789abcdef");
    expect(revisionOf(await web().update(ids.container, { ...state, __managed: "name" }, args))).toBeUndefined();
  });

  it("stays with a read", async () => {
    platform.on(`GET ${one}`, [200, container.response]);
    expect((await web().read(ids.container, state))?.outputs?.__managed).toBe(state.__managed);
  });

  it.each<[what: string, response: Values, isNew: boolean]>([
    ["an argument that the program gives", { cpu: 999 }, true],
    ["an argument that the program does not give", { memory: 999 }, false],
    ["a tag, which a deployment has set", { tag: "9.9" }, false],
  ])("is new, or not, with a read that finds %s changed", async (_, response, isNew) => {
    platform.on(`GET ${one}`, [200, { ...container.response, ...response }]);
    const before = { ...state, __managed: "name,tag,cpu;0123456789abcdef" };
    const revision = revisionIn((await web().read(ids.container, before))?.outputs?.__managed);
    if (isNew) expect(revision).toMatch(/^[0-9a-f]{16}-0123456789abcdef$/);
    else expect(revision).toBe("0123456789abcdef");
  });

  it("is not written by an update that the platform refuses", async () => {
    platform.on(`GET ${one}`, [200, container.response]).on(`PUT ${one}`, [400, { detail: "no" }]);
    const failure = await failureOf(web().update(ids.container, state, { ...args, cpu: 999 }));
    expect(failure.properties).toBeUndefined();
  });
});

describe("a selected service", () => {
  const before: Values = {
    ...{ kind: "Container", id: "1", imageTag: "1", name: "web" },
    ...{ [REVISION]: "0a", [VERSION_REVISION]: "0a" },
  };
  const setAgain = { ...before, [REVISION]: "0b", [VERSION_REVISION]: "0b" };
  const unknown = { ...before, [REVISION]: UNKNOWN, [VERSION_REVISION]: UNKNOWN };
  const given: Values = { kind: "Container", id: "1", imageTag: "1", name: "web", [REVISION]: "0a" };

  it.each<[title: string, now: Values, before: Values, same: boolean, sends: boolean | undefined]>([
    ["of the same revision", before, before, true, false],
    ["of another revision", { ...before, [REVISION]: "0b-0a" }, before, false, false],
    ["with another version", { ...setAgain, imageTag: "2" }, before, false, true],
    ["with the same version, set again", setAgain, before, false, true],
    ["whose version somebody else has set", { ...before, imageTag: "5" }, before, true, false],
    ["whose revision is not known yet", unknown, before, true, undefined],
    ["that is only read", { ...before, imageTag: "5", [REVISION]: null, [VERSION_REVISION]: "" }, before, true, false],
    ["with another name", { ...before, name: "WEB" }, before, true, false],
    ["that was selected in another way", before, given, true, undefined],
    ["with its first revision", before, { ...before, [REVISION]: undefined }, false, false],
    ["with the version of the selection", given, given, true, false],
    ["with another version of the selection", { ...given, imageTag: "2" }, given, false, true],
    ["with a version of the selection that is not known yet", { ...given, imageTag: UNKNOWN }, given, true, false],
    ["with a version more", { ...given, gitCommitId: "4f2a" }, given, false, true],
    ["with a version less", { ...given, imageTag: undefined }, given, false, true],
    ["of another revision, with the version of the selection", { ...given, [REVISION]: "0b" }, given, false, false],
  ])("%s is the same or not, and sends its version or not", (_, now, have, same, sends) => {
    expect(sameSelection(now, have)).toBe(same);
    expect(isNewVersion(now, have)).toBe(sends);
  });
});
