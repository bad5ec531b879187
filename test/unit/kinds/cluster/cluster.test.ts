/**
 * Clusters that a program creates, deploys and deletes: the requests, and what becomes of lost responses and long waits.
 *
 * Covers provider/kinds/cluster/deployment.ts, provider/kinds/cluster/features.ts and provider/kinds/cluster/subresources.ts.
 */
import { describe, expect, it } from "vitest";
import { InterruptedError } from "../../../../provider/errors/index.js";
import { ids } from "../../../kinds/shared/ids.js";
import { managed } from "../../../support/frontend.js";
import type { Value, Values } from "../../../support/provider.js";
import {
  type Answer,
  type ConnectedOptions,
  failureOf,
  fakePlatform,
  lifecycle,
  lost,
} from "../../support/fake-platform.js";

const platform = fakePlatform();

const all = `/organization/${ids.organization}/cluster`;
const one = `${all}/${ids.cluster}`;
const [createLine, listLine] = [`POST ${all}`, `GET ${all}`];
const [deployLine, statusLine] = [`POST ${one}/deploy`, `GET ${one}/status`];
const deleteLine = `DELETE ${one}?deleteMode=DEFAULT`;

const request = { name: "main", region: "eu-west-3", cloud_provider: "AWS" };
const response = {
  ...{ ...request, id: ids.cluster, status: "READY", created_at: new Date().toISOString() },
  organization: { id: ids.organization },
};
const args = { organizationId: ids.organization, name: "main", region: "eu-west-3", cloudProvider: "AWS" };
const extended = { endpoints: "extended" } as const;
const cycle = (options: ConnectedOptions = {}) => lifecycle("Cluster", platform.url, { ...extended, ...options });

const list = (...clusters: Values[]) => [200, { results: clusters }] as const;
const status = (state: string, execution: string | null = "run-1", more: Values = {}) =>
  [200, { cluster_id: ids.cluster, status: state, last_execution_id: execution, ...more }] as const;
const deploys = () => platform.lines().filter((line) => line === deployLine);
const created = () => platform.on(createLine, [201, response]);
/** The state of a cluster that the program has created with these arguments, too. */
const owned = (more: Values = {}): Values => {
  const inputs = { ...args, ...more };
  return managed({ ...inputs, clusterId: ids.cluster, status: "READY", __created: true }, inputs);
};

describe("cluster without clusterId", () => {
  it("is created with only the settings that the program sets", async () => {
    created();
    const { id, outputs } = await cycle().create(args);
    expect(id).toBe(ids.cluster);
    expect(platform.lines()).toEqual([createLine]);
    expect(platform.arrived[0]?.body).toEqual(request);
    expect(outputs).toMatchObject({ clusterId: ids.cluster, status: "READY", __created: true });
  });

  it("is created once and found by its name if the response to the create is lost", async () => {
    const made = () => ({ ...response, created_at: new Date().toISOString() });
    platform.on(createLine, lost).on(listLine, () => list({ ...made(), id: ids.helm, name: "other" }, made()));
    const { id, outputs } = await cycle().create(args);
    expect(id).toBe(ids.cluster);
    expect(outputs).toMatchObject({ __created: true });
    expect(platform.lines()).toEqual([createLine, listLine]);
  });

  it("is updated by the call for adopted clusters, and keeps `__created` in the state", async () => {
    const now = { ...response, max_running_nodes: 5 };
    platform.on(listLine, list(response)).on(`PUT ${one}`, [200, now]);
    const after = await cycle().update(ids.cluster, owned(), { ...args, maxRunningNodes: 5 });
    expect(platform.lines()).toEqual([listLine, `PUT ${one}`]);
    expect(after.outputs).toMatchObject({ maxRunningNodes: 5, __created: true });
    platform.on(listLine, list(now));
    expect((await cycle().read(ids.cluster, after.outputs)).outputs).toMatchObject({ __created: true });
  });

  it.each<[argument: string, edit: Values]>([
    ["region", { region: "eu-west-1" }],
    ["cloudProvider", { cloudProvider: "GCP" }],
  ])("is replaced if `%s` changes, while an adopted cluster fails with AP2001", async (argument, edit) => {
    const moved = { ...args, ...edit };
    expect(await cycle().diff(ids.cluster, owned(), moved)).toMatchObject({ replaces: [argument] });
    const { __created: _, ...adopted } = owned();
    const refused = cycle().diff(ids.cluster, adopted, { ...moved, clusterId: ids.cluster });
    expect(await failureOf(refused)).toMatchObject({ code: "AP2001" });
  });
});

describe("cluster with deploy", () => {
  const deployed = { ...args, deploy: true };
  /** A platform on which the cluster is created and deployed, and then has these statuses. */
  const deploying = (...statuses: Answer[]) =>
    created()
      .on(deployLine, [201])
      .on(statusLine, status("READY", null), ...statuses);

  it("is created and deployed, and each state is reported once", async () => {
    const done = list({ ...response, status: "DEPLOYED", version: "1.33" });
    deploying(status("DEPLOYING"), status("DEPLOYING"), status("DEPLOYED")).on(listLine, done);
    const run = cycle();
    const { outputs } = await run.create(deployed);
    expect(platform.lines()).toEqual([
      ...[createLine, statusLine, deployLine],
      ...[statusLine, statusLine, statusLine, listLine],
    ]);
    expect(run.infos).toEqual([
      expect.stringMatching(/^Cluster "main": DEPLOYING \(\d+ s\)$/),
      expect.stringMatching(/^Cluster "main": DEPLOYED \(\d+ s\)$/),
    ]);
    expect(outputs).toMatchObject({ deploy: true, status: "DEPLOYED", version: "1.33" });
    expect(outputs).not.toHaveProperty("__deployment");
  });

  it("fails with AP5008 if the deployment ends in DEPLOYMENT_ERROR, and is deployed again by the next update", async () => {
    deploying(status("DEPLOYING"), status("DEPLOYMENT_ERROR", "run-1", { reason: "UNSPECIFIED" }));
    const failure = await failureOf(cycle().create(deployed));
    expect(failure).toMatchObject({ id: ids.cluster, properties: { __created: true } });
    expect(String(failure.reasons)).toMatch(/AP5008.*DEPLOYMENT_ERROR/s);
    expect(String(failure.reasons)).not.toContain("UNSPECIFIED");
    const state = failure.properties as Values;
    expect(state).not.toHaveProperty("deploy");
    expect(await cycle().diff(ids.cluster, state, deployed)).not.toMatchObject({ changes: false });
    platform.reset();
    const failed = status("DEPLOYMENT_ERROR");
    platform
      .on(deployLine, [201])
      .on(statusLine, failed, failed, failed, status("DEPLOYED", "run-2"))
      .on(listLine, list(response));
    const { outputs } = await cycle().update(ids.cluster, state, deployed);
    expect(outputs).toMatchObject({ deploy: true });
    expect(deploys()).toHaveLength(1);
  });

  it("fails with advice to correct the credentials if the deployment ends in INVALID_CREDENTIALS", async () => {
    deploying(status("INVALID_CREDENTIALS"));
    const { reasons } = await failureOf(cycle().create(deployed));
    expect(String(reasons)).toContain("correct the cloud provider's credentials");
  });

  it("fails with AP5009 after timeoutSeconds, and the next update waits for the deployment", async () => {
    deploying(status("DEPLOYING"));
    const failure = await failureOf(cycle().create({ ...deployed, timeoutSeconds: 5 }));
    expect(String(failure.reasons)).toMatch(
      /AP5009.*hasn't ended after 5 s.*It continues on the platform.*waits for it instead of deploying/s,
    );
    platform.reset();
    platform.on(statusLine, status("DEPLOYING"), status("DEPLOYED")).on(listLine, list(response));
    const run = cycle();
    const { outputs } = await run.update(ids.cluster, failure.properties as Values, { ...deployed, timeoutSeconds: 9 });
    expect(outputs).toMatchObject({ deploy: true });
    expect(run.infos[0]).toContain("is still running; waiting for it");
    expect(platform.lines()).not.toContain(deployLine);
  });

  it("fails with AP5009 after 60 minutes by default (timeoutSeconds 3600)", async () => {
    deploying(status("DEPLOYING"));
    const { reasons } = await failureOf(cycle().create(deployed));
    expect(String(reasons)).toMatch(/AP5009.*hasn't ended after 3600 s/s);
  });

  it("reports after Ctrl+C (SIGINT), which stops waiting, that the deployment continues", async () => {
    const shutdown = new AbortController();
    deploying(() => {
      shutdown.abort(new InterruptedError("the provider got SIGINT"));
      return status("DEPLOYING");
    });
    const failure = await failureOf(cycle({ shutdown: shutdown.signal }).create(deployed));
    expect(String(failure.reasons)).toMatch(/It continues on the platform/);
    expect(failure.properties).toMatchObject({ __created: true, __deployment: true });
  });

  it("waits for the end of another operation first (409)", async () => {
    created()
      .on(deployLine, [409], [201])
      .on(statusLine, status("STOPPING"), status("STOPPED"), status("STOPPED"), status("DEPLOYED", "run-2"))
      .on(listLine, list(response));
    const run = cycle();
    await run.create(deployed);
    expect(run.infos[0]).toMatch(/the cluster is STOPPING; waiting up to 3600 s for that to end/);
    expect(deploys()).toHaveLength(2);
  });

  it("is deployed once if the response to the deployment is lost", async () => {
    deploying(status("DEPLOYMENT_QUEUED"), status("DEPLOYED")).on(deployLine, lost).on(listLine, list(response));
    await cycle().create(deployed);
    expect(deploys()).toHaveLength(1);
  });

  /** The state of a cluster that is deployed, and that an update deploys again. */
  const known = (deploy: Value) => {
    platform
      .on(listLine, list({ ...response, status: "DEPLOYED" }))
      .on(`PUT ${one}`, [200, { ...response, max_running_nodes: 5, status: "DEPLOYED" }])
      .on(deployLine, [201])
      .on(statusLine, status("DEPLOYED"), status("DEPLOYED", "run-2"));
    return { ...owned({ deploy }), status: "DEPLOYED" };
  };

  it.each<[what: string, deploy: Value, change: Values, times: number]>([
    ["isn't deployed after a change with deploy true", true, { maxRunningNodes: 5 }, 0],
    ['is deployed after a change with deploy "when changed"', "when changed", { maxRunningNodes: 5 }, 1],
    ["isn't deployed after a change of timeoutSeconds", "when changed", { timeoutSeconds: 60 }, 0],
    ["isn't deployed after a change to deploy false", "when changed", { deploy: false }, 0],
  ])("%s", async (_, deploy, change, times) => {
    const desired = { ...args, deploy };
    const { outputs } = await cycle().update(ids.cluster, known(deploy), { ...desired, ...change });
    expect(outputs).toMatchObject({ deploy, ...change });
    expect(deploys()).toHaveLength(times);
  });

  it.each([
    ["keeps deploy true", true, true],
    ['has no deploy "when changed"', "when changed", undefined],
  ] as const)("%s in the state if an update of routingTable fails", async (_, deploy, kept) => {
    const desired = { ...args, deploy };
    const state = known(deploy);
    const routingTable = [{ destination: "10.0.0.0/8", target: "pcx-1", description: "peering" }];
    platform.on(`PUT ${one}/routingTable`, [400]);
    const failure = await failureOf(cycle().update(ids.cluster, state, { ...desired, routingTable }));
    expect((failure.properties as Values).deploy).toBe(kept);
  });

  it.each([[undefined], [false]])(
    "is never deployed, neither by a create nor by a change, with deploy %j",
    async (deploy) => {
      created();
      const its = deploy === undefined ? args : { ...args, deploy };
      const { outputs } = await cycle().create(its);
      platform.on(`PUT ${one}`, [200, response]).on(listLine, list(response));
      await cycle().update(ids.cluster, outputs, { ...its, maxRunningNodes: 5 });
      expect(platform.lines()).toContain(`PUT ${one}`);
      expect(deploys()).toEqual([]);
    },
  );

  it("is planned to be deployed again, with deploy true, if a refresh finds it STOPPED", async () => {
    const state = known(true);
    platform.on(listLine, list({ ...response, status: "STOPPED" }));
    const { outputs } = await cycle().read(ids.cluster, state);
    expect(outputs).not.toHaveProperty("deploy");
    expect(await cycle().diff(ids.cluster, outputs, deployed)).not.toMatchObject({ changes: false });
  });

  it('is adopted by name after a killed run with onExisting "adopt", and waits for that run\'s deployment', async () => {
    const adopting = cycle({ onExisting: "adopt" });
    const running = { ...response, status: "DEPLOYING", deployment_status: "NEVER_DEPLOYED" };
    const done = { ...response, status: "DEPLOYED", deployment_status: "UP_TO_DATE" };
    let isDone = false;
    const end = () => {
      isDone = true;
      return status("DEPLOYED");
    };
    platform
      .on(createLine, [409, { detail: "the name is taken" }])
      .on(listLine, () => list(isDone ? done : running))
      .on(statusLine, status("DEPLOYING"), end);
    const { id, outputs } = await adopting.create(deployed);
    expect(id).toBe(ids.cluster);
    expect(outputs).toMatchObject({ deploy: true, status: "DEPLOYED", __created: true });
    expect(deploys()).toEqual([]);
  });

  it("is deployed when it is adopted (clusterId)", async () => {
    deploying(status("DEPLOYED")).on(listLine, list(response));
    const { outputs } = await cycle().create({ ...deployed, clusterId: ids.cluster });
    expect(platform.lines()).toContain(deployLine);
    expect(outputs).not.toHaveProperty("__created");
  });

  it.each([
    ["deploy", true],
    ["routingTable", []],
    ["dnsProvider", { domain: "acme.io" }],
  ] as const)("fails with AP2008 for %s on documented endpoints", async (name, value) => {
    const { check } = cycle({ endpoints: "documented" });
    const found = await check({ ...args, clusterId: ids.cluster, acceptDefaults: true, [name]: value });
    expect(found).toEqual([expect.stringMatching(new RegExp(`^AP2008: .*can't have \`${name}\``))]);
  });

  it.each(["always", 1])("is refused with the value %j of `deploy`", async (deploy) => {
    expect(await cycle().check({ ...args, deploy } as never)).toEqual([
      expect.stringContaining('deploy must be true or false, or "when changed"'),
    ]);
  });
});

describe("cluster with state", () => {
  const stopLine = `POST ${one}/stop`;
  const stopped = { ...args, state: "STOPPED" };
  const stops = () => platform.lines().filter((line) => line === stopLine);
  const running = { ...response, status: "DEPLOYED", deployment_status: "UP_TO_DATE" };
  const idle = { ...response, status: "STOPPED", deployment_status: "UP_TO_DATE" };
  const deployed = (state: string, execution = "run-1") => status(state, execution, { is_deployed: true });
  const neverDeployed = (state = "READY") => status(state, null, { is_deployed: false });

  it("is neither stopped nor deployed by its create if STOPPED", async () => {
    created().on(statusLine, neverDeployed());
    const { outputs } = await cycle().create({ ...stopped, deploy: true });
    expect(outputs).toMatchObject({ state: "STOPPED", deploy: true, status: "READY" });
    expect(platform.lines()).toEqual([createLine, statusLine]);
  });

  it("is stopped by an update to STOPPED, which waits for the end", async () => {
    platform
      .on(statusLine, deployed("DEPLOYED"), deployed("STOPPING", "run-2"), deployed("STOPPED", "run-2"))
      .on(stopLine, [202])
      .on(listLine, list(idle));
    const run = cycle();
    const { outputs } = await run.update(ids.cluster, owned({ deploy: true }), { ...stopped, deploy: true });
    expect(outputs).toMatchObject({ state: "STOPPED", deploy: true, status: "STOPPED" });
    expect(platform.lines()).toEqual([statusLine, stopLine, statusLine, statusLine, listLine, `GET ${one}/kubeconfig`]);
    expect(run.infos).toEqual([expect.stringMatching(/: STOPPING/), expect.stringMatching(/: STOPPED/)]);
  });

  it.each([
    ["is already stopped", [deployed("STOPPED")]],
    ["was never deployed", [neverDeployed("DEPLOYMENT_ERROR")]],
    ["is being stopped by somebody else", [deployed("STOPPING"), deployed("STOPPED")]],
  ] as const)("isn't stopped by an update to STOPPED if it %s", async (_, statuses) => {
    platform.on(statusLine, ...statuses);
    const { outputs } = await cycle().update(ids.cluster, owned(), stopped);
    expect(outputs).toMatchObject({ state: "STOPPED" });
    expect(stops()).toEqual([]);
  });

  it("is stopped although the response to the stop is lost and the next one is a 409", async () => {
    platform
      .on(statusLine, deployed("DEPLOYED"), deployed("STOPPED", "run-2"))
      .on(stopLine, lost, [409])
      .on(listLine, list(idle));
    const { outputs } = await cycle().update(ids.cluster, owned(), stopped);
    expect(outputs).toMatchObject({ state: "STOPPED" });
  });

  it("fails with AP5008 if the stop ends in STOP_ERROR, and is stopped again by the next update", async () => {
    const failed = deployed("STOP_ERROR", "run-2");
    platform.on(statusLine, deployed("DEPLOYED"), failed).on(stopLine, [202]);
    const failure = await failureOf(cycle().update(ids.cluster, owned({ state: "RUNNING" }), stopped));
    expect(String(failure.reasons)).toMatch(/AP5008.*the stop of the cluster ended in STOP_ERROR.*stops it again/s);
    const state = failure.properties as Values;
    expect(state.state).toBe("RUNNING");
    platform.reset();
    platform.on(statusLine, failed, deployed("STOPPED", "run-3")).on(stopLine, [202]).on(listLine, list(idle));
    expect((await cycle().update(ids.cluster, state, stopped)).outputs).toMatchObject({ state: "STOPPED" });
  });

  it("fails with AP5009 after timeoutSeconds, and the next update waits for the stop", async () => {
    platform.on(statusLine, deployed("DEPLOYED"), deployed("STOPPING", "run-2")).on(stopLine, [202]);
    const failure = await failureOf(cycle().update(ids.cluster, owned(), { ...stopped, timeoutSeconds: 5 }));
    expect(String(failure.reasons)).toMatch(
      /AP5009.*the stop of the cluster hasn't ended after 5 s.*instead of stopping/s,
    );
    platform.reset();
    platform.on(statusLine, deployed("STOPPING", "run-2"), deployed("STOPPED", "run-2"));
    const { outputs } = await cycle().update(ids.cluster, failure.properties as Values, stopped);
    expect(outputs).toMatchObject({ state: "STOPPED" });
    expect(stops()).toEqual([]);
  });

  it.each<[what: string, args: Values]>([
    ["sets RUNNING", { state: "RUNNING" }],
    ["omits state", {}],
    ["omits state, with deploy true", { deploy: true }],
  ])("is started if the program has stopped it and %s", async (_, now) => {
    platform
      .on(statusLine, deployed("STOPPED"), deployed("DEPLOYING", "run-2"), deployed("DEPLOYED", "run-2"))
      .on(deployLine, [201])
      .on(listLine, list(running));
    const { outputs } = await cycle().update(ids.cluster, owned({ state: "STOPPED" }), { ...args, ...now });
    expect(outputs).toMatchObject({ ...now, status: "DEPLOYED" });
    expect(outputs.state).toBe(now.state);
    expect(deploys()).toHaveLength(1);
  });

  it("reports at preview that it is started if STOPPED is removed", async () => {
    const run = cycle();
    await run.diff(ids.cluster, owned({ state: "STOPPED" }), args);
    expect(run.infos).toEqual([expect.stringContaining('state: "STOPPED" → as `RUNNING` if the program stopped')]);
  });

  it("isn't deployed if STOPPED is removed and it was never deployed", async () => {
    platform.on(statusLine, neverDeployed());
    await cycle().update(ids.cluster, owned({ state: "STOPPED" }), args);
    expect(deploys()).toEqual([]);
  });

  it("is still STOPPED in the state after an update that failed before the start", async () => {
    const routingTable = [{ destination: "10.0.0.0/8", target: "pcx-1", description: "peering" }];
    platform.on(`PUT ${one}/routingTable`, [400]).on(`GET ${one}/routingTable`, [200, { results: [] }]);
    const failure = await failureOf(
      cycle().update(ids.cluster, owned({ state: "STOPPED" }), { ...args, routingTable }),
    );
    expect(failure.properties).toMatchObject({ state: "STOPPED" });
  });

  it.each([
    ["STOPPED", "RUNNING", "DEPLOYED", {}, []],
    ["STOPPED", "STOPPED", "STOPPED", {}, []],
    ["STOPPED", "STOPPED", "READY", { deployment_status: "NEVER_DEPLOYED" }, []],
    ["STOPPED", "STOPPED", "DEPLOYING", {}, []],
    ["STOPPED", "RUNNING", "STOP_ERROR", {}, [deployed("STOP_ERROR")]],
    ["STOPPED", "STOPPED", "DEPLOYMENT_ERROR", {}, [neverDeployed("DEPLOYMENT_ERROR")]],
    ["RUNNING", "STOPPED", "STOPPED", {}, []],
    ["RUNNING", "RUNNING", "DEPLOYED", {}, []],
  ] as const)("is refreshed from %s to %s if it is %s on the platform", async (desired, state, now, more, statuses) => {
    platform.on(listLine, list({ ...running, status: now, ...more })).on(statusLine, ...statuses);
    platform.on(`GET ${one}/kubeconfig`, [200, "clusters: []"]);
    const declared = { ...args, state: desired, deploy: true };
    const { outputs } = await cycle().read(ids.cluster, owned({ state: desired, deploy: true }));
    expect(outputs.state).toBe(state);
    // While it's to be stopped, it isn't to be deployed.
    if (desired === "STOPPED") expect(outputs.deploy).toBe(true);
    const { changes } = await cycle().diff(ids.cluster, outputs, declared);
    expect(changes !== false).toBe(state !== desired);
  });

  it("has no state after a refresh if the program doesn't set it", async () => {
    platform.on(listLine, list(idle)).on(`GET ${one}/kubeconfig`, [200, "clusters: []"]);
    expect((await cycle().read(ids.cluster, owned())).outputs).not.toHaveProperty("state");
  });
});

const kubeconfigPath = `${one}/kubeconfig`;
const kubeconfig = "clusters: [a canary]";

describe("eksAnywhereKubeconfig of a Cluster", () => {
  const specified = { ...args, kubernetes: "PARTIALLY_MANAGED", eksAnywhereKubeconfig: kubeconfig };
  const partly = { ...response, kubernetes: "PARTIALLY_MANAGED" };
  const sent = () => platform.arrived.filter(({ line }) => line === `PUT ${kubeconfigPath}`);

  it("is sent as plain text before the deployment", async () => {
    platform.on(createLine, [201, partly]).on(`PUT ${kubeconfigPath}`, [204]).on(deployLine, [201]);
    platform.on(statusLine, status("READY", null), status("DEPLOYED", "run-1")).on(listLine, list(partly));
    const { outputs } = await cycle().create({ ...specified, deploy: true });
    expect(outputs).toMatchObject({ eksAnywhereKubeconfig: kubeconfig, kubeconfig });
    expect(platform.lines().slice(0, 2)).toEqual([createLine, `PUT ${kubeconfigPath}`]);
    expect(sent()).toMatchObject([{ text: kubeconfig }]);
  });

  it("is sent again by an update if a refresh has found another text", async () => {
    const state = owned({ kubernetes: "PARTIALLY_MANAGED", eksAnywhereKubeconfig: kubeconfig });
    platform
      .on(listLine, list(partly))
      .on(`GET ${kubeconfigPath}`, [200, "clusters: [by hand]"])
      .on(`PUT ${kubeconfigPath}`, [204]);
    const { outputs } = await cycle().read(ids.cluster, state);
    expect(outputs).toMatchObject({ eksAnywhereKubeconfig: "clusters: [by hand]", kubeconfig: "clusters: [by hand]" });
    expect((await cycle().update(ids.cluster, outputs, specified)).outputs).toMatchObject({ kubeconfig });
    expect(sent()).toHaveLength(1);
  });

  it("stays on the platform, without a PUT, if the program removes it", async () => {
    const kept = { ...args, kubernetes: "PARTIALLY_MANAGED" };
    const state = owned({ kubernetes: "PARTIALLY_MANAGED", eksAnywhereKubeconfig: kubeconfig, kubeconfig });
    platform.on(listLine, list(partly)).on(`GET ${kubeconfigPath}`, [200, kubeconfig]);
    platform.on(`PUT ${one}`, [200, partly]);
    expect(await cycle().diff(ids.cluster, state, kept)).not.toHaveProperty("replaces");
    const { outputs } = await cycle().update(ids.cluster, state, kept);
    expect(sent()).toEqual([]);
    expect(platform.lines().filter((line) => !line.startsWith("GET"))).toEqual([]);
    expect(outputs).not.toHaveProperty("eksAnywhereKubeconfig");
    expect(await cycle().diff(ids.cluster, managed(outputs, kept), kept)).toMatchObject({ changes: false });
    const { outputs: read } = await cycle().read(ids.cluster, managed(outputs, kept));
    expect(read).not.toHaveProperty("eksAnywhereKubeconfig");
  });

  it("is named, but not shown, in the error of a failed update", async () => {
    platform.on(`PUT ${kubeconfigPath}`, [400, { violations: [{ field: "", message: "must be YAML" }] }]);
    const failure = await failureOf(cycle().update(ids.cluster, owned({ kubernetes: "PARTIALLY_MANAGED" }), specified));
    expect(String(failure.reasons)).toMatch(/setting its kubeconfig.*must be YAML/s);
    expect(String(failure.reasons)).not.toContain("a canary");
  });

  it("is refused unless kubernetes is PARTIALLY_MANAGED", async () => {
    for (const kubernetes of [undefined, "MANAGED"]) {
      const refused = await cycle().check({
        ...args,
        eksAnywhereKubeconfig: kubeconfig,
        ...(kubernetes && { kubernetes }),
      });
      expect(refused).toEqual([
        expect.stringContaining("eksAnywhereKubeconfig must be omitted unless kubernetes is PARTIALLY_MANAGED"),
      ]);
    }
  });
});

describe("output kubeconfig of a Cluster", () => {
  it("is in the state once the cluster is deployed", async () => {
    created().on(statusLine, status("READY", null), status("DEPLOYED", "run-1")).on(deployLine, [201]);
    platform
      .on(listLine, list({ ...response, status: "DEPLOYED", deployment_status: "UP_TO_DATE" }))
      .on(`GET ${kubeconfigPath}`, [200, kubeconfig]);
    const { outputs } = await cycle().create({ ...args, deploy: true });
    expect(outputs).toMatchObject({ kubeconfig });
    const inputs = { ...args, deploy: true };
    const { outputs: read } = await cycle().read(ids.cluster, managed(outputs, inputs));
    expect(read).toMatchObject({ kubeconfig });
    await cycle().update(ids.cluster, managed(read, inputs), { ...inputs, timeoutSeconds: 5 });
    expect(platform.lines().filter((line) => line === `GET ${kubeconfigPath}`)).toHaveLength(2);
  });

  it.each([
    ["was never deployed", "NEVER_DEPLOYED", 0],
    ["has none (404)", "OUT_OF_DATE", 1],
  ])("is absent if the cluster %s", async (_, deploymentStatus, requests) => {
    platform
      .on(listLine, list({ ...response, deployment_status: deploymentStatus }))
      .on(`GET ${kubeconfigPath}`, [404]);
    expect((await cycle().read(ids.cluster, owned())).outputs).not.toHaveProperty("kubeconfig");
    expect(platform.lines().filter((line) => line === `GET ${kubeconfigPath}`)).toHaveLength(requests);
  });
});

describe("routing table of a cluster", () => {
  const path = `${one}/routingTable`;
  const route = (destination: string, target: string) => ({ destination, target, description: "peering" });
  const [one1, other] = [route("10.1.0.0/16", "pcx-1"), route("10.2.0.0/16", "pcx-2")];

  it("is sent as a whole after the create and by updates, and removing the argument (routingTable) removes all routes", async () => {
    created()
      .on(`PUT ${path}`, [200, { results: [one1] }])
      .on(`GET ${path}`, [200, { results: [one1] }]);
    const { outputs } = await cycle().create({ ...args, routingTable: [one1] });
    expect(outputs).toMatchObject({ routingTable: [one1] });
    const both = await cycle().update(ids.cluster, outputs, { ...args, routingTable: [other, one1] });
    expect(both.outputs).toMatchObject({ routingTable: [other, one1] });
    const none = await cycle().update(ids.cluster, both.outputs, args);
    expect(none.outputs).not.toHaveProperty("routingTable");
    const sent = platform.arrived.filter(({ line }) => line === `PUT ${path}`).map(({ body }) => body);
    expect(sent).toEqual([{ routes: [one1] }, { routes: [other, one1] }, { routes: [] }]);
    expect(platform.lines()).not.toContain(`PUT ${one}`);
  });

  it("is read, with changes of others, only if the program sets routingTable", async () => {
    platform.on(listLine, list(response)).on(`GET ${path}`, [200, { results: [one1, other] }]);
    const { outputs } = await cycle().read(ids.cluster, owned({ routingTable: [one1] }));
    expect(outputs).toMatchObject({ routingTable: [one1, other] });
    expect((await cycle().read(ids.cluster, owned())).outputs).not.toHaveProperty("routingTable");
    expect(platform.lines().filter((line) => line === `GET ${path}`)).toHaveLength(1);
  });
});

describe("DNS provider of a cluster", () => {
  const path = `/cluster/${ids.cluster}/dnsProvider`;
  const [readLine, saveLine] = [`GET ${path}`, `PUT ${path}`];
  const own = { provider: "PLATFORM", domain: "platform.example" };
  const shown = { provider: "CLOUDFLARE", domain: "acme.io", email: "a@acme.io", proxied: false };
  const cloudflare = { email: "a@acme.io", apiToken: "hunter2" };
  const dnsProvider = { domain: "acme.io", cloudflare };
  const sent = { dns_provider: { ...shown, api_token: "hunter2" } };
  const answers = (dns_provider: Values) => [200, { dns_provider }] as const;
  const setUp = () => managed({ ...owned({ dnsProvider }), __ownDomain: own.domain }, { ...args, dnsProvider });

  it("is sent with its secrets after the create, and the platform's own domain is stored", async () => {
    created();
    platform.on(readLine, answers(own)).on(saveLine, answers(shown));
    const { outputs } = await cycle().create({ ...args, dnsProvider });
    expect(platform.lines()).toEqual([createLine, readLine, saveLine]);
    expect(platform.arrived.at(-1)?.body).toEqual(sent);
    expect(outputs).toMatchObject({ dnsProvider, __ownDomain: own.domain });
    expect(await cycle().diff(ids.cluster, outputs, { ...args, dnsProvider })).toMatchObject({ changes: false });
  });

  it("has the login of Route 53 in `credentials` of the request", async () => {
    const route53 = { accessKeyId: "AKID", secretAccessKey: "hunter2", region: "eu-west-3", hostedZoneId: "Z1" };
    const credentials = { type: "STATIC", aws_access_key_id: "AKID" };
    const route = { provider: "ROUTE53", domain: "acme.io", aws_region: "eu-west-3", hosted_zone_id: "Z1" };
    created();
    platform.on(readLine, answers(own)).on(saveLine, answers({ ...route, credentials }));
    const { outputs } = await cycle().create({ ...args, dnsProvider: { domain: "acme.io", route53 } });
    const whole = { ...credentials, aws_secret_access_key: "hunter2" };
    expect(platform.arrived.at(-1)?.body).toEqual({ dns_provider: { ...route, credentials: whole } });
    expect(outputs.dnsProvider).toEqual({ domain: "acme.io", route53 });
  });

  it("shows changes outside Pulumi after a read, and preserves its secrets", async () => {
    platform.on(listLine, list(response)).on(readLine, answers({ ...shown, proxied: true }));
    const { outputs } = await cycle().read(ids.cluster, setUp());
    expect(outputs.dnsProvider).toEqual({ domain: "acme.io", cloudflare: { ...cloudflare, proxied: true } });
  });

  it("sends the secrets again with every change of dnsProvider, since responses don't contain them", async () => {
    platform.on(listLine, list(response)).on(saveLine, answers({ ...shown, proxied: true }));
    const changed = { domain: "acme.io", cloudflare: { ...cloudflare, proxied: true } };
    const { outputs } = await cycle().update(ids.cluster, setUp(), { ...args, dnsProvider: changed });
    expect(platform.arrived.at(-1)?.body).toEqual({ dns_provider: { ...sent.dns_provider, proxied: true } });
    expect(outputs.dnsProvider).toEqual(changed);
  });

  it("returns to the platform's own domain if dnsProvider is removed", async () => {
    platform.on(listLine, list(response)).on(saveLine, answers(own));
    const { outputs } = await cycle().update(ids.cluster, setUp(), args);
    expect(platform.arrived.at(-1)?.body).toEqual({ dns_provider: own });
    expect(outputs).not.toHaveProperty("dnsProvider");
  });

  it("stays, with a warning, if dnsProvider is removed and the cluster had another provider before", async () => {
    platform.on(listLine, list(response)).on(readLine, answers(shown));
    const updating = cycle();
    await updating.update(ids.cluster, owned({ dnsProvider }), args);
    expect(platform.lines()).not.toContain(saveLine);
    expect(updating.warnings).toEqual([expect.stringContaining("stays as it is")]);
  });

  it.each<[why: string, specified: Values, reason: RegExp]>([
    ["both providers are set", { ...dnsProvider, route53: {} }, /at most one of cloudflare \| route53/],
    ["the token is missing", { domain: "acme.io", cloudflare: { email: "a" } }, /cloudflare.apiToken is required/],
  ])("is refused at preview if %s", async (_, specified, reason) => {
    expect(await cycle().check({ ...args, dnsProvider: specified })).toContainEqual(expect.stringMatching(reason));
  });
});

describe("features of a cluster", () => {
  const network: Values = { awsVpcEksId: "vpc-1" };
  const onWire: Values = { aws_vpc_eks_id: "vpc-1" };
  for (const zone of ["A", "B", "C"]) {
    network[`eksSubnetsZone${zone}Ids`] = [`subnet-${zone}`];
    onWire[`eks_subnets_zone_${zone.toLowerCase()}_ids`] = [`subnet-${zone}`];
  }
  const gcp = { gcpUserProvidedNetwork: { vpcName: "v" } };
  const gateway = { provider: "scaleway", type: "VPC-GW-S" };
  const reportedFeature = (type: string, value: Value) => ({ id: ids.feature, value_object: { type, value } });

  it.each<[name: string, specified: Values, type: string, value: Value]>([
    ["an existing network of AWS", { awsUserProvidedNetwork: network }, "AWS_USER_PROVIDED_NETWORK", onWire],
    ["an existing network of Google Cloud", gcp, "GCP_USER_PROVIDED_NETWORK", { vpc_name: "v" }],
    ["a NAT gateway", { natGateway: { type: "VPC-GW-S" } }, "NAT_GATEWAY", { nat_gateway_type: gateway }],
    ["a string", { value: "on" }, "STRING", "on"],
  ])("are sent and read back with %s", async (_, specified, type, value) => {
    platform.on(createLine, [201, { ...response, features: [reportedFeature(type, value)] }]);
    const feature = { id: ids.feature, ...specified };
    const { outputs } = await cycle().create({ ...args, features: [feature] } as never);
    expect(platform.arrived[0]?.body).toMatchObject({ features: [{ id: ids.feature, value }] });
    expect(outputs.features).toEqual([expect.objectContaining(feature)]);
    platform.on(listLine, list({ ...response, features: [reportedFeature(type, value)] }));
    const { outputs: seen } = await cycle().read(ids.cluster, owned());
    expect(seen.features).toEqual([expect.objectContaining(feature)]);
  });

  it.each<[what: string, type: string, specified: Value, shown: Value]>([
    ["in the platform's format", "AWS_USER_PROVIDED_NETWORK", onWire, onWire],
    ["as text", "ANY", "true", true],
  ])("show no change after a create if they're set %s", async (_, type, specified, shown) => {
    platform.on(createLine, [201, { ...response, features: [reportedFeature(type, shown)] }]);
    const desired = { ...args, features: [{ id: ids.feature, value: specified }] };
    const { outputs } = await cycle().create(desired);
    expect(await cycle().diff(ids.cluster, outputs, desired)).toMatchObject({ changes: false });
  });
});

describe("features of a cluster with their names and values", () => {
  const requirements = ["InstanceFamily", "InstanceSize", "Arch"].map((key) => ({ key, values: ["a"] }));
  const karpenter = { diskSizeInGib: 50, defaultServiceArchitecture: "AMD64", nodePools: { requirements } };
  const without = { ...karpenter, nodePools: { requirements: requirements.slice(1) } };
  const onWire = { ...karpenter, spot_enabled: true };
  const google = { ...args, cloudProvider: "GCP" };
  const googleNetwork = { id: "EXISTING_VPC", gcpUserProvidedNetwork: { vpcName: "v" } };

  it.each<[what: string, specified: Values, place: Values, reason: RegExp]>([
    ["a name that is misspelled", { id: "STATIC_IPS", value: true }, args, /features\[0\].*did you mean STATIC_IP\?/],
    ["a name in lowercase", { id: "vpc_subnet", value: "10.0.0.0/16" }, args, /did you mean VPC_SUBNET\?/],
    ["STATIC_IP with a string", { id: "STATIC_IP", value: "on" }, args, /must be true or false, for STATIC_IP/],
    ["VPC_SUBNET with a boolean", { id: "VPC_SUBNET", value: true }, args, /must be a network.*for VPC_SUBNET/],
    ["KARPENTER with true", { id: "KARPENTER", value: true }, args, /must be an object.*`karpenter`/s],
    ["STATIC_IP with another feature's value", { id: "STATIC_IP", karpenter }, args, /isn't the value of STATIC_IP/],
    ["KARPENTER on another cloud", { id: "KARPENTER", karpenter }, google, /isn't a feature of clusters on GCP/],
    ["a network of another cloud", googleNetwork, args, /isn't for AWS.*`awsUserProvidedNetwork`/s],
    ["no requirement on the family", { id: "KARPENTER", karpenter: without }, args, /an item for InstanceFamily/],
    [
      "a member with the platform's name (spot_enabled)",
      { id: "KARPENTER", karpenter: onWire },
      args,
      /did you mean .*spotEnabled/,
    ],
  ])("are refused at preview for %s", async (_, feature, place, reason) => {
    expect(await cycle().check({ ...place, features: [feature] })).toEqual([expect.stringMatching(reason)]);
  });

  it.each<[what: string, feature: Values]>([
    ["a name that this version doesn't know", { id: "FLOW_LOGS", value: "on" }],
    ["STATIC_IP with a boolean as text", { id: "STATIC_IP", value: "true" }],
    ["KARPENTER with the platform's own members", { id: "KARPENTER", value: { spot_enabled: true } }],
  ])("are accepted for %s", async (_, feature) => {
    expect(await cycle().check({ ...args, features: [feature] })).toEqual([]);
  });

  it("are sent with the node pools of KARPENTER, and read from the member whose name ends in _node_pools", async () => {
    const desired = { ...args, features: [{ id: "KARPENTER", karpenter }] };
    const shown = (value: Value) => [{ id: "KARPENTER", value_object: { type: "KARPENTER", value } }];
    platform.on(createLine, ({ body }) => {
      const [{ value }] = (body as { features: [{ value: Values }] }).features;
      const { platform_node_pools: acme_node_pools, ...others } = value;
      return [201, { ...response, features: shown({ ...others, acme_node_pools } as Values) }];
    });
    const { outputs } = await cycle().create(desired);
    const sent = {
      spot_enabled: false,
      disk_size_in_gib: 50,
      default_service_architecture: "AMD64",
      platform_node_pools: { requirements: requirements.map((each) => ({ ...each, operator: "In" })) },
    };
    expect(platform.arrived[0]?.body).toMatchObject({ features: [{ id: "KARPENTER", value: sent }] });
    expect(await cycle().diff(ids.cluster, outputs, desired)).toMatchObject({ changes: false });
  });

  const zones = (name: string) => ({ [`${name}Ids`]: ["subnet-1"] });
  const eks = ["eksSubnetsZoneA", "eksSubnetsZoneB", "eksSubnetsZoneC"].map(zones);
  const network = (id: string): Values => ({ awsVpcEksId: id, ...Object.assign({}, ...eks) });
  /** Features that never change: each with two values and their cloud. */
  const fixed: [id: string, cloudProvider: string, before: Values, after: Values][] = [
    ["VPC_SUBNET", "AWS", { value: "10.0.0.0/16" }, { value: "10.1.0.0/16" }],
    ["EXISTING_VPC", "AWS", { awsUserProvidedNetwork: network("vpc-1") }, { awsUserProvidedNetwork: network("vpc-2") }],
    ["GKE_KMS_KEY", "GCP", { value: "projects/a/keys/b" }, { value: "projects/a/keys/c" }],
  ];

  it.each(fixed)("replace the cluster if %s changes and the stack has created it", async (id, cloud, before, after) => {
    const declared = (value: Values) => ({ cloudProvider: cloud, features: [{ id, ...value }] });
    const plan = (value: Values) => cycle().diff(ids.cluster, owned(declared(before)), { ...args, ...declared(value) });
    expect(await plan(after)).toMatchObject({ changes: true, replaces: ["features"] });
    expect(await plan(before)).toMatchObject({ changes: false });
  });

  it.each(fixed)("fail with AP2001 if %s changes and the cluster is adopted", async (id, cloud, before, after) => {
    const declared = (value: Values) => ({
      clusterId: ids.cluster,
      cloudProvider: cloud,
      features: [{ id, ...value }],
    });
    const { __created: _, ...adopted } = owned(declared(before));
    const plan = (value: Values) => cycle().diff(ids.cluster, adopted, { ...args, ...declared(value) });
    const failure = await failureOf(plan(after));
    expect(failure).toMatchObject({ code: "AP2001", message: expect.stringContaining("never changes") });
    expect(await plan(before)).toMatchObject({ changes: false });
  });

  it("are sent back by an update, without a planned change, if the program doesn't list them", async () => {
    const shown = (id: string, value: Value) => ({ id, value_object: { type: "ANY", value } });
    const now = { ...response, features: [shown("STATIC_IP", true), shown("FLOW_LOGS", "on")] };
    platform.on(listLine, list(now)).on(`PUT ${one}`, [200, now]);
    const listed = { features: [{ id: "STATIC_IP", value: true }] };
    const { outputs: seen } = await cycle().read(ids.cluster, owned(listed));
    expect(await cycle().diff(ids.cluster, seen, { ...args, ...listed })).toMatchObject({ changes: false });
    await cycle().update(ids.cluster, owned(listed), { ...args, ...listed, maxRunningNodes: 5 });
    const { body } = platform.arrived.find(({ line }) => line.startsWith("PUT")) ?? {};
    expect((body as { features: Values[] }).features).toEqual([
      { id: "STATIC_IP", value: true },
      { id: "FLOW_LOGS", value: "on" },
    ]);
  });

  it("are updated in place if STATIC_IP changes", async () => {
    const withStaticIp = (value: boolean) => ({
      features: [
        { id: "VPC_SUBNET", value: "10.0.0.0/16" },
        { id: "STATIC_IP", value },
      ],
    });
    // The engine decides: nothing is replaced.
    const planned = await cycle().diff(ids.cluster, owned(withStaticIp(false)), { ...args, ...withStaticIp(true) });
    expect(planned).toEqual({});
  });
});

describe("cluster whose `clusterId` the program removes", () => {
  it("stays an adopted one: nothing is replaced, and destroy doesn't delete it", async () => {
    platform.on(listLine, list(response));
    const { outputs } = await cycle().create({ ...args, clusterId: ids.cluster });
    const planned = await cycle().diff(ids.cluster, outputs, args);
    expect(planned).not.toHaveProperty("replaces");
    platform.on(`PUT ${one}`, [200, response]);
    const { outputs: updated } = await cycle().update(ids.cluster, outputs, args);
    const { delete: remove, warnings } = cycle();
    await remove(ids.cluster, updated);
    expect(platform.lines()).not.toContain(deleteLine);
    expect(warnings).toEqual([expect.stringContaining("this stack didn't create it")]);
  });
});

describe("delete of a cluster", () => {
  const projects = `/organization/${ids.organization}/project`;

  it("lists the projects, deletes the cluster and waits until no list has it", async () => {
    platform
      .on(`GET ${projects}`, [200, { results: [] }])
      .on(deleteLine, [204])
      .on(listLine, list({ ...response, status: "DELETING" }), list());
    await cycle().delete(ids.cluster, owned());
    expect(platform.lines()).toEqual([`GET ${projects}`, deleteLine, listLine, listLine, listLine]);
  });

  it("changes nothing for an adopted cluster, which stays with a warning, even if onDelete is fail", async () => {
    platform.on(listLine, list(response));
    const { outputs } = await cycle().create({ ...args, clusterId: ids.cluster });
    const { delete: remove, warnings } = cycle({ onDelete: "fail" });
    await remove(ids.cluster, outputs);
    expect(platform.lines()).toEqual([listLine]);
    expect(warnings).toEqual([expect.stringContaining("this stack didn't create it")]);
  });
});
