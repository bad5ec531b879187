import { describe, expect, it } from "vitest";
import { definitions } from "../../../provider/kinds/index.js";
import { membersFromWire, membersToWire } from "../../../provider/values/wire.js";
import { recordOf } from "../../kinds/index.js";
import type { Value } from "../../support/provider.js";
import { definitionOf, lifecycle } from "../support/fake-platform.js";

const nowhere = "http://127.0.0.1:9";

/** Arguments that the API document does not have: as the notes on the extended endpoints spell them. `advanced-settings.test.ts` has those kept apart. */
const rows = ["Application", "Container", "Job"].flatMap(
  (kind): [kind: string, arg: string, given: Value, wire: string, wrong: Value][] => [
    [kind, "cpuArchitecture", "ARM64", "cpu_architecture", "MIPS"],
    [kind, "ephemeralStorage", 20, "ephemeral_storage_in_gib", -1],
  ],
);

describe("arguments with extendedOnly", () => {
  it("are all in this table", () => {
    const stated = definitions.flatMap(({ kind, args }) => {
      const names = Object.keys(args).filter((name) => args[name]?.extendedOnly && !args[name]?.separate);
      return names.map((name) => `${kind}.${name}`);
    });
    expect(stated.sort()).toEqual(rows.map(([kind, arg]) => `${kind}.${arg}`).sort());
  });

  it.each(rows)(
    "%s.%s is refused on documented endpoints, and sent on extended ones",
    async (kind, arg, given, wire, wrong) => {
      const { fixture } = recordOf(kind);
      const { body, pathArgs } = definitionOf(kind);
      const args = { ...fixture.path, ...fixture.program };
      const documented = lifecycle(kind, nowhere, { endpoints: "documented" });
      const refused = [expect.stringMatching(new RegExp(`^AP2008: ${kind} .*can't have \\\`${arg}\\\`[^]*extended`))];
      expect(await documented.check({ ...args, [arg]: given })).toEqual(refused);
      expect(await documented.check({ ...args, [arg]: given }, args)).toEqual(refused);
      expect(await documented.check({ ...args, [arg]: null })).toEqual([]);
      const { check } = lifecycle(kind, nowhere, { endpoints: "extended" });
      expect(await check({ ...args, [arg]: given })).toEqual([]);
      expect(await check({ ...args, [arg]: wrong })).toEqual([expect.stringContaining(arg)]);
      expect(membersToWire(body, { ...args, [arg]: given }, pathArgs)).toMatchObject({ [wire]: given });
      expect(membersFromWire(body, { ...fixture.response, [wire]: given }, {})).toMatchObject({ [arg]: given });
    },
  );
});
