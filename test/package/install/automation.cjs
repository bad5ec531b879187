// Runs in a project, with what is installed there: `node automation.cjs inline|local|end`. Prints what each step did as JSON.
const { readFileSync } = require("node:fs");
const pulumi = require("@pulumi/pulumi");
const { LocalWorkspace } = require("@pulumi/pulumi/automation");
const app = require("pulumi-app-platform");
const native = require("pulumi-app-platform/native");

const workDir = process.cwd();
const ids = JSON.parse(process.env.IDS);

/** Of the outputs of `shop`: the resource that is read has what the transform set. */
const shop = async () => {
  pulumi.runtime.registerResourceTransform(({ custom, props, opts }) =>
    custom ? { props: { ...props, description: "transformed" }, opts } : undefined,
  );
  const args = { ...ids, imageName: "nginx", tag: "1.27" };
  const path = pulumi.secret("/canary-of-inline");
  const probe = { type: { http: { path, port: 80 } } };
  const web = new app.Container("web", { ...args, healthchecks: { readinessProbe: probe } });
  const api = new native.Container("api", { ...args, healthchecks: { readinessProbe: probe } });
  const { environmentId } = ids;
  return {
    web: app.Container.get("read-web", web.id, { environmentId }).description,
    api: native.Container.get("read-api", api.id, { environmentId }).description,
  };
};

const ways = {
  async inline() {
    const path = `${workDir}/node_modules/pulumi-app-platform/dist/native`;
    const plugins = { providers: [{ name: "app-platform", path }] };
    const projectSettings = { name: "inline", runtime: "nodejs", main: workDir, plugins };
    const inline = { stackName: "inline", projectName: "inline", program: shop };
    const stack = await LocalWorkspace.createOrSelectStack(inline, { projectSettings });
    const { outputs } = await stack.up();
    const { checkpoint } = JSON.parse(readFileSync(`${workDir}/.state/.pulumi/stacks/inline/inline.json`, "utf8"));
    // Nothing tells that a value which is only read is secret.
    const declared = checkpoint.latest.resources.filter(({ external }) => !external);
    return {
      outputs: [outputs.web.value, outputs.api.value],
      secretsInPlainText: declared.filter((each) => JSON.stringify(each).includes("canary")).map(({ urn }) => urn),
      preview: await changes(stack.preview({ expectNoChanges: true })),
      destroy: await changes(stack.destroy()),
    };
  },
  async local() {
    const stack = await LocalWorkspace.selectStack({ stackName: "dev", workDir });
    const { stdout, summary } = await stack.up({ policyPacks: [process.env.POLICY_PACK] });
    return {
      up: summary.resourceChanges,
      reported: [...stdout.matchAll(/\((\S+:Container): \S+\)/g)].map(([, type]) => type).sort(),
      refresh: await changes(stack.refresh({ runProgram: true })),
    };
  },
  async end() {
    const stack = await LocalWorkspace.selectStack({ stackName: "dev", workDir });
    const preview = await changes(stack.preview({ expectNoChanges: true }));
    return { preview, destroy: await changes(stack.destroy({ runProgram: true })) };
  },
};

async function changes(done) {
  const { changeSummary, summary } = await done;
  return changeSummary ?? summary.resourceChanges;
}

ways[process.argv[2]]().then(
  (said) => process.stdout.write(JSON.stringify(said)),
  (error) => {
    process.stderr.write(`${error.stack}\n`);
    process.exitCode = 1;
  },
);
