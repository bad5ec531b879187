import { accessSync, constants, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";

/** The Pulumi CLI of this machine. */
export interface FoundPulumi {
  /** Path of the program. */
  readonly program: string;
  readonly folder: string;
  readonly isOnPath: boolean;
}

/** Where Pulumi's installer puts the CLI, which is on the PATH only after the next login. */
export function pulumiHome(environment: NodeJS.ProcessEnv): string {
  return environment.PULUMI_HOME || join(environment.HOME || homedir(), ".pulumi");
}

/** Folders besides the PATH that are searched. */
export function otherFolders(environment: NodeJS.ProcessEnv): string[] {
  return [join(pulumiHome(environment), "bin")];
}

/** Folders of plugins that the CLI has installed on its own. */
export function installedPlugins(environment: NodeJS.ProcessEnv): string[] {
  const folder = join(pulumiHome(environment), "plugins");
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return [];
  }
}

/** The first folder that has the program. */
export function folderWith(name: string, folders: readonly string[]): string | undefined {
  return folders.find((folder) => isExecutable(join(folder, programFile(name))));
}

export function pathFolders({ PATH = "" }: NodeJS.ProcessEnv): string[] {
  return PATH.split(delimiter).filter((folder) => folder !== "");
}

/** `pulumi` on the PATH, then in Pulumi's home. */
export function findPulumi(environment: NodeJS.ProcessEnv): FoundPulumi | undefined {
  const onPath = folderWith("pulumi", pathFolders(environment));
  const folder = onPath ?? folderWith("pulumi", otherFolders(environment));
  if (folder === undefined) return undefined;
  return { program: join(folder, programFile("pulumi")), folder, isOnPath: onPath !== undefined };
}

/** The file name of a compiled program on this system. */
export function programFile(name: string): string {
  return process.platform === "win32" ? `${name}.exe` : name;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
