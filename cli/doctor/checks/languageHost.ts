import { readdirSync } from "node:fs";
import { join } from "node:path";
import { folderWith, pathFolders, pulumiHome } from "../../pulumi/findPulumi.js";
import type { Check } from "../check.js";

/** Runs programs; the other one starts the provider. */
const plugins = ["pulumi-language-nodejs", "pulumi-resource-pulumi-nodejs"] as const;

export const languageHost: Check = {
  name: "language host",
  needs: ["pulumi"],
  run({ facts, environment }) {
    const own = facts.pulumi?.folder as string;
    const folders = [own, ...pathFolders(environment), ...installedPlugins(environment)];
    const missing = plugins.filter((plugin) => folderWith(plugin, folders) === undefined);
    if (missing.length === 0) {
      return { status: "ok", message: `pulumi-language-nodejs in ${folderWith(plugins[0], folders)}.` };
    }
    return {
      status: "failure",
      message: `Pulumi's plugins for Node.js must be beside the CLI (${own}) or on the PATH; missing: ${missing.join(", ")}.`,
      cure: "install the Pulumi CLI again, with all files of its archive: https://www.pulumi.com/docs/install/",
    };
  },
};

/** Folders of plugins that the CLI has installed on its own. */
function installedPlugins(environment: NodeJS.ProcessEnv): string[] {
  const folder = join(pulumiHome(environment), "plugins");
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return [];
  }
}
