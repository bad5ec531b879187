/** The gate, by Pulumi's own engine: what is in the state when a resource is deleted, and which stack's state that is. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import * as dynamic from "pulumi-app-platform";
import * as native from "pulumi-app-platform/native";
import { describe, expect, test } from "vitest";
import { pulumiEnvironment } from "../../tools/pulumi-cli/environment.js";
import { containerArgs, databaseArgs } from "../engine/declare.js";
import { opened } from "../engine/opened.js";
import type { StepOptions } from "../engine/test-stack.js";
import { writeEmptyStack } from "./empty-stack.js";
import { openCliStack } from "./stack.js";

const { platform } = opened({ endpoints: "extended", isConfigured: true });

const isThere = async (path: string) => (await platform.request("GET", path)).status === 200;
const env = { APP_PLATFORM_ENDPOINTS: "extended" };

describe.each([
  ["dynamic", dynamic],
  ["native", native as unknown as typeof dynamic],
] as const)("the %s provider", (door, { Container, CustomDomain, Database, Environment, Project }) => {
  const project = (name: string) =>
    new Project(name, { organizationId: platform.ids.organization, name: `${door}-${name}` });

  test("deletes an environment with what is deleted with it or with its project, and keeps what is retained", async () => {
    const stack = await openCliStack(platform, { env });
    const program = (options: { isRetained: boolean }) => () => {
      const shop = project("shop");
      const staging = new Environment("staging", { projectId: shop.id });
      new Container("web", containerArgs(platform, { environmentId: staging.id }), { deletedWith: staging });
      const args = databaseArgs(platform, { environmentId: staging.id });
      new Database("orders", args, options.isRetained ? { retainOnDelete: true } : { deletedWith: shop });
    };
    await stack.run("up", program({ isRetained: true }));
    const orders = (await stack.resource("orders")).id;
    // The engine has removed the database from the state without a word to the provider, whatever `onDelete` says.
    const everything: StepOptions = { env: { APP_PLATFORM_ON_DELETE: "everything" } };
    expect(await stack.fails("destroy", undefined, everything)).toContain(
      `Database "orders" (id ${orders}): it has the resource option retainOnDelete`,
    );
    expect(await isThere(`/database/${orders}`)).toBe(true);
    await platform.request("DELETE", `/database/${orders}`);
    await stack.run("destroy");

    await stack.run("up", program({ isRetained: false }));
    const { id } = await stack.resource("shop");
    await stack.run("destroy");
    expect(await isThere(`/project/${id}`)).toBe(false);
    await stack.close();
  });

  test("keeps a retained database whose environment is replaced", async () => {
    const stack = await openCliStack(platform, { env });
    const program = (name: string) => () => {
      const environment = new Environment("staging", { projectId: project(name).id });
      new Database("orders", databaseArgs(platform, { environmentId: environment.id }), { retainOnDelete: true });
    };
    await stack.run("up", program("first"));
    const { id } = await stack.resource("orders");
    expect(await stack.fails("up", program("second"))).toContain(
      `Database "orders" (id ${id}): it has the resource option retainOnDelete`,
    );
    expect(await isThere(`/database/${id}`)).toBe(true);
    await stack.close();
  });

  test("keeps a protected domain whose container leaves the program", async () => {
    const stack = await openCliStack(platform, { env });
    const args = { domain: `${door}.example.com`, generateCertificate: false };
    const program = (on?: string) => () => {
      const environment = new Environment("staging", { projectId: project("domains").id });
      const web = on ?? new Container("web", containerArgs(platform, { environmentId: environment.id }));
      new CustomDomain("shop", { on: web, ...args }, { protect: true });
    };
    await stack.run("up", program());
    const { id } = await stack.resource("web");
    const domains = `/container/${id}/customDomain`;
    expect(await stack.fails("up", program(`container/${id}`))).toContain(`CustomDomain "${door}.example.com"`);
    expect((await platform.request("GET", domains)).body.results).toHaveLength(1);
    await stack.close();
  });

  test("reads the state of the resource's own stack, however the command line spells it, and whichever is selected", async () => {
    const stack = await openCliStack(platform, { env });
    const program = () => {
      const environment = new Environment("staging", { projectId: project("spelled").id });
      new Container("web", containerArgs(platform, { environmentId: environment.id }));
    };
    await stack.run("up", program);
    const [web, staging] = await Promise.all([stack.resource("web"), stack.resource("staging")]);
    const state = join(stack.folder, "state");
    await writeEmptyStack({ folder: stack.folder, state, project: "program", stack: "other" });
    const variables = { ...process.env, ...(await pulumiEnvironment({ state })), ...env };
    const connection = { APP_PLATFORM_BASE_URL: platform.url, APP_PLATFORM_TOKEN: platform.tokens.admin };
    const pulumi = (...args: string[]) =>
      promisify(execFile)("pulumi", args, { cwd: stack.folder, env: { ...variables, ...connection } });
    await pulumi("stack", "select", "other");
    await pulumi("destroy", "-yfrs", stack.name, "--target", web.urn);
    expect([await isThere(`/container/${web.id}`), await isThere(`/environment/${staging.id}`)]).toEqual([false, true]);
    await pulumi("destroy", "--stack", "other", `-yfs${stack.name}`);
    expect(await isThere(`/environment/${staging.id}`)).toBe(false);
    await stack.close();
  });
});
