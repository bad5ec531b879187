/** A small program of each kind that Node.js runs, as a person writes it in an empty folder, with both forms of the provider. */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { OLDER_RELEASE } from "../../../tools/fetch/pulumi-cli/release.js";
import type { Packed } from "../../../tools/release/packed.js";
import type { Cell, ProgramKind } from "../../../tools/versions/table.js";

const declared = `const { environmentId, registryId } = new pulumi.Config().requireObject("ids");
const args = { environmentId, registryId, imageName: "nginx", tag: "1.27", healthchecks: {} };
const web = new app.Container("web", args);
const api = new native.Container("api", args);
`;
const imports = `import * as pulumi from "@pulumi/pulumi";
import * as app from "pulumi-app-platform";
import * as native from "pulumi-app-platform/native";

`;
const exported = (type = "") => `export const ids${type} = [web.id, api.id];\n`;

const sources: Readonly<Record<ProgramKind, Readonly<Record<string, string>>>> = {
  CommonJS: {
    "index.js": `const pulumi = require("@pulumi/pulumi");
const app = require("pulumi-app-platform");
const native = require("pulumi-app-platform/native");

${declared}exports.ids = [web.id, api.id];
`,
  },
  ESM: { "index.js": `${imports}${declared}${exported()}` },
  TypeScript: {
    // Types are checked: a package without them fails.
    "index.ts": `${imports}${declared.replace("requireObject", "requireObject<{ environmentId: string; registryId: string }>")}${exported(": pulumi.Output<string>[]")}`,
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

/**
 * Starts the pack beside it, for a machine whose language host starts none. Today's CLI takes an executable for a pack; older ones look
 * on the PATH for one with the name of the pack's runtime.
 */
const starter = "policy/pulumi-analyzer-policy-started";
export const policyPackFor = (cli: string): string => (cli === OLDER_RELEASE ? dirname(starter) : starter);

export const policyStarter = `#!/bin/sh
cd "$(dirname "$0")"
exec node "$(node -p "require.resolve('@pulumi/pulumi/cmd/run-policy-pack')")" "$@" .
`;

/** Reports every container, of both forms. */
const policyPack = {
  "policy/PulumiPolicy.yaml": "runtime: started\n",
  "policy/package.json": '{ "name": "policy", "version": "1.0.0", "main": "index.js" }\n',
  "policy/index.js": `const { PolicyPack } = require("@pulumi/policy");

new PolicyPack("report", {
  policies: [
    {
      name: "every-container",
      description: "Reports containers.",
      enforcementLevel: "advisory",
      validateResource(resource, report) {
        if (resource.type.endsWith(":Container")) report(\`tag \${resource.props.tag}\`);
      },
    },
  ],
});
`,
  [starter]: policyStarter,
};

/** Writes a project; nothing in it is installed yet. */
export async function writeProject(
  folder: string,
  packed: Packed,
  { kind, sdk, typescript, ways }: Pick<Cell, "kind" | "sdk" | "typescript" | "ways">,
): Promise<void> {
  const manifest = {
    name: "shop",
    private: true,
    type: kind === "ESM" ? "module" : "commonjs",
    main: kind === "TypeScript" ? "index.ts" : "index.js",
    dependencies: { "@pulumi/pulumi": sdk, "pulumi-app-platform": `file:${packed.provider}` },
    devDependencies: {
      ...(ways.includes("local") ? { "@pulumi/policy": "1.21.0" } : {}),
      "app-platform-backend": `file:${packed.backend}`,
      ...(kind === "TypeScript" ? { "@types/node": "20.19.43", typescript } : {}),
    },
  };
  const files = {
    "package.json": JSON.stringify(manifest, null, 2),
    "Pulumi.yaml": "name: shop\nruntime: nodejs\n",
    ...sources[kind],
    ...policyPack,
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text, { mode: path === starter ? 0o755 : 0o644 });
  }
}
