import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { resourceArgument } from "../../../../provider/definition/references.js";
import { definitions } from "../../../../provider/kinds/index.js";
import { kebab, memberAnchor, typeAnchor } from "../../../../tools/generate/anchors.js";
import { anchorPrefix, kindsOfPage, pageName } from "../../../../tools/generate/referencePages.js";
import { type Fields, fieldsWithin, isServed, type ObjectField } from "../../../support/provider.js";

const docs = join(__dirname, "../../../../docs");
const read = (path: string) => readFileSync(join(docs, path), "utf8");
const byKind = definitions.map((definition) => [definition.kind, definition] as const);
const pageOf = (kind: string) => read(`reference/${pageName(kind)}.md`);

/** What the page has of the kind, as on a page of its own. */
function textOf(kind: string): string {
  const page = pageOf(kind);
  if (kindsOfPage(kind).length === 1) return page;
  const [, section = ""] =
    new RegExp(`^## ${kind} \\{#${kebab(kind)}\\}\\n([\\s\\S]*?)(?=^## |$(?![\\s\\S]))`, "m").exec(page) ?? [];
  return section.replaceAll(/^#(#.*)$/gm, "$1").replaceAll(`{#${anchorPrefix(kind)}`, "{#");
}

const shared = read("reference/index.md");

const anchorsIn = (text: string) => [...text.matchAll(/\{#([\w-]+)\}$/gm)].map(([, anchor]) => anchor);

const sectionOfType = (page: string, type: string) =>
  new RegExp(`\\{#${typeAnchor(type)}\\}\\n([\\s\\S]*?)(?=^#|$(?![\\s\\S]))`, "m").exec(page)?.[1] ?? "";

/** What a page says about a member of a type, before its description: whether it is required. */
function requirementIn(page: string, type: string, member: string): string {
  const row = new RegExp(`^\\| \`${member}\` \\| .* \\| (.*) \\|$`, "m").exec(sectionOfType(page, type));
  return /^Required[^.]*/.exec(row?.[1] ?? "")?.[0].replace("R", "r") ?? "optional";
}

/** What a page says between the type and the description of an argument: whether it is required. */
function requirementOf(page: string, anchor: string): string {
  const [, line = ""] = new RegExp(`\\{#${anchor}\\}\\n\\n(.+)\\n`).exec(page) ?? [];
  return line.split(" · ").find((mark) => /^(required|optional)/.test(mark)) ?? "optional";
}

const objectsIn = (fields: Fields): ObjectField[] =>
  Object.values(fields)
    .flatMap((field) => [field, ...fieldsWithin(field).map((each) => each.field)])
    .filter((field) => field.type === "object");

describe.each(byKind)("reference page of %s", (kind, definition) => {
  const page = textOf(kind);

  it("has each anchor once, and only working links within the page", () => {
    const anchors = anchorsIn(pageOf(kind));
    expect(anchors.filter((anchor, index) => anchors.indexOf(anchor) !== index)).toEqual([]);
    const linked = [...page.matchAll(/\]\(#([\w-]+)\)/g)].map(([, anchor]) => anchor);
    expect(linked.filter((anchor) => !anchors.includes(anchor))).toEqual([]);
    const elsewhere = [...page.matchAll(/\]\(index\.md#([\w-]+)\)/g)].map(([, anchor]) => anchor);
    expect(elsewhere.filter((anchor) => !anchorsIn(shared).includes(anchor))).toEqual([]);
  });

  it("lists every argument, required ones first", () => {
    const inputs = page.slice(page.indexOf("## Inputs"), page.indexOf("## Outputs"));
    const names = [...inputs.matchAll(/^### `(\w+)`/gm)].map(([, name = ""]) => name);
    const elsewhere = [...inputs.matchAll(/\[`(\w+)`\]\(index\.md#(?!type-)/g)].map(([, name = ""]) => name);
    const args = Object.entries(definition.args);
    const ofResources = args.flatMap(([name, field]) => resourceArgument(name, field)?.name ?? []);
    expect([...names, ...elsewhere].sort()).toEqual([...Object.keys(definition.args), ...ofResources].sort());
    const isRequired = names.map((name) => requirementOf(page, memberAnchor(name)) === "required");
    expect(isRequired).toEqual([...isRequired].sort((one, other) => Number(other) - Number(one)));
    for (const name of names) {
      const field = definition.args[name];
      const unless = field && resourceArgument(name, field)?.name;
      const expected = unless === undefined ? "required" : `required, unless \`${unless}\` is set`;
      if (field?.required) expect(requirementOf(page, memberAnchor(name)), name).toBe(expected);
    }
  });

  it("marks required members, and lists members that exclude each other as alternatives", () => {
    const text = `${page}\n${shared}`;
    for (const { name, members, alternatives = [] } of objectsIn(definition.args)) {
      for (const group of alternatives.flat())
        expect(sectionOfType(text, name), `${name}.${group}`).toMatch(new RegExp(`^Set .*\`${group}\``, "m"));
      for (const [member, field] of Object.entries(members)) {
        const sibling = resourceArgument(member, field);
        const isRequired = field.required && !alternatives.flat().includes(member);
        const required = sibling === undefined ? "required" : `required, unless \`${sibling.name}\` is set`;
        expect(requirementIn(text, name, member), `${name}.${member}`).toBe(isRequired ? required : "optional");
      }
    }
  });

  it("names types as TypeScript does", () => {
    expect(page).not.toMatch(/\binteger ·|`text`|`integer`|array of|map of/);
  });

  it("lists the verbs of the basic and the full API", () => {
    const [, basic = "", more = ""] = /^\[Basic API\]\(.*?\): (.*?)\. Full API: (?:also )?(.*?)\./m.exec(page) ?? [];
    const full = [basic, more].join(", ").split(", ");
    expect(basic.split(", ").includes("delete")).toBe(isServed(definition.api.delete, "documented"));
    expect(full.includes("delete")).toBe(isServed(definition.api.delete, "extended"));
    expect(full.includes("clone")).toBe(definition.api.clone !== undefined);
  });

  it("links only existing sections of the page of errors", () => {
    const anchors = anchorsIn(read("errors.md"));
    const linked = [...page.matchAll(/errors\.md#(\w+)/g)].map(([, anchor]) => anchor);
    expect(linked.filter((anchor) => !anchors.includes(anchor))).toEqual([]);
  });
});

describe("reference pages", () => {
  it("state which argument is the `id` of a DeploymentTrigger and of a Cluster", () => {
    expect(textOf("DeploymentTrigger")).toContain("`id` (its `environmentId`)");
    expect(textOf("Cluster")).toContain("`id` (its `clusterId`)");
    expect(textOf("Container")).toContain("`id`, `urn`");
  });

  it("name no condition for an argument that's always required", () => {
    const page = textOf("Application");
    expect(page).toContain("- `dockerfilePath` is required, except for a clone.");
    expect(page).not.toContain("if `buildMode`");
  });

  it("link only errors that their kind can raise", () => {
    const linked = (kind: string) => textOf(kind).match(/errors\.md#\w+/g) ?? [];
    expect(linked("Cluster")).toContain("errors.md#ap5008");
    expect(linked("Project")).not.toContain("errors.md#ap2001");
  });
});
