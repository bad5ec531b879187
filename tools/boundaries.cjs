/** What the files of a folder must not import, and why: `npm run check` reports it with dependency-cruiser. */

/** The rooms of `provider/`, from the lowest to the highest: each may import those before it, and none after it. */
const rooms = [
  ["errors", "Errors know nothing of the rest of the provider."],
  [
    "schema",
    "schema/ is the vocabulary of definitions: of the provider it may import only errors, and what is generated.",
  ],
  ["values", "values/ works on fields and values alone: of the provider it may import only schema and errors."],
  ["ownership", "ownership/ knows no platform: of the provider it may import only values, schema and errors."],
  ["platform", "platform/ may import only ownership, values, schema and errors."],
  ["definition", "definition/ may import only platform, ownership, values, schema and errors."],
  [
    "deletion",
    "deletion/ may import only definition, platform, ownership, values, schema and errors: it names no kind.",
  ],
  [
    "resource",
    "resource/ may import only deletion, definition, platform, ownership, values, schema and errors: it names no kind.",
  ],
  ["engine", "engine/ may import everything but deployment, kinds and frontends: it names no kind."],
  ["deployment", "deployment/ names no kind: generated/deployable.ts lists what can be deployed."],
  ["kinds", "kinds/ may import everything but frontends."],
];

const sdkOfPulumi = "(^|/)@pulumi/pulumi(/|$)";
const backend = "^backend/|(^|/)app-platform-backend(/|$)";

/** @param except What of it may be imported. */
const boundary = (name, folder, never, comment, except) => ({
  name,
  severity: "error",
  comment,
  from: typeof folder === "string" ? { path: `^${folder}/` } : folder,
  to: { path: never, ...(except === undefined ? {} : { pathNot: except }) },
});

module.exports = {
  forbidden: [
    boundary(
      "provider",
      "provider",
      `^(sdk|cli)/|${backend}`,
      "The provider runs in Pulumi's plugin process: it never imports sdk, cli or backend.",
    ),
    boundary(
      "core",
      { path: "^provider/", pathNot: "^provider/frontends/|^provider/runtime[.]ts$" },
      `${sdkOfPulumi}|^provider/frontends/|^provider/runtime[.]`,
      "The core knows neither Pulumi's SDK nor what uses it: frontends/, and runtime.ts, which the state's text loads.",
    ),
    boundary(
      "dynamic",
      "provider/frontends/dynamic",
      "^provider/frontends/native/",
      "The frontends share the core and nothing else.",
    ),
    boundary(
      "native",
      "provider/frontends/native",
      `${sdkOfPulumi}|^provider/frontends/dynamic/|^provider/runtime[.]`,
      "native/ shares the core with the dynamic provider and nothing else, and of Pulumi's SDK it loads the protocol alone.",
      "@pulumi/pulumi/proto/",
    ),
    ...rooms.slice(0, -1).map(([room, comment], index) => {
      const higher = rooms.slice(index + 1).map(([name]) => name);
      return boundary(room, `provider/${room}`, `^provider/(${higher.join("|")})/`, comment);
    }),
    boundary("sdk", "sdk", backend, "The backend shares nothing with the provider but the two documents."),
    boundary("program", "sdk", "^cli/", "The program's process knows nothing of the command line."),
    boundary(
      "cli",
      "cli",
      `^sdk/|${backend}`,
      "The command line uses the provider's rooms: it imports neither the SDK nor the backend.",
    ),
    boundary(
      "command",
      "cli",
      "^provider/(engine/shutdown|runtime)[.]",
      "The command line isn't Pulumi's plugin process.",
    ),
    boundary(
      "tools",
      "tools",
      "^test/",
      "Tools never import tests: what both need is in tools, and what tests record is read as a file.",
    ),
    boundary(
      "backend",
      "backend",
      "^(sdk|provider|cli)/|(^|/)pulumi-app-platform(/|$)",
      "The backend validates on its own: it shares nothing with sdk, provider or cli.",
    ),
    boundary(
      "dashboard",
      "backend/dashboard",
      "^backend/src/",
      "The page runs in a browser: of the platform it imports only the types in src/dashboard/contract.ts.",
      "^backend/src/dashboard/contract[.]",
    ),
  ],
  // Types too, and without reading what is only imported from outside of the folders.
  options: { tsPreCompilationDeps: true, doNotFollow: { path: "node_modules|(^|/)dist/" } },
};
