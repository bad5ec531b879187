import { readFileSync } from "node:fs";
import { join } from "node:path";
import { releasesAddress, siteAddress } from "../release/address.js";
import { programPom } from "../release/javaProject.js";
import { lockOf, type Released } from "../release/lock.js";
import { addressedManifest, inPackage, publishedPackages } from "../release/manifest.js";
import { commandSections, exitCodesTable, globalOptionsTable } from "./commandLine.js";
import { contentsFile, pathsFile, referencesFile } from "./contents.js";
import { errorsFile } from "./errors.js";
import {
  againstTerraform,
  comparisonTables,
  largeStacksTable,
  peerStateTable,
  peerTable,
  performanceTable,
  stackGrowthTable,
  toolsTable,
} from "./performance.js";
import {
  alternativesTable,
  languagesAnswer,
  optionsTable,
  providersChoice,
  providersTable,
  pulumiLimits,
  readmeLanguages,
  requestsInShort,
} from "./providers.js";
import { recordsTable } from "./recordKinds.js";
import { referenceFiles } from "./reference.js";
import { registryFiles } from "./registry.js";
import { schemaFile } from "./schema.js";
import { sdkFiles } from "./sdk.js";
import { supportTable, testedTogetherTable } from "./supportedVersions.js";
import { abilitiesTable, deleteRules, settingsTable, statusesTable } from "./tables.js";
import { terraformAttributes, terraformTypes } from "./terraform.js";

const root = join(__dirname, "..", "..");

/** Parts of hand-written pages that are generated: between `<!-- name -->` and `<!-- /name -->`. */
const segments: Readonly<Record<string, (page: string) => string>> = {
  abilities: abilitiesTable,
  againstTerraform,
  alternatives: alternativesTable,
  comparisons: comparisonTables,
  commands: commandSections,
  providers: providersTable,
  providersChoice,
  deleteRules,
  exitCodes: exitCodesTable,
  javaProject: () => `\`\`\`xml [pom.xml]\n${programPom(JSON.parse(read("package.json")).version)}\`\`\`\n`,
  globalOptions: globalOptionsTable,
  languages: readmeLanguages,
  languagesAnswer,
  largeStacks: largeStacksTable,
  options: optionsTable,
  peer: peerTable,
  peerState: peerStateTable,
  performance: performanceTable,
  pulumiLimits,
  records: recordsTable,
  requestsInShort,
  releases: () =>
    `Each release contains the provider plugin, a Python wheel, and the SDKs for Go and Java. Download them from\n<${releasesAddress()}>.\n`,
  settings: settingsTable,
  stackGrowth: stackGrowthTable,
  statuses: statusesTable,
  support: supportTable,
  terraformAttributes,
  terraformTypes,
  testedTogether: testedTogetherTable,
  tools: toolsTable,
};

const publishedFiles = publishedPackages.map((published) => {
  const manifest = inPackage(published, "package.json");
  return [manifest, addressedManifest(read(manifest), published)] as const;
});

/** What the container image of the backend installs. */
function imageLock(): readonly [path: string, text: string] {
  const { name, version, license, engines, bin, dependencies } = JSON.parse(read("backend/package.json"));
  const lock = lockOf({ name, version, license, engines, bin, dependencies } as Released);
  return ["backend/container/package-lock.json", `${JSON.stringify(lock, null, 2)}\n`];
}

/** The address of the site, for messages. */
function siteFile(): readonly [path: string, text: string] {
  const site = siteAddress();
  const text = `// Generated from tools/release/address.json by \`npm run generate\`. Do not edit.

/** Address of the documentation site, with a slash at the end; nothing as long as it has none. */
export const site: string | undefined = ${JSON.stringify(site)};
`;
  return ["provider/errors/site.ts", text];
}

/** Everything that comes from the definitions and from what tests and benchmarks measured. */
export const derivedFiles: ReadonlyMap<string, string> = new Map([
  referencesFile(),
  ...sdkFiles(),
  ...contentsFile(),
  pathsFile(),
  ...schemaFile(),
  ...referenceFiles(),
  ...registryFiles(),
  ...errorsFile(),
  siteFile(),
  ...publishedFiles,
  imageLock(),
  ...[
    "README.md",
    "backend/API.md",
    "bench/README.md",
    "docs/command-line.md",
    "docs/concepts/endpoints.md",
    "docs/concepts/providers.md",
    "docs/configuration.md",
    "docs/how-to/api-objects.md",
    "docs/how-to/terraform.md",
    "docs/how-to/troubleshooting.md",
    "docs/performance.md",
    "docs/reliability.md",
    "docs/resource-options.md",
    "docs/upgrading.md",
  ].map((path) => [path, withSections(read(path))] as const),
]);

function read(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

function withSections(text: string): string {
  return text.replace(
    /(<!-- (\w+) -->\n)[\s\S]*?(<!-- \/\2 -->)/g,
    (whole, open: string, name: string, close: string) =>
      segments[name] === undefined ? whole : `${open}\n${segments[name](text)}\n${close}`,
  );
}
