/** What a selected service tells a deployment. */
import { describe, expect, it } from "vitest";
import {
  deployableOf,
  firstRevision,
  isIgnoredBy,
  isNewVersion,
  newRevision,
  nextRevision,
  parseBuiltIn,
  REVISION,
  sameSelection,
  VERSION_REVISION,
  versionRevisionIn,
} from "../../../provider/values/revisions.js";
import { UNKNOWN, type Values } from "../../support/provider.js";
import { definitionOf } from "../support/fake-platform.js";

const web: Values = { kind: "Container", id: "1", imageTag: "1.0" };
const derived = (revision: string, versionRevision: unknown = revision): Values => ({
  ...web,
  [REVISION]: revision,
  [VERSION_REVISION]: versionRevision as string,
});

describe("sameSelection and isNewVersion", () => {
  it.each<[what: string, desired: unknown, actual: unknown, isSame: boolean, isNew: boolean | undefined]>([
    ["an equal selection", web, { ...web }, true, false],
    ["the same version, set instead of derived", web, derived("1"), true, true],
    ["another name", { ...web, name: "b" }, { ...web, name: "a" }, true, false],
    ["another kind", { ...web, kind: "Job" }, web, false, false],
    ["an unknown kind", { ...web, kind: UNKNOWN }, web, true, false],
    ["another version", { ...web, imageTag: "2" }, web, false, true],
    ["an added version", { ...web, gitCommitId: "2" }, web, false, true],
    ["an unknown version", { ...web, imageTag: UNKNOWN }, web, true, false],
    ["another revision", derived("2"), derived("1"), false, true],
    ["another version that others set", { ...derived("1"), imageTag: "2" }, derived("1"), true, false],
    ["another revision with the same revision of the version", derived("2", "1"), derived("1"), false, false],
    ["an unknown revision", derived(UNKNOWN, UNKNOWN), derived("1"), true, undefined],
    ["another revision without a revision of the version", derived("2", ""), derived("1"), false, false],
    ["an object instead of a text", web, "web", false, false],
    ["a text instead of an object", "web", web, false, false],
    ["the same text", "web", "web", true, false],
  ])("return $3 and $4 for %s", (_, desired, actual, isSame, isNew) => {
    expect([sameSelection(desired, actual), isNewVersion(desired, actual)]).toEqual([isSame, isNew]);
  });
});

describe("revisions of a service", () => {
  const versions = definitionOf("Container").deployedAs?.versions;
  const reported = (ignored: readonly string[], revision: string | undefined) =>
    deployableOf<string | undefined>(versions as never, {
      ...{ kind: "Container", id: "1", name: "web" },
      at: (path) => `value of ${path}`,
      ...{ revision, versionRevision: versionRevisionIn(revision), ignored },
    });
  it.each<[what: string, ignored: string[], revision: string | undefined, version: string | undefined]>([
    ["include the revision of its version", [], "2-1", "1"],
    ["are the same for the service and its version", [], "2", "2"],
    ["are empty if no program manages the service", [], undefined, ""],
    ["include none of the version if `tag` is ignored", ["tag"], "2-1", ""],
    ["include none of the version if `*` is ignored", ["*"], "2-1", ""],
    ["include the revision of its version if another argument is ignored", ["cpu"], "2-1", "1"],
  ])("%s", (_, ignored, revision, version) => {
    expect(reported(ignored, revision)).toEqual({
      ...{ kind: "Container", id: "1", name: "web", imageTag: "value of tag" },
      [REVISION]: revision,
      [VERSION_REVISION]: version,
    });
  });

  it.each<[ignored: string, path: string, is: boolean]>([
    ["source", "source.image.tag", true],
    ["source.image.tag", "source.image.tag", true],
    ["source.image", "source.imageTag", false],
    ["sour", "source", false],
    ["*", "anything", true],
  ])("isIgnoredBy([%s], %s) is %s", (ignored, path, is) => {
    expect(isIgnoredBy([ignored], path)).toBe(is);
  });
});

it("newRevision and nextRevision are random, except for the version's half", () => {
  const halves = [0.5, 0];
  expect(newRevision(() => halves.shift() ?? 0)).toBe("8000000000000000");
  expect(nextRevision(undefined, () => 0)).toBe("0".repeat(16));
  expect(nextRevision("a-b", () => 0)).toBe(`${"0".repeat(16)}-b`);
  expect([versionRevisionIn("a-b"), versionRevisionIn("a")]).toEqual(["b", "a"]);
});

it("firstRevision depends on the ID alone", () => {
  expect(firstRevision("1")).toMatch(/^[0-9a-f]{16}$/);
  expect(firstRevision("1")).toBe(firstRevision("1"));
  expect(firstRevision("2")).not.toBe(firstRevision("1"));
});

const id = "0000000a-0000-4000-8000-00000000000F";
it.each([
  [`database/${id}/password`, { kind: "database", id, name: "password" }],
  [`environment/${id}/environment_name`, { kind: "environment", id, name: "environment_name" }],
  ["database/0000000a/password", undefined],
  ["PASSWORD", undefined],
  [`a database/${id}/password`, undefined],
  [`database/${id}/pass word`, undefined],
])("parseBuiltIn reads %s as %o", (text, expected) => {
  expect(parseBuiltIn(text)).toEqual(expected);
});
