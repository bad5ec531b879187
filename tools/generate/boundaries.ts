import { readFileSync } from "node:fs";
import { join } from "node:path";

/** What the files of a folder must not import, and why. */
interface Boundary {
  /** A folder, or one file. */
  readonly folder: string;
  /** What is in the folder and may import it. */
  readonly except?: readonly string[];
  readonly never: readonly string[];
  readonly because: string;
}

/** The rooms of `provider/`, from the lowest to the highest: each may import those before it, and none after it. */
const rooms: readonly (readonly [room: string, because: string, except?: string])[] = [
  ["errors", "Errors know nothing of the rest of the provider."],
  [
    "schema",
    "schema/ is the vocabulary of definitions: of the provider it may import only errors, and what is generated.",
  ],
  ["values", "values/ works on fields and values alone: of the provider it may import only schema and errors."],
  ["claims", "claims/ knows no platform: of the provider it may import only values, schema and errors."],
  ["platform", "platform/ may import only claims, values, schema and errors."],
  ["definition", "definition/ may import only platform, claims, values, schema and errors."],
  ["gate", "gate/ may import only definition, platform, claims, values, schema and errors: it names no kind."],
  [
    "lifecycle",
    "lifecycle/ may import only gate, definition, platform, claims, values, schema and errors: it names no kind.",
  ],
  [
    "engine",
    "engine/ may import only lifecycle, gate, definition, platform, claims, values, schema and errors: it names no kind.",
  ],
  [
    "deployment",
    "deployment/ names no kind: of resources it may import only deployable.js, which lists what can be deployed.",
    "**/resources/deployable.js",
  ],
  ["resources", "resources/ may import everything of the core."],
  ["plugin", "plugin/ may import everything of the core."],
];

const boundaries: readonly Boundary[] = [
  {
    folder: "provider",
    never: ["**/sdk/**", "**/cli/**", "**/backend/**", "app-platform-backend"],
    because: "The provider runs in Pulumi's plugin process: it never imports sdk, cli or backend.",
  },
  {
    folder: "provider",
    except: ["provider/dynamic", "provider/native", "provider/runtime.ts"],
    never: ["@pulumi/pulumi", "@pulumi/pulumi/**", "**/dynamic/**", "**/native/**", "**/runtime.js"],
    because:
      "The core knows neither Pulumi's SDK nor its doors: dynamic/, native/, and runtime.ts, which the state's text loads.",
  },
  {
    folder: "provider/dynamic",
    never: ["**/native/**"],
    because: "The doors share the core and nothing else.",
  },
  {
    folder: "provider/native",
    never: ["@pulumi/pulumi", "@pulumi/pulumi/**", "!@pulumi/pulumi/proto/**", "**/dynamic/**", "**/runtime.js"],
    because:
      "native/ shares the core with the other door and nothing else, and of Pulumi's SDK it loads the protocol alone.",
  },
  ...rooms.map(([room, because, except], index) => ({
    folder: `provider/${room}`,
    never: [
      ...rooms.slice(index + 1).map(([higher]) => `**/${higher}/**`),
      ...(except === undefined ? [] : [`!${except}`]),
    ],
    because,
  })),
  {
    folder: "sdk",
    never: ["**/backend/**", "app-platform-backend"],
    because: "The backend shares nothing with the provider but the two documents.",
  },
  { folder: "sdk", never: ["**/cli/**"], because: "The program's process knows nothing of the command line." },
  {
    folder: "cli",
    never: ["**/sdk/**", "**/backend/**", "app-platform-backend"],
    because: "The command line uses the provider's rooms: it imports neither the SDK nor the backend.",
  },
  {
    folder: "cli",
    never: ["**/plugin/shutdown.js", "**/runtime.js"],
    because: "The command line isn't Pulumi's plugin process.",
  },
  {
    folder: "tools",
    never: ["**/test/**"],
    because: "Tools never import tests: what both need is in tools, and what tests record is read as a file.",
  },
  {
    folder: "backend",
    never: ["**/sdk/**", "**/provider/**", "**/cli/**", "pulumi-app-platform"],
    because: "The backend validates on its own: it shares nothing with sdk, provider or cli.",
  },
  {
    folder: "backend/dashboard",
    never: ["../../src/**", "!../../src/dashboard/contract.js", "!../../src/dashboard/contract.ts"],
    because: "The page runs in a browser: of the platform it imports only the types in src/dashboard/contract.ts.",
  },
];

const RULE = "noRestrictedImports";

function isWithin(inner: string, outer: string): boolean {
  return `${inner}/`.startsWith(`${outer}/`);
}

/** The linter only applies the last override of a rule, so each one repeats those of the folders around it. */
function override(folder: string): object {
  const patterns = boundaries
    .filter((outer) => isWithin(folder, outer.folder) && !outer.except?.some((each) => isWithin(folder, each)))
    .map(({ never, because }) => ({ group: never, message: because }));
  return {
    includes: [folder.endsWith(".ts") ? folder : `${folder}/**`],
    linter: { rules: { style: { [RULE]: { level: "error", options: { patterns } } } } },
  };
}

/** `biome.json` with the boundaries; everything else in it is written by hand. */
export function linterSettings(root: string): [string, string] {
  const settings = JSON.parse(readFileSync(join(root, "biome.json"), "utf8"));
  const others = settings.overrides.filter((each: object) => !JSON.stringify(each).includes(RULE));
  const folders = [...new Set(boundaries.flatMap(({ folder, except = [] }) => [folder, ...except]))];
  return ["biome.json", JSON.stringify({ ...settings, overrides: [...others, ...folders.map(override)] })];
}
