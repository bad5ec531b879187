/** What triggers learn of the writes of other resources. */
import { describe, expect, it } from "vitest";
import { deployedAgain, noteParent } from "../../../provider/engine/call.js";
import { ids } from "../../kinds/shared/ids.js";
import { type Call, UNKNOWN, type Values } from "../../support/provider.js";
import { connected, definitionOf } from "../support/fake-platform.js";

function callOf(kind: string) {
  const { platform, run } = connected("http://127.0.0.1:9");
  return { definition: definitionOf(kind), platform, run, label: `${kind} "it"` } as unknown as Call;
}

const on = `container/${ids.container}`;

describe("deployedAgain (after each later write in the same run)", () => {
  it.each<[what: string, kind: string, state: Values, isDeployed: boolean, isSeen: boolean]>([
    ["redeploys for a service, and marks no service as written", "Container", { on }, true, false],
    ["redeploys for a variable, and marks the service that sees it as written", "Variable", { on }, true, true],
    [
      "redeploys for a variable with an unknown parent, and marks no service as written",
      "Variable",
      { on: UNKNOWN },
      true,
      false,
    ],
    ["doesn't redeploy for a registry", "ContainerRegistry", { on }, false, false],
  ])("%s", async (_, kind, state, isDeployed, isSeen) => {
    const call = callOf(kind);
    const { deployments } = call.run;
    const settled: boolean[] = [];
    deployments.keepUpToDate("DeploymentTrigger", async () => {
      settled.push(deployments.isWrittenOn(ids.container));
    });
    await deployedAgain(call, { id: "1", state });
    expect(settled).toEqual(isDeployed ? [isSeen] : []);
  });

  it("fails with the resource and the reason if the redeployment fails", async () => {
    const call = callOf("Variable");
    call.run.deployments.keepUpToDate("DeploymentTrigger", () => Promise.reject(new Error("the reason")));
    const written = { id: "1", state: { on } };
    const failure = { ...written, cause: { message: "the reason" } };
    await expect(deployedAgain(call, written)).rejects.toMatchObject(failure);
  });
});

describe("noteParent", () => {
  const environmentId = ids.environment;
  const web = { environmentId, name: "web" };
  const unplaced = { environmentId: UNKNOWN, name: "web" };
  const [id, none, all] = [ids.container, undefined, [environmentId]];
  it.each<[what: string, kind: string, values: Values, id: string | undefined, requested: string, found: string[]]>([
    ["records the environment of a service by its ID", "Container", { environmentId }, id, id, all],
    ["records the environment of a planned service by its name", "Container", web, none, "container web", all],
    ["records nothing without an ID or a name", "Container", { environmentId }, none, "Container undefined", []],
    ["records nothing while the environment is unknown", "Container", unplaced, none, "Container web", []],
    ["ignores kinds that aren't services", "Variable", { on, key: "A" }, "1", "1", []],
  ])("%s", (_, kind, values, id, requested, found) => {
    const call = callOf(kind);
    noteParent(call, values, id);
    expect(call.run.deployments.environmentsOf(requested)).toEqual(found);
  });
});
