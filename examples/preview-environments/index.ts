/** Deploys and removes the preview of a pull request: `npm start -- up 42`, `npm start -- down 42`. */
import {
  type InlineProgramArgs,
  LocalWorkspace,
  type LocalWorkspaceOptions,
  StackNotFoundError,
} from "@pulumi/pulumi/automation";
import { type Deployed, deployPreview } from "./preview.js";

const usage = `Usage: npm start -- up <pull request> [<service>=<tag or commit> ...]
       npm start -- down <pull request>`;

const onOutput = (text: string) => process.stderr.write(text);

function stackOf(pullRequest: string, versions: Record<string, string>): InlineProgramArgs {
  const sourceEnvironmentId = required("SOURCE_ENVIRONMENT_ID");
  const preview = { pullRequest, sourceEnvironmentId, versions };
  // Every pull request has a stack of its own, so that runs for different ones don't wait for each other's lock.
  return { stackName: `pr-${pullRequest}`, projectName: "preview-environments", program: () => deployPreview(preview) };
}

function required(variable: string): string {
  const value = process.env[variable];
  if (value === undefined || value === "") throw new Error(`${variable} must be set to the ID of an environment.`);
  return value;
}

// The plugin loads the provider from the folder `main`.
const options: LocalWorkspaceOptions = {
  projectSettings: { name: "preview-environments", runtime: "nodejs", main: __dirname },
};

async function up(pullRequest: string, versions: Record<string, string>): Promise<void> {
  const stack = await LocalWorkspace.createOrSelectStack(stackOf(pullRequest, versions), options);
  const { outputs } = await stack.up({ onOutput });
  const deployed: readonly Deployed[] = outputs.deployed?.value ?? [];
  console.log(`Pull request ${pullRequest}: ${deployed.length} services DEPLOYED`);
  const width = Math.max(0, ...deployed.map(({ name }) => name.length));
  for (const { kind, name, address } of deployed) {
    console.log(`  ${kind.padEnd(12)} ${name.padEnd(width)}  ${address ?? ""}`.trimEnd());
  }
}

async function down(pullRequest: string): Promise<void> {
  const args = stackOf(pullRequest, {});
  try {
    const stack = await LocalWorkspace.selectStack(args, options);
    // Only needed after a `down` that failed: the provider doesn't know what Pulumi has retained in it. Nothing is retained here.
    await stack.refresh({ onOutput });
    await stack.destroy({ onOutput, refresh: true, remove: true });
    console.log(`Pull request ${pullRequest}: removed`);
  } catch (error) {
    if (!(error instanceof StackNotFoundError)) throw error;
    console.log(`Pull request ${pullRequest}: nothing to remove`);
  }
}

async function run([action, pullRequest = "", ...given]: readonly string[]): Promise<number> {
  const pairs = given.map((each) => each.split("="));
  const isValid = /^\d+$/.test(pullRequest) && pairs.every((pair) => pair.length === 2 && pair.every(Boolean));
  if (action === "up" && isValid) await up(pullRequest, Object.fromEntries(pairs));
  else if (action === "down" && isValid && pairs.length === 0) await down(pullRequest);
  else {
    console.error(usage);
    return 2;
  }
  return 0;
}

// Creating and deleting environments needs them.
process.env.APP_PLATFORM_ENDPOINTS ??= "extended";
// An environment is deleted with the copies in it, which no stack manages.
process.env.APP_PLATFORM_ON_DELETE ??= "everything";

run(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  },
);
