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
    ...{ environmentId: ids.environment, name: "web", registryId: ids.registry },
    ...{ imageName: "library/nginx", tag: "1", healthchecks: {} },
  },
  TerraformService: { ...records.TerraformService.fixture.program, ...records.TerraformService.fixture.path },
};
const port = (internalPort: number, more: Values = {}): Values => ({ internalPort, publiclyAccessible: true, ...more });
const scaler = (more: Values): Values => ({ scalerType: "cpu", role: "PRIMARY", configYaml: "a: 1", ...more });
const scaled = (...scalers: Values[]): Values => ({ autoscaling: { mode: "KEDA", scalers } });
const login = (configYaml: string): Values => ({ triggerAuthentication: { name: "queue", configYaml } });

const merged = (kind: string, there: Values, given: Values) =>
  mergeWithinRules(definitionOf(kind), { ...required[kind], ...there }, { ...required[kind], ...given });

type Case = [title: string, there: Values, given: Values, dropped: readonly string[], sent?: Values];

const ports = (...items: Values[]): Values => ({ ports: items });
const instances = (minRunningInstances: number, maxRunningInstances: number): Values => ({
  ...{ minRunningInstances, maxRunningInstances },
});
const isDefault = { isDefault: true };
const exposed = port(80, { externalPort: 443, publicPath: "/api", publicPathRewrite: "/" });
const exposing = ["ports[0].externalPort", "ports[0].publicPath", "ports[0].publicPathRewrite"];
const hidden = { internalPort: 80, publiclyAccessible: false };
const scaling = { ...instances(1, 3), ...scaled(scaler({})) };

/** What is sent is what the program gives, besides what the last column says. */
const [isDefaultBefore, isDefaultNow] = [ports(port(80, isDefault), port(81)), ports(port(80), port(81, isDefault))];
const [a, b] = [{ name: "a" }, { name: "b" }];
const [named, renamed] = [ports(port(80, a), port(81, b)), ports(port(80, b), port(81))];
const [withPath, overTcp] = [ports(port(80, { publicPath: "/api" })), ports(port(80, { protocol: "TCP" }))];
const noPolicy = { autoscaling: undefined };
const noMinimum = { minRunningInstances: undefined };
const fitting: readonly Case[] = [
  ["the default port if another port becomes the default", isDefaultBefore, isDefaultNow, ["ports[0].isDefault"]],
  ["the name of a port if another port gets that name", named, renamed, ["ports[1].name"]],
  ["the public settings of a port that is no longer public", ports(exposed), ports(hidden), exposing],
  ["the public path of a port that changes its protocol", withPath, overTcp, ["ports[0].publicPath"]],
  ["a policy without room for the instances", scaling, instances(2, 2), ["autoscaling"], noPolicy],
  ["a minimum above the new maximum", instances(3, 4), { maxRunningInstances: 2 }, ["minRunningInstances"], noMinimum],
];

describe("an update does not keep", () => {
  it.each<Case>([...fitting])("%s, and preview says so", async (_, there, given, dropped, more = {}) => {
    const { values, conflicts, ...rest } = merged("Container", there, given);
    expect(values).toEqual({ ...values, ...given, ...more });
    expect(rest.dropped.map(({ path }) => path).sort()).toEqual(dropped);
    expect(conflicts).toEqual([]);
    const { diff, warnings } = lifecycle("Container", nowhere, { endpoints: "extended" });
    await diff("x", { ...required.Container, ...there }, { ...required.Container, ...given });
    expect(warnings.sort()).toEqual(
      dropped.map((path) => expect.stringContaining(`"web": the update doesn't keep ${path}, which`)),
    );
  });

  it("the lines of a fragment that is now a file", () => {
    const dockerfileFragment = { type: "file", path: "lines" };
    const there = { dockerfileFragment: { type: "inline", content: "RUN true" } };
    const { values, dropped, conflicts } = merged("TerraformService", there, { dockerfileFragment });
    expect([values.dockerfileFragment, dropped, conflicts]).toEqual([dockerfileFragment, [], []]);
  });
});

describe("an update keeps", () => {
  it("what the platform breaks by itself, since it may accept more than is documented", () => {
    const there = { ports: [port(80, { isDefault: true }), port(81, { isDefault: true, protocol: "QUIC" })] };
    const { values, dropped, conflicts } = merged("Container", there, { cpu: 250 });
    expect(values.ports).toEqual(there.ports);
    expect([dropped, conflicts]).toEqual([[], []]);
  });

  const [before, after] = [login("key: 1"), login("key: 2")];
  const cron = scaler({ scalerType: "cron" });
  const onlyTwo = scaler({ configYaml: "b: 1" });
  const [one, two] = [scaler(before), { ...onlyTwo, ...after }];
  const changed = scaler({ configYaml: "a: 2" });

  it.each<[title: string, there: Values[], given: Values[], sent: Values[]]>([
    ["of the scaler that the program changes", [scaler(before)], [changed], [{ ...changed, ...before }]],
    ["of the scaler that moved behind a new one", [scaler(before)], [cron, scaler({})], [cron, scaler(before)]],
    ["of the equal one of two scalers", [one, two], [onlyTwo], [two]],
    ["unless the program gives another one", [scaler(before)], [scaler(after)], [scaler(after)]],
    ["not for a scaler of another type", [scaler(before)], [cron], [cron]],
  ])("trigger authentication that was set in the console, %s", (_, there, given, sent) => {
    const unlimited = { maxRunningInstances: -1 };
    const { values } = merged(
      "Container",
      { ...unlimited, ...scaled(...there) },
      { ...unlimited, ...scaled(...given) },
    );
    expect((values.autoscaling as Values).scalers).toEqual(sent);
  });

  const its = { id: ids.port };
  it.each<[title: string, given: Values[], sent: Values[]]>([
    ["the platform's ID of an item that stays", [port(80)], [port(80, its)]],
    ["the platform's ID of an item that is found by it", [port(81, its)], [port(81, its)]],
    ["no ID for another port", [port(81)], [port(81)]],
    ["no ID of another service's port", [port(80), port(81, { id: ids.helm })], [port(80, its), port(81)]],
    ["no ID for a second port with it", [port(81, its), port(82, its)], [port(81, its), port(82)]],
  ])("%s", (_, given, sent) => {
    expect(merged("Container", ports(port(80, its)), ports(...given)).values.ports).toEqual(sent);
  });
});

describe("an update that cannot fit the rules", () => {
  it("is refused at preview, naming both values and the way out", async () => {
    const { diff } = lifecycle("Container", nowhere, { endpoints: "extended" });
    const there = { ...required.Container, minRunningInstances: 1, maxRunningInstances: 3 };
    const refused = diff("x", there, { ...required.Container, minRunningInstances: 5 });
    await expect(refused).rejects.toThrow(
      /^AP2001: .*minRunningInstances must be at most maxRunningInstances \(3\).*got 5.*set the arguments/s,
    );
  });

  it("because the platform masks a secret is refused, naming it", () => {
    const fixture = records.Cluster.fixture;
    const alerting = { enabled: true, specConfigSecret: "REDACTED" };
    const configuration = { kind: "MANAGED_BY_PLATFORM", alerting };
    const there = { ...fixture.outputs, metricsParameters: { enabled: true, configuration } };
    const { organizationId, clusterId, name, region, cloudProvider } = fixture.outputs;
    const given = { organizationId, clusterId, name, region, cloudProvider } as Values;
    expect(mergeWithinRules(definitionOf("Cluster"), there as Values, given).conflicts).toEqual([
      expect.objectContaining({ path: "metricsParameters.configuration.alerting.specConfigSecret" }),
    ]);
  });

  it("isn't refused because of an unknown value", async () => {
    const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
    const { diff } = lifecycle("Container", nowhere, { endpoints: "extended" });
    const there = { ...required.Container, maxRunningInstances: 3 };
    expect(await diff("x", there, { ...required.Container, minRunningInstances: unknown })).toEqual({ changes: true });
  });
});
