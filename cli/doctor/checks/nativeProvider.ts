import { join, resolve } from "node:path";
import { folderWith, installedPlugins, pathFolders, pulumiHome } from "../../pulumi/findPulumi.js";
import type { Check, Finding } from "../check.js";

const executable = "pulumi-resource-app-platform";

/** The provider's executable, where Pulumi looks for it: in the folder that the project names, on the PATH, then in Pulumi's home. */
export const nativeProvider: Check = {
  name: "native provider",
  needs: ["project"],
  run({ facts: { project, pulumi }, manifest: { version }, environment }) {
    const { file = "", folder = "", pluginPath, runtime = "nodejs" } = project ?? {};
    if (pluginPath !== undefined) return inFolder(resolve(folder, pluginPath), file);
    const onPath = folderWith(executable, [...(pulumi ? [pulumi.folder] : []), ...pathFolders(environment)]);
    if (onPath !== undefined) return { status: "ok", message: `on the PATH (${onPath}).` };
    const installed = installedPlugins(environment).filter((each) => folderWith(executable, [each]) === each);
    const versions = installed.map((each) => /resource-app-platform-v([^/\\]+)$/.exec(each)?.[1] ?? each);
    if (versions.includes(version)) return { status: "ok", message: `${version}, installed.` };
    const cure = [
      "install it: npx app-platform native install",
      `pulumi plugin install resource app-platform ${version} --file <archive of the release>`,
    ];
    if (versions.length > 0) {
      const message = `The native provider is version ${versions.join(" and ")}, but this command is version ${version}.`;
      return { status: "warning", message, cure };
    }
    if (runtime === "nodejs") {
      return { status: "ok", message: "not installed; only programs that import pulumi-app-platform/native need it." };
    }
    return {
      status: "failure",
      message: `A program in ${runtime} needs the native provider: ${executable} is neither on the PATH nor in ${join(pulumiHome(environment), "plugins")}.`,
      cure,
    };
  },
};

function inFolder(folder: string, file: string): Finding {
  if (folderWith(executable, [folder]) !== undefined) return { status: "ok", message: `in ${folder} (${file}).` };
  return {
    status: "failure",
    message: `${file} must name the folder of ${executable}; it isn't in ${folder}.`,
    cure: ["install the packages of the project", `correct the path in ${file}: npx app-platform native init`],
  };
}
