import { describe, expect, it } from "vitest";
import { definitions } from "../../../provider/kinds/index.js";
import { membersFromWire, membersToWire } from "../../../provider/values/wire.js";
import { kindNames, recordOf } from "../../kinds/index.js";
import { definitionOf, lifecycle } from "../support/fake-platform.js";

const nowhere = "http://127.0.0.1:9";

/** Arguments that the API document does not have. `test/unit/resource/advancedSettings.test.ts` has those that are sent separately. */
const rows = kindNames.flatMap((kind) =>
  Object.entries(recordOf(kind).arguments.extendedOnly ?? {}).map(
    ([
      arg,
      [specified, wrong, wire = arg.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), sent = specified],
    ]) => [kind, arg, { specified, wrong, wire, sent }] as const,
  ),
);

describe("arguments with extendedOnly", () => {
  it("are all in the test records of their kinds", () => {
    const stated = definitions.flatMap(({ kind, args }) => {
      const names = Object.keys(args).filter((name) => args[name]?.extendedOnly && !args[name]?.separate);
      return names.map((name) => `${kind}.${name}`);
    });
    expect(stated.sort()).toEqual(rows.map(([kind, arg]) => `${kind}.${arg}`).sort());
  });

  it.each(rows)(
    "fail with AP2008 on documented endpoints, and are sent on extended ones: %s.%s",
    async (kind, arg, { specified, wrong, wire, sent }) => {
      const { fixture } = recordOf(kind);
      const { body, pathArgs } = definitionOf(kind);
      const args = { ...fixture.path, ...fixture.program };
      const documented = lifecycle(kind, nowhere, { endpoints: "documented" });
      const refused = [expect.stringMatching(new RegExp(`^AP2008: ${kind} .*can't have \\\`${arg}\\\`[^]*extended`))];
      expect(await documented.check({ ...args, [arg]: specified })).toEqual(refused);
      expect(await documented.check({ ...args, [arg]: specified }, args)).toEqual(refused);
      expect(await documented.check({ ...args, [arg]: null })).toEqual([]);
      const { check } = lifecycle(kind, nowhere, { endpoints: "extended" });
      expect(await check({ ...args, [arg]: specified }, args)).toEqual([]);
      expect(await check({ ...args, [arg]: wrong }, args)).toEqual([expect.stringContaining(arg)]);
      expect(membersToWire(body, { ...args, [arg]: specified }, pathArgs)).toMatchObject({ [wire]: sent });
      expect(membersFromWire(body, { ...fixture.response, [wire]: sent }, {})).toMatchObject({ [arg]: specified });
    },
  );
});
