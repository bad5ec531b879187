/** What the pages say that other files contradict or bear out: members of definitions, measured figures. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { definitions } from "../../../provider/kinds/index.js";
import type { Fields } from "../../../provider/schema/field.js";
import { wireName } from "../../../provider/schema/field.js";
import { isOfSite } from "../../../tools/pageFigures.js";

const docs = join(__dirname, "../../../docs");

/** Pages that people write. `terraform.md` and `api-objects.md` have names of others. */
const pages = readdirSync(docs, { recursive: true, encoding: "utf8" })
  .filter((page) => isOfSite(page) && !/^reference\/|(^|\/)(errors|terraform|api-objects)\.md$/.test(page))
  .map((page) => ({ page, text: readFileSync(join(docs, page), "utf8").replace(/^ *```[\s\S]*?^ *```/gm, "") }));

/** The names of all members on the wire that programs write in another way. */
function wireNames(fields: Fields): string[] {
  return Object.entries(fields).flatMap(([name, field]): string[] => {
    const own = wireName(name, field);
    const item = field.type === "array" ? field.item : field.type === "record" ? field.value : field;
    return [...(own.includes("_") ? [own] : []), ...(item.type === "object" ? wireNames(item.members) : [])];
  });
}

const known = new Set(definitions.flatMap(({ args, outputs }) => wireNames({ ...args, ...outputs })));
const membersIn = (text: string) => [...text.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map(([, name = ""]) => name);

describe("pages", () => {
  it("name members as in TypeScript and not as in the API", () => {
    expect(known).toContain("cpu_architecture");
    const named = pages.flatMap(({ page, text }) => membersIn(text).map((name) => ({ page, name })));
    expect(named.filter(({ name }) => known.has(name))).toEqual([]);
  });
});

describe("guides and concepts", () => {
  it("call the APIs basic and full, and use `documented` and `extended` only in code", () => {
    const former = pages.flatMap(({ page, text }) => {
      const [found] =
        /\b(?:documented|extended) endpoints?\b/.exec(text.replace(/`[^`]*`/g, "").replace(/<!--[\s\S]*?-->/g, "")) ??
        [];
      // Help texts of commands have the names of the setting.
      return found === undefined || page === "command-line.md" ? [] : [`${page}: ${found}`];
    });
    expect(former).toEqual([]);
  });
});

describe("performance page", () => {
  const text = pages.find(({ page }) => page === "performance.md")?.text ?? "";
  const table = text.slice(0, text.indexOf("<!-- /performance -->"));
  const rows = [...table.matchAll(/^\| (\w[^|]*) \|(.*)\|$/gm)].map(([, title = "", cells = ""]) => ({
    title,
    seconds: cells.split("|").map((cell) => Number.parseFloat(cell)),
  }));

  it("names exactly the operations that take longer than with Terraform", () => {
    const [withCheckpoints = "", without = ""] = (
      /these take longer than with Terraform: .*/.exec(text)?.[0] ?? ""
    ).split("With checkpoints skipped:");
    expect(rows.length).toBeGreaterThan(3);
    for (const { title, seconds } of rows.filter(({ title }) => title !== "containers")) {
      const [all = 0, skipped = 0, terraform = 0] = seconds.slice(-3);
      for (const [own, sentence] of [
        [all, withCheckpoints],
        [skipped, without],
      ] as const) {
        const said = `${title} (${own}\u00a0s, Terraform ${terraform}\u00a0s)`;
        if (own > terraform) expect(sentence).toContain(said);
        else expect(sentence).not.toContain(title);
      }
    }
  });
});
