import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CommanderError } from "commander";
import { AppPlatformError } from "../provider/errors/appPlatformError.js";
import type { CommandContext } from "./command.js";
import { exitCodes } from "./exitCodes.js";
import { outputTo } from "./output.js";
import { programOf } from "./program.js";
import { progressOn, quiet } from "./progress.js";
import { openSession } from "./session.js";

const { version } = JSON.parse(readFileSync(join(__dirname, "..", "..", "package.json"), "utf8")) as {
  version: string;
};

const interruption = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => interruption.abort());

const program = programOf(version, async (command, options, args, own) => {
  const output = outputTo(options);
  const context: CommandContext = {
    options,
    output,
    progress: options.quiet || process.env.CI ? quiet : progressOn(process.stderr),
    signal: interruption.signal,
    connect: () => openSession(options, output, interruption.signal),
  };
  try {
    process.exitCode = await command.run(context, args, own);
  } catch (error) {
    if (!(error instanceof AppPlatformError)) throw error;
    if (output.isJson) output.result({ error: { code: error.code, message: error.message } }, () => "");
    else process.stderr.write(`${error.message}\n`);
    process.exitCode = interruption.signal.aborted ? exitCodes.interrupted : exitCodes.failure;
  }
});

program.parseAsync().catch((error: unknown) => {
  if (!(error instanceof CommanderError)) throw error;
  process.exitCode = error.exitCode === 0 ? exitCodes.success : exitCodes.usage;
});
