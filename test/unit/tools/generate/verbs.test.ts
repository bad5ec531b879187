import { expect, it } from "vitest";
import { verbsText } from "../../../../tools/generate/verbs.js";
import { siteOf } from "../../support/static-site.js";

it("verbsText says that the basic API does nothing with a kind of the full API", () => {
  const text = "[Basic API](../concepts/endpoints.md): nothing. Full API: create, list, update.\n";
  expect(verbsText(siteOf("full"))).toBe(text);
});
