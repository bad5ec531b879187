import { Argument, InvalidArgumentError } from "commander";
import { AppPlatformError } from "../provider/errors/appPlatformError.js";
import { managedResourcesIn } from "../provider/plugin/exportedResources.js";
import { normalId } from "../provider/schema/normalForm.js";
import type { CommandContext } from "./command.js";
import { UsageError } from "./errors/usageError.js";
import { findProject, type Project } from "./pulumi/project.js";
import { runPulumi } from "./pulumi/runPulumi.js";
import { readStackConfiguration } from "./stackConfiguration.js";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Reads an ID of the platform; anything else is a wrong command line. */
export function readUuid(text: string): string {
  if (isUuid(text)) return text.toLowerCase();
  throw new InvalidArgumentError(`It must be a UUID; got ${JSON.stringify(text)}.`);
}

export function isUuid(text: string): boolean {
  return uuid.test(text);
}

/** The argument `[environmentId]` of the commands that work on one environment. */
export function environmentIdArgument(read: (text: string) => string = readUuid): Argument {
  return new Argument("[environmentId]", "ID of the environment (default: that of the stack)").argParser(read);
}

type Context = Pick<CommandContext, "options" | "output" | "progress" | "environment" | "signal">;

/**
 * The environment that a command works on: the one that is given, or that of the stack, which a note names then. By convention,
 * the configuration of a project calls it `environmentId`; otherwise, the resources in the stack's state say it.
 *
 * @param command For messages: `app-platform status`.
 * @throws UsageError if none is given and the stack has none, or several.
 */
export async function environmentIdOf(context: Context, given: unknown, command: string): Promise<string> {
  if (typeof given === "string") return given;
  const { output, progress, options } = context;
  const project = findProject(options.cwd);
  if (project === undefined) {
    throw new UsageError("environmentId must be given: there is no Pulumi project here whose stack has one.", command);
  }
  const { id, source } = await progress.during("Reading the environment of the stack", () =>
    environmentOfStack(context, project, command).catch((error) => {
      if (!(error instanceof AppPlatformError) || error instanceof UsageError) throw error;
      throw error.advising([`give the ID of the environment: ${command} <environmentId>`, error.text.todo].flat());
    }),
  );
  output.note(`Environment ${id} (${source}).`);
  return id;
}

async function environmentOfStack(context: Context, project: Project, command: string) {
  const { options, environment, signal } = context;
  const outside = { environment, signal };
  const run = { ...options, cwd: project.folder };
  const key = `${project.name}:environmentId`;
  // The convention is about the stack's own platform: a connection may lead to another one.
  const configured =
    options.connection === undefined ? (await readStackConfiguration(run, outside, false))(key) : undefined;
  if (configured !== undefined) {
    if (isUuid(configured)) return { id: normalId(configured), source: `${key} of the stack` };
    throw new UsageError(`${key} must be a UUID; got ${JSON.stringify(configured)}.`, command);
  }
  const { cwd, stack } = run;
  const purpose = "Reading the state of the stack";
  const text = await runPulumi({ purpose, args: ["stack", "export"], cwd, stack, ...outside });
  const [id, ...others] = environmentsIn(text, options.connection);
  if (id === undefined) {
    const nowhere = options.connection === undefined ? `neither ${key} nor a` : "no";
    throw new UsageError(`environmentId must be given: ${nowhere} resource of the stack names one.`, command);
  }
  if (others.length > 0) {
    const all = [id, ...others].join(", ");
    throw new UsageError(`environmentId must be given: the stack has resources in several: ${all}.`, command);
  }
  return { id, source: "that of the stack's resources" };
}

/** The environments of the stack's resources that have this connection. */
function environmentsIn(text: string, connection: string | undefined): string[] {
  const found = managedResourcesIn(text)
    .filter(({ inputs }) => (inputs.connection ?? undefined) === connection)
    .map(({ inputs, outputs }) => outputs.environmentId ?? inputs.environmentId)
    .filter((id): id is string => typeof id === "string" && isUuid(id));
  return [...new Set(found.map(normalId))].sort();
}
