/** What a full update keeps of the platform's values beside what the program gives, by the rules of a container. */
import { describe, expect, it } from "vitest";
import { mergeWithinRules } from "../../../provider/values/merge.js";
import { ids } from "../../kinds/shared/ids.js";
import { UNKNOWN, type Values } from "../../support/provider.js";
import { definitionOf, lifecycle } from "../support/fake-platform.js";

const required: Values = {
  ...{ environmentId: ids.environment, name: "web", registryId: ids.registry },
  ...{ imageName: "library/nginx", tag: "1", healthchecks: {} },
};
const port = (internalPort: number, more: Values = {}): Values => ({ internalPort, publiclyAccessible: true, ...more });
const ports = (...items: Values[]): Values => ({ ports: items });
const scaler = (more: Values): Values => ({ scalerType: "cpu", role: "PRIMARY", configYaml: "a: 1", ...more });
const scaled = (...scalers: Values[]): Values => ({ autoscaling: { mode: "KEDA", scalers } });
const instances = (minRunningInstances: number, maxRunningInstances: number): Values => ({
  ...{ minRunningInstances, maxRunningInstances },
});

const merged = (there: Values, specified: Values) =>
  mergeWithinRules(definitionOf("Container"), { ...required, ...there }, { ...required, ...specified });
/** A plan of the arguments, where the platform has these. */
function planned(there: Values, specified: Values) {
  const { diff, warnings } = lifecycle("Container", "http://127.0.0.1:9", { endpoints: "extended" });
  return { plan: diff("x", { ...required, ...there }, { ...required, ...specified }), warnings };
}

const [byDefault, a, b] = [{ isDefault: true }, { name: "a" }, { name: "b" }];
const exposed = port(80, { externalPort: 443, publicPath: "/api", publicPathRewrite: "/" });
const exposing = ["ports[0].externalPort", "ports[0].publicPath", "ports[0].publicPathRewrite"];
const hidden = { internalPort: 80, publiclyAccessible: false };
const [becoming, renaming, leaving, withPath] = [
  { there: ports(port(80, byDefault), port(81)), specified: ports(port(80), port(81, byDefault)) },
  { there: ports(port(80, a), port(81, b)), specified: ports(port(80, b), port(81)) },
  { there: ports(exposed), specified: ports(hidden) },
  { there: ports(port(80, { publicPath: "/api" })), specified: ports(port(80, { protocol: "TCP" })) },
];
const crowding = { there: { ...instances(1, 3), ...scaled(scaler({})) }, specified: instances(2, 2) };
const lowering = { there: instances(3, 4), specified: { maxRunningInstances: 2 } };

/** What is sent is what the program gives, besides what the last column says. */
type Case = [title: string, update: typeof becoming, dropped: readonly string[], sent?: object];
it.each<Case>([
  ["`isDefault` of a port if the program sets it for another port", becoming, ["ports[0].isDefault"]],
  ["the name of a port if the program gives it to another port", renaming, ["ports[1].name"]],
  ["the public settings of a port that becomes private", leaving, exposing],
  ["the public path of a port that changes its protocol", withPath, ["ports[0].publicPath"]],
  ["an autoscaling policy that doesn't fit the instances", crowding, ["autoscaling"], { autoscaling: undefined }],
  [
    "a `minRunningInstances` above the new `maxRunningInstances`",
    lowering,
    ["minRunningInstances"],
    { minRunningInstances: undefined },
  ],
])("update drops %s, and the preview warns", async (_, { there, specified }, dropped, more = {}) => {
  const { values, conflicts, ...rest } = merged(there, specified);
  expect(values).toEqual({ ...values, ...specified, ...more });
  expect(rest.dropped.map(({ path }) => path).sort()).toEqual(dropped);
  expect(conflicts).toEqual([]);
  const { plan, warnings } = planned(there, specified);
  await plan;
  expect(warnings.sort()).toEqual(
    dropped.map((path) => expect.stringContaining(`"web": the update doesn't keep ${path}, which`)),
  );
});

describe("`triggerAuthentication` that was set in the console", () => {
  const login = (configYaml: string): Values => ({ triggerAuthentication: { name: "queue", configYaml } });
  const [before, after] = [login("key: 1"), login("key: 2")];
  const cron = scaler({ scalerType: "cron" });
  const onlyTwo = scaler({ configYaml: "b: 1" });
  const [one, two] = [scaler(before), { ...onlyTwo, ...after }];
  const changed = scaler({ configYaml: "a: 2" });

  it.each<[title: string, there: Values[], specified: Values[], sent: Values[]]>([
    ["a scaler that the program changes", [scaler(before)], [changed], [{ ...changed, ...before }]],
    ["a scaler that moves behind a new one", [scaler(before)], [cron, scaler({})], [cron, scaler(before)]],
    ["the scaler that remains if another one is removed", [one, two], [onlyTwo], [two]],
  ])("is preserved for %s", (_, there, specified, sent) => {
    const unlimited = { maxRunningInstances: -1 };
    const { values } = merged({ ...unlimited, ...scaled(...there) }, { ...unlimited, ...scaled(...specified) });
    expect((values.autoscaling as Values).scalers).toEqual(sent);
  });
});

it("update identifies a port by its assigned ID if its `internalPort` changes", () => {
  const its = { id: ids.port };
  expect(merged(ports(port(80, its)), ports(port(81, its))).values.ports).toEqual([port(81, its)]);
});

it("preview fails with AP2001 if an update would break a rule between arguments, unless one is unknown", async () => {
  const there = { minRunningInstances: 1, maxRunningInstances: 3 };
  await expect(planned(there, { minRunningInstances: 5 }).plan).rejects.toThrow(
    /^AP2001: .*minRunningInstances is 5, more than maxRunningInstances \(3\).*set the arguments/s,
  );
  expect(await planned(there, { minRunningInstances: UNKNOWN }).plan).toEqual({});
});
