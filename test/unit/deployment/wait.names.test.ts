/** Which services, versions and triggers the messages of a deployment name. */
import { expect, it } from "vitest";
import type { Selected } from "../../../provider/deployment/selection.js";
import type { Rollout, ServiceStatus } from "../../../provider/deployment/statuses.js";
import {
  deployedStatus,
  describeStates,
  labelOfSelected,
  versionsOf,
  waitUntilDeployed,
} from "../../../provider/deployment/wait.js";
import { ids } from "../../kinds/shared/ids.js";
import type { Values } from "../../support/provider.js";
import {
  at,
  began,
  callOn,
  containers,
  environment,
  later,
  releaseWithin,
  requestOf,
  service,
  status,
  statusesLine,
  statusLine,
  web,
} from "../support/fake-deployments.js";
import { type Answer, failureOf, fakePlatform, listing } from "../support/fake-platform.js";

const platform = fakePlatform();
const other: string = ids.helm;
const rollout: Rollout = { outcome: "requested", request: requestOf(1), date: began };
const list = `GET ${at("container")}`;
const tagged = (tag: unknown, id: string = ids.container) => ({ id, name: "web", tag });
const [named, described] = [`Container "web" (id ${ids.container})`, "it was deployed with image tag"];

/** The details of the failure if the list of containers has this, and what it says to do. */
async function failureWith(answer: Answer, services: Values[] = [web], states = ["BUILD_ERROR"]) {
  const shown = states.map((state, index) => service([ids.container, other][index] as string, 1, state));
  platform.on(statusLine, [200, status(1, "BUILD_ERROR")]).on(statusesLine, containers(...shown));
  platform.on(list, answer);
  const failure = await failureOf(waitUntilDeployed(callOn(platform), { ...releaseWithin(60), services }, rollout));
  expect(failure).toMatchObject({ code: "AP5004" });
  return { details: (failure.text as { readonly details?: unknown }).details, todo: failure.message };
}

it("waitUntilDeployed names the deployed version of a failed service, the program's, and `pulumi up --refresh`", async () => {
  const { details, todo } = await failureWith(listing(tagged("1.28", other), tagged("1.28")));
  expect(details).toEqual([`${named} is BUILD_ERROR: ${described} 1.28, but your program sets 1.27`]);
  expect(todo).toContain("to deploy the version that your program sets, run `pulumi up --refresh`");
});

it.each<[when: string, answer: Answer, services?: Values[]]>([
  ["the same version was deployed", listing(tagged("1.27"))],
  ["the list has no version", listing(tagged(null))],
  ["the list doesn't have the service", listing(tagged("1.28", other))],
  ["the list can't be read", [403]],
  ["the program selects no version", listing(tagged("1.28")), [{ kind: "Container", id: ids.container, name: "web" }]],
  ["the program ignores changes of the version", listing(tagged("1.28")), [{ ...web, __versionRevision: "" }]],
])("waitUntilDeployed names no version of a failed service if %s", async (_, answer, services) => {
  const { details, todo } = await failureWith(answer, services);
  expect(details).toEqual([`${named} is BUILD_ERROR`]);
  expect(todo).not.toContain("--refresh");
});

it("waitUntilDeployed (AP5004) names the deployed version and the program's only for failed services for which they differ", async () => {
  const answer = listing(tagged("1.27"), { ...tagged("2", other), name: "api" });
  const services = [web, { ...web, id: other, name: "api" }];
  const { details } = await failureWith(answer, services, ["BUILD_ERROR", "DEPLOYMENT_ERROR"]);
  expect(details).toEqual([
    `${named} is BUILD_ERROR`,
    `Container "api" (id ${other}) is DEPLOYMENT_ERROR: ${described} 2, but your program sets 1.27`,
  ]);
});

it("waitUntilDeployed names no versions if all services were canceled", async () => {
  const { details } = await failureWith(listing(tagged("1.28")), [web], ["CANCELED"]);
  expect(details).toEqual([`${named} is CANCELED`]);
});

it.each<[string, object, Values, reads: number]>([
  ["the tag of a container", { list: "containers", id: ids.container }, { image_tag: "1.28" }, 1],
  ["nothing of an application, whose list has no commit", { list: "applications", id: ids.application }, {}, 0],
  ["nothing of an unknown list", { list: "novelties", id: ids.container }, {}, 0],
])("versionsOf returns %s", async (_, selected, versions, reads) => {
  platform.on(list, listing(tagged("1.28")));
  expect(await versionsOf(callOn(platform), releaseWithin(60), selected as never)).toEqual(versions);
  expect(platform.arrived).toHaveLength(reads);
});

it("versionsOf reads nothing if the endpoints don't serve the list", async () => {
  const databases = { list: "databases", id: ids.container };
  expect(await versionsOf(callOn(platform, "documented"), releaseWithin(60), databases as never)).toEqual({});
});

const front = 'Container "front"';
const owning = (id: string = ids.container) => {
  const call = callOn(platform);
  call.run.ownership.created(`Container ${id}`, { label: front });
  return call;
};
const ready = (list: string): ServiceStatus => ({
  ...{ id: ids.container, list, state: "READY", request: undefined, isInLast: false, date: Number.NaN },
  ...{ currency: "UP_TO_DATE", steps: [] },
});

it.each<[when: string, owned: string, services: Values[], list: string, shown: string, reads: number]>([
  ["the stack's resource and its ID", ids.container, [], "containers", `${front} (id ${ids.container})`, 0],
  [
    "the stack's resource, although the program has a name for it",
    ids.container,
    [web],
    "containers",
    `${front} (id ${ids.container})`,
    0,
  ],
  ["the program's name if the stack's resource is another service", other, [web], "containers", named, 0],
  [
    "kind and ID if the stack's resource is of another kind",
    ids.container,
    [],
    "jobs",
    `Job with id ${ids.container}`,
    1,
  ],
])("describeStates names a service by %s", async (_, owned, services, list, shown, reads) => {
  platform.on(`GET ${at("job")}`, listing());
  const call = owning(owned);
  expect(await describeStates(call, { ...releaseWithin(60), services }, [ready(list)])).toEqual([`${shown} is READY`]);
  expect(platform.arrived).toHaveLength(reads);
});

it.each<[when: string, specified: Values, shown: string]>([
  ["if this run has seen it", web, front],
  ["only if the kind is the same", { ...web, kind: "Job" }, 'Job "web"'],
  ["only if the kind is deployable", { ...web, kind: "Novelty" }, 'Novelty "web"'],
])("labelOfSelected returns the label of the stack's resource %s", (_, specified, shown) => {
  expect(labelOfSelected(owning(), { specified, path: "services[0]" } as unknown as Selected)).toBe(shown);
});

it.each<[when: string, isOwn: boolean, expected: Values]>([
  ["this deployment if the platform shows it", true, status(2, "DEPLOYED", later)],
  ["the requested deployment if the platform shows a later one", false, status(1, "DEPLOYED", began)],
])("deployedStatus has the date and IDs of %s", (_, isOwn, expected) => {
  const named = (each: Values) => ({
    ...{ deploymentRequestId: each.deployment_request_id, lastDeploymentId: each.last_deployment_id },
    lastDeploymentDate: each.last_deployment_date,
  });
  const known = { ...rollout, deployment: "deployment-1" };
  const inspection = { now: named(status(2, "DEPLOYED", later)), isOwn, rollout: known, verdict: undefined };
  expect(deployedStatus(inspection as never)).toMatchObject(named(expected));
});

it("waitUntilDeployed names only services of this deployment when its next stage begins", async () => {
  const states = ["DEPLOYING", "DEPLOYMENT_QUEUED", "DEPLOYING", "DEPLOYED"];
  platform.on(statusLine, ...states.map((each): Answer => [200, status(1, each)]));
  platform.on(statusesLine, containers(service(ids.container, 0, "DEPLOYED"), service(other, 1, "DEPLOYED")));
  const messages: string[] = [];
  const call = { ...callOn(platform), log: { warn: () => {}, info: (text: string) => void messages.push(text) } };
  const services = [web, { ...web, id: other, name: "api" }];
  await waitUntilDeployed(call, { ...releaseWithin(60), services }, rollout);
  expect(messages.filter((each) => each.includes("next stage"))).toEqual([
    expect.stringMatching(/s\): next stage, after Container "api" \(id \S+\) is DEPLOYED$/),
  ]);
});

it.each<[which: string, request: string | undefined, named: boolean]>([
  ["the trigger of this run that requested it", requestOf(2), true],
  ["no trigger if none of this run requested it", requestOf(3), false],
  ["no trigger if the request isn't known", undefined, false],
])("waitUntilDeployed fails with AP5007 if a later deployment failed, and names %s", async (_, request, isNamed) => {
  platform.on(statusLine, [200, status(2, "DEPLOYMENT_ERROR", later)]);
  const services = [service(other, 1, "DEPLOYED"), service(ids.container, 2, "DEPLOYMENT_ERROR", later)];
  platform.on(statusesLine, containers(...services));
  const call = callOn(platform);
  call.run.deployments.begun(environment, { request, by: 'DeploymentTrigger "second"' });
  const args = { ...releaseWithin(60), services: [web, { ...web, id: other, name: "api" }] };
  const failure = await failureOf(waitUntilDeployed(call, args, rollout));
  expect(failure).toMatchObject({ code: "AP5007" });
  expect(failure.message.includes('"second"')).toBe(isNamed);
});
