/** The variables of a reader's shell: those of this machine, without what npm, the tests and Pulumi have set. */
import { execFileSync } from "node:child_process";
import { delimiter, join, sep } from "node:path";
import { pulumiInstallation } from "../pulumi-cli/environment.js";
import { outsideOfNpm } from "../release/packed.js";

const FOREIGN = /^(PULUMI_|APP_PLATFORM_|VITEST|NODE_|TS_NODE|INIT_CWD$|TEST$|DEV$|PROD$|MODE$|FORCE_COLOR$|CI$)/;

const npmSetting = (name: string) =>
  execFileSync("npm", ["config", "get", name], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();

/** @param home the folder that is the user's home */
export async function readerEnvironment(home: string): Promise<NodeJS.ProcessEnv> {
  const { folder } = await pulumiInstallation();
  const inherited = Object.entries(outsideOfNpm()).filter(([name]) => !FOREIGN.test(name));
  const path = (process.env.PATH ?? "").split(delimiter).filter((entry) => !entry.includes(`${sep}node_modules${sep}`));
  return {
    ...Object.fromEntries(inherited),
    ...(process.env.NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS }),
    HOME: home,
    // The CLI, too, would take the home folder from the list of users.
    PULUMI_HOME: join(home, ".pulumi"),
    PATH: [folder, ...path].join(delimiter),
    SHELL: "/bin/bash",
    LANG: "C.UTF-8",
    // A terminal that programs ask no questions: nobody would reply.
    TERM: "screen-256color",
    PULUMI_SKIP_UPDATE_CHECK: "true",
    npm_config_cache: npmSetting("cache"),
    npm_config_registry: npmSetting("registry"),
    npm_config_userconfig: npmSetting("userconfig"),
    npm_config_prefer_offline: "true",
    npm_config_audit: "false",
    npm_config_fund: "false",
    npm_config_update_notifier: "false",
    npm_config_loglevel: "error",
  };
}
