/** The gate, by Pulumi's own engine: what is in the state when a resource is deleted, and which stack's state that is. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { pulumiEnvironment } from "../../tools/fetch/pulumi-cli/environment.js";
import { containerArgs, databaseArgs } from "../engine/support/declare.js";
import { opened } from "../engine/support/opened.js";
import { type App, eachDoor, ofBoth } from "./support/both-doors.js";
import { writeEmptyStack } from "./support/empty-stack.js";
import { openCliStack } from "./support/stack.js";

const { platform } = opened({ endpoints: "extended", isConfigured: true });

const env = { APP_PLATFORM_ENDPOINTS: "extended" };
const isThere = async (path: string) => (await platform.request("GET", path)).status === 200;

/** An environment in a project of its own. */
function declareEnvironment({ Environment, Project }: App, name: string, inProject = name) {
  const project = new Project(inProject, { organizationId: platform.ids.organization });
  return { project, environment: new Environment(`${name}-staging`, { projectId: project.id }) };
}

test("deletion: an environment is deleted with its contents, and kept by a retained database", async () => {
  const stack = await openCliStack(platform, { env });
  const program = ofBoth((app, named) => {
    const { environment } = declareEnvironment(app, named("shop"));
    const place = { environmentId: environment.id };
    new app.Container(named("web"), containerArgs(platform, place), { deletedWith: environment });
    new app.Database(named("orders"), databaseArgs(platform, place), { retainOnDelete: true });
  });
  await stack.run("up", program);
  const orders = await eachDoor(async (named) => ({
    ...(await stack.resource(named("orders"))),
    // Pulumi calls the dynamic provider only after it has removed the database.
    why: named("").startsWith("native")
      ? "it has the resource option retainOnDelete"
      : "this stack doesn't manage it, or has just retained it, which isn't known",
  }));
  // The engine has removed the databases from the state without a word to the provider, whatever `onDelete` says.
  const everything = { continueOnError: true, env: { APP_PLATFORM_ON_DELETE: "everything" } };
  const output = await stack.fails("destroy", undefined, everything);
  for (const { id, inputs, why } of orders) {
    expect(output).toContain(`Database "${inputs.name}" (id ${id}): ${why}`);
    expect(await isThere(`/database/${id}`)).toBe(true);
  }
  await stack.close();
});

test("deletion: a retained database and a protected domain keep their environment and container from replacement", async () => {
  const stack = await openCliStack(platform, { env });
  const domainOf = (named: (name: string) => string) => `${named("shop")}.example.com`;
  const program = (inProject: string, idOf: (web: string) => string | undefined = () => undefined) =>
    ofBoth((app, named) => {
      const { environment } = declareEnvironment(app, named("replaced"), named(inProject));
      const orders = databaseArgs(platform, { environmentId: environment.id });
      new app.Database(named("orders"), orders, { retainOnDelete: true });

      const place = { environmentId: declareEnvironment(app, named("domains")).environment.id };
      const id = idOf(named("web"));
      const on = id === undefined ? new app.Container(named("web"), containerArgs(platform, place)) : `container/${id}`;
      const args = { on, domain: domainOf(named), generateCertificate: false };
      new app.CustomDomain(named("shop"), args, { protect: true });
    });
  await stack.run("up", program("first"));
  const made = await stack.resources();
  const idOf = (name: string) => made.find(({ urn }) => urn.endsWith(`::${name}`))?.id;
  // The plan ends the run.
  const refused = await stack.fails("up", program("second"));
  expect(refused).toMatch(/Database "(?:dynamic|native)-orders" \(id .*\): it has the resource option retainOnDelete/);
  const output = await stack.fails("up", program("first", idOf), { continueOnError: true });
  await eachDoor(async (named) => {
    expect(await isThere(`/database/${idOf(named("orders"))}`)).toBe(true);
    expect(output).toContain(`(${domainOf(named)}, id `);
    const domains = await platform.request("GET", `/container/${idOf(named("web"))}/customDomain`);
    expect(domains.body.results).toHaveLength(1);
  });
  await stack.close();
});

test("deletion: rules use the state of the resource's own stack, whatever the command line's format", async () => {
  const stack = await openCliStack(platform, { env });
  const program = ofBoth((app, named) => {
    const { project, environment } = declareEnvironment(app, named("spelled"));
    new app.Container(named("web"), containerArgs(platform, { environmentId: environment.id }));
    const gone = new app.Environment(named("gone"), { projectId: project.id });
    // Nothing else deletes it: it goes with the project.
    new app.Database(named("db"), databaseArgs(platform, { environmentId: gone.id }), { deletedWith: project });
  });
  await stack.run("up", program);
  const state = join(stack.folder, "state");
  await writeEmptyStack({ folder: stack.folder, state, project: "program", stack: "other" });
  const variables = { ...process.env, ...(await pulumiEnvironment({ state })), ...env };
  const connection = { APP_PLATFORM_BASE_URL: platform.url, APP_PLATFORM_TOKEN: platform.tokens.admin };
  const pulumi = (...args: string[]) =>
    promisify(execFile)("pulumi", args, { cwd: stack.folder, env: { ...variables, ...connection } });
  const paths = await eachDoor(async (named) => {
    const of = (name: string) => stack.resource(named(name));
    const [web, staging, project] = await Promise.all(["web", "spelled-staging", "spelled"].map(of));
    return { web, path: `/container/${web?.id}`, others: [`/environment/${staging?.id}`, `/project/${project?.id}`] };
  });
  await pulumi("stack", "select", "other");
  await pulumi("destroy", "-yfrs", stack.name, ...paths.flatMap(({ web }) => ["--target", web?.urn ?? ""]));
  for (const { path, others } of paths)
    expect([await isThere(path), ...(await Promise.all(others.map(isThere)))]).toEqual([false, true, true]);
  await pulumi("destroy", "--stack", "other", `-yfs${stack.name}`);
  for (const { others } of paths) expect(await Promise.all(others.map(isThere))).toEqual([false, false]);
  await stack.close();
});
