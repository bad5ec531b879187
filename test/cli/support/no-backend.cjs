// Loaded first by NODE_OPTIONS: nothing resolves to the local platform, as where it is not installed.
const Module = require("node:module");
const resolve = Module._resolveFilename;
Module._resolveFilename = (request, ...rest) => {
  if (request.startsWith("app-platform-backend")) throw new Error(`Cannot find module '${request}'`);
  return resolve(request, ...rest);
};
