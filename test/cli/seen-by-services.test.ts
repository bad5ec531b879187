/** What a run writes for services is deployed when it ends, by Pulumi's own engine: the program of "Connect a service to a database". */
import * as dynamic from "pulumi-app-platform";
import * as native from "pulumi-app-platform/native";
import { expect, test } from "vitest";
import { containerArgs, databaseArgs } from "../engine/declare.js";
import { forgetRequests, requests } from "../engine/journal.js";
import { opened } from "../engine/opened.js";
import { openCliStack } from "./stack.js";

const { platform } = opened({ endpoints: "extended", isConfigured: true });

const deployments = async () => (await requests(platform))["POST /environment/{environmentId}/service/deploy 202"] ?? 0;

async function currencyOf(id: string): Promise<unknown> {
  const { body } = await platform.request("GET", `/environment/${platform.ids.environment}/statuses`);
  const all = Object.values(body).flat() as { id: string; service_deployment_status: string }[];
  return all.find((each) => each.id === id)?.service_deployment_status;
}

test.each([
  ["dynamic", dynamic],
  ["native", native as unknown as typeof dynamic],
] as const)(
  "the first run deploys a service once, with its variables, and a later one what it removes (%s)",
  async (door, { Container, Database, DeploymentTrigger, Variable }) => {
    const stack = await openCliStack(platform, { env: { APP_PLATFORM_ENDPOINTS: "extended" } });
    const program = (hasPassword: boolean) => () => {
      const db = new Database("db", databaseArgs(platform, { name: `${door}-db` }));
      const web = new Container("web", containerArgs(platform, { name: `${door}-web` }));
      const { environment: environmentId } = platform.ids;
      new DeploymentTrigger("release", { environmentId, services: [db, web] });
      new Variable("db-host", { on: web, key: "DATABASE_HOST", aliasOf: db.credentials.host });
      if (hasPassword)
        new Variable("db-password", { on: web, key: "DATABASE_PASSWORD", aliasOf: db.credentials.password });
    };
    await forgetRequests(platform);
    await stack.run("up", program(true));
    const { id } = await stack.resource("web");
    expect(await currencyOf(id)).toBe("UP_TO_DATE");
    expect(await deployments()).toBe(1);
    await stack.run("up", program(false));
    expect(await currencyOf(id)).toBe("UP_TO_DATE");
    expect(await deployments()).toBe(2);
    expect((await stack.run("preview")).changes).toEqual({ same: 5 });
    await stack.close();
  },
);
