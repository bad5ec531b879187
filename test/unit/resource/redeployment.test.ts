/** What triggers are told of the writes of other resources. */
import { describe, expect, it } from "vitest";
import { deployedAgain, noteParent } from "../../../provider/resource/redeployment.js";
import { ids } from "../../kinds/shared/ids.js";
import { type Call, UNKNOWN, type Values } from "../../support/provider.js";
import { connected, definitionOf } from "../support/fake-platform.js";

function callOf(kind: string) {
  const { platform, run } = connected("http://127.0.0.1:9");
  return { definition: definitionOf(kind), platform, run, label: `${kind} "it"` } as unknown as Call;
}

const on = `container/${ids.container}`;

describe("a write", () => {
  it.each<[what: string, kind: string, state: Values, isDeployed: boolean, isSeen: boolean]>([
    ["of a service deploys it again, by its revision", "Container", { on }, true, false],
    ["of a variable deploys what sees it", "Variable", { on }, true, true],
    ["of a variable deploys again, wherever it is", "Variable", { on: UNKNOWN }, true, false],
    ["of what services do not see deploys nothing", "ContainerRegistry", { on }, false, false],
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

  it("keeps its result and the reason if the deployment fails", async () => {
    const call = callOf("Variable");
    call.run.deployments.keepUpToDate("DeploymentTrigger", () => Promise.reject(new Error("the reason")));
    const written = { id: "1", state: { on } };
    await expect(deployedAgain(call, written)).rejects.toMatchObject({
      id: "1",
      state: { on },
      cause: { message: "the reason" },
    });
  });
});

describe("where a service is", () => {
  const environmentId = ids.environment;
  const web = { environmentId, name: "web" };
  it.each<[what: string, kind: string, values: Values, id: string | undefined, asked: string, found: string[]]>([
    ["is known by its ID", "Container", { environmentId }, ids.container, ids.container, [environmentId]],
    ["is known by its name before", "Container", web, undefined, "container web", [environmentId]],
    ["is not known without either", "Container", { environmentId }, undefined, "Container undefined", []],
    ["is not known yet", "Container", { ...web, environmentId: UNKNOWN }, undefined, "Container web", []],
    ["is of no interest, if it isn't a service", "Variable", { on, key: "A" }, "1", "1", []],
  ])("%s", (_, kind, values, id, asked, found) => {
    const call = callOf(kind);
    noteParent(call, values, id);
    expect(call.run.deployments.environmentsOf(asked)).toEqual(found);
  });
});
