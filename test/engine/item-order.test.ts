/** Lists whose order says nothing: another order isn't a change, whoever has made it. */
import { Container, type ContainerArgs, DeploymentTrigger } from "pulumi-app-platform";
import { expect, test } from "vitest";
import { containerArgs } from "./declare.js";
import { forgetRequests, requests } from "./journal.js";
import { opened } from "./opened.js";

const { platform, stack } = opened({ endpoints: "extended", isFresh: true });

type Scalers = NonNullable<ContainerArgs["autoscaling"]>;
const scaler = { scalerType: "cpu", role: "PRIMARY", configYaml: "target: 1" } as const;
const scalers = [
  scaler,
  { ...scaler, enabled: false },
  { ...scaler, scalerType: "cron", triggerAuthentication: { name: "login", configYaml: "key: 1" } },
];
const ports = [80, 81].map((internalPort) => ({ internalPort, publiclyAccessible: false, name: `p${internalPort}` }));

const program =
  (order: (list: readonly unknown[]) => readonly unknown[], changed = "") =>
  () => {
    const all = scalers.map((each) => ({ ...each, configYaml: `${each.configYaml}${changed}` }));
    const autoscaling = { mode: "KEDA", scalers: order(all) } as Scalers;
    const services = ["web", "worker"].map(
      (name) =>
        new Container(
          name,
          containerArgs(platform, {
            maxRunningInstances: 3,
            autoscaling,
            ports: order(ports) as ContainerArgs["ports"],
          }),
        ),
    );
    const { environment: environmentId } = platform.ids;
    new DeploymentTrigger("release", { environmentId, services: order(services) as Container[] });
  };
const asGiven = program((list) => list);
const reversed = program((list) => [...list].reverse());

test("scalers, ports and services in another order cause neither an update nor a deployment", async () => {
  await stack.run("up", asGiven);
  await forgetRequests(platform);
  expect((await stack.run("preview", reversed)).changes).toEqual({ same: 4 });
  expect((await stack.run("up", reversed)).changes).toEqual({ same: 4 });
  expect(await requests(platform)).toEqual({});
  // What another order has left in the state is compared like any other.
  expect(
    (
      await stack.run(
        "up",
        program(([first, ...rest]) => [...rest, first]),
      )
    ).changes,
  ).toEqual({ same: 4 });
});

test("a list that somebody else has ordered otherwise shows no drift", async () => {
  await stack.run("up", asGiven);
  const { id } = await stack.resource("web");
  const { body } = await platform.request("GET", `/container/${id}`);
  const autoscaling = { ...body.autoscaling, scalers: body.autoscaling.scalers.reverse() };
  await platform.request("PUT", `/container/${id}`, { body: { ...body, autoscaling, ports: body.ports.reverse() } });
  expect((await stack.run("refresh")).changes).toEqual({ same: 4 });
  const { changes, output } = await stack.run("preview", asGiven);
  // To the platform, whatever somebody writes makes a service out of date.
  expect([changes, output]).toEqual([{ same: 3, update: 1 }, expect.stringContaining("is OUT_OF_DATE")]);
});

test("a change of items that are also in another order is that change alone", async () => {
  await stack.run("up", asGiven);
  const { body } = await platform.request("GET", `/container/${(await stack.resource("web")).id}`);
  const [, , { trigger_authentication: login }] = body.autoscaling.scalers;
  await stack.run(
    "up",
    program((list) => [...list].reverse(), "0"),
  );
  const { body: now } = await platform.request("GET", `/container/${(await stack.resource("web")).id}`);
  expect(now.autoscaling.scalers).toMatchObject([
    { scaler_type: "cron", config_yaml: "target: 10", trigger_authentication: { name: login.name } },
    { scaler_type: "cpu", config_yaml: "target: 10", enabled: false },
    { scaler_type: "cpu", config_yaml: "target: 10", enabled: true },
  ]);
  const idOf = (list: readonly { id: string; internal_port: number }[]) =>
    Object.fromEntries(list.map(({ id, internal_port: port }) => [port, id]));
  expect(idOf(now.ports)).toEqual(idOf(body.ports));
  expect((await stack.run("preview")).changes).toEqual({ same: 4 });
});
