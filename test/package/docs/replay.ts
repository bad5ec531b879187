/** Follows a page in an empty folder: its blocks are commands, files, changes of files, and what the commands print. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join, sep } from "node:path";
import { pulumiInstallation } from "../../../tools/fetch/pulumi-cli/environment.js";
import { CHECKOUT } from "../../../tools/fetch/pulumi-cli/search.js";
import { outsideOfNpm } from "../../../tools/release/packed.js";
import { withFakePrograms } from "../../support/fake-programs.js";
import { packedPackages, unpackInto } from "../support/packed.js";
import { changed } from "./changed.js";
import { comparable } from "./comparable.js";
import { openTerminal } from "./terminal.js";

/** A block with its language, the word after it, its title and its lines, and the output that is shown right below it. */
const BLOCK = /^```(\w+)(?: (\w+))?(?: \[(\S+).*\])?\n([\s\S]*?)^```$(?:\n\n```text\n([\s\S]*?)^```$)?/gm;
const UUID = /\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/g;
const ADDRESS = "127.0.0.1:4310";

const { NODE_OPTIONS, NODE_TEST_COMPILE_CACHE } = process.env;
/** Variables for short forms: types are checked by the test of all pages, and code is compiled once for all processes of a run. */
export const quick = { PULUMI_NODEJS_TRANSPILE_ONLY: "true", NODE_OPTIONS, NODE_TEST_COMPILE_CACHE };

/**
 * Follows a page from an empty folder to its end.
 *
 * @param isShort Has what `npm install` would install, without running it, and waits for no deployment.
 * @returns its stale blocks, each as it has to be
 */
export async function replay(page: string, isShort: boolean): Promise<Map<string, string>> {
  const home = await mkdtemp(join(tmpdir(), "replay-"));
  const terminal = openTerminal(home, { ...(await readerEnvironment(home)), ...(isShort && quick) });
  const packages = await installable();
  if (isShort) await unpackInto(home);
  const own = ["pulumi-app-platform", "app-platform-backend"].map((name) => packages.get(name));
  const install = new RegExp(`^npm install(?: --save-dev)?(?: (?:${[...packages.keys()].join("|")}))+$`, "gm");
  /** What the page shows in place of what this run has: IDs, a port, the home folder. */
  const shownFor = new Map([[home, "/home/you"]]);
  const here = (text: string) =>
    [...shownFor].reduce((result, [actual, shown]) => result.replaceAll(shown, actual), text);
  const onPage = (text: string) =>
    [...shownFor].reduce((result, [actual, shown]) => result.replaceAll(actual, shown), text);
  const commandsHere = (commands: string) =>
    here(
      commands
        .replace(isShort ? install : /$^/, "ln -sfn ../node_modules node_modules")
        .replace(/^npm install .*$/gm, (line) => line.replace(/\S+/g, (word) => packages.get(word) ?? word))
        .replace(
          "npx --yes -p pulumi-app-platform",
          isShort ? "npx" : `npx --yes -p ${packages.get("pulumi-app-platform")}`,
        )
        .replace(/^npm install$/m, isShort ? "ln -sfn ../node_modules node_modules" : `npm install ${own.join(" ")}`)
        .replace("npm run platform", `npm run platform -- --port 0${isShort ? " --speed 20" : ""}`)
        // The address has the port of this run, and the home folder is this one.
        .replace(
          ". ./local.env",
          `. ./local.env; export APP_PLATFORM_BASE_URL=http://${ADDRESS} PULUMI_BACKEND_URL="file://${home}"`,
        ),
    );

  const start = async (command: string) => {
    const output = await terminal.start(command);
    const [address = ADDRESS] = /127\.0\.0\.1:\d+/.exec(output) ?? [];
    shownFor.set(address, ADDRESS);
    return output;
  };
  const run = async (commands: string, mode: string | undefined, shown: string) => {
    const { code, output } = await terminal.run(commands);
    if ((code !== 0) !== (mode === "fails")) throw new Error(`The exit code is ${code}:\n${commands}\n${output}`);
    const ids = shown.match(UUID) ?? [];
    for (const [index, id] of (output.match(UUID) ?? []).entries())
      if (!shownFor.has(id)) shownFor.set(id, ids[index] ?? id);
    return output;
  };
  const stale = new Map<string, string>();
  const follow = async ([block, language, mode, title, text = "", shown]: RegExpExecArray) => {
    if (mode === "shown") return;
    if (language === "sh") {
      const commands = commandsHere(text);
      const output = await (mode === "background" ? start(commands) : run(commands, mode, shown ?? ""));
      const printed = onPage(output).replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, "eyJhbGciOi…");
      if (shown !== undefined && comparable(printed) !== comparable(shown))
        stale.set(block, `${block.slice(0, block.lastIndexOf(shown))}${printed}\`\`\``);
    } else if (title !== undefined) {
      const file = join(home, "quickstart", title);
      writeFileSync(file, language === "diff" ? changed(readFileSync(file, "utf8"), here(text)) : here(text));
    }
  };
  try {
    for (const block of page.matchAll(BLOCK)) await follow(block);
    return stale;
  } finally {
    await terminal.close();
    await rm(home, { recursive: true, force: true });
  }
}

/** What to install in place of each package: the packed ones, and others as the checkout has them, which npm's cache has, too. */
export async function installable(): Promise<Map<string, string>> {
  const { provider, backend } = await packedPackages();
  const { devDependencies } = JSON.parse(readFileSync(join(CHECKOUT, "package.json"), "utf8"));
  const others = ["@pulumi/pulumi", "typescript@6", "@types/node"].map((written) => {
    const name = written.replace(/(?<=.)@.*/, "");
    return [written, `${name}@${devDependencies[name]}`];
  });
  return new Map([["pulumi-app-platform", provider], ["app-platform-backend", backend], ...others] as [
    string,
    string,
  ][]);
}

/** The variables of a reader's shell: those of this machine, without what npm, the tests and Pulumi have set. */
export async function readerEnvironment(home: string): Promise<NodeJS.ProcessEnv> {
  const foreign =
    /^(PULUMI_|APP_PLATFORM_|VITEST|NODE_(?!EXTRA_CA_CERTS)|TS_NODE|INIT_CWD$|TEST$|DEV$|PROD$|MODE$|FORCE_COLOR$|CI$)/;
  const inherited = Object.entries(outsideOfNpm()).filter(([name]) => !foreign.test(name));
  const path = (process.env.PATH ?? "").split(delimiter).filter((entry) => !entry.includes(`${sep}node_modules${sep}`));
  const settings = ["cache", "registry", "userconfig"];
  const found = execFileSync("npm", ["config", "get", ...settings], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  return {
    ...Object.fromEntries(inherited),
    HOME: home,
    // The CLI, too, would take the home folder from the list of users.
    PULUMI_HOME: join(home, ".pulumi"),
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PATH: withFakePrograms([(await pulumiInstallation()).folder, ...path].join(delimiter)),
    LANG: "C.UTF-8",
    // A terminal that programs ask no questions: nobody would reply.
    TERM: "screen-256color",
    // Found with HOME as it is on this machine.
    ...Object.fromEntries(
      [...found.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [`npm_config_${name}`, value]),
    ),
    npm_config_prefer_offline: "true",
    npm_config_audit: "false",
    npm_config_fund: "false",
    npm_config_update_notifier: "false",
    npm_config_loglevel: "error",
  };
}
