import { Container, Database } from "pulumi-app-platform";
import { describe, expect, test } from "vitest";
import { containerArgs } from "./declare.js";
import { type EveryField, everyField } from "./every-field.js";
import { deployEveryKind, makeEveryKind, resourceCount } from "./every-kind.js";
import { forgetRequests, requests, writes } from "./journal.js";
import { opened } from "./opened.js";
import { later, unknownLeaves, unknownMembers } from "./unknown-until-created.js";

const { platform, stack } = opened();

/** All kinds with every field, each made unknown by `hide`. */
const everything = (hide: (known: EveryField) => EveryField) => () => {
  const known = everyField(platform.ids);
  deployEveryKind(makeEveryKind(hide(known)), platform.ids.environment);
};

describe("values that are not known at preview", () => {
  test("every value of every kind may be unknown by itself, at any depth", async () => {
    const { changes } = await stack.run(
      "preview",
      everything((known) => unknownLeaves(known, later("all", known))),
    );
    expect(changes).toEqual({ create: resourceCount("documented") + 1 });
  });

  test("every argument of every kind may be unknown as a whole", async () => {
    const { changes } = await stack.run(
      "preview",
      everything((known) => {
        const whole = later("all", known);
        const kinds = Object.entries(known).map(([kind, args]) => [
          kind,
          unknownMembers(
            args,
            whole.apply((all) => all[kind as keyof EveryField]),
          ),
        ]);
        return Object.fromEntries(kinds);
      }),
    );
    expect(changes).toEqual({ create: resourceCount("documented") + 1 });
    expect(await requests(platform)).toEqual({});
  });

  test("unknown values arrive with up, and then nothing is left to change", async () => {
    const program = everything((known) => unknownLeaves(known, later("all", known)));
    expect((await stack.run("up", program)).changes).toEqual({ create: resourceCount("documented") + 1 });
    expect((await stack.run("preview")).changes).toEqual({ same: resourceCount("documented") + 1 });
    const known = everyField(platform.ids);
    const { body } = await platform.request("GET", `/environment/${platform.ids.environment}/job`);
    const names = body.results.map(({ name }: { name: string }) => name);
    expect(names.sort()).toEqual([known.cronJob.name, known.lifecycleJob.name]);
    expect((await stack.run("destroy")).changes).toEqual({ delete: resourceCount("documented") + 1 });
  });
});

describe("an environment that another resource makes", () => {
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
  let first = "";
  let second = "";

  test("is unknown at preview and holds the resources after up", async () => {
    [first, second] = [await makeEnvironment(), await makeEnvironment()];
    await forgetRequests(platform);
    expect((await stack.run("preview", inNewEnvironment(first, 8080))).changes).toEqual({ create: 5 });
    expect(await requests(platform)).toEqual({});
    const { outputs } = await stack.run("up");
    const { body } = await platform.request("GET", `/container/${outputs.webId}`);
    expect(body).toMatchObject({ environment: { id: first }, ports: [{ internal_port: 8080 }] });
  });

  test("previews without a change once it is there", async () => {
    expect((await stack.run("preview")).changes).toEqual({ same: 5 });
  });

  test("becoming another one is shown as replacements, though its id is unknown again", async () => {
    const { changes } = await stack.run("preview", inNewEnvironment(second, 8080));
    // The port's resource and the stack stay the same.
    expect(changes).toEqual({ same: 2, update: 1, replace: 2 });
    const { outputs } = await stack.run("up");
    expect((await platform.request("GET", `/container/${outputs.webId}`)).body.environment.id).toBe(second);
  });

  test("a port that becomes unknown cannot be compared at preview; the update refuses it before anything is sent", async () => {
    const program = inNewEnvironment(second, 9090);
    await forgetRequests(platform);
    expect((await stack.run("preview", program)).changes).toMatchObject({ update: 2 });
    const output = await stack.fails("up", program);
    expect(output).toContain('AP2001: Container "web" can\'t be updated');
    expect(await writes(platform)).toEqual([]);
  });
});
