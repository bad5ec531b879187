/** Variables that a program names in arguments of a service: `variables` and `secretVariables`. */
import * as pulumi from "@pulumi/pulumi";
import { Container, type ContainerArgs, Database } from "pulumi-app-platform";
import { describe, expect, test } from "vitest";
import { kindNames, records } from "../kinds/index.js";
import { definitionOf } from "../unit/support/fake-platform.js";
import { containerArgs, declare } from "./support/declare.js";
import { shownVariables, variablesOf } from "./support/existing.js";
import { forgetRequests, requests } from "./support/journal.js";
import { opened } from "./support/opened.js";

const token = "s3cr3t-canary-4711";
const other = "s3cr3t-canary-4712";

const { platform, stack } = opened({ endpoints: "extended", isFresh: true });

const shown = async (name = "web") => shownVariables(platform, (await stack.resource(name)).id);

const setByHand = async (key: string, value: string) => {
  const { id } = await stack.resource("web");
  return platform.request("POST", "/variable", {
    body: { key, value, is_secret: false, variable_scope: "CONTAINER", variable_parent_id: id },
  });
};

const web = (wish: Partial<ContainerArgs>, name = "web") => new Container(name, containerArgs(platform, wish));

const program = (wish: Partial<ContainerArgs>) => () => void web(wish);

const LOG_LEVEL = "info";
const both = () => ({ LOG_LEVEL, TOKEN: pulumi.secret(token) });

describe("variables of a container", () => {
  const up = async (variables: ContainerArgs["variables"], wish: Partial<ContainerArgs> = {}) => {
    await forgetRequests(platform);
    return stack.run("up", program({ variables, ...wish }));
  };

  test("are created with the container by one request, and secret ones are encrypted in the state", async () => {
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

  test("show changes outside Pulumi after a refresh, except secret values, which the platform never returns", async () => {
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

  test("are deleted if the program removes their keys, unlike variables with other keys that others set", async () => {
    await up(both());
    await setByHand("THEIRS", "kept");
    await up(undefined);
    expect(await shown()).toEqual({ THEIRS: "kept" });
  });

  test("are all secret if `variables` is a single secret output, such as that of requireSecretObject", async () => {
    await up(pulumi.secret({ A: token, B: other }));
    expect(await shown()).toEqual({ A: "secret", B: "secret" });
    await up(pulumi.output({ A: "1" }));
    expect(await shown()).toEqual({ A: "1" });
  });

  test("are secret in `secretVariables`", async () => {
    await up({ A: "1", TOKEN: pulumi.secret(token) }, { secretVariables: { OTHER: other } });
    expect(await shown()).toEqual({ A: "1", OTHER: "secret", TOKEN: "secret" });
    expect(JSON.stringify(await stack.resources())).not.toMatch(`${token}|${other}`);
  });

  test("fail at preview if both arguments have the same key", async () => {
    const failure = await stack.fails("preview", program({ variables: { A: "1" }, secretVariables: { A: other } }));
    expect(failure).toContain("variables.A must be omitted, since `secretVariables` has the key");
  });

  test("may be unknown at preview", async () => {
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

  test("are copied by `cloneFrom`, unless the clone sets them", async () => {
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
});

const owners = kindNames.filter((kind) => definitionOf(kind).owned !== undefined);

test.each(owners)(
  "variables of a %s are created with it, and a preview without a change sends no request",
  async (kind) => {
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
  },
);
