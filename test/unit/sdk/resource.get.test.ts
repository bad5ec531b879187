import * as pulumi from "@pulumi/pulumi";
import { beforeEach, describe, expect, it } from "vitest";
import * as sdk from "../../../sdk/index.js";
import { idToRead } from "../../../sdk/programArguments.js";
import { kindNames } from "../../kinds/kindNames.js";
import { ids } from "../../kinds/shared/ids.js";
import { failureOf } from "../support/fake-platform.js";
import { failureIn } from "../support/mocked-engine.js";

const registered: string[] = [];
const mocks: pulumi.runtime.Mocks = {
  newResource: ({ name, id, inputs }) => {
    registered.push(`${name} ${id ?? "without an id"}`);
    return { id: id ?? "made", state: inputs };
  },
  call: ({ inputs }) => inputs,
};
beforeEach(() => void registered.splice(0));

const { Cluster, Database } = sdk;
const classes: Readonly<Record<string, unknown>> = { ...sdk };
const absent = undefined as unknown as string;
/** What the engine has received, after all that is known has reached it. */
const received = async () => {
  await new Promise((resolve) => setTimeout(resolve, 50));
  return [...registered];
};

describe("get in a program", () => {
  it.each(kindNames)("fails with AP1203 for an absent or empty ID: %s.get", async (kind) => {
    await pulumi.runtime.setMocks(mocks);
    const { get } = classes[kind] as { readonly get: (name: string, id: string) => unknown };
    for (const id of [absent, null as unknown as string, ""]) {
      const failure = await failureOf(Promise.resolve().then(() => get("existing", id)));
      expect(failure).toMatchObject({ code: "AP1203" });
      expect(pulumi.RunError.isInstance(failure)).toBe(true);
      expect(failure.message).toContain(`${kind} "existing": id must be the ID of the ${kind} that ${kind}.get reads`);
    }
    expect(await received()).toEqual([]);
  });

  it.each<[title: string, later: () => pulumi.Input<string>]>([
    ["a promise of undefined", () => Promise.resolve(absent)],
    ["an output of undefined", () => pulumi.output(absent)],
    ["an empty output", () => pulumi.output("")],
  ])("refuses %s once it is known", async (_, later) => {
    await expect(failureIn(idToRead("Database", "existing", later()))).rejects.toThrow(
      'Database "existing": id must be the ID of the Database that Database.get reads',
    );
  });

  it("accepts an ID known at once or later", async () => {
    await pulumi.runtime.setMocks(mocks);
    Database.get("now", ids.database);
    Database.get("promised", Promise.resolve(ids.database));
    Database.get("output", pulumi.output(ids.database));
    expect((await received()).sort()).toEqual(["now", "output", "promised"].map((name) => `${name} ${ids.database}`));
  });

  it("leaves an unknown ID unknown in a preview", async () => {
    await pulumi.runtime.setMocks(mocks, "project", "stack", true);
    const made = new Cluster("made", { organizationId: ids.organization, clusterId: ids.cluster } as sdk.ClusterArgs);
    const id = idToRead("Cluster", "existing", made.id) as unknown as { isKnown: Promise<boolean> };
    expect(await id.isKnown).toBe(await (made.id as unknown as { isKnown: Promise<boolean> }).isKnown);
  });
});
