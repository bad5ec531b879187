/** Which stack's state the rules of deletion use, with Pulumi's own engine. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { pulumiEnvironment } from "../../tools/fetch/pulumi-cli/environment.js";
import { containerArgs, databaseArgs } from "../engine/support/declare.js";
import { opened } from "../engine/support/opened.js";
import { eachProvider, ofBoth } from "./support/both-providers.js";
import { writeEmptyStack } from "./support/empty-stack.js";
import { openCliStack } from "./support/stack.js";

const { platform } = opened({ endpoints: "extended", isConfigured: true });

const env = { APP_PLATFORM_ENDPOINTS: "extended" };
const isThere = async (path: string) => (await platform.request("GET", path)).status === 200;

test("deletion rules use the state of the stack that --stack or -s names, also among other options as in -yfrs", async () => {
  const stack = await openCliStack(platform, { env });
  const program = ofBoth((app, named) => {
    const project = new app.Project(named("spelled"), { organizationId: platform.ids.organization });
    const environment = new app.Environment(named("staging"), { projectId: project.id });
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
  const paths = await eachProvider(async (named) => {
    const of = (name: string) => stack.resource(named(name));
    const [web, staging, project] = await Promise.all(["web", "staging", "spelled"].map(of));
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
