import { describe, expect, it } from "vitest";
import { z } from "zod";
import { exposedKinds, serviceKinds } from "../../../backend/src/resources/services.js";
import { type Format, textFormats } from "../../../provider/schema/formats.js";
import * as schemas from "../../../provider/schema/schemas.js";
import { formatTexts } from "../../support/formats.js";

/** The schemas of strings that have a format. */
const formats = Object.values(schemas).flatMap((each) => (each instanceof z.ZodCustomStringFormat ? [each] : []));

describe("string formats (`cron`, `timezone`, `url`, `imageName`, …)", () => {
  const rows = Object.entries(formatTexts).flatMap(([format, { good, bad }]) => [
    ...good.map((text) => ["accept", format, text] as const),
    ...bad.map((text) => ["refuse", format, text] as const),
  ]);

  it.each(rows)("%s as %s: %j", (verb, format, text) => {
    expect(textFormats[format as Format].accepts(text)).toBe(verb === "accept");
  });

  it("have a normal form that they accept and that is its own normal form", () => {
    for (const [format, { good }] of Object.entries(formatTexts)) {
      const { accepts, normalForm } = textFormats[format as Format];
      for (const text of good) {
        expect(accepts(normalForm(text)), text).toBe(true);
        expect(normalForm(normalForm(text)), text).toBe(normalForm(text));
      }
    }
  });

  it("have one schema each", () => {
    const names = formats.map((schema) => schema._zod.def.format);
    expect(names.sort()).toEqual(Object.keys(textFormats).sort());
  });

  it("name the services that have domains (exposedService) or variables (variableScope) in the backend", () => {
    const names = (kinds: readonly { readonly kind: string }[]) => kinds.map(({ kind }) => kind).sort();
    const refersTo = (format: "exposedService" | "variableScope") => [...(textFormats[format].refersTo ?? [])].sort();
    expect(refersTo("exposedService")).toEqual(names(exposedKinds));
    const scopes = names(serviceKinds.filter(({ hasVariables }) => hasVariables));
    expect(refersTo("variableScope")).toEqual([...scopes, "environment", "project"].sort());
  });

  it("are checked in less than 20 seconds for a text of 100,000 characters", () => {
    const start = performance.now();
    for (const schema of formats) schema.safeParse(`${"a-".repeat(50_000)}!`);
    expect(performance.now() - start).toBeLessThan(20_000);
  });
});

it("url accepts a host with non-ASCII characters 20,000 times", () => {
  const host = "https://m\u00fcnchen.example";
  const refused = Array.from({ length: 20_000 }, () => schemas.url.safeParse(host).success).filter((fits) => !fits);
  expect(refused).toEqual([]);
});
