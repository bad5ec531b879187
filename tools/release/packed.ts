/** The packages as npm would publish them. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { CHECKOUT } from "../fetch/pulumi-cli/search.js";

export interface Packed {
  /** Paths of the packages, ready to install. */
  readonly provider: string;
  readonly backend: string;
}

interface PackedFile {
  readonly filename: string;
}

/** Packs the built packages into a folder. */
export async function packInto(folder: string): Promise<Packed> {
  const { stdout } = await promisify(execFile)(
    "npm",
    ["pack", "--json", "--workspace", ".", "--workspace", "backend", "--pack-destination", folder],
    { cwd: CHECKOUT },
  );
  // npm prints an array or, from version 12 on, an object by name.
  const packed = Object.values(JSON.parse(stdout) as PackedFile[] | Record<string, PackedFile>);
  const path = (name: string) =>
    join(folder, packed.find(({ filename }) => filename.startsWith(name))?.filename ?? name);
  return { provider: path("pulumi-app-platform"), backend: path("app-platform-backend") };
}

/** With the variables of an npm script, npm would work on this checkout even in another folder. */
export function outsideOfNpm(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const settings = /^npm_config_(?:registry|cache|userconfig|globalconfig|.*:_auth.*)$/i;
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^npm_/.test(name) || settings.test(name)),
  ) as NodeJS.ProcessEnv;
}
