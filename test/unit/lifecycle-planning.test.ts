import { describe, expect, it } from "vitest";
import { cluster } from "../kinds/cluster/fixture.js";
import { container } from "../kinds/container/fixture.js";
import { database } from "../kinds/database/fixture.js";
import { job } from "../kinds/job/fixture.js";
import type { Fixture } from "../kinds/shared/fixture.js";
import { ids } from "../kinds/shared/ids.js";
import { terraformService } from "../kinds/terraformService/fixture.js";
import { UNKNOWN, type Values } from "../provider.js";
import { failureOf, lifecycle } from "./pretend-platform.js";

// Nothing listens there: a plan needs no platform.
const nowhere = "http://127.0.0.1:9";

const plan = (fixture: Fixture, edit: Values, endpoints: "documented" | "extended", state: Values = fixture.outputs) =>
  lifecycle(fixture.kind, nowhere, { endpoints }).diff(String(fixture.response.id), state, {
    ...fixture.program,
    ...fixture.path,
    ...edit,
  });

const edited = {};
const unchanged = { changes: false };
const replaced = (...replaces: string[]) => ({ changes: true, replaces });
const deletedFirst = (...replaces: string[]) => ({ changes: true, replaces, deleteBeforeReplace: true });

describe("a plan", () => {
  const plans: readonly [title: string, fixture: Fixture, edit: Values, documented: unknown, extended?: unknown][] = [
    ["a new name", container, { name: "site" }, replaced("name"), edited],
    ["a new name", terraformService, { name: "net" }, replaced("name"), edited],
    ["a new name", job, { name: "summary" }, edited],
    ["a new name", database, { name: "sales" }, edited],
    ["a new name", cluster, { name: "second" }, edited],
    ["another letter case of the name", container, { name: "WEB" }, unchanged],
    ["another letter case of the name", job, { name: " Report " }, unchanged],
    ["another letter case of the name", cluster, { name: "Main" }, unchanged],
    ["another tag", container, { tag: "2" }, edited],
    ["another environment", container, { environmentId: ids.otherEnvironment }, replaced("environmentId")],
    ["another environment that is not known yet", container, { environmentId: UNKNOWN }, replaced("environmentId")],
    ["a new name and another description", container, { name: "site", description: "other" }, replaced("name"), edited],
    ["another type and a new name", database, { type: "MYSQL", name: "sales" }, replaced("type")],
    [
      "another type in another environment",
      database,
      { type: "MYSQL", environmentId: ids.otherEnvironment },
      replaced("environmentId", "type"),
    ],
    ["another type under the same name", database, { type: "MYSQL" }, "AP2002", deletedFirst("type")],
    [
      "another mode, and the same name in another letter case",
      database,
      { mode: "CONTAINER", name: "ORDERS" },
      "AP2002",
      deletedFirst("mode"),
    ],
    ["a type that is not known yet", database, { type: UNKNOWN }, { changes: true }, deletedFirst("type")],
    ["another cluster", cluster, { clusterId: ids.helm }, replaced("clusterId")],
    ["another region", cluster, { region: "us-east-1" }, "AP2001"],
    ["another company", cluster, { cloudProvider: "GCP" }, "AP2001"],
    ["a value that is not known yet", job, { cpu: UNKNOWN }, { changes: true }],
    [
      "a value that is not known yet",
      container,
      { healthchecks: { readinessProbe: { type: { http: { port: UNKNOWN } } } } },
      { changes: true },
    ],
    [
      "a known change beside a value that is not known yet",
      container,
      { cpu: 999, memory: UNKNOWN },
      "AP2001",
      { changes: true },
    ],
  ];

  it.each(
    plans.map(([title, fixture, edit, documented, extended = documented]) => ({
      ...{ title, fixture, edit, documented, extended },
    })),
  )("for a $fixture.kind with $title is as the endpoints allow", async ({ fixture, edit, documented, extended }) => {
    for (const [endpoints, expected] of [
      ["documented", documented],
      ["extended", extended],
    ] as const) {
      const found =
        typeof expected === "string"
          ? (await failureOf(plan(fixture, edit, endpoints))).code
          : await plan(fixture, edit, endpoints);
      expect({ endpoints, found }).toEqual({ endpoints, found: expected });
    }
  });

  it("names every field of a refusal, and says what to do", async () => {
    const failure = await failureOf(
      plan(container, { cpu: 999, ports: [{ internalPort: 1, publiclyAccessible: true }] }, "documented"),
    );
    expect(failure.message.split("\n")).toEqual([
      expect.stringMatching(/^AP2001: Container "web" cannot be updated: /),
      "  - ports[0]: added (internalPort 1)",
      "  - ports: removed (internalPort 8080)",
      "  - ports: removed (internalPort 8081)",
      "  - cpu: 750 → 999",
      expect.stringContaining("What to do, one of:"),
      expect.stringContaining("app-platform:endpoints extended"),
      expect.stringContaining("`name`"),
      expect.stringContaining("ignoreChanges"),
    ]);
  });

  it("of a replacement that is refused names what cannot be edited", async () => {
    const failure = await failureOf(plan(database, { type: "MYSQL", mode: "CONTAINER" }, "documented"));
    expect(failure.message).toContain('type: "POSTGRESQL" → "MYSQL"');
    expect(failure.message).toContain('mode: "MANAGED" → "CONTAINER"');
    expect(failure.message).toContain("change `name` too");
  });

  it("shows an object that there was not before, in short and without what is secret in it", async () => {
    const bare = { ...container.outputs, healthchecks: null, autoscaling: null };
    const trigger = { name: "queue", configYaml: "canary" };
    const scaler = {
      scalerType: "redis",
      enabled: true,
      role: "PRIMARY",
      configYaml: "",
      triggerAuthentication: trigger,
    };
    const check = { periodSeconds: 5, type: { tcp: { port: 80 } } };
    const edit = { healthchecks: { readinessProbe: check }, autoscaling: { mode: "KEDA", scalers: [scaler] } };
    const { message } = await failureOf(plan(container, edit as Values, "documented", bare));
    expect(message).toContain(
      "healthchecks: nothing → { readinessProbe: { periodSeconds: 5, type: { tcp: { port: 80 } } } }",
    );
    expect(message).toContain('autoscaling: nothing → { mode: "KEDA", scalers: [');
    expect(message).not.toContain("canary");
    const texts = [1, 2, 3, 4].map((number) => `${number}`.repeat(50));
    const long = { readinessProbe: { ...check, type: { exec: { command: texts } } } };
    const truncated = await failureOf(plan(container, { healthchecks: long }, "documented", bare));
    const line = truncated.message.split("\n").find((each) => each.includes("healthchecks: nothing")) ?? "";
    expect(line).toMatch(/…$/);
    expect(line.length).toBeLessThan(200);
  });

  it("never shows a secret", async () => {
    const source = { tfVarFilePaths: [], tfVars: [{ key: "password", value: "canary", secret: true }] };
    const failure = await failureOf(plan(terraformService, { terraformVariablesSource: source }, "documented"));
    expect(failure.message).toContain("terraformVariablesSource.tfVars[0].value: a secret value → a secret value");
    expect(failure.message).not.toMatch(/canary|hunter2/);
  });
});

describe("a moved item", () => {
  const moves: { fixture: Fixture; arg: string }[] = [
    { fixture: container, arg: "ports" },
    { fixture: container, arg: "storage" },
    { fixture: terraformService, arg: "terraformVariablesSource" },
  ];
  it.each(moves)("of $arg of a $fixture.kind isn't a change", async ({ fixture, arg }) => {
    const given = fixture.program[arg] as Values | Values[];
    const second = { type: "FAST_SSD", size: 8, mountPoint: "/cache" };
    const list = arg === "storage" ? [...(given as Values[]), second] : given;
    const reversed = Array.isArray(list)
      ? list.toReversed()
      : { ...list, tfVars: (list.tfVars as Values[]).toReversed() };
    const state = { ...fixture.outputs, [arg]: list };
    expect(await plan(fixture, { [arg]: reversed }, "documented", state)).toEqual(unchanged);
  });

  it("of a list whose order matters is a change", async () => {
    const command = (container.program.arguments as string[]).toReversed();
    expect((await failureOf(plan(container, { arguments: command }, "documented"))).code).toBe("AP2001");
  });
});

describe("what a program leaves to the platform", () => {
  it.each([container, job, database, terraformService, cluster])(
    "isn't a change of a $kind, whatever it is",
    async (fixture) => {
      const required = ["environmentId", "organizationId", "clusterId", "name"];
      const args = Object.fromEntries(
        Object.entries({ ...fixture.program, ...fixture.path }).filter(([name]) => required.includes(name)),
      );
      const { diff } = lifecycle(fixture.kind, nowhere);
      expect(await diff(String(fixture.response.id), fixture.outputs, args)).toEqual(unchanged);
    },
  );

  it("includes the size of a managed database, which the platform ignores", async () => {
    expect(await plan(database, { cpu: 900, memory: 900 }, "documented")).toEqual(unchanged);
  });

  it("includes features of a cluster that the program does not name", async () => {
    const features = [...(cluster.outputs.features as Values[]), { id: ids.helm, value: "x" }];
    expect(await plan(cluster, {}, "documented", { ...cluster.outputs, features })).toEqual(unchanged);
  });

  it("isn't a change where an empty list stands for none", async () => {
    const { ports: _, storage: __, arguments: ___, ...state } = container.outputs;
    expect(await plan(container, { ports: [], storage: [], arguments: [] }, "documented", state)).toEqual(unchanged);
  });
});
