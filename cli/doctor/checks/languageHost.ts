import { folderWith, installedPlugins, pathFolders } from "../../pulumi/findPulumi.js";
import type { Check } from "../check.js";

/** The plugins next to the CLI that run a program. Dynamic providers, which only exist for Node.js here, need their own. */
const pluginsFor = (runtime: string) => [
  `pulumi-language-${runtime}`,
  ...(runtime === "nodejs" ? ["pulumi-resource-pulumi-nodejs"] : []),
];

export const languageHost: Check = {
  name: "language host",
  needs: ["pulumi"],
  run({ facts, environment }) {
    const own = facts.pulumi?.folder as string;
    const runtime = facts.project?.runtime ?? "nodejs";
    const plugins = pluginsFor(runtime);
    const folders = [own, ...pathFolders(environment), ...installedPlugins(environment)];
    const missing = plugins.filter((plugin) => folderWith(plugin, folders) === undefined);
    if (missing.length === 0) {
      return { status: "ok", message: `${plugins[0]} in ${folderWith(plugins[0] as string, folders)}.` };
    }
    return {
      status: "failure",
      message: `Pulumi's plugins for ${runtime} must be next to the CLI (${own}) or on the PATH; missing: ${missing.join(", ")}.`,
      cure: "install the Pulumi CLI again, with all files of its archive: https://www.pulumi.com/docs/install/",
    };
  },
};
