import { Container, Database } from "pulumi-app-platform";
import { describe, expect, test } from "vitest";
import { containerArgs } from "./support/declare.js";
import { everyField } from "./support/every-field.js";
import { deployEveryKind, makeEveryKind, resourceCount } from "./support/every-kind.js";
import { forgetRequests, requests, writes } from "./support/journal.js";
import { opened } from "./support/opened.js";
import { later, unknownLeaves } from "./support/unknown-until-created.js";

const { platform, stack } = opened();

test("unknown values: each value of each kind may be unknown until up", async () => {
  const known = everyField(platform.ids);
  const program = () => {
    const unknown = unknownLeaves(known, later("all", known));
    deployEveryKind(makeEveryKind(unknown), platform.ids.environment);
  };
  const all = resourceCount("documented") + 1;
  expect((await stack.run("preview", program)).changes).toEqual({ create: all });
  expect((await stack.run("up", program)).changes).toEqual({ create: all });
  expect((await stack.run("preview")).changes).toEqual({ same: all });
  const { body } = await platform.request("GET", `/environment/${platform.ids.environment}/job`);
  const names = body.results.map(({ name }: { name: string }) => name);
  expect(names.sort()).toEqual([known.cronJob.name, known.lifecycleJob.name]);
  expect((await stack.run("destroy")).changes).toEqual({ delete: all });
});

test("unknown values: each argument may be unknown as a whole, and the preview sends no request", async () => {
  const known = everyField(platform.ids);
  await forgetRequests(platform);
  const { changes } = await stack.run("preview", () => {
    const unknown = unknownLeaves(known, later("all", known), 2);
    deployEveryKind(makeEveryKind(unknown), platform.ids.environment);
  });
  expect(changes).toEqual({ create: resourceCount("documented") + 1 });
  expect(await requests(platform)).toEqual({});
});

describe("unknown environment", () => {
  const inNewEnvironment = (id: string, port: number) => () => {
    const environmentId = later("environment", id);
    const internalPort = later("port", port);
    const db = new Database("db", { environmentId, type: "REDIS", version: "7", mode: "CONTAINER" });
    const made = new Container(
      "web",
      containerArgs(platform, {
        environmentId,
        ports: [{ internalPort, publiclyAccessible: false }],
        healthchecks: { readinessProbe: { type: { tcp: { port: internalPort } } } },
      }),
    );
    return { dbId: db.id, webId: made.id };
  };
  const makeEnvironment = async () => (await platform.request("POST", "/_local/environments", { body: {} })).body.id;
  let second = "";

  test("becomes known at up, and a change of it replaces its services", async () => {
    const first = await makeEnvironment();
    second = await makeEnvironment();
    await forgetRequests(platform);
    expect((await stack.run("preview", inNewEnvironment(first, 8080))).changes).toEqual({ create: 5 });
    expect(await requests(platform)).toEqual({});
    const { outputs } = await stack.run("up");
    const { body } = await platform.request("GET", `/container/${outputs.webId}`);
    expect(body).toMatchObject({ environment: { id: first }, ports: [{ internal_port: 8080 }] });
    expect((await stack.run("preview")).changes).toEqual({ same: 5 });
    // Its ID is unknown again; the port's resource and the stack stay the same.
    const { changes } = await stack.run("preview", inNewEnvironment(second, 8080));
    expect(changes).toEqual({ same: 2, update: 1, replace: 2 });
    const { webId } = (await stack.run("up")).outputs;
    expect((await platform.request("GET", `/container/${webId}`)).body.environment.id).toBe(second);
  });

  test("fails up with AP2001 for a changed port that was unknown at preview", async () => {
    const program = inNewEnvironment(second, 9090);
    await forgetRequests(platform);
    expect((await stack.run("preview", program)).changes).toMatchObject({ update: 2 });
    const output = await stack.fails("up", program);
    expect(output).toContain('AP2001: Container "web" can\'t be updated');
    expect(await writes(platform)).toEqual([]);
  });
});
