/**
 * What the two forms of the provider can do: one record, from which all pages about that are generated. Each fact names the tests
 * that show it; `test/unit/tools/generate/providers.test.ts` refuses a fact without tests, or one that other code contradicts.
 */
import { withoutEffect } from "../../sdk/resourceOptions.js";
import { languages as written } from "./languages/programs.js";
import { table } from "./tables.js";

/** A test file and the name of a test in it, as the file spells it; all of its tests if there is none. */
interface Shown {
  readonly file: string;
  readonly test: string;
}

const shown = (file: string, test = ""): Shown => ({ file: `test/${file}.test.ts`, test });

export interface Language {
  readonly name: string;
  /** Whether the dynamic form serves it, too. */
  readonly isDynamic: boolean;
  /** The tests that run a program in it; none for a language whose SDK is only generated. */
  readonly shownBy: readonly Shown[];
}

const own = [
  shown("cli/source-position", "state has the line and column of each resource in %s, and no other stack frame"),
  shown("engine/native/switching", "a stack of all kinds moves to the native provider"),
];
const other = [shown("cli/languages/languages", "manages all kinds from up to destroy")];

/** Every language that a program can be written in. */
export const languages: readonly Language[] = [
  { name: "TypeScript", isDynamic: true, shownBy: own },
  { name: "JavaScript", isDynamic: true, shownBy: own },
  ...Object.values(written).map(({ title }) => ({ name: title, isDynamic: false, shownBy: other })),
  { name: ".NET", isDynamic: false, shownBy: [] },
];

interface Fact {
  readonly shownBy: readonly Shown[];
}

export interface Feature extends Fact {
  readonly what: string;
  readonly dynamic: string;
  readonly native: string;
}

const namesOf = (which: (language: Language) => boolean) => languages.filter(which).map(({ name }) => name);
const isTested = ({ shownBy }: Language) => shownBy.length > 0;
const dynamicLanguages = namesOf(({ isDynamic }) => isDynamic);
const testedLanguages = namesOf(isTested);
const untestedLanguages = namesOf((language) => !isTested(language));
/** Those that only the native form serves. */
const otherLanguages = namesOf((language) => isTested(language) && !language.isDynamic);

const untested = untestedLanguages.length === 0 ? "" : `; ${listed(untestedLanguages)} untested`;

/** The rows of the comparison. Links are those of a page in `docs/concepts`. */
export const features: readonly Feature[] = [
  {
    what: "Languages",
    dynamic: dynamicLanguages.join(", "),
    native: `${testedLanguages.join(", ")}${untested}`,
    shownBy: [...own, ...other],
  },
  {
    what: "Setup",
    dynamic: "none",
    native: "one command, or two lines in `Pulumi.yaml`",
    shownBy: [
      shown(
        "cli/native-plugin",
        "native provider is found after `native init` (path in Pulumi.yaml) or `native install` (Pulumi's home), which the error names",
      ),
    ],
  },
  {
    what: "Several platforms",
    dynamic: "[`connection`](../how-to/stacks.md#connections)",
    native: "`connection`, and [explicit providers](../how-to/stacks.md#explicit-providers)",
    shownBy: [
      shown("engine/connections", "have lookups of their own"),
      shown("cli/native-plugin", "native provider manages resources on two platforms"),
    ],
  },
  {
    what: "Changes in a preview",
    dynamic: "the names of changed arguments",
    native: "the path of each changed value",
    shownBy: [shown("unit/frontends/native/propertyDiff", "marks an argument that replaces the resource")],
  },
  {
    what: "Resource type in the state and in logs",
    dynamic: "`pulumi-nodejs:dynamic/app-platform:Container`",
    native: "`app-platform:index:Container`",
    shownBy: [shown("engine/native/switching", "a stack of all kinds moves to the native provider")],
  },
  {
    what: "Unit tests with mocks",
    dynamic: "`pulumi.runtime.setMocks`",
    native: "`pulumi.runtime.setMocks`",
    shownBy: [
      shown("unit/sdk/registration.mocks", "set the outputs of a resource and of a lookup with the %s provider"),
    ],
  },
];

export interface Option extends Feature {
  /** The options as a program names them. */
  readonly names: readonly string[];
  /** What a program with dynamic resources uses in place of them. Links are those of a page in `docs`. */
  readonly instead: string;
}

const ignored = shown(
  "engine/resource-options",
  "resource options without effect cause one warning each in a program, and no change",
);

/** Resource options of Pulumi that only one form has. */
export const options: readonly Option[] = [
  {
    what: "`pulumi import`, option `import`",
    names: ["import"],
    dynamic: "not supported: an error ([AP1204](errors.md#ap1204))",
    native: "supported",
    instead:
      "the argument `adoptId` with the same ID (see [Adopting](how-to/adopting.md)); a Cluster or ArgoCdConfig is adopted by its place, at the first `pulumi up`",
    shownBy: [
      shown("engine/resource-options", "fails with AP1204 for a %s, and its advice names the argument to use"),
      shown("engine/native/import", "returns valid inputs that differ neither from the platform nor from the program"),
      shown("cli/languages/languages", "project in YAML imports resources"),
    ],
  },
  {
    what: "`provider`, `providers`",
    names: ["provider", "providers"],
    dynamic: "not supported: ignored with a warning",
    native: "supported: [explicit providers](how-to/stacks.md#explicit-providers)",
    instead: "the argument `connection`, or `withConnection` for a component",
    shownBy: [ignored, shown("cli/native-plugin", "native provider manages resources on two platforms")],
  },
  {
    what: "`version`, `pluginDownloadURL`",
    names: ["version", "pluginDownloadURL"],
    dynamic: "not supported: ignored with a warning",
    native: "supported: select the plugin",
    instead: "the version of the npm package",
    shownBy: [ignored, shown("cli/languages/languages", "native provider is installed from a plugin server")],
  },
];

/** Which requests a refresh sends. */
export const refresh: Fact & { readonly text: string } = {
  text: "A refresh reads one list for each kind and environment. With the full API, it also reads one list of the addresses in each environment with public services, and one list of variables for each service that has `variables`.",
  shownBy: [
    shown("engine/request-counts", "requests: a preview with --refresh sends only one list if nothing has changed"),
    shown("engine/service-addresses", "service addresses of an environment are read by one list"),
    shown("engine/variables.of-services", "variables of one parent are refreshed by one request"),
  ],
};

/** The table of both forms, with a feature in each row. */
export function providersTable(): string {
  const [language, setUp, ...others] = features;
  const rows = [language, setUp, ...options.map(inConcepts), ...others].flatMap((row) => row ?? []);
  const cells = rows.map(({ what, dynamic, native }) => [what, dynamic, native]);
  return `${evidence(rows)}\n\n${table(["feature", "dynamic", "native"], cells)}`;
}

/** Which of the forms to choose. */
export function providersChoice(): string {
  return wrapped(
    `Start with the dynamic form in ${listed(dynamicLanguages, "or")}. Choose the native form if you need a feature that only it supports, or if you use ${listed(otherLanguages, "or")}.`,
  );
}

/** The options that depend on the form: those that the classes for dynamic resources refuse or warn about, and no other. */
export function optionsTable(): string {
  const names = options.flatMap((option) => option.names);
  const known = ["import", ...Object.keys(withoutEffect)];
  const wrong = [...known, ...names].filter((name) => !known.includes(name) || !names.includes(name));
  if (wrong.length > 0)
    throw new Error(`The record of options and sdk/resourceOptions.ts differ: ${wrong.join(", ")}.`);
  const rows = options.map(({ what, dynamic, native, instead }) => [what, dynamic, native, instead]);
  return table(["option", "with dynamic resources", "with the native provider", "use with dynamic resources"], rows);
}

/** Features of Pulumi and languages that only one form supports. */
export function pulumiLimits(): string {
  const names = options.flatMap((option) => option.names).map((name) => `\`${name}\``);
  return [
    bullet(
      `**Some resource options** (${listed(names)}) and the command \`pulumi import\` need the [native provider](../concepts/providers.md). For dynamic resources, see [what to use instead](../resource-options.md#options-that-depend-on-the-form).`,
    ),
    bullet(`**Languages**: ${languageSentence("the [native provider](../concepts/providers.md)")}`),
  ].join("");
}

/** The languages, in the README. */
export function readmeLanguages(): string {
  return wrapped(
    `${languageSentence("the [native provider](docs/concepts/providers.md)")} [Choose a provider](docs/concepts/providers.md) compares their features, such as \`pulumi import\`.`,
  );
}

/** The answer to a frequent question. */
export function languagesAnswer(): string {
  return wrapped(
    `**Which languages can I use?** ${languageSentence("the [native provider](../concepts/providers.md)")} [Choose a provider](../concepts/providers.md) compares the two forms.`,
  );
}

/** What a run sends, in the summary of the page on performance. */
export function requestsInShort(): string {
  return bullet(
    `**Requests**: a preview without a change sends none. ${refresh.text} A create sends one request, and with the full API one for all its \`variables\`, and lists of public addresses and internal hosts for the services that are created at once.`,
  );
}

/** @param native The native provider, as the page links it. */
function languageSentence(native: string): string {
  const rest = `${listed(untestedLanguages)} ${untestedLanguages.length === 1 ? "has an untested SDK" : "have untested SDKs"}`;
  return `${listed(dynamicLanguages)} programs can use either form of the provider. ${listed(otherLanguages)} programs use ${native}.${untestedLanguages.length === 0 ? "" : ` ${rest}.`}`;
}

interface Alternative extends Fact {
  readonly what: string;
  readonly here: string;
  readonly vendor: string;
  readonly rest: string;
  readonly plain: string;
}

/** The other ways to manage the same platform. What is said about this package names the tests that show it. */
export const alternatives: readonly Alternative[] = [
  {
    what: "language",
    here: `${listed(testedLanguages)}, with types and hover texts for every argument`,
    vendor: "HCL",
    rest: "HCL, requests as maps",
    plain: "TypeScript or JavaScript; you write create, diff, read, update and delete",
    shownBy: [...own, ...other, shown("package/editor-hover")],
  },
  {
    what: "arguments checked",
    here: "all at preview, with bounds and rules of the API",
    vendor: "types at plan, the API's rules at apply",
    rest: "by the API, at apply",
    plain: "only if you write it",
    shownBy: [shown("unit/resource/check")],
  },
  {
    what: "a change that the API doesn't support",
    here: "refused at preview",
    vendor: "depends on the resource",
    rest: "fails at apply",
    plain: "only if you write it",
    shownBy: [shown("engine/lifecycle.documented-endpoints")],
  },
  {
    what: "a lost response to a create",
    here: "checked on the platform before the request is sent again; if [no endpoint shows the outcome](../reliability.md#unknown-outcomes), an error that says what to check",
    vendor: "run again, and check yourself",
    rest: "run again, and check yourself",
    plain: "only if you write it",
    shownBy: [shown("engine/faults/faults"), shown("unit/resource/createOnce")],
  },
  {
    what: "deployments",
    here: "a resource that deploys services when they change and, with the full API, waits until they're deployed",
    vendor: "a resource, with triggers that you list",
    rest: "a request",
    plain: "only if you write it",
    shownBy: [shown("engine/rollouts"), shown("unit/deployment/wait")],
  },
  {
    what: "kinds of resources",
    here: "those of the [basic API](../concepts/endpoints.md); with the full API also projects, environments, Helm services, variables, domains, deployment stages, registries, git tokens, groups and cloud credentials; everything else as an [ApiObject](api-objects.md)",
    vendor: "usually also organizations, roles and members",
    rest: "every path of the API",
    plain: "what you write",
    shownBy: [shown("engine/native/switching", "a stack of all kinds moves to the native provider")],
  },
  {
    what: "import",
    here: "`pulumi import` with the native provider; `adoptId`, or by name, with both forms",
    vendor: "`terraform import` and import blocks",
    rest: "import of single objects",
    plain: "none",
    shownBy: [...(options[0]?.shownBy ?? []), shown("engine/adoption")],
  },
  {
    what: "speed",
    here: "the fewest requests: a preview sends none, a refresh reads lists. With [checkpoints skipped](../performance.md#skip-checkpoints), faster than the REST provider except for a preview of a TypeScript program; see [Performance](../performance.md)",
    vendor: "[measured](../performance.md#vendor-provider): more requests, more CPU time",
    rest: "reads each resource before it plans, updates or destroys",
    plain: "the same, or slower",
    shownBy: refresh.shownBy,
  },
  {
    what: "ecosystem",
    here: "an npm package, a plugin for Linux, macOS and (untested) Windows, and SDKs; Pulumi's components, policy packs and Automation API",
    vendor: "registries, policy tools and modules of Terraform",
    rest: "the same",
    plain: "Pulumi's",
    shownBy: [
      shown("cli/languages/languages", "native provider is installed from a plugin server"),
      shown("cli/policy-packs"),
    ],
  },
  {
    what: "platform for tests",
    here: "a local one, in the same process as your tests",
    vendor: "none",
    rest: "none",
    plain: "none",
    shownBy: [shown("platform/start-platform")],
  },
];

export function alternativesTable(): string {
  const head = [
    "",
    "this package",
    "the platform vendor's Terraform provider",
    "Terraform's generic REST provider",
    "plain dynamic resources",
  ];
  return table(
    head,
    alternatives.map(({ what, here, vendor, rest, plain }) => [what, here, vendor, rest, plain]),
  );
}

/** The same with links of a page in `docs/concepts`. */
function inConcepts(option: Option): Feature {
  const relative = (cell: string) =>
    cell
      .replaceAll(/\]\((?=how-to\/)/g, "](../")
      .replaceAll("](concepts/", "](")
      .replaceAll("](errors.md", "](../errors.md");
  return { ...option, dynamic: relative(option.dynamic), native: relative(option.native) };
}

/** The comment that names the tests behind a part of a page. */
function evidence(facts: readonly Fact[]): string {
  const files = new Set(facts.flatMap(({ shownBy }) => shownBy.map(({ file }) => file)));
  return wrapped(`<!-- ${[...files].join(", ")} -->`).trimEnd();
}

function listed(names: readonly string[], conjunction = "and"): string {
  return new Intl.ListFormat("en-GB", { type: conjunction === "or" ? "disjunction" : "conjunction" }).format(names);
}

function bullet(text: string): string {
  return wrapped(`- ${text}`, "  ");
}

/** A paragraph in lines as the pages have them. */
function wrapped(text: string, indent = ""): string {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const line = lines.at(-1);
    if (line !== undefined && `${line} ${word}`.length <= 140) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(line === undefined ? word : `${indent}${word}`);
  }
  return `${lines.join("\n")}\n`;
}
