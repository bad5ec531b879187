/** A Chromium that starts: one of this machine or, on Linux, the one that an npm package contains. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Browser, chromium, type LaunchOptions } from "playwright-core";
import { folderWith, pathFolders } from "../../cli/pulumi/findPulumi.js";
import { cached } from "./cache.js";
import { findOnce } from "./find-once.js";
import { CHECKOUT } from "./pulumi-cli/search.js";

const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // One process for all pages: each platform of a test is another site, and would get its own.
  "--disable-site-isolation-trials",
  "--renderer-process-limit=1",
  "--no-zygote",
  "--in-process-gpu",
];

const programs = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

interface Candidate {
  readonly where: string;
  readonly options: () => LaunchOptions | Promise<LaunchOptions>;
  /** What Playwright says if there is no browser; not mentioned if another one is found. */
  readonly absent?: RegExp;
}

/** An executable on the PATH, or one that the user names: it should start. */
const executable = (where: string, executablePath: string): Candidate => ({
  where,
  options: () => ({ executablePath }),
});

/** One that Playwright knows where to find. */
const installed = (where: string, options: LaunchOptions): Candidate => ({
  where,
  options: () => options,
  absent: /executable doesn't exist|is not found at/i,
});

function candidates(env: NodeJS.ProcessEnv): Candidate[] {
  const onPath = programs.flatMap((name) => {
    const folder = folderWith(name, pathFolders(env));
    return folder === undefined ? [] : [executable("the PATH", join(folder, name))];
  });
  return [
    ...(env.CHROMIUM ? [executable("CHROMIUM", env.CHROMIUM)] : []),
    ...onPath,
    installed("Playwright's cache, without windows", {}),
    installed("Playwright's cache", { channel: "chromium" }),
    installed("Google Chrome's installer", { channel: "chrome" }),
    { where: "the npm package @sparticuz/chromium", options: fromPackage },
  ];
}

/** How long a browser may take to start before the next one is tried, in milliseconds. */
const timeout = 60_000;

/** What Playwright launches, with the variables that are added to those of the process. The first one that starts is used. */
async function find(): Promise<LaunchOptions> {
  const tried: string[] = [];
  const broken: string[] = [];
  for (const { where, options, absent } of candidates(process.env)) {
    try {
      const found = await options();
      await (await chromium.launch({ ...withProcess(found), timeout })).close();
      if (broken.length > 0)
        process.stderr.write(`${[`Using the Chromium of ${where}. These don't start:`, ...broken].join("\n")}\n`);
      return found;
    } catch (error) {
      const reason = reasonOf(error as Error);
      tried.push(`  - ${where}: ${reason}`);
      if (!absent?.test(reason)) broken.push(...tried.slice(-1));
    }
  }
  throw new Error(["No Chromium was found that starts. Tried:", ...tried].join("\n"));
}

const withProcess = (found: LaunchOptions): LaunchOptions => ({
  args,
  ...found,
  env: { ...process.env, ...found.env } as Record<string, string>,
});

/** The Chromium of this machine, which has started: it is looked for once in a run. */
export const findChromium = (): Promise<LaunchOptions> => findOnce("Chromium", find);

/** Launches it. */
export async function launchChromium(options: LaunchOptions): Promise<Browser> {
  const found = await findChromium();
  return chromium.launch({ ...withProcess(found), ...options });
}

/** Playwright's log of a browser that did not start follows the first line of the error; its last line is the reason. */
function reasonOf({ message }: Error): string {
  const [first = "", ...more] = message.replace(/^browserType\.launch: /, "").split("\n");
  const text = more.flatMap((line) => /\[err\] (.*)$/.exec(line)?.[1] ?? []);
  return [first, ...text.slice(0, 1)].join(" ");
}

const own = join(CHECKOUT, "node_modules/@sparticuz/chromium");

async function fromPackage(): Promise<LaunchOptions> {
  if (process.platform !== "linux" || process.arch !== "x64")
    throw new Error(`It is for Linux on x64; this is ${process.platform} on ${process.arch}.`);
  const folder = await cached("chromium", [readFileSync(join(own, "package.json"))], unpack, "a few seconds");
  // Its own copies of libraries that a small system lacks, and its own font.
  const env = { LD_LIBRARY_PATH: join(folder, "al2023/lib"), FONTCONFIG_FILE: join(folder, "fonts.conf") };
  return { executablePath: join(folder, "chromium"), env };
}

const fonts = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">fonts</dir></fontconfig>
`;

/** The package unpacks itself into the folder for temporary files, and its libraries only on AWS Lambda. */
async function unpack(folder: string): Promise<void> {
  const program = `import chromium from "@sparticuz/chromium"; await chromium.executablePath();`;
  await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: CHECKOUT,
    env: { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs22.x" },
  });
  // The package's own file names fixed folders.
  await writeFile(join(folder, "fonts.conf"), fonts);
}
