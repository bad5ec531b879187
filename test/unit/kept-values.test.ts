/** What a full update keeps of the platform's values beside what the program gives. */
import { describe, expect, it } from "vitest";
import { mergeWithinRules } from "../../provider/values/merge.js";
import { records } from "../kinds/index.js";
import { ids } from "../kinds/shared/ids.js";
import type { Values } from "../provider.js";
import { definitionOf, lifecycle } from "./pretend-platform.js";

const nowhere = "http://127.0.0.1:9";
const required: Readonly<Record<string, Values>> = {
  Container: {
    environmentId: ids.environment,
    name: "web",
    registryId: ids.registry,
    imageName: "library/nginx",
    tag: "1",
    healthchecks: {},
  },
  TerraformService: { ...records.TerraformService.fixture.program, ...records.TerraformService.fixture.path },
};
const port = (internalPort: number, more: Values = {}): Values => ({ internalPort, publiclyAccessible: true, ...more });
const scaler = (more: Values): Values => ({ scalerType: "cpu", role: "PRIMARY", configYaml: "a: 1", ...more });
const scaled = (...scalers: Values[]): Values => ({ autoscaling: { mode: "KEDA", scalers } });
const login = (configYaml: string): Values => ({ triggerAuthentication: { name: "queue", configYaml } });

const merged = (kind: string, there: Values, given: Values) =>
  mergeWithinRules(definitionOf(kind), { ...required[kind], ...there }, { ...required[kind], ...given });

interface Case {
  readonly title: string;
  readonly kind?: string;
  readonly there: Values;
  readonly given: Values;
  readonly sent: Values;
  readonly dropped: readonly string[];
}

const fitting: readonly Case[] = [
  {
    title: "the default port that another port takes over",
    there: { ports: [port(80, { isDefault: true }), port(81)] },
    given: { ports: [port(80), port(81, { isDefault: true })] },
    sent: { ports: [port(80), port(81, { isDefault: true })] },
    dropped: ["ports[0].isDefault"],
  },
  {
    title: "the name of a port that another port takes over",
    there: { ports: [port(80, { name: "a" }), port(81, { name: "b" })] },
    given: { ports: [port(80, { name: "b" }), port(81)] },
    sent: { ports: [port(80, { name: "b" }), port(81)] },
    dropped: ["ports[1].name"],
  },
  {
    title: "the public settings of a port that is no longer public",
    there: { ports: [port(80, { externalPort: 443, publicPath: "/api", publicPathRewrite: "/" })] },
    given: { ports: [{ internalPort: 80, publiclyAccessible: false }] },
    sent: { ports: [{ internalPort: 80, publiclyAccessible: false }] },
    dropped: ["ports[0].externalPort", "ports[0].publicPath", "ports[0].publicPathRewrite"],
  },
  {
    title: "the public path of a port that changes its protocol",
    there: { ports: [port(80, { publicPath: "/api" })] },
    given: { ports: [port(80, { protocol: "TCP" })] },
    sent: { ports: [port(80, { protocol: "TCP" })] },
    dropped: ["ports[0].publicPath"],
  },
  {
    title: "the lines of a fragment that is now a file",
    kind: "TerraformService",
    there: { dockerfileFragment: { type: "inline", content: "RUN true" } },
    given: { dockerfileFragment: { type: "file", path: "lines" } },
    sent: { dockerfileFragment: { type: "file", path: "lines" } },
    dropped: [],
  },
  {
    title: "a policy that leaves no room for the number of instances",
    there: { minRunningInstances: 1, maxRunningInstances: 3, ...scaled(scaler({})) },
    given: { minRunningInstances: 2, maxRunningInstances: 2 },
    sent: { minRunningInstances: 2, maxRunningInstances: 2, autoscaling: undefined },
    dropped: ["autoscaling"],
  },
  {
    title: "a minimum above the new maximum",
    there: { minRunningInstances: 3, maxRunningInstances: 4 },
    given: { maxRunningInstances: 2 },
    sent: { minRunningInstances: undefined, maxRunningInstances: 2 },
    dropped: ["minRunningInstances"],
  },
];

describe("an update does not keep", () => {
  it.each(fitting)("$title", ({ kind = "Container", there, given, sent, dropped }) => {
    const { values, conflicts, ...rest } = merged(kind, there, given);
    expect(Object.fromEntries(Object.keys(sent).map((name) => [name, values[name]]))).toEqual(sent);
    expect(rest.dropped.map(({ path }) => path).sort()).toEqual(dropped);
    expect(conflicts).toEqual([]);
  });

  it.each(fitting.filter(({ dropped }) => dropped.length > 0))(
    "$title, and preview says so",
    async ({ kind = "Container", there, given, dropped }) => {
      const { diff, warnings } = lifecycle(kind, nowhere, { endpoints: "extended" });
      await diff("x", { ...required[kind], ...there }, { ...required[kind], ...given });
      for (const path of dropped) {
        expect(warnings).toContainEqual(expect.stringContaining(`"web": the update doesn't keep ${path}, which`));
      }
      expect(warnings).toHaveLength(dropped.length);
    },
  );
});

describe("an update keeps", () => {
  it("what the platform breaks by itself, since it may accept more than is documented", () => {
    const there = { ports: [port(80, { isDefault: true }), port(81, { isDefault: true, protocol: "QUIC" })] };
    const { values, dropped, conflicts } = merged("Container", there, { cpu: 250 });
    expect(values.ports).toEqual(there.ports);
    expect([dropped, conflicts]).toEqual([[], []]);
  });

  it.each<{ title: string; there: Values[]; given: Values[]; sent: Values[] }>([
    {
      title: "of the scaler that the program changes",
      there: [scaler(login("key: 1"))],
      given: [scaler({ configYaml: "a: 2" })],
      sent: [scaler({ configYaml: "a: 2", ...login("key: 1") })],
    },
    {
      title: "of the scaler that moved behind a new one",
      there: [scaler(login("key: 1"))],
      given: [scaler({ scalerType: "cron" }), scaler({})],
      sent: [scaler({ scalerType: "cron" }), scaler(login("key: 1"))],
    },
    {
      title: "of the equal one of two scalers of a type",
      there: [scaler({ configYaml: "a: 1", ...login("key: 1") }), scaler({ configYaml: "b: 1", ...login("key: 2") })],
      given: [scaler({ configYaml: "b: 1" })],
      sent: [scaler({ configYaml: "b: 1", ...login("key: 2") })],
    },
    {
      title: "unless the program gives another one",
      there: [scaler(login("key: 1"))],
      given: [scaler(login("key: 2"))],
      sent: [scaler(login("key: 2"))],
    },
    {
      title: "not for a scaler of another type",
      there: [scaler(login("key: 1"))],
      given: [scaler({ scalerType: "cron" })],
      sent: [scaler({ scalerType: "cron" })],
    },
  ])("trigger authentication that was set in the console, $title", ({ there, given, sent }) => {
    const { values } = merged(
      "Container",
      { maxRunningInstances: -1, ...scaled(...there) },
      { maxRunningInstances: -1, ...scaled(...given) },
    );
    expect((values.autoscaling as Values).scalers).toEqual(sent);
  });

  it.each<{ title: string; given: Values[]; sent: Values[] }>([
    { title: "an item that stays", given: [port(80)], sent: [port(80, { id: ids.port })] },
    {
      title: "an item that is found by its ID",
      given: [port(81, { id: ids.port })],
      sent: [port(81, { id: ids.port })],
    },
  ])("the server's ID of $title", ({ given, sent }) => {
    expect(merged("Container", { ports: [port(80, { id: ids.port })] }, { ports: given }).values.ports).toEqual(sent);
  });

  it.each<{ title: string; given: Values[]; sent: Values[] }>([
    { title: "another port", given: [port(81)], sent: [port(81)] },
    {
      title: "a port with the ID of another service's port",
      given: [port(80), port(81, { id: ids.helm })],
      sent: [port(80, { id: ids.port }), port(81)],
    },
    {
      title: "a second port with the same ID",
      given: [port(81, { id: ids.port }), port(82, { id: ids.port })],
      sent: [port(81, { id: ids.port }), port(82)],
    },
  ])("no ID for $title", ({ given, sent }) => {
    expect(merged("Container", { ports: [port(80, { id: ids.port })] }, { ports: given }).values.ports).toEqual(sent);
  });
});

describe("an update that cannot fit the rules", () => {
  it("is refused at preview, naming both values and the way out", async () => {
    const { diff } = lifecycle("Container", nowhere, { endpoints: "extended" });
    const there = { ...required.Container, minRunningInstances: 1, maxRunningInstances: 3 };
    const refused = diff("x", there, { ...required.Container, minRunningInstances: 5 });
    await expect(refused).rejects.toMatchObject({ code: "AP2001" });
    await expect(refused).rejects.toThrow(
      /minRunningInstances must be at most maxRunningInstances \(3\).*got 5[\s\S]*give the arguments/,
    );
  });

  it("because the platform masks a secret is refused, naming it", () => {
    const fixture = records.Cluster.fixture;
    const alerting = { enabled: true, specConfigSecret: "REDACTED" };
    const there = {
      ...fixture.outputs,
      metricsParameters: { enabled: true, configuration: { kind: "MANAGED_BY_PLATFORM", alerting } },
    };
    const { organizationId, clusterId, name, region, cloudProvider } = fixture.outputs;
    const given = { organizationId, clusterId, name, region, cloudProvider } as Values;
    expect(mergeWithinRules(definitionOf("Cluster"), there as Values, given).conflicts).toEqual([
      expect.objectContaining({ path: "metricsParameters.configuration.alerting.specConfigSecret" }),
    ]);
  });

  it("is not refused for a value that is not known yet", async () => {
    const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
    const { diff } = lifecycle("Container", nowhere, { endpoints: "extended" });
    const there = { ...required.Container, maxRunningInstances: 3 };
    expect(await diff("x", there, { ...required.Container, minRunningInstances: unknown })).toEqual({ changes: true });
  });
});
