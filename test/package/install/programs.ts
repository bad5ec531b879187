/** The smallest program of each kind that Node.js runs, as a person writes it in an empty folder. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Packed } from "../../../tools/release/packed.js";

export const programKinds = ["CommonJS", "ESM", "TypeScript"] as const;
export type ProgramKind = (typeof programKinds)[number];

const declared = `const { environmentId, registryId } = new pulumi.Config().requireObject("ids");
const web = new app.Container("web", { environmentId, registryId, imageName: "nginx", tag: "1.27", healthchecks: {} });
`;
const imports = `import * as pulumi from "@pulumi/pulumi";
import * as app from "pulumi-app-platform";

`;

const sources: Readonly<Record<ProgramKind, Readonly<Record<string, string>>>> = {
  CommonJS: {
    "index.js": `const pulumi = require("@pulumi/pulumi");
const app = require("pulumi-app-platform");

${declared}exports.id = web.id;
`,
  },
  ESM: { "index.js": `${imports}${declared}export const id = web.id;\n` },
  TypeScript: {
    // Types are checked: a package without them fails.
    "index.ts": `${imports}${declared.replace("requireObject", "requireObject<{ environmentId: string; registryId: string }>")}export const id: pulumi.Output<string> = web.id;\n`,
    "tsconfig.json": JSON.stringify({
      compilerOptions: {
        target: "ES2022",
        module: "nodenext",
        moduleResolution: "nodenext",
        strict: true,
        types: ["node"],
      },
    }),
  },
};

/** What a project depends on besides the two packages. */
export interface Versions {
  readonly sdk: string;
  readonly typescript?: string;
}

/** Writes a project; nothing in it is installed yet. */
export async function writeProject(
  folder: string,
  kind: ProgramKind,
  packed: Packed,
  { sdk, typescript = "6.0.3" }: Versions,
): Promise<void> {
  const manifest = {
    name: "shop",
    private: true,
    type: kind === "ESM" ? "module" : "commonjs",
    main: kind === "TypeScript" ? "index.ts" : "index.js",
    dependencies: { "@pulumi/pulumi": sdk, "pulumi-app-platform": `file:${packed.provider}` },
    devDependencies: {
      "app-platform-backend": `file:${packed.backend}`,
      ...(kind === "TypeScript" ? { "@types/node": "20.19.43", typescript } : {}),
    },
  };
  const files = {
    "package.json": JSON.stringify(manifest, null, 2),
    "Pulumi.yaml": "name: shop\nruntime: nodejs\n",
    ...sources[kind],
  };
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
}
