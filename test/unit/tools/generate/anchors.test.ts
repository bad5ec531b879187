import { describe, expect, it } from "vitest";
import { plain } from "../../../../tools/generate/anchors.js";

describe("text on a page", () => {
  it.each([
    ["a <b> & {{ c }}", "a &lt;b> &amp; &#123;&#123; c }}"],
    ["`<b>` and `{{ c }}`", "`<b>` and <code v-pre>{{ c }}</code>"],
    ["`a` | b", "`a` | b"],
  ])("is escaped from VitePress markup: %s", (text, expected) => {
    expect(plain(text)).toBe(expected);
  });
});
