/** A Pulumi project outside the checkout, as a user has one: with the packages in its node_modules and a stack of its own. */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { pulumiEnvironment } from "../../../tools/fetch/pulumi-cli/environment.js";

export const checkout = join(__dirname, "../../..");

type Values = Readonly<Record<string, string>>;
export type CliProject = Awaited<ReturnType<typeof openCliProject>>;

/** A project whose stack `dev` is selected. */
export async function openCliProject() {
  const home = await realpath(await mkdtemp(join(tmpdir(), "cli-project-")));
  const folder = join(home, "shop");
  await link("node_modules/@pulumi/pulumi", folder);
  await link("node_modules/app-platform-backend", folder);
  await link(".", folder, "pulumi-app-platform");
  await writeFile(join(folder, "Pulumi.yaml"), "name: shop\nruntime: nodejs\n");
  await writeFile(join(folder, "index.js"), "");
  const state = join(home, "state");
  const env = await pulumiEnvironment({ state });
  const pulumi = (...args: string[]) =>
    promisify(execFile)("pulumi", [...args, "--non-interactive"], { cwd: folder, env: { ...process.env, ...env } });
  await pulumi("stack", "init", "dev");
  return {
    folder,
    /** Variables by which the command finds the Pulumi CLI and the state of the stack. */
    env,
    /** Sets values of the stack configuration. */
    configure: async (plain: Values, secret: Values) => {
      const optionsFor = (option: string, values: Values) =>
        Object.entries(values).flatMap(([key, value]) => [option, `${key}=${value}`]);
      await pulumi("config", "set-all", ...optionsFor("--plaintext", plain), ...optionsFor("--secret", secret));
    },
    close: () => rm(home, { recursive: true, force: true }),
  };
}

/** Links a part of the checkout into the node_modules of a folder. */
export async function link(path: string, folder: string, name = path.replace("node_modules/", "")): Promise<void> {
  const target = join(folder, "node_modules", name);
  await mkdir(dirname(target), { recursive: true });
  await symlink(join(checkout, path), target);
}
