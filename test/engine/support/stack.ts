/** A stack of its own for a test: an inline program, run by an engine in this process that speaks the provider's protocol. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { readExport } from "../../../provider/engine/stackState.js";
import { expectReadable } from "../../cli/support/readable.js";
import type { StateResource } from "../../cli/support/state-files.js";
import type { Platform } from "../../platform/support/platform.js";
import { sameJson, type Values } from "../../support/provider.js";
import { type Changed, type Message, newDeployment, type Op } from "./deployment.js";
import { startMonitor } from "./monitor.js";
import { runProgram } from "./program.js";
import { type PluginOptions, startPlugin } from "./start-plugin.js";
import { inFile, type Kept, nameOf } from "./state.js";
import type { Program, Result, StackOptions, Step, StepOptions, TestStack } from "./test-stack.js";

interface Reported {
  readonly op: Op;
  readonly urn: string;
  readonly changed?: Changed;
}

/** The project of all stacks, for their configuration. */
export const project = "program";
let count = 0;

/** Whether tests run on the engine in their process. */
export const isEngineHere = process.env.ENGINE !== "cli";

/** Which provider manages what programs declare: `pulumi-app-platform` is another module for the native one. */
export const throughFrontend = process.env.FRONTEND === "native" ? "native" : "dynamic";

/** A stack on the engine in this process; with `ENGINE=cli`, on Pulumi's own. */
export async function openStack(
  platform: Pick<Platform, "url" | "tokens">,
  options: StackOptions = {},
): Promise<TestStack> {
  if (isEngineHere) return openEngineStack(platform, options);
  const { openCliStack } = await import("../../cli/support/stack.js");
  return openCliStack(platform, options);
}

/** A stack on the engine in this process. */
export async function openEngineStack(
  platform: Pick<Platform, "url" | "tokens">,
  options: StackOptions & Pick<PluginOptions, "ledger"> = {},
): Promise<TestStack> {
  count += 1;
  const name = `t${count}`;
  const folder = await mkdtemp(join(tmpdir(), "stack-"));
  const config: Record<string, string> = { ...options.config, ...options.secretConfig };
  const secretKeys = new Set(Object.keys(options.secretConfig ?? {}));
  const variables = {
    APP_PLATFORM_BASE_URL: platform.url,
    APP_PLATFORM_TOKEN: platform.tokens.admin,
    ...options.env,
  };
  let state: Kept[] = [];
  let hasFailed = false;
  let current: Program = () => undefined;

  const exportedText = (kept: readonly Kept[]) =>
    JSON.stringify({ version: 3, deployment: { resources: kept.map(inFile) } }, null, 4);

  const attempt = async (step: Step, program: Program, { env, target, refresh, continueOnError }: StepOptions) => {
    const isPreview = step === "preview";
    const hasFailedBefore = hasFailed;
    const working = isPreview ? [...state] : state;
    const messages: Message[] = [];
    const steps: Reported[] = [];
    const root = `urn:pulumi:${name}::${project}::pulumi:pulumi:Stack::${project}-${name}`;
    const tell = (message: Message) => void messages.push(message);
    const plugin = startPlugin({
      env: { ...variables, ...env },
      config,
      root,
      tell,
      ledger: options.ledger,
      // What the run has done is in the state that the CLI writes.
      stackState() {
        let start: readonly Kept[] | undefined;
        return {
          async noteStart() {
            if (start !== undefined) return [];
            start = [...state];
            return readExport(exportedText(start)).resources;
          },
          async readStack(_stack, _isRight, moment) {
            const kept = moment === "now" ? state : start;
            if (kept === undefined) throw new Error("the run has begun to delete");
            if (moment === "after a success" && hasFailedBefore) throw new Error("the last run failed");
            return readExport(exportedText(kept)).resources;
          },
        };
      },
    });
    const deployment = newDeployment({
      project,
      stack: name,
      state: working,
      plugin,
      isPreview,
      ...(target === undefined
        ? {}
        : { targets: new Set(step === "refresh" || step === "destroy" ? target : [root, ...target]) }),
      ...(continueOnError === undefined ? {} : { continueOnError }),
      tell,
      step: (op, urn, changed) => void steps.push({ op, urn, ...(changed === undefined ? {} : { changed }) }),
    });
    if (step === "refresh" || refresh === true) await deployment.refresh();
    if (step === "refresh") return { messages, steps, isFailed: deployment.isFailed(), state: working, root };
    let failure: string | undefined;
    if (step !== "destroy" && !deployment.isFailed()) {
      if (refresh === true) steps.length = 0;
      const monitor = await startMonitor(deployment, tell);
      const { address } = monitor;
      const { ended } = deployment;
      const run = { project, stack: name, address, isPreview, config, secretKeys: [...secretKeys], ended };
      const result = await runProgram(program, run);
      if (result !== "ended") {
        failure = result;
        monitor.close();
      }
    }
    const hasErrors = messages.some(({ severity }) => severity === "error");
    if (failure !== undefined && !hasErrors) tell({ severity: "error", urn: root, text: failure });
    if (failure !== undefined || (hasErrors && continueOnError !== true)) deployment.fail();
    await deployment.finish(step === "destroy");
    const isFailed = deployment.isFailed() || failure !== undefined || hasErrors;
    return { messages, steps, isFailed, state: working, root };
  };

  const perform = async (step: Step, program: Program = current, stepOptions: StepOptions = {}) => {
    for (const unsupported of ["diff", "plan", "verbose", "onOutput"] as const)
      if (stepOptions[unsupported] !== undefined) throw new Error(`${unsupported}: run this test with the real CLI`);
    current = program;
    const { messages, steps, isFailed, state: after, root } = await attempt(step, program, stepOptions);
    if (step !== "preview") [state, hasFailed] = [after, isFailed];
    const output = printed(messages, steps, root);
    expectReadable(output);
    const changes: Partial<Record<Op, number>> = {};
    for (const { op } of steps) if (op !== "read") changes[op] = (changes[op] ?? 0) + 1;
    const exported = after.find(({ urn }) => urn === root)?.outputs ?? {};
    const outputs = step === "up" ? (pulumi.runtime.unwrapRpcSecret(plainly(exported)) as Record<string, unknown>) : {};
    return { output, changes, outputs, isFailed };
  };

  const resources = async () => state.map(inFile) as unknown as readonly StateResource[];

  const opened: TestStack = {
    name,
    folder,
    async run(step: Step, program?: Program, stepOptions?: StepOptions): Promise<Result> {
      const { isFailed, ...result } = await perform(step, program, stepOptions);
      if (isFailed) throw new Error(`${step} failed:\n${result.output}`);
      return result as Result;
    },
    async fails(step: Step, program?: Program, stepOptions?: StepOptions): Promise<string> {
      const { isFailed, output } = await perform(step, program, stepOptions);
      if (!isFailed) throw new Error(`${step} should have failed:\n${output}`);
      return output;
    },
    resources,
    exported: async () => exportedText(state),
    async resource(resourceName: string) {
      const found = (await resources()).find(({ urn }) => nameOf(urn) === resourceName);
      if (found === undefined) throw new Error(`the state has no ${resourceName}`);
      return found;
    },
    async configure(values) {
      for (const [key, value] of Object.entries(values)) {
        delete config[key];
        if (value === undefined) continue;
        config[key] = value;
        secretKeys.add(key);
      }
    },
    async forget(resourceName) {
      const { urn } = await opened.resource(resourceName);
      state = state.filter((each) => each.urn !== urn);
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
  return opened;
}

function plainly(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, pulumi.runtime.unwrapRpcSecret(value)]),
  ) as Values;
}

/** What a person sees, in the words of the CLI: steps, messages by resource, and counts. */
function printed(messages: readonly Message[], steps: readonly Reported[], root: string): string {
  const typeOf = (urn: string) => urn.split("::")[2]?.split("$").at(-1) ?? "";
  const past = { create: "created", update: "updated", delete: "deleted", replace: "replaced", read: "read" } as const;
  const pastOf = (op: Op) => past[op as keyof typeof past] ?? op;
  const listed = steps
    .filter(({ op }) => op !== "same")
    .map(({ op, urn, changed }) => ` ${typeOf(urn)} ${nameOf(urn)} ${pastOf(op)} ${differing(changed)}`.trimEnd());
  const urns = [...new Set(messages.map(({ urn }) => urn || root))];
  const diagnostics = urns.flatMap((urn) => [
    `  ${typeOf(urn)} (${nameOf(urn)}):`,
    ...messages
      .filter((each) => (each.urn || root) === urn)
      .map(
        ({ severity, text }) =>
          `    ${severity === "info" ? "" : `${severity}: `}${text.trimEnd().replaceAll("\n", "\n    ")}`,
      ),
    "",
  ]);
  const counts = new Map<Op, number>();
  for (const { op } of steps) counts.set(op, (counts.get(op) ?? 0) + 1);
  const summary = [...counts].map(([op, number]) => `    ${number} ${op === "same" ? "unchanged" : pastOf(op)}`);
  return [...listed, "", "Diagnostics:", ...diagnostics, "Resources:", ...summary, ""].join("\n");
}

/** `[diff: ~tag,+cpu]`: the top-level properties that differ. */
function differing(changed: Changed | undefined): string {
  if (changed === undefined) return "";
  const { before, after } = changed;
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  const marks = names
    .filter((name) => !sameJson(before[name], after[name]))
    .map((name) => `${before[name] === undefined ? "+" : after[name] === undefined ? "-" : "~"}${name}`);
  return marks.length === 0 ? "" : `[diff: ${marks.join(",")}]`;
}
