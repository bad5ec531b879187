/** A stack of its own for a test: an inline program, run by the real CLI against a platform that is a process of its own. */
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import {
  CommandError,
  LocalWorkspace,
  type PreviewOptions,
  PulumiCommand,
  Stack,
  type UpOptions,
} from "@pulumi/pulumi/automation";
import { afterAll, beforeAll } from "vitest";
import { pulumiEnvironment } from "../../../tools/fetch/pulumi-cli/environment.js";
import { newConnections } from "../../engine/support/connections-of-run.js";
import type { Program, Result, StackOptions, Step, StepOptions, TestStack } from "../../engine/support/test-stack.js";
import { proxyTo } from "../../platform/support/opened.js";
import type { Platform } from "../../platform/support/platform.js";
import { type Bucket, bucketAccess } from "./bucket.js";
import { writeEmptyStack } from "./empty-stack.js";
import { expectReadable } from "./readable.js";
import { stateFiles } from "./state-files.js";

const projectName = "program";
/** Has the folder of each stack, with its state. */
export const stackFolders = join(__dirname, "../../../.local/test-program");
/** The native provider, for programs that use it. */
const plugins = { providers: [{ name: "app-platform", path: join(__dirname, "../../../dist/native") }] };

/** The CLI, asked for its version once for all stacks of a file. */
let command: Promise<PulumiCommand> | undefined;

/** A stack that the real CLI runs. */
export async function openCliStack(
  platform: Pick<Platform, "url" | "tokens">,
  options: StackOptions & Pick<Partial<Bucket>, "urlOf"> = {},
) {
  const name = `t${randomBytes(4).toString("hex")}`;
  const folder = join(stackFolders, name);
  const state = join(folder, "state");
  await mkdir(state, { recursive: true });
  const environment = await pulumiEnvironment({ state });
  // The Automation API looks the CLI up on the PATH of its own process.
  if (environment.PATH !== undefined) process.env.PATH = environment.PATH;
  const envVars = {
    ...environment,
    ...(options.urlOf && { ...bucketAccess, PULUMI_BACKEND_URL: options.urlOf(`${name}/state`) }),
    APP_PLATFORM_BASE_URL: platform.url,
    APP_PLATFORM_TOKEN: platform.tokens.admin,
    ...options.env,
  };
  let current: Program = () => undefined;
  const connections = newConnections();
  const program = async () => {
    connections.take();
    return (await current()) ?? {};
  };
  command ??= PulumiCommand.get();
  const workspace = await LocalWorkspace.create({
    program,
    workDir: folder,
    envVars,
    projectSettings: { ...{ name: projectName, runtime: "nodejs", main: folder }, ...{ plugins } },
    pulumiCommand: await command,
  });
  workspace.createStack = (stack) => writeEmptyStack({ folder, state, project: projectName, stack });
  const stack = await Stack.create(name, workspace);
  const files = stateFiles(state, projectName, name);
  // After each step, the Automation API runs the CLI up to three times for what is in the files of the state anyway.
  Object.assign(stack, { outputs: files.outputs, info: files.latestUpdate });
  const config = [options.config ?? {}, options.secretConfig ?? {}].flatMap((values, index) =>
    Object.entries(values).map(([key, value]) => [key, { value, secret: index === 1 }] as const),
  );
  if (config.length > 0) await stack.setAllConfig(Object.fromEntries(config));

  const attempt = async (step: Step, program: Program = current, options: StepOptions = {}) => {
    current = program;
    let output = "";
    const onOutput = (text: string) => {
      output += text;
      options.onOutput?.(text);
    };
    stack.workspace.envVars = { ...envVars, ...options.env };
    try {
      const ran = await perform(stack, step, options, onOutput);
      if (options.verbose !== true) expectReadable(output);
      return { output, ...ran };
    } catch (error) {
      // A failed command's message repeats what it printed.
      if (!(error instanceof CommandError) || output === "") output += (error as Error).message;
      expectReadable(output);
      return { output, failed: true as const };
    } finally {
      connections.close();
    }
  };

  const { resources } = files;
  const pulumi = (...args: string[]) => {
    const env = { ...process.env, ...envVars };
    return promisify(execFile)("pulumi", [...args, "--stack", name], { cwd: folder, env });
  };

  const opened: TestStack = {
    folder,
    name,
    async run(step, program, options) {
      const result = await attempt(step, program, options);
      if ("failed" in result) throw new Error(`pulumi ${step} failed:\n${result.output}`);
      return result;
    },
    async fails(step, program, options) {
      const result = await attempt(step, program, options);
      if (!("failed" in result)) throw new Error(`pulumi ${step} should have failed:\n${result.output}`);
      return result.output;
    },
    resources,
    // Not the Automation API's export, which decrypts.
    exported: async () => (await pulumi("stack", "export")).stdout,
    async resource(resourceName) {
      const found = (await resources()).find(({ urn }) => urn.endsWith(`::${resourceName}`));
      if (found === undefined) throw new Error(`the state holds no ${resourceName}`);
      return found;
    },
    async configure(values) {
      for (const [key, value] of Object.entries(values)) {
        if (value === undefined) await stack.removeConfig(key);
        else await stack.setConfig(key, { value, secret: true });
      }
    },
    async forget(resourceName) {
      await pulumi("state", "delete", (await opened.resource(resourceName)).urn, "--yes");
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
  return opened;
}

/** A stack for the tests of a file, with options that may name its platform. */
export function openedCliStack(platform: Platform, options: () => StackOptions = () => ({})): TestStack {
  let stack: TestStack;
  beforeAll(async () => {
    stack = await openCliStack(platform, options());
  });
  afterAll(() => stack?.close());
  return proxyTo(() => stack);
}

async function perform(
  stack: Stack,
  step: Step,
  { verbose, env: _, ...specified }: StepOptions,
  onOutput: (text: string) => void,
): Promise<Omit<Result, "output">> {
  const logging = verbose === true ? { logToStdErr: true, logVerbosity: 9, logFlow: true } : {};
  // The Automation API changes no list.
  const options = { ...(specified as UpOptions & PreviewOptions), ...logging, onOutput, onError: onOutput };
  if (step === "preview") return { changes: (await stack.preview(options)).changeSummary, outputs: {} };
  if (step === "up") {
    const { summary, outputs } = await stack.up(options);
    const plain = Object.entries(outputs).map(([key, { value }]) => [key, value] as const);
    return { changes: summary.resourceChanges ?? {}, outputs: Object.fromEntries(plain) };
  }
  const { summary } = step === "refresh" ? await stack.refresh(options) : await stack.destroy(options);
  return { changes: summary.resourceChanges ?? {}, outputs: {} };
}
