import { type CliCommand, exitCodes } from "../command.js";
import { environmentsFor } from "../environmentArgument.js";
import { tableText } from "../table.js";

const columns = [
  { title: "PROJECT", shrinks: true },
  { title: "NAME", shrinks: true },
  { title: "MODE" },
  { title: "CLUSTER", shrinks: true },
  { title: "ID" },
] as const;

const help = `
Pass a name or an ID from this list to other commands. If several projects have an environment with the same name, write the
project first, as in shop/staging.

The organization is that of the token or, if the token doesn't name one, organizationId in the project's configuration.
Requires the extended endpoints.

Examples:
  app-platform environments
  app-platform environments --json`;

export const environments: CliCommand = {
  define: (program) =>
    program
      .command("environments")
      .description("List the environments of an organization, with their projects, names and IDs.")
      .addHelpText("after", help),
  async run(context) {
    const found = await environmentsFor(context, "app-platform environments", "Listing environments");
    const { output, screen } = context;
    const rows = found.map(({ project, name, mode, clusterName, id }) => [
      project,
      name,
      mode ?? "–",
      clusterName ?? "–",
      id,
    ]);
    const width = output.isTerminal ? screen.columns : undefined;
    output.result({ environments: found }, () =>
      found.length === 0 ? "The organization has no environments." : tableText(columns, rows, width).join("\n"),
    );
    return exitCodes.success;
  },
};
