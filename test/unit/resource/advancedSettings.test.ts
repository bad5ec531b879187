/** The requests of advanced settings, transcribed from the description of the extended endpoints. */
import { describe, expect, it } from "vitest";
import { handlersOf } from "../../../provider/engine/handlers.js";
import { ownSubresources } from "../../../provider/resource/children.js";
import { container as service } from "../../kinds/fixtures.js";
import { type Kind, recordOf } from "../../kinds/index.js";
import { ids } from "../../kinds/shared/ids.js";
import { managed } from "../../support/frontend.js";
import { more } from "../../support/more.js";
import { type Call, type EndpointSet, UNKNOWN, type Values } from "../../support/provider.js";
import {
  type Answer,
  connected,
  definitionOf,
  fakePlatform,
  lifecycle,
  listing,
  requestWith,
  silent,
} from "../support/fake-platform.js";

const platform = fakePlatform();
const { helm } = ids;
const extended = { endpoints: "extended" } as const;

const grace = "deployment.termination_grace_period_seconds";
const size = "network.ingress.proxy_body_size_mb";
const readOnly = "security.read_only_root_filesystem";
const cpu = "hpa.cpu.average_utilization_percent";
const defaults = { [grace]: 60, [size]: 100, [readOnly]: false, [cpu]: 60 };

const cluster = `/organization/${ids.organization}/cluster/${ids.cluster}`;
const rows: [kind: Kind, settings: string, defaults: string, id: string][] = [
  ["Application", `/application/${ids.application}`, "/defaultApplicationAdvancedSettings", ids.application],
  ["Container", `/container/${ids.container}`, "/defaultContainerAdvancedSettings", ids.container],
  ["Job", `/job/${ids.job}`, "/defaultJobAdvancedSettings", ids.job],
  ["HelmService", `/helm/${helm}`, "/defaultHelmAdvancedSettings", helm],
  ["TerraformService", `/terraform/${ids.terraform}`, "/defaultTerraformAdvancedSettings", ids.terraform],
  ["Cluster", cluster, "/defaultClusterAdvancedSettings", ids.cluster],
];

/** A resource whose program named these settings before. */
function known(kind: Kind, advancedSettings: object) {
  const { fixture } = recordOf(kind);
  const args = { ...fixture.path, ...fixture.program, advancedSettings } as never;
  const state = managed({ ...fixture.outputs, advancedSettings } as never, args);
  const argsWith = (settings: object) => ({ ...fixture.path, ...fixture.program, advancedSettings: settings }) as never;
  return { state: state as never, desired: argsWith };
}

const settingsLines = () => platform.arrived.filter(({ line }) => line.includes("dvancedSettings"));

describe.each(rows)("advancedSettings of %s", (kind, path, defaultsPath, id) => {
  it("are sent as a whole by an update, with the program's values and the default of a removed setting", async () => {
    const { state, desired } = known(kind, { [grace]: 90, [size]: 50 });
    platform
      .on(`GET ${defaultsPath}`, [200, defaults])
      .on(`GET ${path}/advancedSettings`, [200, { [grace]: 90, [size]: 50, [readOnly]: true, [cpu]: 60 }])
      .on(`PUT ${path}/advancedSettings`, [201, {}]);
    const { outputs } = await lifecycle(kind, platform.url, extended).update(id, state, desired({ [grace]: 120 }));
    expect(settingsLines().map(({ line, body }) => [line, body])).toEqual([
      [`GET ${defaultsPath}`, undefined],
      [`GET ${path}/advancedSettings`, undefined],
      [`PUT ${path}/advancedSettings`, { [grace]: 120, [size]: 100, [readOnly]: true, [cpu]: 60 }],
    ]);
    expect(outputs).toMatchObject({ advancedSettings: { [grace]: 120 } });
  });

  it("fail with AP2008 on the documented endpoints", async () => {
    const { desired } = known(kind, {});
    const found = await lifecycle(kind, platform.url, { endpoints: "documented" }).check(desired({ [grace]: 90 }));
    expect(found).toContainEqual(expect.stringMatching(/^AP2008: .*can't have `advancedSettings`/));
  });
});

describe("advancedSettings", () => {
  const { container } = ids;
  const path = `/container/${container}/advancedSettings`;

  it("are sent without a removed setting for which the platform has no default", async () => {
    const { state, desired } = known("Container", { [grace]: 90 });
    platform.on(`GET ${path}`, [200, { [grace]: 90, [cpu]: 60 }]).on(`PUT ${path}`, [201, {}]);
    await lifecycle("Container", platform.url, extended).update(container, state, desired({}));
    expect(platform.arrived.find(({ line }) => line === `PUT ${path}`)?.body).toEqual({ [cpu]: 60 });
  });

  it("preserve the exact numbers of settings that the program doesn't change", async () => {
    const { state, desired } = known("Container", { [grace]: 90 });
    const settings = (first: number) => `{"${grace}":${first},"${size}":9007199254740993,"${cpu}":60.0}`;
    platform.on(`GET ${path}`, (_, response) => void response.end(settings(90))).on(`PUT ${path}`, [201, {}]);
    await lifecycle("Container", platform.url, extended).update(container, state, desired({ [grace]: 120 }));
    expect(platform.arrived.find(({ line }) => line === `PUT ${path}`)?.text).toBe(settings(120));
  });

  it("aren't sent if the platform already has them", async () => {
    const { state, desired } = known("Container", { [grace]: 90 });
    platform.on(`GET ${path}`, [200, { [grace]: 120, [cpu]: 60 }]);
    const { outputs } = await lifecycle("Container", platform.url, extended).update(
      container,
      state,
      desired({ [grace]: 120 }),
    );
    expect(settingsLines().filter(({ line }) => line.startsWith("PUT"))).toEqual([]);
    expect(outputs).toMatchObject({ advancedSettings: { [grace]: 120 } });
  });

  it("cause no request of an update that changes other arguments", async () => {
    const { state, desired } = known("Container", { [grace]: 90 });
    platform.on(`GET /container/${container}`, [200, service.response]);
    platform.on(`PUT /container/${container}`, [200, service.response]);
    const args = { ...(desired({ [grace]: 90 }) as Values), cpu: 900 };
    await lifecycle("Container", platform.url, extended).update(container, state, args);
    expect(platform.lines()).toContain(`PUT /container/${container}`);
    expect(settingsLines()).toEqual([]);
  });

  it("are in the state as the platform has stored them", async () => {
    const { state, desired } = known("Container", {});
    platform.on(`GET ${path}`, [200, defaults]).on(`PUT ${path}`, [200, { ...defaults, [grace]: 3600, [cpu]: null }]);
    const cycle = lifecycle("Container", platform.url, extended);
    const { outputs } = await cycle.update(container, state, desired({ [grace]: 9000, [cpu]: 70 }));
    expect(JSON.stringify([outputs.advancedSettings, outputs.__normalized])).toContain("3600");
    expect(outputs).toMatchObject({ advancedSettings: { [cpu]: 70 } });
  });

  it("are named by their path in violations of the platform", async () => {
    const { state, desired } = known("Container", {});
    const violations = [{ field: grace, message: "must be at most 3600" }];
    platform.on(`GET ${path}`, [200, defaults]).on(`PUT ${path}`, [400, { detail: "not valid", violations }]);
    const update = lifecycle("Container", platform.url, extended).update(container, state, desired({ [grace]: 9000 }));
    const reasons = [expect.stringContaining(`advancedSettings.${grace}: must be at most 3600`)];
    await expect(update).rejects.toMatchObject({ reasons });
  });
});

describe("advancedSettings that the platform doesn't have and no preview has checked", () => {
  it.each(["create", "update"] as const)("fail %s with AP1203 before anything is written", async (verb) => {
    const { state, desired } = known("Container", {});
    platform.on("GET /defaultContainerAdvancedSettings", [200, defaults]);
    const cycle = lifecycle("Container", platform.url, extended);
    const args = { ...(desired({ x: 1 }) as object), cpu: 4711 } as never;
    const work = verb === "create" ? cycle.create(args) : cycle.update(ids.container, state, args);
    await expect(work).rejects.toMatchObject({ code: "AP1203" });
    expect(platform.lines().filter((line) => !line.startsWith("GET"))).toEqual([]);
  });
});

describe("preview of advancedSettings", () => {
  const defaultsLine = "GET /defaultContainerAdvancedSettings";
  const check = (settings: object, before: object = {}) => {
    const [now, old] = [known("Container", {}).desired(settings), known("Container", {}).desired(before)];
    return lifecycle("Container", platform.url, extended).check(now, old);
  };
  const defaultsRequests = () => platform.lines().filter((line) => line === defaultsLine).length;

  const [misspelled, short] = ["network.ingress.proxy_body_size_kb", grace.replace(/_seconds$/, "")];
  const noSetting = "isn't an advanced setting of the platform";
  const noInteger = `advancedSettings.${grace} must be an integer; got "90".`;
  const noFlag = `advancedSettings.${readOnly} must be true or false; got an object.`;
  const several = `2 arguments are invalid.\n  - ${noInteger}\n  - advancedSettings.x ${noSetting}.`;
  it.each<[what: string, settings: object, reason: string | undefined]>([
    ["accepts a setting that the platform has", { [grace]: 90, [readOnly]: true }, undefined],
    ["accepts an unknown value", { [grace]: UNKNOWN }, undefined],
    [
      "rejects with AP1203 a misspelled name",
      { [misspelled]: 9 },
      `advancedSettings.${misspelled} ${noSetting}; did you mean ${size}?`,
    ],
    ["rejects with AP1203 a name unlike any other", { x: 9 }, `advancedSettings.x ${noSetting}.`],
    [
      "rejects with AP1203 a name without its end",
      { [short]: 90 },
      `advancedSettings.${short} ${noSetting}; did you mean ${grace}?`,
    ],
    ["rejects with AP1203 several invalid settings", { x: 9, [grace]: "90" }, several],
    ["rejects with AP1203 a value of another type", { [grace]: "90" }, noInteger],
    ["rejects with AP1203 an object in place of a flag", { [readOnly]: {} }, noFlag],
  ])("%s", async (_, settings, reason) => {
    platform.on(defaultsLine, [200, defaults]);
    expect(await check(settings)).toEqual(
      reason === undefined ? [] : [`AP1203: Container "web": ${reason}${more("AP1203")}`],
    );
  });

  it("reports an invalid setting together with other invalid arguments", async () => {
    platform.on(defaultsLine, [200, defaults]);
    const args = { ...(known("Container", {}).desired({ x: 9 }) as Values), cpu: 0 };
    const reasons = await lifecycle("Container", platform.url, extended).check(args);
    expect(reasons).toEqual([
      expect.stringContaining("advancedSettings.x isn't an advanced setting"),
      expect.stringContaining("cpu must be"),
    ]);
  });

  it("sends no request if the settings are unchanged", async () => {
    expect(await check({ x: 9 }, { x: 9 })).toEqual([]);
    expect(platform.lines()).toEqual([]);
  });

  it("accepts any setting if the platform has no defaults", async () => {
    expect(await check({ x: 9 })).toEqual([]);
    expect(defaultsRequests()).toBe(1);
  });

  it("accepts any setting within 5 s if the defaults can't be read (503), and requests them only once", async () => {
    platform.on(defaultsLine, [503]);
    const { check: checked, platform: here } = lifecycle("Container", platform.url, extended);
    const start = here.clock.elapsed();
    const specified = known("Container", {}).desired({ x: 9 });
    expect(await checked(specified)).toEqual([]);
    expect(here.clock.elapsed() - start).toBeLessThan(5_000);
    const before = defaultsRequests();
    expect(await checked(specified)).toEqual([]);
    expect(defaultsRequests()).toBe(before);
  });
});

describe("export and refresh of advancedSettings", () => {
  const one = `GET /container/${ids.container}`;
  const settings = `${one}/advancedSettings`;
  const missing: Answer = [404, {}];
  const served = (own: Answer, usual: Answer, endpoints: EndpointSet) => {
    platform.on(one, [200, service.response]).on(settings, own).on("GET /defaultContainerAdvancedSettings", usual);
    platform.on(`GET /environment/${ids.environment}/container`, listing(service.response));
    platform.on(`GET /variable?parent_id=${ids.container}&scope=CONTAINER`, listing());
    return connected(platform.url, { endpoints }).platform;
  };

  it.each<[what: string, own: Answer, usual: Answer, endpoints: EndpointSet, found: Values | undefined]>([
    ["returns settings other than the defaults", [200, { a: 1, b: 2 }], [200, { a: 1, b: 3 }], "extended", { b: 2 }],
    ["returns none if the value is null", [200, { a: null }], [200, { a: 1 }], "extended", undefined],
    ["returns none if all are the defaults", [200, { a: 1 }], [200, { a: 1 }], "extended", undefined],
    ["returns none if the platform lacks the call (404)", missing, [200, { a: 1 }], "extended", undefined],
    ["returns none if the platform lacks the defaults", [200, { a: 1 }], missing, "extended", undefined],
    ["returns none with documented endpoints", [200, { a: 1 }], [200, { a: 2 }], "documented", undefined],
  ])("%s (export)", async (_, own, usual, endpoints, found) => {
    const here = served(own, usual, endpoints);
    const operation = here.client.begin();
    const call = { definition: definitionOf("Container"), platform: here, operation, label: "it" } as unknown as Call;
    expect((await ownSubresources(call, ids.container, service.outputs)).advancedSettings).toEqual(found);
    expect(platform.lines().includes(settings)).toBe(endpoints === "extended");
  });

  const refresh = (own: Answer, endpoints: EndpointSet, advancedSettings?: Values) => {
    const here = served(own, missing, endpoints);
    const values: Values = { ...service.outputs, ...service.path, ...(advancedSettings && { advancedSettings }) };
    const oldInputs: Values = { name: "web", ...(advancedSettings && { advancedSettings }) };
    const request = requestWith({ log: silent, id: ids.container, state: { values, revision: "1" }, oldInputs });
    return handlersOf(definitionOf("Container"), () => here).read(request);
  };

  it.each<[what: string, known: Values | undefined, own: Answer, endpoints: EndpointSet, found: Values | undefined]>([
    ["returns settings that the program sets", { a: 1 }, [200, { a: 2, b: true }], "extended", { a: 2 }],
    ["returns none if the platform no longer has them", { a: 1 }, [200, { b: true }], "extended", undefined],
    ["preserves the state if the platform lacks the call (404)", { a: 1 }, missing, "extended", { a: 1 }],
    ["preserves the state with documented endpoints", { a: 1 }, [200, { a: 2 }], "documented", { a: 1 }],
    ["reads none if the program sets none", undefined, [200, { a: 2 }], "extended", undefined],
  ])("%s (refresh)", async (_, known, own, endpoints, found) => {
    expect((await refresh(own, endpoints, known))?.stored.values.advancedSettings).toEqual(found);
    expect(platform.lines().includes(settings)).toBe(endpoints === "extended" && known !== undefined);
  });

  it.each<[what: string, own: Answer, pending: string[] | undefined]>([
    ["keeps a pending write if the platform lacks the call (404)", missing, ["advancedSettings"]],
    ["ends a pending write if the platform returns the settings", [200, { a: 1 }], undefined],
  ])("%s (refresh)", async (_, own, pending) => {
    served(own, missing, "extended");
    const state = {
      ...service.outputs,
      ...service.path,
      advancedSettings: { a: 1 },
      __pendingWrites: ["advancedSettings"],
    };
    const { outputs } = await lifecycle("Container", platform.url, extended).read(ids.container, state);
    expect(outputs.__pendingWrites).toEqual(pending);
  });

  it("fails if the response isn't an object (refresh)", async () => {
    await expect(refresh([200, []], "extended", { a: 1 })).rejects.toThrow("the response isn't an object");
  });
});
