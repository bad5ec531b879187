/** An update merges what the platform has with what a program gives: the backend accepts whatever preview accepted. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { differencesIn } from "../../../provider/values/diff.js";
import { validate } from "../../../provider/values/validate.js";
import { openedPlatform } from "../../platform/opened.js";
import { isObject, type Values } from "../../provider.js";
import { holds } from "../../seeds.js";
import { definitionOf, failureOf, lifecycle } from "../../unit/pretend-platform.js";
import { settingsOf } from "./settings.js";

const runs = 30;

const platform = openedPlatform({ endpoints: "extended" });
let count = 0;

const cycle = () =>
  lifecycle("Container", platform.url, {
    endpoints: "extended",
    environment: { APP_PLATFORM_TOKEN: platform.tokens.admin },
  });

/** Ids of the items of a list, by what identifies the item. */
const idsBy = (key: string, items: unknown) =>
  new Map((Array.isArray(items) ? items : []).filter(isObject).map((item) => [item[key], item.id]));

describe("a container that has any settings", () => {
  it("becomes what any program gives, or is refused at preview", async () => {
    const definition = definitionOf("Container");
    const settings = settingsOf(platform.ids);
    const isValid = (purpose: "create" | "update") => (values: Values) => {
      const place = { environmentId: platform.ids.environment, name: "any" };
      return validate(definition, { ...values, ...place }, purpose).length === 0;
    };
    const become = async (there: Values, given: Values) => {
      const { create, diff, update, read } = cycle();
      count += 1;
      const place = { environmentId: platform.ids.environment, name: `container-${count}` };
      const { id, outputs } = await create({ ...there, ...place });
      const wanted = { ...given, ...place };
      const preview = diff(id, outputs as Values, wanted);
      const refusal = await preview.then(
        () => undefined,
        (error) => error.code,
      );
      if (refusal !== undefined) {
        // AP1203: the default of an argument that the program no longer gives does not fit the others.
        expect(["AP2001", "AP1203"]).toContain(refusal);
        expect(isValid("create")(given)).toBe(false);
        const { code } = await failureOf(update(id, outputs as Values, wanted));
        expect(["AP2001", "AP3006"]).toContain(code);
        return;
      }
      const updated = await update(id, outputs as Values, wanted);
      const now = (await read(id, updated?.outputs as Values))?.outputs as Values;
      expect(differencesIn(definition.body, wanted, now)).toEqual([]);
      for (const [member, key] of [
        ["ports", "internalPort"],
        ["storage", "mountPoint"],
      ] as const) {
        const before = idsBy(key, (outputs as Values)[member]);
        for (const [name, itemId] of idsBy(key, now[member])) {
          if (before.has(name)) expect(itemId).toBe(before.get(name));
        }
      }
    };
    await holds(fc.asyncProperty(settings.filter(isValid("create")), settings.filter(isValid("update")), become), runs);
  });
});
