/** Variables that a program names in arguments of a service: `variables` and `secretVariables`. */
import * as pulumi from "@pulumi/pulumi";
import { Container, type ContainerArgs, Database, DeploymentTrigger } from "pulumi-app-platform";
import { describe, expect, test } from "vitest";
import { kindNames, records } from "../kinds/index.js";
import { definitionOf } from "../unit/pretend-platform.js";
import { containerArgs, declare } from "./declare.js";
import { shownVariables, variablesOf } from "./existing.js";
import { forgetRequests, requests } from "./journal.js";
import { opened } from "./opened.js";
import { openStack } from "./stack.js";

const token = "s3cr3t-canary-4711";
const other = "s3cr3t-canary-4712";

const { platform, stack } = opened({ endpoints: "extended", isFresh: true });

const shown = async (name = "web") => shownVariables(platform, (await stack.resource(name)).id);

const setByHand = async (key: string, value: string, is_secret = false) => {
  const { id } = await stack.resource("web");
  return platform.request("POST", "/variable", {
    body: { key, value, is_secret, variable_scope: "CONTAINER", variable_parent_id: id },
  });
};

const web = (wish: Partial<ContainerArgs>, options?: pulumi.CustomResourceOptions, name = "web") =>
  new Container(name, containerArgs(platform, wish), options);

const program =
  (wish: Partial<ContainerArgs> = {}, options?: pulumi.CustomResourceOptions) =>
  () => ({ id: web(wish, options).id });

const LOG_LEVEL = "info";
const both = () => ({ LOG_LEVEL, TOKEN: pulumi.secret(token) });

describe("variables of a container", () => {
  const up = async (variables: ContainerArgs["variables"], wish: Partial<ContainerArgs> = {}) => {
    await forgetRequests(platform);
    return stack.run("up", program({ variables, ...wish }));
  };

  test("are created with it, secret ones as secrets that the state has encrypted", async () => {
    await up(both());
    expect(await shown()).toEqual({ LOG_LEVEL, TOKEN: "secret" });
    expect(await requests(platform)).toMatchObject({ "POST /variable/import 201": 1 });
    expect(JSON.stringify(await stack.resources())).not.toContain(token);
    const { outputs } = await stack.resource("web");
    expect(outputs.variables).toEqual({ LOG_LEVEL });
    await forgetRequests(platform);
    expect((await stack.run("preview")).changes).toEqual({ same: 2 });
    expect(await requests(platform)).toEqual({});
  });

  test("that change take one request each, and the container none", async () => {
    // Keys in other letters are other keys.
    await up({ A: "1", B: "2", b: "3" });
    const { changes } = await up({ A: "1", B: "20", b: "3" });
    expect(changes).toEqual({ same: 1, update: 1 });
    expect(await requests(platform)).toEqual({ "GET /variable 200": 1, "PUT /variable/{variableId} 200": 1 });
    expect(await shown()).toEqual({ A: "1", B: "20", b: "3" });
  });

  test("that the program no longer names are deleted, and those of others stay", async () => {
    await up({ A: "1", B: "2" });
    await setByHand("THEIRS", "kept");
    await up({ B: "2" });
    expect(await shown()).toEqual({ B: "2", THEIRS: "kept" });
    await stack.run("up", program());
    expect(await shown()).toEqual({ THEIRS: "kept" });
    expect((await stack.run("preview", program())).changes).toEqual({ same: 2 });
  });

  test("become secret and open again as the program marks them", async () => {
    await up({ TOKEN: token });
    expect(await shown()).toEqual({ TOKEN: token });
    await up({ TOKEN: pulumi.secret(token) });
    expect(await shown()).toEqual({ TOKEN: "secret" });
    expect(JSON.stringify(await stack.resources())).not.toContain(token);
    await up({ TOKEN: "open" });
    expect(await shown()).toEqual({ TOKEN: "open" });
    expect((await stack.run("refresh")).changes).toEqual({ same: 2 });
  });

  test("that somebody has changed show in a refresh of one list and are set again; a secret cannot be seen", async () => {
    await up(both());
    for (const { id, key } of await variablesOf(platform, (await stack.resource("web")).id)) {
      await platform.request("PUT", `/variable/${id}`, { body: { key, value: "by hand" } });
    }
    await forgetRequests(platform);
    expect((await stack.run("refresh")).changes).toEqual({ same: 1, update: 1 });
    expect((await requests(platform))["GET /variable 200"]).toBe(1);
    expect((await stack.resource("web")).outputs.variables).toEqual({ LOG_LEVEL: "by hand" });
    expect(JSON.stringify(await stack.resources())).not.toContain(token);
    await up(both());
    expect(await shown()).toEqual({ LOG_LEVEL, TOKEN: "secret" });
    expect((await requests(platform))["PUT /variable/{variableId} 200"]).toBe(1);
  });

  test("that somebody has deleted, or replaced by another form, are created again after a refresh", async () => {
    await up({ GONE: "1", FILE: "2", HIDDEN: "3", TOKEN: pulumi.secret(token) });
    for (const { id } of await variablesOf(platform, (await stack.resource("web")).id))
      await platform.request("DELETE", `/variable/${id}`);
    await setByHand("HIDDEN", "3", true);
    await setByHand("TOKEN", token);
    await stack.run("refresh");
    await up({ GONE: "1", FILE: "2", HIDDEN: "3", TOKEN: pulumi.secret(token) });
    expect(await shown()).toEqual({ GONE: "1", FILE: "2", HIDDEN: "3", TOKEN: "secret" });
    expect((await stack.run("preview")).changes).toEqual({ same: 2 });
  });

  test("that are new at an update are created with one request, whatever else changes", async () => {
    await up({ A: "1", B: "2" });
    await up({ A: "10", C: "3", TOKEN: pulumi.secret(token) });
    expect(await requests(platform)).toEqual({
      "GET /variable 200": 1,
      "DELETE /variable/{variableId} 204": 1,
      "POST /variable/import 201": 1,
      "PUT /variable/{variableId} 200": 1,
    });
    expect(await shown()).toEqual({ A: "10", C: "3", TOKEN: "secret" });
  });

  test("may be an output, all of it secret if that is", async () => {
    await up(pulumi.secret({ A: token, B: other }));
    expect(await shown()).toEqual({ A: "secret", B: "secret" });
    await up(pulumi.output({ A: "1" }));
    expect(await shown()).toEqual({ A: "1" });
  });

  test("that are given as secret stay secret, whatever the program marks", async () => {
    await up({ A: "1", TOKEN: pulumi.secret(token) }, { secretVariables: { OTHER: other } });
    expect(await shown()).toEqual({ A: "1", OTHER: "secret", TOKEN: "secret" });
    expect(JSON.stringify(await stack.resources())).not.toMatch(`${token}|${other}`);
    const failure = await stack.fails("preview", program({ variables: { A: "1" }, secretVariables: { A: other } }));
    expect(failure).toContain("variables.A must be omitted, since `secretVariables` has the key");
  });

  test("are adopted with a container, and shown at preview", async () => {
    await up({ A: "1", TOKEN: pulumi.secret(token) });
    await setByHand("B", "2");
    const { id } = await stack.resource("web");
    const second = await openStack(platform, { env: { APP_PLATFORM_ENDPOINTS: "extended" } });
    const adopting = program({ adoptId: id, variables: { A: "1", B: "20" } });
    expect((await second.run("preview", adopting)).output).toContain('variables.B: "2" → "20"');
    await second.run("up", adopting);
    expect(await shown()).toEqual({ A: "1", B: "20", TOKEN: "secret" });
    await second.close();
  });

  test("are named at preview by the trigger that rolls them out", async () => {
    const rolledOut = (variables: ContainerArgs["variables"]) => () => {
      const service = web({ variables });
      new DeploymentTrigger("release", { environmentId: platform.ids.environment, services: [service] });
    };
    await stack.run("up", rolledOut({ LOG_LEVEL, A: "1" }));
    const preview = await stack.run("preview", rolledOut({ LOG_LEVEL: "debug", A: "1" }));
    expect(preview.output).toContain(
      'DeploymentTrigger "release" deploys Container "web" (variable LOG_LEVEL changes).',
    );
    await forgetRequests(platform);
    await stack.run("up", rolledOut({ LOG_LEVEL: "debug", B: "1" }));
    expect((await requests(platform))["POST /environment/{environmentId}/service/deploy 202"]).toBe(1);
    expect((await stack.run("preview")).changes).toEqual({ same: 3 });
  });

  test.each<[wrong: object, reason: string]>([
    [{ variables: { PORT: 8080 } }, "variables.PORT must be a string; got 8080."],
    [{ variables: { "": "a" } }, "variables must not have an empty key."],
    [{ variables: "A=1" }, 'variables must be an object; got "A=1".'],
    [{ secretVariables: { TOKEN: { value: token } } }, "secretVariables.TOKEN must be a string; got a secret value."],
  ])("are refused at preview where they are wrong: %j", async (wrong, reason) => {
    const failure = await stack.fails("preview", program(wrong));
    expect(failure).toContain(`AP1203: Container "web": ${reason}`);
    expect(failure).not.toContain(token);
  });

  test("may be known only after another resource is created", async () => {
    const later = () => {
      const environmentId = platform.ids.environment;
      const db = new Database("db", { environmentId, type: "POSTGRESQL", version: "16", mode: "CONTAINER" });
      const url = pulumi.interpolate`postgres://app:${pulumi.secret(token)}@${db.host}`;
      web({ variables: { HOST: pulumi.interpolate`${db.host}`, LOG_LEVEL, URL: url } });
      return { host: db.host };
    };
    expect((await stack.run("preview", later)).changes).toEqual({ create: 3 });
    const { outputs } = await stack.run("up", later);
    expect(await shown()).toEqual({ HOST: outputs.host, LOG_LEVEL, URL: "secret" });
    expect(JSON.stringify(await stack.resources())).not.toContain(token);
    expect((await stack.run("preview")).changes).toEqual({ same: 3 });
  });

  test("are copied by a clone, which gives its own their values", async () => {
    await up({ A: "1", TOKEN: pulumi.secret(token) });
    await setByHand("THEIRS", "kept");
    const { id } = await stack.resource("web");
    await stack.run("up", () => {
      web({ variables: { A: "1", TOKEN: pulumi.secret(token) } });
      const place = { environmentId: platform.ids.environment, cloneFrom: id };
      new Container("clone", { ...place, variables: { A: "2", B: "3", TOKEN: pulumi.secret(other) } });
    });
    expect(await shown("clone")).toEqual({ A: "2", B: "3", THEIRS: "kept", TOKEN: "secret" });
    expect((await stack.run("preview")).changes).toEqual({ same: 3 });
  });

  test("of many containers cost a refresh one list each, and a preview nothing", async () => {
    const count = 10;
    const many = () => {
      const variables = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`KEY_${index}`, `${index}`]));
      for (let index = 0; index < count; index += 1) web({ name: `web-${index}`, variables }, {}, `web-${index}`);
    };
    await stack.run("up", many);
    await forgetRequests(platform);
    expect((await stack.run("preview")).changes).toEqual({ same: count + 1 });
    expect(await requests(platform)).toEqual({});
    expect((await stack.run("refresh")).changes).toEqual({ same: count + 1 });
    expect((await requests(platform))["GET /variable 200"]).toBe(count);
  });

  test("are refused at preview where the endpoints do not serve them", async () => {
    const documented = await openStack(platform, { env: { APP_PLATFORM_ENDPOINTS: "documented" } });
    const failure = await documented.fails("preview", program({ variables: { A: "1" } }));
    expect(failure).toContain('AP2008: Container "web" can\'t have variables');
    expect(failure).toContain("app-platform:endpoints extended");
    await documented.close();
  });
});

const owners = kindNames.filter((kind) => definitionOf(kind).owned !== undefined);

describe.each(owners)("variables of %s", (kind) => {
  test("are created, deleted with it, and cost a preview nothing", async () => {
    const args = records[kind].lifecycle.args(platform.ids);
    await stack.run("up", () => void declare(kind, "main", { ...args, variables: both() }));
    const found = await variablesOf(
      platform,
      (await stack.resource("main")).id,
      String(records[kind].service).toUpperCase(),
    );
    expect(found.map(({ key, is_secret }) => [key, is_secret])).toEqual([
      ["LOG_LEVEL", false],
      ["TOKEN", true],
    ]);
    await forgetRequests(platform);
    expect((await stack.run("preview")).changes).toEqual({ same: 2 });
    expect(await requests(platform)).toEqual({});
    expect((await stack.run("refresh")).changes).toEqual({ same: 2 });
    await stack.run("destroy");
  });

  test("are read by no refresh where the program names none, or no longer any", async () => {
    const args = records[kind].lifecycle.args(platform.ids);
    const refreshed = async (variables: Readonly<Record<string, string>> | undefined) => {
      await stack.run("up", () => void declare(kind, "main", { ...args, ...(variables && { variables }) }));
      await forgetRequests(platform);
      expect((await stack.run("refresh")).changes).toEqual({ same: 2 });
      return (await requests(platform))["GET /variable 200"] ?? 0;
    };
    expect(await refreshed(undefined)).toBe(0);
    expect(await refreshed({})).toBe(0);
    expect(await refreshed({ LOG_LEVEL })).toBe(1);
    expect(await refreshed(undefined)).toBe(0);
    await stack.run("destroy");
  });
});
