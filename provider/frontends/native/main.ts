/**
 * The native provider's program. Pulumi starts it with the address of its engine, and reads the port that it prints.
 *
 * Programs in YAML start it once only for its schema. So everything else is in another file, which is loaded for the first call that needs
 * it. In the executable, both are assets.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { engineAddress, watchEngine } from "../../engine/process.js";
import { loadModule, type Module } from "./codeCache.js";
import { type Call, packageCalls, serveCalls } from "./grpc.js";

/** The version of the package, which the bundler writes here. */
declare const VERSION: string;
/** Names the content of the other file, which the bundler writes first. */
declare const BUILD: string;

// Little of what a run sends stays in memory. So V8 collects garbage when the heap has grown by half, instead of doubled.
setFlagsFromString("--heap-growing-percent=50");

const { isSea, getRawAsset } = process.getBuiltinModule("node:sea");
const contentOf = (name: string) =>
  isSea() ? Buffer.from(getRawAsset(name) as ArrayBuffer) : readFileSync(join(__dirname, name));

/** What to do when the engine is gone. */
let end = (): unknown => process.exit();
let plugin: Module<typeof import("./plugin.js")> | undefined;
let calls: Readonly<Record<string, Call>> | undefined;

function load(): Readonly<Record<string, Call>> {
  const source = contentOf("plugin.js").toString("latin1");
  plugin ??= loadModule(join(__dirname, "plugin.js"), source, BUILD, isSea() ? contentOf("plugin.code") : undefined);
  return plugin.exports.startPlugin(VERSION, (_, whenGone) => {
    end = whenGone;
  });
}

const known = packageCalls(VERSION, () => contentOf("schema.json"));

function callNamed(method: string): Call | undefined {
  if (method === "Cancel") {
    if (calls === undefined) return known.Attach;
    // The engine ends an operation with this call, and then the process.
    plugin?.save();
  }
  if (Object.hasOwn(known, method)) return known[method];
  calls ??= load();
  return calls[method];
}

void serveCalls("pulumirpc.ResourceProvider", callNamed).then(({ port }) => {
  process.stdout.write(`${port}\n`);
  const engine = engineAddress();
  if (engine !== undefined) watchEngine(engine, () => end());
});
