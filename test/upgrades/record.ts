/**
 * Records what the current version writes: `npm run fixtures:record`. Run it once for each version, before its release. A fixture is
 * never recorded again: it stands for what users of that version have.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { longLivedToken } from "../backend/data-file.js";
import { openProjectIn } from "../install/project.js";
import { type Platform, startPlatform } from "../platform.js";
import { files, fixtureFolder } from "./fixture.js";

const root = join(__dirname, "../..");

async function recordStack(folder: string, platform: Platform): Promise<void> {
  const local = join(root, ".local");
  mkdirSync(local, { recursive: true });
  // In the checkout, so that Node.js finds the modules there.
  const project = mkdtempSync(join(local, "record-"));
  try {
    cpSync(join(__dirname, "program"), project, { recursive: true });
    const { pulumi } = await openProjectIn(project, platform);
    await pulumi("up", "--yes", "--skip-preview");
    await pulumi("stack", "export", "--file", join(folder, files.state));
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}

async function recordInto(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  cpSync(join(__dirname, "program"), join(folder, files.program), { recursive: true });
  const platform = await startPlatform({ endpoints: "extended", data: join(folder, files.data) });
  const write = (file: string, value: unknown) =>
    writeFileSync(join(folder, file), `${JSON.stringify(value, null, 2)}\n`);
  try {
    await recordStack(folder, platform);
    write(files.token, await longLivedToken(platform));
    write(files.snapshot, (await platform.request("GET", "/_local/snapshot")).body);
  } finally {
    await platform.stop();
  }
}

async function record(): Promise<void> {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const folder = fixtureFolder(version);
  if (existsSync(folder)) throw new Error(`There is a fixture of version ${version}: it is never recorded again`);
  // Elsewhere first: a fixture is whole, or it is not there.
  const recorded = mkdtempSync(join(tmpdir(), "fixture-"));
  try {
    await recordInto(recorded);
    cpSync(recorded, folder, { recursive: true });
  } finally {
    rmSync(recorded, { recursive: true, force: true });
  }
}

record().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
