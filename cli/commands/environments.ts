import type { CliCommand } from "../command.js";
import { environmentsFor } from "../environmentArgument.js";
import { exitCodes } from "../exitCodes.js";
import { tableText } from "../table.js";

const columns = [
  { title: "PROJECT", shrinks: true },
  { title: "NAME", shrinks: true },
  { title: "MODE" },
  { title: "CLUSTER", shrinks: true },
  { title: "ID" },
] as const;

const help = `
Other commands take an environment by the name or the ID that this one shows. A name that several projects have follows that
of its project, as in shop/staging.

The organization is that of the token. If the token doesn't name one, it is organizationId of the project's configuration.
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
