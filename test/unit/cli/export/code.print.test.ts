/** The layout of arguments in programs that `export` and `migrate` write. */
import { expect, it } from "vitest";
import { type Code, literal, object, printed, reference } from "../../../../cli/export/code.js";

const items = (...items: Code[]): Code => ({ type: "array", items });
const secret = { of: "secret", variable: "token" } as const;

it.each<[what: string, code: Code, text: string]>([
  [
    "empty objects and lists on one line",
    object([
      ["ports", items()],
      ["healthchecks", object([])],
    ]),
    "{\n  ports: [],\n  healthchecks: {},\n}",
  ],
  ["a single item in the line of its list", items(object([["id", literal("1")]])), '[{\n  id: "1",\n}]'],
  [
    "several items on their own lines",
    items(literal(1), object([["a", literal(true)]])),
    "[\n  1,\n  {\n    a: true,\n  },\n]",
  ],
  ["a constant with the member's name in short form", object([["token", reference(secret)]]), "{\n  token,\n}"],
  ["a name that isn't an identifier in quotes", object([["a-b", literal(null)]]), '{\n  "a-b": null,\n}'],
  [
    "references in a text as a template",
    { type: "text", segments: ["`", secret] },
    ["pulumi.interpolate`\\`", "{token}`"].join("$"),
  ],
])("print writes %s", (_, code, text) => {
  expect(printed(code, ({ variable }) => variable)).toBe(text);
});
