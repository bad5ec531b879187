// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of programs.
import { mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { CHECKOUT } from "../../tools/fetch/pulumi-cli/search.js";
import { openedPlatform } from "../platform/support/opened.js";
import { openedFolder } from "../support/opened-folder.js";
import { addEnvironment } from "./support/operated.js";
import { openProject } from "./support/project-folder.js";
import { stateFiles } from "./support/state-files.js";

const platform = openedPlatform({ endpoints: "extended" });
const folder = openedFolder("source-position");

/** Each resource is marked, so that the test knows its line and column. The component has one of the native provider. */
const programWith = (before: string, typeOfArgs = "", typeOfName = "") => `${before}
import * as pulumi from "@pulumi/pulumi";
import { Container } from "pulumi-app-platform";
import * as native from "pulumi-app-platform/native";
const { ENVIRONMENT_ID: environmentId, REGISTRY_ID: registryId } = process.env;
const args${typeOfArgs} = { environmentId, registryId, imageName: "library/nginx", tag: "1", healthchecks: {} };
class Pair extends pulumi.ComponentResource {
  constructor(name${typeOfName}) {
    super("test:index:Pair", name);
    /* inner */ new native.Container(name + "-inner", args, { parent: this });
  }
}
/* outer */ new Container("outer", args);
new Pair("pair");
`;

/** Programs that the language host loads in different ways, with what else may change stack traces. */
const programs: readonly [what: string, file: string, manifest: object, text: string][] = [
  [
    "a TypeScript program, whose types disappear",
    "index.ts",
    {},
    programWith("interface Unused { readonly a: string; readonly b: string }\n", ": any", ": string"),
  ],
  [
    "an ES module with a prepareStackTrace of its own",
    "index.js",
    { type: "module" },
    programWith("Error.prepareStackTrace = (_, frames) => frames.map((frame) => `< ${frame.getFileName()}`).join();"),
  ],
];

/** Line and column of the \`new\` after a mark, counted from 1. */
function positionOf(mark: string, text: string): string {
  const before = text.slice(0, text.indexOf(`/* ${mark} */`) + `/* ${mark} */ `.length).split("\n");
  return `${before.length},${(before.at(-1) ?? "").length + 1}`;
}

it.each(programs)(
  "state has the line and column of each resource in %s, and no other stack frame",
  async (_, file, manifest, text) => {
    const source = await mkdtemp(join(folder, "program-"));
    const compilerOptions = { module: "nodenext", moduleResolution: "nodenext", target: "es2022", types: ["node"] };
    const plugins = { providers: [{ name: "app-platform", path: join(CHECKOUT, "dist/native") }] };
    const settings = `name: positions\nruntime: nodejs\nmain: ${file}\nplugins: ${JSON.stringify(plugins)}\n`;
    await writeFile(join(source, "Pulumi.yaml"), settings);
    await writeFile(join(source, "package.json"), JSON.stringify(manifest));
    await writeFile(join(source, "tsconfig.json"), JSON.stringify({ compilerOptions }));
    await writeFile(join(source, file), text);
    const project = await openProject(source, platform, {
      ENVIRONMENT_ID: await addEnvironment(platform),
      REGISTRY_ID: platform.ids.registries.GENERIC_CR,
    });
    try {
      await project.done("up", "--yes", "--skip-preview");
      const all = await stateFiles(project.state, "positions", "dev").resources();
      const positions = all
        .filter(({ type }) => type.endsWith(":Container"))
        .map(({ urn, sourcePosition, stackTrace }) => [urn.split("::").pop(), sourcePosition, stackTrace]);
      const expected = [
        ["outer", positionOf("outer", text)],
        ["pair-inner", positionOf("inner", text)],
      ].map(([name, position]) => {
        const sourcePosition = `project:///${file}#${position}`;
        return [name, sourcePosition, [{ sourcePosition }]];
      });
      expect(positions.sort()).toEqual(expected);
    } finally {
      await project.close();
    }
  },
);
