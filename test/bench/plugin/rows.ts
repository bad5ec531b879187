/** What the plugin costs beside the requests that it sends, and what loading it costs. */
import { execFile, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { Pool } from "undici";
import type { BenchRow } from "../../../tools/measured/bench.js";
import { startPlatform } from "../../platform.js";
import { plainRow, ratioRow } from "../row.js";
import { startPlugin } from "./plugin.js";

const root = join(__dirname, "../../..");
const creates = 1_000;
const atOnce = 64;
const delay = 20;
const repetitions = 5;

const providerText = 'exports.handler=()=>require("pulumi-app-platform/runtime").provider("Container")';
/** A dynamic provider without anything. */
const emptyText = "exports.handler=()=>({})";

async function containerResponse(): Promise<object> {
  const platform = await startPlatform();
  try {
    const { environment, registries } = platform.ids;
    const body = {
      name: "web",
      registry_id: registries.GENERIC_CR,
      image_name: "library/nginx",
      tag: "1",
      healthchecks: {},
    };
    return (await platform.request("POST", `/environment/${environment}/container`, { body })).body;
  } finally {
    await platform.stop();
  }
}

/** Calls the function for each index, so many at a time, and returns the seconds. */
async function timed(call: (index: number) => Promise<unknown>): Promise<number> {
  const before = performance.now();
  let next = 0;
  const worker = async () => {
    while (next < creates) await call(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return (performance.now() - before) / 1000;
}

export async function createRows(): Promise<BenchRow[]> {
  const response = await containerResponse();
  const server = spawn(process.execPath, [join(__dirname, "slow-server.mjs"), JSON.stringify(response), String(delay)]);
  try {
    const [port] = (await createInterface(server.stdout)[Symbol.asyncIterator]().next()).value.split("\n");
    const platform = await startPlatform();
    const token = platform.tokens.admin;
    await platform.stop();
    const base = `http://127.0.0.1:${port}`;
    const { environment, registries } = platform.ids;
    const pool = new Pool(base, { connections: atOnce });
    const plugin = await startPlugin(root, { APP_PLATFORM_BASE_URL: base, APP_PLATFORM_TOKEN: token });
    const inputs = (index: number) => ({
      environmentId: environment,
      name: `web-${index}`,
      registryId: registries.GENERIC_CR,
      imageName: "library/nginx",
      tag: "1",
      healthchecks: {},
      __provider: providerText,
    });
    const raw = async (index: number) => {
      const { environmentId, registryId, imageName, ...rest } = inputs(index);
      const body = JSON.stringify({ ...rest, registry_id: registryId, image_name: imageName });
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const answer = await pool.request({
        method: "POST",
        path: `/environment/${environmentId}/container`,
        headers,
        body,
      });
      return answer.body.json();
    };
    const own: number[] = [];
    const other: number[] = [];
    let round = 0;
    for (let run = 0; run < repetitions; run++) {
      other.push(await timed((index) => raw(index + creates * round)));
      own.push(await timed((index) => plugin.create(inputs(index + creates * round))));
      round += 1;
    }
    await plugin.stop();
    await pool.close();
    const text = {
      what: `${creates.toLocaleString("en")} creates through the plugin, ${atOnce} at a time, platform responds after ${delay} ms`,
      against: `undici with ${atOnce} connections`,
      aim: { atMost: 1.15 },
    };
    return [ratioRow(text, own, other, "s")];
  } finally {
    server.kill();
  }
}

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

/** Loads the SDK and then the package, and prints what the package added. */
const loading = `
require("@pulumi/pulumi");
gc();
const before = process.memoryUsage().rss;
const start = performance.now();
require("pulumi-app-platform");
const passed = performance.now() - start;
gc();
console.log(JSON.stringify([passed, (process.memoryUsage().rss - before) / 1e6]));
`;

export async function loadingRows(): Promise<BenchRow[]> {
  const run = promisify(execFile);
  const times: number[] = [];
  const sizes: number[] = [];
  for (let each = 0; each < repetitions; each++) {
    const { stdout } = await run(process.execPath, ["--expose-gc", "-e", loading], { cwd: root });
    const [time, size] = JSON.parse(stdout) as [number, number];
    times.push(time);
    sizes.push(size);
  }
  const starts: number[] = [];
  for (let each = 0; each < repetitions; each++) {
    starts.push((await pluginStart(providerText)) - (await pluginStart(emptyText)));
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
