import { resolve } from "node:path";
import { InvalidArgumentError, Option } from "commander";
import { z } from "zod";
import { definitions } from "../../provider/kinds/index.js";
import { project as projectDefinition } from "../../provider/kinds/project.js";
import { type CliCommand, type CommandContext, exitCodes } from "../command.js";
import { requireServed } from "../deployment/call.js";
import { environmentArgument, environmentOf, readUuid } from "../environmentArgument.js";
import { UsageError } from "../errors.js";
import { componentFiles, componentNames } from "../export/component.js";
import { type Files, importFile, outputOf, singleFile, splitFiles } from "../export/files.js";
import { camelCase } from "../export/identifiers.js";
import { notesOn, typeNotes } from "../export/notes.js";
import { type Program, programFor } from "../export/program.js";
import { writeProject } from "../export/project.js";
import { setSecrets } from "../export/secrets.js";
import { environmentDefaults, selectionOf } from "../export/selection.js";
import { type EnvironmentContent, readEnvironment, readProject } from "../export/services.js";
import { typeErrors } from "../export/typeErrors.js";

const exportOptions = z.object({
  project: z.string().optional(),
  out: z.string().optional(),
  force: z.boolean().default(false),
  only: z.array(z.string()).default([]),
  split: z.boolean().optional(),
  component: z.string().optional(),
  setSecrets: z.boolean().optional(),
  import: z.boolean().optional(),
});

type ExportOptions = z.output<typeof exportOptions>;

const name = "app-platform export";

export const exportCommand: CliCommand = {
  define: (program) =>
    program
      .command("export")
      .description("Write a Pulumi program that adopts the services of an environment as they are.")
      .addArgument(environmentArgument())
      .addOption(
        new Option(
          "--project <id>",
          "export a project with all its environments, instead of one environment",
        ).argParser(readUuid),
      )
      .option("--out <folder>", "write a project to this folder, instead of the program to standard output")
      .option("--force", "overwrite program files that exist in the folder")
      .option("--only <kinds or names>", "export only these, separated by commas; can be repeated", addTo)
      .option("--split", "write a file for each service")
      .option("--component <Name>", "write a component class with this name", readClassName)
      .option("--set-secrets", "save the secrets that the platform shows to the stack's configuration")
      .option("--import", "write the file for `pulumi import --file` instead of a program, for the native provider")
      .addHelpText("after", "\nExample:\n  app-platform export shop/staging --out shop"),

  async run(context, [environment], specified) {
    const options = exportOptions.parse(specified);
    if (options.split && options.component !== undefined)
      throw new UsageError("--split and --component can't be combined.", name);
    const ofProgram = options.split || options.component !== undefined || options.setSecrets;
    if (options.import && ofProgram)
      throw new UsageError(
        "--import writes no program: --split, --component and --set-secrets can't be combined with it.",
        name,
      );
    if (options.project !== undefined && environment !== undefined)
      throw new UsageError("--project and an environment can't be combined.", name);
    const id = options.project ?? (await environmentOf(context, environment, name)).id;
    const { program, content } = await read(context, id, options);
    const files = program.declarations.length === 0 ? {} : filesOf(program, options);
    const folder = options.out === undefined ? undefined : resolve(context.options.cwd, options.out);
    const written = folder === undefined ? [] : writeProject(folder, files, { ...options, command: name });
    const set = options.setSecrets ? await setIn(folder, program, context) : [];
    const unset = program.secrets.filter(({ key }) => !set.includes(key));
    const errors = options.import
      ? []
      : await context.progress.during("Compiling the program", async () =>
          typeErrors(files, folder ?? context.options.cwd),
        );
    const notes = [...typeNotes(errors), ...notesOn({ ...program, secrets: unset }, content)];
    report(context, { program, files, folder, written, set, notes });
    return errors?.length ? exitCodes.failure : exitCodes.success;
  },
};

function addTo(text: string, before: readonly string[] = []): string[] {
  return [...before, ...text.split(",").map((each) => each.trim())].filter((each) => each !== "");
}

function readClassName(text: string): string {
  const isFree = !["index", "environment"].includes(camelCase([text]));
  if (/^[A-Z][A-Za-z0-9]*$/.test(text) && isFree && !definitions.some(({ kind }) => kind === text)) return text;
  throw new InvalidArgumentError(
    `It must be the name of a class, such as WebShop, and not of a class in this package; got ${JSON.stringify(text)}.`,
  );
}

async function read(
  { connect, progress, options: { connection } }: CommandContext,
  id: string,
  { only, component, import: isImport, project }: ExportOptions,
): Promise<{ readonly program: Program; readonly content: EnvironmentContent }> {
  const { platform } = await connect();
  const selection = selectionOf(only, definitions);
  const [what, readAll] = project === undefined ? ["environment", readEnvironment] : ["project", readProject];
  if (project !== undefined) requireServed(platform, projectDefinition.api.read, "Exporting a project");
  const content = await progress.during(`Reading ${what} ${id}`, () => readAll(platform, selection.kinds, id));
  const { chosen, unknown } = selection.choose(content.services);
  if (unknown.length > 0) {
    const kinds = selection.kinds.map(({ kind }) => kind).join(", ");
    const got = unknown.map((each) => JSON.stringify(each)).join(", ");
    throw new UsageError(`--only must name services of the environment, or kinds (${kinds}); got ${got}.`, name);
  }
  const unlisted = content.unlisted.map(
    ({ kind }) => `Without ${kind} resources: the documented endpoints can't list them.`,
  );
  const program = programFor(chosen, {
    heading: [`Adopts the services of ${what} ${id}. Written by \`app-platform export\`.`, ...unlisted],
    ...(project === undefined ? { environmentId: id } : {}),
    ...(connection === undefined ? {} : { connection }),
    environmentDefaults: environmentDefaults(content.services),
    taken: component === undefined ? [] : componentNames,
  });
  // With an import file, Pulumi writes the program, so it gets no secrets here.
  return { program: isImport ? { ...program, secrets: [] } : program, content };
}

function filesOf(program: Program, { split, component, import: isImport }: ExportOptions): Files {
  if (isImport) return importFile(program);
  if (component !== undefined) return componentFiles(program, component, camelCase([component]));
  return split ? splitFiles(program) : singleFile(program);
}

async function setIn(folder: string | undefined, { secrets }: Program, context: CommandContext): Promise<string[]> {
  const { options, progress, environment, signal } = context;
  const stack = { cwd: folder ?? options.cwd, stack: options.stack, environment, signal };
  return progress.during("Setting secrets in the stack configuration", () => setSecrets(secrets, stack));
}

interface Exported {
  readonly program: Program;
  readonly files: Files;
  readonly folder: string | undefined;
  readonly written: readonly string[];
  /** Keys of the secrets that were set. */
  readonly set: readonly string[];
  readonly notes: readonly string[];
}

function report({ output }: CommandContext, { program, files, folder, written, set, notes }: Exported): void {
  const empty = `Environment ${program.environmentId} has nothing to export.`;
  const shown = program.declarations.length === 0 ? [empty, ...notes] : notes;
  const config = program.secrets.map(({ key, value, usedBy }) => ({
    key,
    secret: true,
    usedBy: usedBy.join(", "),
    isMasked: value === undefined,
    isSet: set.includes(key),
  }));
  output.result({ files, config, notes: shown, ...(folder === undefined ? {} : { folder, written }) }, () =>
    outputOf(files, folder === undefined ? undefined : written),
  );
  if (!output.isJson) for (const each of shown) output.note(`\n${each}`);
}
