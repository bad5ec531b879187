import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import type { Outside } from "../command.js";
import {
  findPulumi,
  folderWith,
  installedPlugins,
  otherFolders,
  pathFolders,
  pulumiHome,
} from "../pulumi/findPulumi.js";
import { findProject, type Project } from "../pulumi/project.js";
import { type Check, type Finding, failed, ok, skipped, skippedFor, warning } from "./check.js";
import { allCopies, compareVersions, isWithin, loadedCopy, packageManagerOf } from "./packages.js";

/** The Node.js of this command and most likely of programs, since it's the first one on the PATH. */
const node: Check = {
  name: "Node.js",
  run({ manifest }) {
    const range = manifest.engines.node;
    const version = process.versions.node;
    if (isWithin(version, range)) return ok(`${version}; ${range} is required.`);
    return failed(
      `Node.js must be ${range}; got ${version} (${process.execPath}).`,
      "install Node.js 20.19 or newer, and put it first on the PATH.",
    );
  },
};

const installation = "https://www.pulumi.com/docs/install/";

const pulumiCli: Check = {
  name: "Pulumi CLI",
  async run({ facts, manifest, environment, signal }) {
    const found = findPulumi(environment);
    if (found === undefined) {
      return failed(
        `There is no \`pulumi\` on the PATH or in ${otherFolders(environment).join(" or ")}.`,
        `install the Pulumi CLI: ${installation}`,
      );
    }
    const version = await versionOf(found.program, { environment, signal });
    if (version instanceof Error) {
      const message = `\`${found.program} version\` failed: ${version.message.split("\n")[0]}`;
      return failed(message, `install the Pulumi CLI again: ${installation}`);
    }
    Object.assign(facts, { pulumi: found, pulumiVersion: version });
    const oldest = lowerBound(manifest.peerDependencies["@pulumi/pulumi"]);
    if (compareVersions(version, oldest) < 0) {
      return failed(
        `The Pulumi CLI must be ${oldest} or newer; got ${version} (${found.program}).`,
        `update the Pulumi CLI: ${installation}`,
      );
    }
    if (found.isOnPath) return ok(`${version} (${found.program}).`);
    return warning(
      `${version} is in ${found.folder}, which isn't on the PATH.`,
      `add the folder to the PATH: export PATH="$PATH:${found.folder}"`,
    );
  },
};

/** The CLI must be as new as the oldest supported SDK, since they're released together. */
function lowerBound(range: string): string {
  return />=(\S+)/.exec(range)?.[1] ?? "0";
}

async function versionOf(program: string, { environment, signal }: Outside): Promise<string | Error> {
  const env = { ...environment, PULUMI_SKIP_UPDATE_CHECK: "true" };
  try {
    const { stdout } = await promisify(execFile)(program, ["version"], { env, signal, timeout: 30_000 });
    return stdout.trim().replace(/^v/, "");
  } catch (error) {
    return error as Error;
  }
}

const project: Check = {
  name: "project",
  run({ options, facts }) {
    const found = findProject(options.cwd);
    if (found === undefined) {
      const message = `there is no Pulumi.yaml in ${options.cwd} or above; --cwd names the folder of a project.`;
      return skipped(message);
    }
    facts.project = found;
    const { runtime, file, name } = found;
    if (runtime === "nodejs") facts.nodeProject = found;
    const language = runtime === "nodejs" ? "" : `, in ${runtime}`;
    if (runtime !== undefined) return ok(`${name ?? "without a name"}${language} (${file}).`);
    return failed(
      `${file} must name a runtime.`,
      "set `runtime` in the file, for example to nodejs, python, go, java or yaml",
    );
  },
};

/** The plugins next to the CLI that run a program. Dynamic providers, which only exist for Node.js here, need their own. */
const pluginsFor = (runtime: string) => [
  `pulumi-language-${runtime}`,
  ...(runtime === "nodejs" ? ["pulumi-resource-pulumi-nodejs"] : []),
];

const languageHost: Check = {
  name: "language host",
  needs: ["pulumi"],
  run({ facts, environment }) {
    const own = facts.pulumi?.folder as string;
    const runtime = facts.project?.runtime ?? "nodejs";
    const plugins = pluginsFor(runtime);
    const folders = [own, ...pathFolders(environment), ...installedPlugins(environment)];
    const missing = plugins.filter((plugin) => folderWith(plugin, folders) === undefined);
    if (missing.length === 0) {
      return ok(`${plugins[0]} in ${folderWith(plugins[0] as string, folders)}.`);
    }
    return failed(
      `Pulumi's plugins for ${runtime} must be next to the CLI (${own}) or on the PATH; missing: ${missing.join(", ")}.`,
      "install the Pulumi CLI again, with all files of its archive: https://www.pulumi.com/docs/install/",
    );
  },
};

const sdk = "@pulumi/pulumi";
/** CLIs that pass resources of `get` functions in a form that only SDKs since the same release understand. */
const split = { from: "3.268.0", before: "3.274.0" };

const pulumiSdk: Check = {
  name: "Pulumi SDK",
  needs: ["nodeProject"],
  run({ facts, manifest }) {
    const folder = facts.nodeProject?.programFolder as string;
    const range = manifest.peerDependencies[sdk];
    const found = loadedCopy(sdk, folder);
    if (found === undefined) {
      return failed(
        `${sdk} must be installed; it isn't found from ${folder}.`,
        `install what the project needs: npm install (and npm install ${sdk} if package.json doesn't name it)`,
      );
    }
    if (!isWithin(found.version, range)) {
      return failed(
        `${sdk} must be ${range}; got ${found.version} (${found.folder}).`,
        `install a supported version: npm install ${sdk}@3`,
      );
    }
    const cli = facts.pulumiVersion;
    const isSplit = cli !== undefined && isWithin(cli, `>=${split.from} <${split.before}`);
    if (isSplit && compareVersions(found.version, split.from) < 0) {
      return warning(
        `The Pulumi CLI is ${cli}, but ${sdk} is ${found.version}: with this CLI, functions such as Container.get need an SDK of ${split.from} or newer.`,
        `update the Pulumi CLI to ${split.before} or newer, or the SDK: npm install ${sdk}@^${split.from}`,
      );
    }
    return ok(`${found.version}; ${range} is required.`);
  },
};

/** For an SDK that doesn't state which versions it supports: later versions of TypeScript lack the API that it calls. */
const defaultRange = ">= 3.8.3 < 7";

/** Pulumi compiles programs with the project's TypeScript, even those in JavaScript. */
const typescript: Check = {
  name: "TypeScript",
  needs: ["nodeProject"],
  run({ facts }) {
    const { programFolder, compilesPrograms } = facts.nodeProject as Project;
    const sdk = loadedCopy("@pulumi/pulumi", programFolder);
    if (sdk === undefined) return skippedFor("Pulumi SDK");
    // If they differ, the SDK loads the first one, and the program's `tsc` is the second one.
    const copies = [sdk.folder, programFolder].flatMap((folder) => loadedCopy("typescript", folder) ?? []);
    const [loaded] = copies;
    if (loaded === undefined) return ok("not installed; Pulumi uses the one in its SDK.");
    if (!compilesPrograms) return ok(`${loaded.version}; Pulumi doesn't use it.`);
    const range = sdk.peers.typescript ?? defaultRange;
    const limit = Number(/<\s*(\d+)/.exec(range)?.[1] ?? Number.POSITIVE_INFINITY);
    const tooNew = copies.find(({ version }) => Number.parseInt(version, 10) >= limit);
    if (tooNew === undefined) return ok(`${loaded.version}.`);
    return failed(
      `TypeScript must be older than version ${limit} for @pulumi/pulumi ${sdk.version}; got ${tooNew.version} (${tooNew.folder}).`,
      `install TypeScript ${limit - 1}: npm install --save-dev typescript@${limit - 1}`,
      limit < 7
        ? []
        : ["with TypeScript 7, Pulumi only says: TypeError: Cannot read properties of undefined (reading 'readFile')"],
    );
  },
};

/** The package that the program imports, and that the text in the state loads. */
const providerPackage: Check = {
  name: "package",
  needs: ["nodeProject"],
  run({ facts, manifest: { name, version } }) {
    const folder = facts.nodeProject?.programFolder as string;
    const [copy, ...others] = allCopies(name, folder);
    if (copy === undefined) {
      return failed(
        `${name} must be installed in the project; it isn't found from ${folder}.`,
        waysToInstall(name, folder),
      );
    }
    if (!existsSync(join(copy.folder, "dist", "provider", "runtime.js"))) {
      return failed(
        `${name} in ${copy.folder} is incomplete: dist/provider/runtime.js is missing.`,
        `install it again: npm install ${name}`,
      );
    }
    if (others.length > 0) {
      return warning(
        `${name} is installed ${others.length + 1} times: resources of one copy are unknown to the other.`,
        "keep one copy: use the same version in all packages of the project, then run npm dedupe",
        [copy, ...others].map((each) => `${each.version} in ${each.folder}`),
      );
    }
    if (copy.version !== version) {
      return warning(
        `The project has ${name} ${copy.version}, but this command is version ${version}.`,
        "run the project's own command: npx app-platform doctor",
      );
    }
    return ok(`${copy.version} (${copy.folder}).`);
  },
};

/** Destroy and refresh also load the package from the project, not from another package of its workspace. */
function waysToInstall(name: string, folder: string): string | readonly string[] {
  const { command, add, install } = packageManagerOf(folder);
  const own = `install it there: ${add} ${name}. Destroy and refresh need it as well`;
  if (command !== "pnpm") return own;
  return [own, `add \`publicHoistPattern: [${name}]\` to pnpm-workspace.yaml, then run ${install}`];
}

const executable = "pulumi-resource-app-platform";

/** The provider's executable, where Pulumi looks for it: in the folder that the project names, on the PATH, then in Pulumi's home. */
const nativeProvider: Check = {
  name: "native provider",
  needs: ["project"],
  run({ facts: { project, pulumi }, manifest: { version }, environment }) {
    const { file = "", folder = "", pluginPath, runtime = "nodejs" } = project ?? {};
    if (pluginPath !== undefined) return inFolder(resolve(folder, pluginPath), file);
    const onPath = folderWith(executable, [...(pulumi ? [pulumi.folder] : []), ...pathFolders(environment)]);
    if (onPath !== undefined) return ok(`on the PATH (${onPath}).`);
    const installed = installedPlugins(environment).filter((each) => folderWith(executable, [each]) === each);
    const versions = installed.map((each) => /resource-app-platform-v([^/\\]+)$/.exec(each)?.[1] ?? each);
    if (versions.includes(version)) return ok(`${version}, installed.`);
    const cure = [
      "install it: npx app-platform native install",
      `pulumi plugin install resource app-platform ${version} --file <archive of the release>`,
    ];
    if (versions.length > 0) {
      const message = `The native provider is version ${versions.join(" and ")}, but this command is version ${version}.`;
      return warning(message, cure);
    }
    if (runtime === "nodejs") {
      return { status: "optional", message: "not installed (optional)." };
    }
    return failed(
      `A program in ${runtime} needs the native provider: ${executable} is neither on the PATH nor in ${join(pulumiHome(environment), "plugins")}.`,
      cure,
    );
  },
};

function inFolder(folder: string, file: string): Finding {
  if (folderWith(executable, [folder]) !== undefined) return ok(`in ${folder} (${file}).`);
  return failed(`${file} must name the folder of ${executable}; it isn't in ${folder}.`, [
    "install the packages of the project",
    `correct the path in ${file}: npx app-platform native init`,
  ]);
}

export const machineChecks: readonly Check[] = [
  node,
  pulumiCli,
  project,
  languageHost,
  pulumiSdk,
  typescript,
  providerPackage,
  nativeProvider,
];
