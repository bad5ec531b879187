import { Application, Container, Database, Job, TerraformService } from "pulumi-app-platform";
import { beforeAll, describe, expect, test } from "vitest";
import { type Existing, heldBy, makeExisting, type Service } from "./existing.js";
import { forgetRequests, writes } from "./journal.js";
import { opened } from "./opened.js";
import { sets } from "./sets.js";

const cloneCall = (kind: string) => `POST /${kind}/{${kind}Id}/clone 202`;

/** What each set clones, and edits afterwards. */
const expected = {
  documented: ["container", "job", "database", "terraform"]
    .map(cloneCall)
    .concat("PUT /database/{databaseId} 200", "PUT /job/{jobId} 200"),
  extended: ["application", "container", "job", "database", "terraform"]
    .map(cloneCall)
    .concat(["application", "container", "job", "database"].map((kind) => `PUT /${kind}/{${kind}Id} 200`)),
};

describe.each(sets)("clones with the %s endpoints", (set) => {
  const { platform, stack } = opened({ endpoints: set });

  let existing: Existing;
  const isExtended = set === "extended";

  beforeAll(async () => {
    existing = await makeExisting(platform);
  });
  /** Clones of what people made, into the other environment, without the otherwise required arguments. */
  const program = (more: { readonly cloneFrom?: string } = {}) => {
    const environmentId = platform.ids.otherEnvironment;
    // With the extended set every kind is edited afterwards; else those that have an edit.
    const wish = isExtended ? { cpu: 1000 } : {};
    new Container("container", { environmentId, cloneFrom: existing.Container, ...wish });
    new Job("job", { environmentId, cloneFrom: more.cloneFrom ?? existing.Job, cpu: 1000 });
    new Database("database", { environmentId, name: "copy", cloneFrom: existing.Database, storage: 30 });
    new TerraformService("terraform", { environmentId, cloneFrom: existing.TerraformService });
    if (isExtended) new Application("application", { environmentId, cloneFrom: existing.Application, cpu: 1000 });
  };
  const made = () => (isExtended ? 6 : 5);
  const names: Partial<Record<string, Service>> = { container: "Container", job: "Job", database: "Database" };

  test("are created by the clone call, in the given environment under the given name, then edited to the arguments given", async () => {
    expect((await stack.run("preview", program)).changes).toEqual({ create: made() });
    await forgetRequests(platform);
    expect((await stack.run("up", program)).changes).toEqual({ create: made() });
    expect((await writes(platform)).sort()).toEqual([...expected[set]].sort());
    const job = await heldBy(platform, (await stack.resource("job")).id);
    expect(job).toMatchObject({ name: "job", cpu: 1000, max_nb_restart: 2, description: "Migrates the schema" });
    const database = await heldBy(platform, (await stack.resource("database")).id);
    expect(database).toMatchObject({ name: "copy", storage: 30, type: "MYSQL", version: "8.4", cpu: 500 });
  });

  test("have everything else from their source", async () => {
    for (const [name, kind] of Object.entries(names) as [string, Service][]) {
      // A copy's ports and disks are its own, so their ids differ.
      const own = ["name", "cpu", "storage", "ports", "autoscaling"];
      const copy = await heldBy(platform, (await stack.resource(name)).id, ...own);
      expect(copy).toEqual(await heldBy(platform, existing[kind], ...own));
      expect((await stack.resource(name)).outputs.environmentId).toBe(platform.ids.otherEnvironment);
    }
  });

  test("show no difference afterwards, refresh without one, and another source changes nothing", async () => {
    expect((await stack.run("preview", program)).changes).toEqual({ same: made() });
    expect((await stack.run("refresh")).changes).toEqual({ same: made() });
    const other = () => program({ cloneFrom: existing.Container });
    expect((await stack.run("preview", other)).changes).toEqual({ same: made() });
  });

  /** Programs that a clone cannot follow, and what the preview says about them. */
  type Refusal = readonly [why: string, make: () => unknown, said: string];
  const refusals: readonly Refusal[] = [
    [
      "another type of a database, which no edit can change",
      () =>
        new Database("refused", {
          environmentId: platform.ids.environment,
          cloneFrom: existing.Database,
          type: "REDIS",
        }),
      "type must be omitted: a clone takes it from its source",
    ],
    ...(isExtended
      ? []
      : ([
          [
            "an argument of a container, where there is no edit",
            () =>
              new Container("refused", {
                environmentId: platform.ids.environment,
                cloneFrom: existing.Container,
                cpu: 7,
              }),
            "cpu must be omitted: a clone takes it from its source",
          ],
          [
            "an application, where there is no clone of it",
            () =>
              new Application("refused", { environmentId: platform.ids.environment, cloneFrom: existing.Application }),
            "the platform's endpoints can't clone this kind",
          ],
        ] satisfies Refusal[])),
  ];
  test.each(refusals)("are refused at preview for %s", async (_, make, said) => {
    await forgetRequests(platform);
    const output = await stack.fails("preview", () => void make());
    expect(output).toContain("AP1203");
    expect(output).toContain(said);
    expect(await writes(platform)).toEqual([]);
  });

  test("of a source that doesn't exist name it, and a taken name is reported with the resource that has it", async () => {
    const { environment: environmentId } = platform.ids;
    const nobody = "3fa85f64-5717-4562-b3fc-2c963f66afa6";
    const output = await stack.fails("up", () => {
      program();
      new Job("lost", { environmentId, cloneFrom: nobody });
    });
    expect(output).toContain(`AP3003: Cloning ${nobody} to create Job "lost"`);
    const taken = await stack.fails("up", () => {
      program();
      new Job("taken", { environmentId, name: "Migrate", cloneFrom: existing.Job });
    });
    expect(taken).toContain(`existing resource: id ${existing.Job}`);
  });
});
