// Loaded by every Node.js process of a test run (NODE_OPTIONS): V8 takes the compiled code of node_modules from a file, as with
// NODE_COMPILE_CACHE, which Node.js 20 does not have yet. A run of the Pulumi CLI starts one or two processes, and most of their time
// went into compiling the same thousand modules. Code of this repository is never in the file.
"use strict";
const { readFileSync, renameSync, writeFileSync } = require("node:fs");
const Module = require("node:module");
const { delimiter, dirname } = require("node:path");
const v8 = require("node:v8");
const vm = require("node:vm");

/**
 * Files with the same code, of which V8 accepts one: Pulumi's SDK sets V8's flag `--allow-natives-syntax` when it is loaded, and code
 * is accepted only with the flags with which it was compiled.
 */
const files = process.env.NODE_TEST_COMPILE_CACHE?.split(delimiter) ?? [];
const isWriting = process.env.NODE_TEST_COMPILE_CACHE_WRITE === "1";
const loader = vm.constants?.USE_MAIN_CONTEXT_DEFAULT_LOADER;
const compile = Module.prototype._compile;

/** Where each module's code is in the file: its start, its end, and the length of its source. */
function open(file) {
  try {
    const content = readFileSync(file);
    const end = 4 + content.readUInt32LE(0);
    const { node, modules, paths } = JSON.parse(content.toString("utf8", 4, end));
    return node === process.version ? { code: content.subarray(end), modules, paths } : undefined;
  } catch {
    return undefined;
  }
}

function run(module, script, filename) {
  const require = (id) => module.require(id);
  require.resolve = Module.createRequire(filename).resolve;
  require.main = process.mainModule;
  require.extensions = Module._extensions;
  require.cache = Module._cache;
  const { exports } = module;
  return script.runInThisContext().call(exports, exports, require, module, filename, dirname(filename));
}

function read(first, others) {
  let cache = first;
  // What a request resolves to, as Node.js itself remembers it within a process.
  Object.assign(Module._pathCache, cache.paths);
  /** The script with the code of a cache, if V8 accepts it. */
  const load = ({ code, modules }, source, filename) => {
    const [start, end, length] = modules[filename] ?? [];
    if (length !== source.length) return undefined;
    const options = { filename, cachedData: code.subarray(start, end), importModuleDynamically: loader };
    const script = new vm.Script(Module.wrap(source), options);
    return script.cachedDataRejected ? undefined : script;
  };
  Module.prototype._compile = function (source, filename, ...more) {
    if (cache.modules[filename] === undefined) return compile.call(this, source, filename, ...more);
    let script = load(cache, source, filename);
    while (script === undefined && others.length > 0) {
      cache = open(others.shift()) ?? cache;
      script = load(cache, source, filename);
    }
    return script === undefined ? compile.call(this, source, filename, ...more) : run(this, script, filename);
  };
}

/** Keeps the code of all modules of node_modules that this process loads, with the functions that it called. */
function write(file) {
  // The flags with which this process was started are those of the file.
  v8.setFlagsFromString = () => undefined;
  const scripts = new Map();
  Module.prototype._compile = function (source, filename, ...more) {
    const [format = "commonjs"] = more;
    if (!filename.includes("/node_modules/") || source.startsWith("#!") || format !== "commonjs")
      return compile.call(this, source, filename, ...more);
    const script = new vm.Script(Module.wrap(source), { filename, importModuleDynamically: loader });
    scripts.set(filename, [script, source.length]);
    return run(this, script, filename);
  };
  process.on("exit", () => {
    const modules = {};
    const parts = [];
    let size = 0;
    for (const [filename, [script, length]] of scripts) {
      const part = script.createCachedData();
      parts.push(part);
      modules[filename] = [size, size + part.length, length];
      size += part.length;
    }
    const known = Object.entries(Module._pathCache).filter(([, path]) => path.includes("/node_modules/"));
    const head = Buffer.from(JSON.stringify({ node: process.version, modules, paths: Object.fromEntries(known) }));
    const start = Buffer.alloc(4);
    start.writeUInt32LE(head.length);
    writeFileSync(`${file}.${process.pid}`, Buffer.concat([start, head, ...parts]));
    renameSync(`${file}.${process.pid}`, file);
  });
}

/** What Pulumi's SDK only needs for functions in the state, and half of what it loads: these load when they are first used. */
const seldomUsed = ["@npmcli/arborist", "typescript"];

function loadLate() {
  const load = Module._load;
  Module._load = (request, parent, ...more) => {
    if (!seldomUsed.includes(request) || !parent?.filename?.includes("/@pulumi/pulumi/"))
      return load(request, parent, ...more);
    // If there is none, the SDK takes its own.
    Module._resolveFilename(request, parent);
    return new Proxy({}, { get: (_, name) => name === "__esModule" || load(request, parent, ...more)[name] });
  };
}

// The language host asks where modules are with `node -e`, which loads none.
const isEvaluated = process.argv.length === 1 && !isWriting;

if (files.length > 0 && loader !== undefined && !isEvaluated) {
  loadLate();
  const [file, ...others] = files;
  if (isWriting) write(file);
  else {
    const cache = open(file);
    if (cache !== undefined) read(cache, others);
  }
}
