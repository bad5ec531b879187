/** What a run writes for services is deployed when it ends, by Pulumi's own engine: the program of "Connect a service to a database". */
import { expect, test } from "vitest";
import { containerArgs, databaseArgs } from "../engine/support/declare.js";
import { forgetRequests, requests } from "../engine/support/journal.js";
import { opened } from "../engine/support/opened.js";
import { doors } from "../support/frontend.js";
import { ofBoth } from "./support/both-doors.js";
import { addEnvironment } from "./support/operated.js";
import { openCliStack } from "./support/stack.js";

const { platform } = opened({ endpoints: "extended", isConfigured: true });

const deployments = async () => (await requests(platform))["POST /environment/{environmentId}/service/deploy 202"] ?? 0;

test("variables of a service are deployed once by the first run, and once more by a run that removes one", async () => {
  const stack = await openCliStack(platform, { env: { APP_PLATFORM_ENDPOINTS: "extended" } });
  const places: Record<string, string> = {};
  for (const door of doors) places[`${door}-web`] = await addEnvironment(platform);
  const currencies = async () => {
    const statuses = Object.entries(places).map(async ([name, id]) => {
      const { containers } = (await platform.request("GET", `/environment/${id}/statuses`)).body;
      const web = (await stack.resource(name)).id;
      return containers.find((each: { id: string }) => each.id === web)?.service_deployment_status;
    });
    return Promise.all(statuses);
  };
  const program = (hasPassword: boolean) =>
    ofBoth(({ Container, Database, DeploymentTrigger, Variable }, named) => {
      const environmentId = places[named("web")] as string;
      const db = new Database(named("db"), databaseArgs(platform, { environmentId }));
      const web = new Container(named("web"), containerArgs(platform, { environmentId }));
      new DeploymentTrigger(named("release"), { environmentId, services: [db, web] });
      new Variable(named("db-host"), { on: web, key: "DATABASE_HOST", aliasOf: db.credentials.host });
      const { password } = db.credentials;
      if (hasPassword) new Variable(named("db-password"), { on: web, key: "DATABASE_PASSWORD", aliasOf: password });
    });
  await forgetRequests(platform);
  await stack.run("up", program(true));
  expect(await currencies()).toEqual(["UP_TO_DATE", "UP_TO_DATE"]);
  expect(await deployments()).toBe(2);
  await stack.run("up", program(false));
  expect(await currencies()).toEqual(["UP_TO_DATE", "UP_TO_DATE"]);
  expect(await deployments()).toBe(4);
  await stack.close();
});
