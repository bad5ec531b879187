import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import { AppPlatformError } from "../../provider/errors/appPlatformError.js";
import { redactTexts } from "../../provider/values/redact.js";
import { repeating } from "../../provider/values/secrets.js";
import { type CliCommand, type CommandContext, type ExitCode, exitCodes } from "../command.js";
import { StateFileError, UsageError } from "../errors.js";
import { stringLiteral, templateText } from "../export/code.js";
import { type Files, outputOf, singleFile, splitFiles } from "../export/files.js";
import { misfitNotes, typeNotes } from "../export/notes.js";
import { type Program, programFor } from "../export/program.js";
import { writeProject } from "../export/project.js";
import { setSecrets } from "../export/secrets.js";
import { environmentDefaults } from "../export/selection.js";
import { typeErrors } from "../export/typeErrors.js";
import { runPulumi } from "../pulumi/runPulumi.js";
import { shellArgument } from "../terraform/address.js";
import { comparedWith } from "../terraform/comparison.js";
import { adoptedBy, type Migration, migrationOf, type Remark } from "../terraform/migration.js";
import { shortestSecret } from "../terraform/sensitive.js";
import { pullCommand, readState, type TerraformState } from "../terraform/stateFile.js";

const migrateOptions = z.object({
  out: z.string().optional(),
  force: z.boolean().default(false),
  split: z.boolean().default(false),
  prefix: z.string().optional(),
});

const name = "app-platform migrate";

export const migrate: CliCommand = {
  define: (program) =>
    program
      .command("migrate")
      .description("Write a Pulumi program that adopts everything in a Terraform state.")
      .argument("<state>", "file of the state, or - for standard input: terraform state pull | app-platform migrate -")
      .option("--out <folder>", "write a project to this folder, instead of the program to standard output")
      .option("--force", "overwrite program files that exist in the folder")
      .option("--split", "write a file for each resource")
      .option("--prefix <prefix>", "prefix of the provider's types, if the command doesn't recognize it")
      .addHelpText("after", "\nExample:\n  app-platform migrate terraform.tfstate --out shop --stack production"),

  async run(context, [file], specified) {
    const { out, force, split, prefix } = migrateOptions.parse(specified);
    const { options } = context;
    if (options.stack !== undefined && out === undefined)
      throw new UsageError("--stack sets secrets in a project: pass --out too.", name);
    const state = await read(options.cwd, String(file));
    const { migration, code } = await compared(context, migrationOf(state, prefix));
    const program = programOf(migration, options.connection);
    const files = program.declarations.length === 0 ? {} : split ? splitFiles(program) : singleFile(program);
    const folder = out === undefined ? undefined : resolve(options.cwd, out);
    const written = folder === undefined ? [] : writeProject(folder, files, { force, command: name });
    const set = folder === undefined || program.secrets.length === 0 ? [] : await setIn(folder, program, context);
    const errors = await context.progress.during("Compiling the program", async () =>
      typeErrors(files, folder ?? options.cwd),
    );
    report(context, { state, migration, program, files, folder, written, set, errors });
    return errors?.length ? exitCodes.failure : code;
  },
};

async function read(cwd: string, file: string): Promise<TerraformState> {
  if (file !== "-") {
    try {
      return readState(readFileSync(resolve(cwd, file)), file);
    } catch (error) {
      if (error instanceof AppPlatformError) throw error;
      const { code, message } = error as NodeJS.ErrnoException;
      const why = { ENOENT: "there is no such file", EISDIR: "it's a folder" }[String(code)] ?? message;
      throw new StateFileError(file, why, `write it with ${pullCommand}, then pass terraform.tfstate.`);
    }
  }
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return readState(Buffer.concat(chunks), "Standard input");
}

/**
 * The migration with the platform's values where these differ from the state, if settings lead to the platform, and the exit code: 1 if
 * the platform can't be read, though the program is still written.
 */
async function compared(
  context: CommandContext,
  migration: Migration,
): Promise<{ readonly migration: Migration; readonly code: ExitCode }> {
  const { connect, progress, signal } = context;
  const { success, failure } = exitCodes;
  const unchecked = (why: string, code: ExitCode) => {
    const remark = { address: "The program isn't compared with the platform", why };
    return { migration: { ...migration, remarks: [...migration.remarks, remark] }, code };
  };
  if (migration.services.length === 0) return { migration, code: success };
  let code: ExitCode = success;
  try {
    const { platform } = await connect();
    code = failure;
    const found = await progress.during("Comparing with the platform", () =>
      comparedWith(platform, migration.services, environmentDefaults(migration.services)),
    );
    signal.throwIfAborted();
    if (found === undefined) return unchecked(`no resource of the state exists at ${platform.address}`, success);
    const remarks = [...migration.remarks, ...found.remarks];
    return {
      migration: { ...migration, services: found.services, remarks },
      code: found.isComplete ? success : failure,
    };
  } catch (error) {
    if (!(error instanceof AppPlatformError) || signal.aborted) throw error;
    return unchecked(`${error.code}: ${error.text.what}`, code);
  }
}

function programOf({ services, secrets }: Migration, connection: string | undefined): Program {
  return programFor(services, {
    heading: ["Adopts everything in a Terraform state. Written by `app-platform migrate`."],
    ...(connection === undefined ? {} : { connection }),
    environmentDefaults: environmentDefaults(services),
    known: secrets,
  });
}

/** Sets the secrets in the selected stack or the one of `--stack`, which is created if necessary. */
async function setIn(cwd: string, { secrets }: Program, context: CommandContext): Promise<string[]> {
  const { options, progress, environment, signal } = context;
  const outside = { cwd, environment, signal };
  const { stack } = options;
  if (stack !== undefined)
    await runPulumi({ ...outside, purpose: "Selecting the stack", args: ["stack", "select", stack, "--create"] });
  else if (!(await hasStack(outside))) return [];
  return progress.during("Setting secrets in the stack configuration", () =>
    setSecrets(secrets, { ...outside, stack }),
  );
}

async function hasStack(outside: Pick<CommandContext, "environment" | "signal"> & { cwd: string }): Promise<boolean> {
  try {
    await runPulumi({ ...outside, purpose: "Looking for a stack", args: ["stack", "--show-name"] });
    return true;
  } catch (error) {
    if (outside.signal.aborted) throw error;
    return false;
  }
}

interface Migrated {
  readonly state: TerraformState;
  readonly migration: Migration;
  readonly program: Program;
  readonly files: Files;
  readonly folder: string | undefined;
  readonly written: readonly string[];
  /** Keys of the secrets that were set. */
  readonly set: readonly string[];
  /** Those of TypeScript; nothing if it isn't installed. */
  readonly errors: readonly string[] | undefined;
}

function report({ output }: CommandContext, migrated: Migrated): void {
  const { migration, program, files, folder, written, set } = migrated;
  const redact = redactTexts(
    migration.secrets.map(({ value }) => value),
    shortestSecret,
  );
  const notes = notesOn(migrated, redact);
  const missing = migration.missing.map(({ address, why }) => ({ address, why: redact(why) }));
  const moved = adoptedBy(migration);
  const config = program.secrets.map(({ key, usedBy }) => ({
    key,
    secret: true,
    usedBy: redact(usedBy.join(", ")),
    isSet: set.includes(key),
  }));
  const remove = removal(moved);
  const json = { files, config, notes, withoutCounterpart: missing, stateRemove: remove, moved };
  output.result({ ...json, ...(folder === undefined ? {} : { folder, written }) }, () =>
    outputOf(files, folder === undefined ? undefined : written),
  );
  if (output.isJson) return;
  for (const each of notes) output.note(`\n${each}`);
  if (remove === "") return;
  output.note(
    `\nAfter the first \`pulumi up\`, remove these resources from Terraform's state, and delete their blocks:\n${remove}`,
  );
  if (folder !== undefined) output.note(`\n${nextCommands(folder)}`);
}

/** What to do now, in this order. */
function nextCommands(folder: string): string {
  return [
    "Next:",
    `  cd ${shellArgument(folder)} && npm install`,
    "  pulumi up",
    "  terraform state rm …   # in Terraform's folder: the command above",
  ].join("\n");
}

/**
 * What users must know and can't see in the program.
 *
 * @param redact Redacts secrets in what comes from the state or the platform. Sentences of this command may contain the same words.
 */
function notesOn(
  { state, migration, program, files, folder, set, errors }: Migrated,
  redact: (text: string) => string,
): string[] {
  const redacted = ({ address, why }: Remark) => ({ address: redact(address), why: redact(why) });
  const unset = program.secrets.filter(({ key }) => !set.includes(key));
  const forms = (value: string) => [value, templateText(value), stringLiteral(value).slice(1, -1)];
  const shown = migration.secrets.filter(({ value }) => repeating(forms(value), files).length > 0);
  const ofData = state.data.map((address) => ({
    address,
    why: "it is a data source: the program has its values, or looks them up",
  }));
  return [
    ...(program.declarations.length === 0 ? ["The state has nothing to adopt."] : []),
    ...typeNotes(errors).map(redact),
    ...misfitNotes(program, "the state").map(redact),
    listed("Check these:", [...migration.remarks.map(redacted), ...aliasesIn(state)]),
    listed("These have no counterpart:", [...migration.missing.map(redacted), ...ofData]),
    listed(
      "The program may still contain a secret, since another text has the same value:",
      shown.map(({ label, words }) => redacted({ address: label, why: words.at(-1) ?? "" })),
    ),
    unset.length === 0 ? "" : secretNote(unset, folder, redact),
  ].filter((each) => each !== "");
}

function listed(title: string, remarks: readonly Remark[]): string {
  return remarks.length === 0 ? "" : [title, ...remarks.map(({ address, why }) => `  ${address}: ${why}`)].join("\n");
}

/** Another configuration of the provider may be another platform, which the state doesn't show. */
function aliasesIn({ instances }: TerraformState): Remark[] {
  const aliases = new Set(instances.flatMap(({ alias }) => (alias === undefined ? [] : [alias])));
  return [...aliases].map((alias) => ({
    address: `provider alias ${alias}`,
    why: "if it's of another platform, set a `connection` on its resources",
  }));
}

function secretNote(secrets: Program["secrets"], folder: string | undefined, redact: (text: string) => string): string {
  const where = folder === undefined ? "write a project with --out" : "select or create one: pulumi stack init";
  return [
    `The state's secrets aren't in the program. To set them in the configuration of a stack, ${where}, and run the command again:`,
    ...secrets.map(({ key, usedBy }) => `  ${key}  # ${redact(usedBy.join(", "))}`),
  ].join("\n");
}

/** The command that removes the moved resources from Terraform's state, one address on each line. */
function removal(addresses: readonly string[]): string {
  if (addresses.length === 0) return "";
  return ["terraform state rm", ...addresses.map((address) => `  ${shellArgument(address)}`)].join(" \\\n");
}
