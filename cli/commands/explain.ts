import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Argument } from "commander";
import { site } from "../../provider/errors/site.js";
import { type CliCommand, exitCodes } from "../command.js";
import { UsageError } from "../errors.js";
import { packageFolder } from "../manifest.js";

export const explain: CliCommand = {
  define: (program) =>
    program
      .command("explain")
      .description("Print what the documentation says about an error.")
      .addArgument(new Argument("<code>", "code at the beginning of the error message, such as AP5004"))
      .addHelpText("after", "\nExample:\n  app-platform explain AP5004"),
  async run({ output }, [specified]) {
    const code = String(specified).toUpperCase().replace(/:$/, "");
    const found = sections().get(code);
    if (found === undefined) {
      const known = [...sections().keys()];
      const near = known.filter((each) => each.slice(0, 3) === code.slice(0, 3));
      throw new UsageError(
        `no error has the code ${JSON.stringify(specified)}.`,
        "app-platform explain",
        `write the code at the beginning of the message, one of ${(near.length === 0 ? known : near).join(", ")}.`,
      );
    }
    output.result({ code, text: found }, () => `${found}\n`);
    return exitCodes.success;
  },
};

/** The sections of the page of all errors, by code, as text without links. */
function sections(): ReadonlyMap<string, string> {
  const page = readFileSync(join(packageFolder, "docs/errors.md"), "utf8");
  const found = page.split(/^(?=#{2,3} )/m).flatMap((section): [string, string][] => {
    const [, code] = /^### (AP\d{4}): /.exec(section) ?? [];
    return code === undefined ? [] : [[code, plainText(section).trim()]];
  });
  return new Map(found);
}

function plainText(section: string): string {
  return section
    .replace(/^### (.*?) \{#\w+\}$/m, "$1")
    .replace(/^```.*\n/gm, "")
    .replace(/\*\*(.+?)\*\*/g, "$1")
    .replace(/\[([^\]]+)\]\(([^)#]*)(#[^)]*)?\)/g, (_, title: string, path: string, anchor = "") =>
      site === undefined || !path.endsWith(".md") ? title : `${title} (${site}${path.replace(/md$/, "html")}${anchor})`,
    );
}
