import { describe, expect, it } from "vitest";
import { ago, durationText } from "../../../cli/table.js";

describe("times", () => {
  const now = Date.parse("2026-03-04T12:00:00Z");
  const ages: [string, string | undefined, string][] = [
    ["five seconds ahead", "2026-03-04T12:00:05Z", "now"],
    ["a second old", "2026-03-04T11:59:59Z", "1 second ago"],
    ["minutes old", "2026-03-04T11:57:01Z", "2 minutes ago"],
    ["hours old", "2026-03-04T09:00:00Z", "3 hours ago"],
    ["days old", "2026-02-01T00:00:00Z", "31 days ago"],
    ["missing", undefined, "never"],
    ["not a time", "soon", "never"],
  ];
  it.each(ages)("ago shows a time that is %s", (_, date, text) => expect(ago(date, now)).toBe(text));

  it("durationText shows minutes and seconds, and – without a duration", () => {
    expect([durationText(59), durationText(75), durationText(null)]).toEqual(["59 s", "1 min 15 s", "–"]);
  });
});
