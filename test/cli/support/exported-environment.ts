/** Reads and exports an environment in the process of the test. */
import { componentFiles } from "../../../cli/export/component.js";
import { type Files, singleFile, splitFiles } from "../../../cli/export/files.js";
import { type Program, programFor } from "../../../cli/export/program.js";
import { environmentDefaults, selectionOf } from "../../../cli/export/selection.js";
import { type EnvironmentContent, readEnvironment, type Service } from "../../../cli/export/services.js";
import { definitions } from "../../../provider/kinds/index.js";
import type { Platform } from "../../platform/support/platform.js";
import { connected, definitionOf } from "../../unit/support/fake-platform.js";

type Endpoints = "documented" | "extended";

export interface ExportedEnvironment {
  readonly program: Program;
  readonly content: EnvironmentContent;
}

export async function exportEnvironment(
  platform: Platform,
  environmentId: string,
  endpoints: Endpoints = "extended",
): Promise<ExportedEnvironment> {
  const settings = { endpoints, environment: { APP_PLATFORM_TOKEN: platform.tokens.viewer } };
  const { platform: session } = connected(platform.url, settings);
  const content = await readEnvironment(session, selectionOf([], definitions).kinds, environmentId);
  return { content, program: exportServices(content.services, environmentId) };
}

export function exportServices(services: readonly Service[], environmentId: string): Program {
  const heading = [`Adopts the services of environment ${environmentId}.`];
  return programFor(services, { heading, environmentId, environmentDefaults: environmentDefaults(services) });
}

const placeholder = "e0a1b2c3-d4e5-4f60-8a1b-2c3d4e5f6003";

/** A service that no platform has. */
export function service(kind: string, name: string, values: Service["values"], id: string): Service {
  return { definition: definitionOf(kind), id, name, values: { environmentId: placeholder, name, ...values } };
}

/** What a container of a program has at least. */
export const image = { registryId: "4e615714-7092-4eb4-af30-a12c4e608d0a", imageName: "a", tag: "1", healthchecks: {} };

/** The program in one file. */
export const textOf = (program: Program): string => singleFile(program)["index.ts"] ?? "";

/** The text of a program with each list and object on one line. */
export const withoutLineBreaks = (text: string): string =>
  text
    .replace(/,\n\s*([\]}])/g, (_, end) => (end === "}" ? " }" : end))
    .replace(/([[{])\n\s*/g, (_, start) => (start === "{" ? "{ " : start))
    .replace(/,\n\s+/g, ", ");

/** The program in all forms that the command writes. */
export const forms: Readonly<Record<string, (program: Program) => Files>> = {
  "one file": singleFile,
  "a file a service": splitFiles,
  "a component": (program) => componentFiles(program, "Everything", "everything"),
};
