/** What loading the package costs, in a program and in the plugin. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { BenchRow } from "../../tools/generate/measured/bench.js";
import { plainRow } from "../row.js";
import { startPlugin } from "./plugin.js";
import { providerTexts } from "./texts.js";

const root = join(__dirname, "../..");
const repetitions = 9;

/** Milliseconds until a new plugin has checked its first resource. */
async function pluginStart(text: string): Promise<number> {
  const before = performance.now();
  const plugin = await startPlugin(root, { APP_PLATFORM_BASE_URL: "http://127.0.0.1:9", APP_PLATFORM_TOKEN: jwt });
  const { environment, registries } = ids;
  await plugin.check({
    environmentId: environment,
    name: "web",
    registryId: registries,
    imageName: "a",
    tag: "1",
    healthchecks: {},
    __provider: text,
  });
  const passed = performance.now() - before;
  await plugin.stop();
  return passed;
}

const ids = { environment: "e0a1b2c3-d4e5-4f60-8a1b-2c3d4e5f6003", registries: "4e615714-92b4-40d6-9152-c34e6082af0c" };
const jwt = `${Buffer.from('{"alg":"HS256"}').toString("base64url")}.${Buffer.from("{}").toString("base64url")}.c2ln`;

/** Loads the SDK and then perhaps the package, and prints how long that took and the memory of the process. */
const loading = (request?: string) => `
require("@pulumi/pulumi");
const start = performance.now();
${request === undefined ? "" : `require("${request}");`}
const passed = performance.now() - start;
gc();
console.log(JSON.stringify([passed, process.memoryUsage().rss / 1e6]));
`;

async function loaded(request?: string): Promise<[number, number]> {
  const { stdout } = await promisify(execFile)(process.execPath, ["--expose-gc", "-e", loading(request)], {
    cwd: root,
  });
  return JSON.parse(stdout);
}

export async function loadingRows(): Promise<BenchRow[]> {
  const times: number[] = [];
  const sizes: number[] = [];
  for (let each = 0; each < repetitions; each++) {
    const [, without] = await loaded();
    const [time, size] = await loaded("pulumi-app-platform");
    times.push(time);
    sizes.push(size - without);
  }
  const starts: number[] = [];
  for (let each = 0; each < repetitions; each++) {
    starts.push((await pluginStart(providerTexts.container)) - (await pluginStart(providerTexts.empty)));
  }
  const against = "`@pulumi/pulumi` loaded before";
  return [
    plainRow({ what: '`require("pulumi-app-platform")`', against, aim: { atMost: 60, unit: "ms" } }, times),
    plainRow({ what: "its memory", against, aim: { atMost: 15, unit: "MB" } }, sizes),
    plainRow(
      {
        what: "start of the plugin, first check included",
        against: "an empty dynamic provider",
        aim: { atMost: 120, unit: "ms" },
      },
      starts,
    ),
  ];
}
