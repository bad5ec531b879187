import { Argument, InvalidArgumentError } from "commander";
import { managedResourcesIn } from "../provider/engine/stackState.js";
import { AppPlatformError } from "../provider/errors/appPlatformError.js";
import type { Configuration } from "../provider/platform/configuration.js";
import { jwtSegment, tokenOf } from "../provider/platform/settings.js";
import { normalId } from "../provider/schema/equality.js";
import { isObject, type Values } from "../provider/schema/json.js";
import type { CommandContext, Session } from "./command.js";
import {
  environmentsOf,
  fullName,
  type NamedEnvironment,
  requireEnvironments,
  selectEnvironment,
} from "./environment/environments.js";
import { UsageError } from "./errors.js";
import { findProject, type Project } from "./pulumi/project.js";
import { runPulumi } from "./pulumi/runPulumi.js";
import { readStackConfiguration } from "./stackConfiguration.js";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Reads an ID. Anything else is a wrong command line. */
export function readUuid(text: string): string {
  if (isUuid(text)) return text.toLowerCase();
  throw new InvalidArgumentError(`It must be a UUID; got ${JSON.stringify(text)}.`);
}

export function isUuid(text: string): boolean {
  return uuid.test(text);
}

/** The argument `[environment]` of several commands. */
export function environmentArgument(): Argument {
  return new Argument("[environment]", "name or ID of the environment (default: the environment of the stack)");
}

type Context = Pick<CommandContext, "options" | "output" | "progress" | "environment" | "signal" | "connect">;

interface Environment {
  readonly id: string;
  /** What messages call it: the name, if the command line has that, otherwise the ID. Every command accepts both. */
  readonly name: string;
}

/**
 * The environment of a command: the one that is named by ID or name, otherwise that of the stack. If the command line doesn't show which
 * it is, a note does. By convention, it's `environmentId` in the project's configuration, otherwise that of the resources in the state.
 *
 * @param command For messages: `app-platform status`.
 * @throws UsageError if none is named and the stack has none, or several.
 * @throws LookupFailedError if no environment has the name, or several have it.
 */
export async function environmentOf(context: Context, specified: unknown, command: string): Promise<Environment> {
  const { output, progress, options } = context;
  if (specified === "")
    throw new UsageError("environment is empty.", command, "set the variable that the command line takes it from.");
  if (typeof specified === "string") {
    if (isUuid(specified)) return { id: normalId(specified), name: normalId(specified) };
    const found = await findEnvironment(context, specified, command);
    const name = fullName(found);
    output.note(`Environment ${found.id} (${name}).`);
    // A name that a shell would split or change can't be copied from a message.
    return { id: found.id, name: /^[\w./-]+$/.test(name) ? name : found.id };
  }
  const project = findProject(options.cwd);
  if (project === undefined) {
    throw new UsageError(
      "environment is required: there is no Pulumi project here whose stack has one.",
      command,
      `${toName(command)}, or run it in the folder of a project (\`--cwd\`).`,
    );
  }
  const { id, source } = await progress.during("Reading the environment of the stack", () =>
    environmentOfStack(context, project, command).catch((error) => {
      if (!(error instanceof AppPlatformError) || error instanceof UsageError) throw error;
      throw error.advising([`name the environment; \`${command} --help\` shows how`, error.text.todo].flat());
    }),
  );
  output.note(`Environment ${id} (${source}).`);
  return { id, name: id };
}

/** The environment with a name, of the organization that a command works with. */
export async function findEnvironment(context: Context, name: string, command: string): Promise<NamedEnvironment> {
  return selectEnvironment(
    await environmentsFor(context, command, "Finding an environment by its name"),
    name,
    command,
  );
}

/**
 * The environments of the organization that a command works with.
 *
 * @param what For messages: what needs them.
 */
export async function environmentsFor(
  context: Context,
  command: string,
  what: string,
): Promise<readonly NamedEnvironment[]> {
  const { platform, configuration } = await context.connect();
  requireEnvironments(platform, what);
  const organizationId = await organizationIdOf(context, configuration, command);
  return context.progress.during("Reading the environments", () => environmentsOf(platform, organizationId));
}

/**
 * The organization of a command: `--organization`, otherwise that of the token, otherwise `organizationId` in the project's
 * configuration.
 */
async function organizationIdOf(
  { options, environment, signal }: Pick<Context, "options" | "environment" | "signal">,
  configuration: Session["configuration"],
  command: string,
): Promise<string> {
  if (options.organization !== undefined) return options.organization;
  const { organization_id: claimed } = claimsOf(configuration);
  if (typeof claimed === "string" && isUuid(claimed)) return normalId(claimed);
  const project = findProject(options.cwd);
  const key = `${project?.name}:organizationId`;
  const run = { ...options, cwd: project?.folder ?? options.cwd };
  const configured =
    project === undefined ? undefined : (await readStackConfiguration(run, { environment, signal }, false))(key);
  if (configured !== undefined && isUuid(configured)) return normalId(configured);
  const sources = project === undefined ? "the token doesn't name it" : `neither the token nor ${key} names it`;
  throw new UsageError(`--organization is required: ${sources}.`, command, `add --organization <ID>.`);
}

function toName(command: string): string {
  const option = command.endsWith(" deploy") ? "--environment " : "";
  return `add its name or ID: \`${command} ${option}<environment>\`; \`app-platform environments\` lists them`;
}

async function environmentOfStack(context: Context, project: Project, command: string) {
  const { options, environment, signal } = context;
  const outside = { environment, signal };
  const run = { ...options, cwd: project.folder };
  const key = `${project.name}:environmentId`;
  // The convention is for the stack's own platform: a connection may lead to another one.
  const configured =
    options.connection === undefined ? (await readStackConfiguration(run, outside, false))(key) : undefined;
  if (configured !== undefined) {
    if (isUuid(configured)) return { id: normalId(configured), source: `${key} of the stack` };
    throw new UsageError(
      `${key} must be a UUID; got ${JSON.stringify(configured)}.`,
      command,
      `\`pulumi config set environmentId <ID>\`; \`app-platform environments\` lists the IDs.`,
    );
  }
  const { cwd, stack } = run;
  const purpose = "Reading the state of the stack";
  const text = await runPulumi({ purpose, args: ["stack", "export"], cwd, stack, ...outside });
  const [id, ...others] = environmentsIn(text, options.connection);
  if (id === undefined) {
    const nowhere = options.connection === undefined ? `neither ${key} nor a` : "no";
    throw new UsageError(
      `environment is required: ${nowhere} resource of the stack names one.`,
      command,
      `${toName(command)}.`,
    );
  }
  if (others.length > 0) {
    const all = [id, ...others].join(", ");
    throw new UsageError(
      `environment is required: the stack has resources in several: ${all}.`,
      command,
      `${toName(command)}.`,
    );
  }
  return { id, source: "the environment of this stack" };
}

/** The environments of the stack's resources that have this connection. */
function environmentsIn(text: string, connection: string | undefined): string[] {
  const found = managedResourcesIn(text)
    .filter(({ inputs }) => (inputs.connection ?? undefined) === connection)
    .map(({ inputs, outputs }) => outputs.environmentId ?? inputs.environmentId)
    .filter((id): id is string => typeof id === "string" && isUuid(id));
  return [...new Set(found.map(normalId))].sort();
}

/** The claims of a token; nothing for an API token. Only the platform decides whether they're true. */
export function claimsOf(configuration: Configuration): Values {
  if (configuration.tokenScheme === "token") return {};
  const claims = jwtSegment(tokenOf(configuration).current(), 1);
  return isObject(claims) ? claims : {};
}
