/** The command line. */
import { parseArgs } from "node:util";
import { checked, options } from "./inputs.js";
import { OPERATIONS, type Operation } from "./vocabulary.js";

export const USAGE = `npm start -- import FILE           says how environments should be
             up [NAME…]            deploys; --previous: what was there before
             preview [NAME…]       looks for drift
             refresh, destroy, unlock NAME… (or --all)
               --waves 1,10%  --failures 0  --at-once 20 (of a platform)  --work (as a worker, too)
             status [--json], report
             work`;

const [flag, text] = [{ type: "boolean" }, { type: "string" }] as const;
const known = {
  ...{ previous: flag, all: flag, work: flag, json: flag },
  ...{ waves: text, failures: text, "at-once": text },
};
type Option = keyof typeof known;

const COMMANDS = ["import", "status", "report", "work", ...OPERATIONS] as const;
type Command = (typeof COMMANDS)[number];

/** Whether a command starts a rollout. */
export const isOperation = (command: Command): command is Operation => OPERATIONS.some((each) => each === command);

function optionsOf(command: Command): readonly Option[] {
  if (command === "status") return ["json"];
  if (!isOperation(command)) return [];
  const previous = command === "up" ? (["previous"] as const) : [];
  return ["all", "work", "waves", "failures", "at-once", ...previous];
}

/** The command with its names and options. Throws an error that says what is wrong. */
export function readCommandLine(args: readonly string[]) {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: known });
  const [first = "", ...names] = positionals;
  const command = COMMANDS.find((each) => each === first);
  if (command === undefined) throw new Error(USAGE);
  const foreign = Object.keys(values).find((option) => !optionsOf(command).some((each) => each === option));
  if (foreign !== undefined) throw new Error(`${command} has no option --${foreign}.\n${USAGE}`);
  const { all, previous, work, json } = values;
  if (command === "import" && names.length !== 1) throw new Error("Name one file to import.");
  if (command !== "import" && !isOperation(command) && names.length > 0) {
    throw new Error(`${command} takes no names, but got ${names.join(" ")}.`);
  }
  if (all && names.length > 0) throw new Error("Name environments, or use --all, but not both.");
  if (isOperation(command) && !["up", "preview"].includes(command) && names.length === 0 && !all) {
    throw new Error("Name environments, or use --all.");
  }
  return { command, names, all, previous, work, json, ...checked("options", options, values) };
}
