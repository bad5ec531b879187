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

describe("a service that is selected again", () => {
  it.each<[what: string, wanted: unknown, have: unknown, isSame: boolean, isNew: boolean | undefined]>([
    ["is the same", web, { ...web }, true, false],
    ["has a new version, the same, if the program sets it itself from now on", web, derived("1"), true, true],
    ["is the same with another name", { ...web, name: "b" }, { ...web, name: "a" }, true, false],
    ["is another one of another kind", { ...web, kind: "Job" }, web, false, false],
    ["is the same while its kind is not known", { ...web, kind: UNKNOWN }, web, true, false],
    ["is changed by another version", { ...web, imageTag: "2" }, web, false, true],
    ["is changed by a version that it had not", { ...web, gitCommitId: "2" }, web, false, true],
    ["is the same while its version is not known", { ...web, imageTag: UNKNOWN }, web, true, false],
    ["is changed by another revision", derived("2"), derived("1"), false, true],
    [
      "is the same by its revision, whatever version others have set",
      { ...derived("1"), imageTag: "2" },
      derived("1"),
      true,
      false,
    ],
    ["is changed, but not its version", derived("2", "1"), derived("1"), false, false],
    ["may be changed while its revision is not known", derived(UNKNOWN, UNKNOWN), derived("1"), true, undefined],
    ["has its version from others", derived("2", ""), derived("1"), false, false],
    ["is something else as an object", web, "web", false, false],
    ["is something else as a text", "web", web, false, false],
    ["is the same text", "web", "web", true, false],
  ])("%s", (_, wanted, have, isSame, isNew) => {
    expect([sameSelection(wanted, have), isNewVersion(wanted, have)]).toEqual([isSame, isNew]);
  });
});

describe("what a service tells about itself", () => {
  const versions = definitionOf("Container").deployedAs?.versions;
  const told = (ignored: readonly string[], revision: string | undefined) =>
    deployableOf<string | undefined>(versions as never, {
      ...{ kind: "Container", id: "1", name: "web" },
      at: (path) => `value of ${path}`,
      byRevision: (derive) => derive(revision),
      isIgnored: (path) => isIgnoredBy(ignored, path),
    });
  it.each<[what: string, ignored: string[], revision: string | undefined, version: string | undefined]>([
    ["has the revision of its version", [], "2-1", "1"],
    ["has one revision for everything", [], "2", "2"],
    ["has none, if no program manages it", [], undefined, ""],
    ["leaves its version to others", ["tag"], "2-1", ""],
    ["leaves everything to others", ["*"], "2-1", ""],
    ["leaves something else to others", ["cpu"], "2-1", "1"],
  ])("%s", (_, ignored, revision, version) => {
    expect(told(ignored, revision)).toEqual({
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
  ])("%s ignores %s: %s", (ignored, path, is) => {
    expect(isIgnoredBy([ignored], path)).toBe(is);
  });
});

it("a revision is random, and keeps that of the version", () => {
  const halves = [0.5, 0];
  expect(newRevision(() => halves.shift() ?? 0)).toBe("8000000000000000");
  expect(nextRevision(undefined, () => 0)).toBe("0".repeat(16));
  expect(nextRevision("a-b", () => 0)).toBe(`${"0".repeat(16)}-b`);
  expect([versionRevisionIn("a-b"), versionRevisionIn("a")]).toEqual(["b", "a"]);
  expect(firstRevision("1")).toMatch(/^[0-9a-f]{16}$/);
  expect(firstRevision("1")).toBe(firstRevision("1"));
  expect(firstRevision("2")).not.toBe(firstRevision("1"));
});

const id = "0000000a-0000-4000-8000-00000000000F";
it.each([
  [`database/${id}/password`, { id, name: "password" }],
  ["database/0000000a/password", undefined],
  ["PASSWORD", undefined],
  [`a database/${id}/password`, undefined],
  [`database/${id}/pass word`, undefined],
])("%s as the name of a variable of another resource means %o", (text, expected) => {
  expect(parseBuiltIn(text)).toEqual(expected);
});
