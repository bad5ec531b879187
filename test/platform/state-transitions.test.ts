/** Every edge of the state machine is taken by some run, and no run takes another one. */
import { expect, it } from "vitest";
import { edges, isFinal, type State } from "../../backend/src/states.js";
import type { Body } from "./support/bodies.js";
import { opened } from "./support/opened.js";

const { send, read, inEnvironment, create, fail, advance } = opened();

const post = (path: string, body?: Body) => send("POST", inEnvironment(path), body);

interface Run {
  readonly kind: "application" | "job" | "database";
  readonly rule?: Body;
  /** How the service is prepared before the first state is read. */
  readonly before?: "deployed";
  readonly act: "service/deploy" | "service/restart-service" | "stop" | "delete";
  /** After how many seconds the operation is cancelled. */
  readonly cancelAfter?: number;
  /** Whether another service, in a stage that comes before, fails. */
  readonly isBehindFailure?: true;
}

const runs: Run[] = [
  ...(["application", "job", "database"] as const).flatMap((kind): Run[] => [
    { kind, act: "service/deploy" },
    ...[0.25, 1.5, 4.5, 5.5].map((cancelAfter): Run => ({ kind, act: "service/deploy", cancelAfter })),
    ...["BUILD_ERROR", "DEPLOYMENT_ERROR"].map((state): Run => ({ kind, act: "service/deploy", rule: { state } })),
    { kind, act: "service/deploy", rule: { state: "DEPLOYMENT_ERROR", during: "EXECUTING" } },
  ]),
  { kind: "database", before: "deployed", act: "stop" },
  { kind: "database", before: "deployed", act: "stop", rule: { state: "STOP_ERROR" } },
  { kind: "database", before: "deployed", act: "stop", cancelAfter: 0.25 },
  { kind: "database", before: "deployed", act: "stop", cancelAfter: 1.5 },
  ...[
    {},
    { rule: { state: "RESTART_ERROR" } },
    { cancelAfter: 0.25 },
    { cancelAfter: 1.5 },
    { isBehindFailure: true },
  ].map((more) => ({ kind: "database", before: "deployed", act: "service/restart-service", ...more }) as Run),
  { kind: "database", before: "deployed", act: "delete" },
  { kind: "database", act: "service/deploy", isBehindFailure: true },
  { kind: "database", before: "deployed", act: "stop", isBehindFailure: true },
];

const failures: Readonly<Record<Run["act"], string>> = {
  "service/deploy": "DEPLOYMENT_ERROR",
  "service/restart-service": "RESTART_ERROR",
  stop: "STOP_ERROR",
  delete: "",
};

/** A service that fails, in a stage of its own on one side of the default one; a stop goes through the stages backwards. */
async function addFailure(act: Run["act"]): Promise<string> {
  const { id } = await create("container");
  const stage = (await post("deploymentStage", { name: "failing" })).body.id;
  await send("PUT", `/deploymentStage/${stage}/service/${id}`);
  const [first] = (await read(inEnvironment("deploymentStage"))).results;
  if (act !== "stop") await send("PUT", `/deploymentStage/${stage}/moveBefore/${first.id}`);
  return id;
}

async function statesOf({ kind, rule, before, act, cancelAfter, isBehindFailure }: Run): Promise<State[]> {
  await send("POST", "/_local/reset");
  const { id } = await create(kind);
  const failing = isBehindFailure === true ? await addFailure(act) : undefined;
  const containers = failing === undefined ? [] : [{ id: failing, image_tag: "1" }];
  const selections: Record<Run["kind"], Body> = {
    application: { applications: [{ application_id: id, git_commit_id: "abc" }] },
    job: { jobs: [{ id, image_tag: "1" }] },
    database: { databases: [id], containers },
  };
  const bodies: Partial<Record<Run["act"], Body>> = {
    stop: {},
    "service/restart-service": { databases: [id], container_ids: containers.map((each) => each.id) },
  };
  if (before === "deployed") {
    await post("service/deploy", selections[kind]);
    await advance(60);
  }
  if (rule !== undefined) await fail(rule);
  if (failing !== undefined) await fail({ service: failing, state: failures[act] });
  const states: State[] = [];
  const note = async () => {
    const { state } = (await read(inEnvironment("statuses")))[`${kind}s`][0] ?? {};
    if (state !== undefined && state !== states.at(-1)) states.push(state);
  };
  if (act === "delete") await send("DELETE", `/${kind}/${id}`);
  else expect((await post(act, bodies[act] ?? selections[kind])).status).toBe(202);
  for (let quarter = 0; quarter < 60; quarter++) {
    if (cancelAfter === quarter / 4) await post("cancelDeployment", { force_cancel: true });
    await note();
    await advance(0.25);
  }
  return states;
}

it("states of a service change along each edge of the state machine, and along no other", async () => {
  const taken = new Set<string>();
  for (const run of runs) {
    const states = await statesOf(run);
    for (const [index, state] of states.slice(1).entries()) taken.add(`${states[index]} → ${state}`);
    const last = states.at(-1) as State;
    expect([run, isFinal(last)]).toEqual([run, run.act !== "delete"]);
  }
  const all = Object.entries(edges).flatMap(([state, nexts]) => nexts.map((next) => `${state} → ${next}`));
  expect([...taken].sort()).toEqual(all.sort());
});
