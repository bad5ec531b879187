/**
 * Records what the current version writes: `npm run fixtures:record`. Run it once for each version, before its release. The fixture of a
 * released version is never recorded again: it stands for what users of that version have. Its program is that of the latest fixture, unless the folder of
 * the version has another one already.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { kindNames } from "../../kinds/kindNames.js";
import { openProjectIn } from "../../package/install/project.js";
import { longLivedToken, type Platform, startPlatform } from "../../platform/support/platform.js";
import { writeRecord } from "../../support/recording.js";
import { startVault } from "../../support/vault.js";
import { files, fixtureFolder, recordedVersions } from "./fixture.js";

const root = join(__dirname, "../../..");

async function recordStack(folder: string, platform: Platform): Promise<void> {
  const local = join(root, ".local");
  mkdirSync(local, { recursive: true });
  // In the checkout, so that Node.js finds the modules there.
  const project = mkdtempSync(join(local, "record-"));
  try {
    cpSync(join(folder, files.program), project, { recursive: true });
    const { pulumi } = await openProjectIn(project, platform);
    await pulumi("up", "--yes", "--skip-preview");
    const state = join(folder, files.state);
    await pulumi("stack", "export", "--file", state);
    writeRecord(state, JSON.parse(readFileSync(state, "utf8")), 3);
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}

async function recordInto(folder: string, program: string): Promise<void> {
  cpSync(program, join(folder, files.program), { recursive: true });
  const platform = await startPlatform({ endpoints: "extended", data: join(folder, files.data) });
  try {
    await recordStack(folder, platform);
    writeFileSync(join(folder, files.token), `${JSON.stringify(await longLivedToken(platform))}\n`);
    writeRecord(join(folder, files.snapshot), (await platform.request("GET", "/_local/snapshot")).body, 3);
  } finally {
    await platform.stop();
    rmSync(join(folder, `${files.data}-requests`), { force: true });
  }
}

/** Kinds that are newer than the program would not be in what later versions are tested with. */
function requireEveryKind(program: string, place: string): void {
  const text = readFileSync(join(program, "index.ts"), "utf8");
  const missing = kindNames.filter((kind) => !text.includes(`new ${kind}(`));
  if (missing.length > 0) throw new Error(`${program} has no ${missing.join(", ")}: copy it to ${place} and add them`);
}

async function record(): Promise<void> {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const folder = fixtureFolder(version);
  if (existsSync(join(folder, files.state)))
    throw new Error(`There is a fixture of version ${version}: it is never recorded again`);
  // Elsewhere first: a fixture is whole, or it is not there.
  const recorded = mkdtempSync(join(tmpdir(), "fixture-"));
  const vault = await startVault();
  try {
    const own = join(folder, files.program);
    const [latest = version] = recordedVersions.filter((each) => each !== version).reverse();
    const program = existsSync(own) ? own : join(fixtureFolder(latest), files.program);
    requireEveryKind(program, own);
    await recordInto(recorded, program);
    cpSync(recorded, folder, { recursive: true });
  } finally {
    rmSync(recorded, { recursive: true, force: true });
    vault.close().closeAllConnections();
  }
}

record().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
