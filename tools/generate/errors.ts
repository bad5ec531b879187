import { errorAnchor, plain } from "./anchors.js";
import type { ErrorPage } from "./errorCatalogue.js";
import { cliErrorClasses, errorClasses } from "./errorsOf.js";
import { cliMessagesFile, recordedMessages } from "./measured/messages.js";

type Group = readonly [prefix: string, title: string, anchor: string, about: string];

const groups: readonly Group[] = [
  ["AP1", "Settings and arguments", "settings-and-arguments", "Found at preview; nothing was sent."],
  [
    "AP2",
    "What the endpoints can't do",
    "endpoints",
    "Found before anything is sent, most of them at preview. Nothing was changed.",
  ],
  ["AP3", "Requests", "requests", "The platform responded with an error, or didn't respond."],
  ["AP4", "Incomplete resources", "incomplete", "A resource is incomplete, or its state is unknown."],
  ["AP5", "Deployments and deletions", "deployments", "A deployment or a deletion failed, or didn't end in time."],
  [
    "AP6",
    "The command line",
    "command-line",
    "Only the command `app-platform` raises these. It also prints the errors above if a request or a setting is wrong.",
  ],
  ["AP9", "Bugs", "bugs", "Unexpected failures."],
];

const pages = {
  adopting: "[Import and adopt](how-to/adopting.md)",
  clusters: "[Clusters](how-to/organization.md#clusters)",
  changes: "[Update, rename and replace](concepts/changes.md)",
  cloning: "[Clones](how-to/preview-environments.md#clone-a-service)",
  configuration: "[Configuration](configuration.md)",
  connections: "[Connections](how-to/stacks.md#connections)",
  deployments: "[Deployments](concepts/deployments.md)",
  endpoints: "[Basic API and full API](concepts/endpoints.md)",
  environments: "[Projects and environments](how-to/organization.md#environments)",
  largeStacks: "[Skip checkpoints](performance.md#skip-checkpoints)",
  names: "[Names](concepts/changes.md#names)",
  options: "[Resource options](resource-options.md)",
  pipelines: "[Pipelines](how-to/pipelines.md)",
  registries: "[Registries, tokens and groups](how-to/organization.md#registries)",
  reliability: "[Recovery](reliability.md)",
  state: "[State](concepts/state.md)",
} as const;

/** Where to read on, by code. */
const links: Readonly<Record<string, readonly (keyof typeof pages)[]>> = {
  AP1001: ["configuration", "connections"],
  AP1002: ["configuration", "pipelines"],
  AP1204: ["adopting", "options"],
  AP1205: ["names"],
  AP1206: ["names"],
  AP2001: ["changes", "endpoints"],
  AP2002: ["changes", "names"],
  AP2003: ["configuration", "endpoints"],
  AP2004: ["deployments"],
  AP2005: ["endpoints"],
  AP2006: ["adopting"],
  AP2008: ["endpoints"],
  AP2009: ["state"],
  AP2011: ["adopting", "endpoints"],
  AP2012: ["state"],
  AP2013: ["largeStacks", "endpoints"],
  AP2014: ["environments", "configuration"],
  AP2016: ["registries", "clusters"],
  AP3001: ["configuration", "pipelines"],
  AP3002: ["configuration"],
  AP3004: ["names", "adopting"],
  AP4001: ["cloning", "reliability"],
  AP4002: ["reliability"],
  AP4003: ["reliability", "pipelines"],
  AP5001: ["deployments"],
  AP5002: ["deployments"],
  AP5004: ["deployments"],
  AP5005: ["deployments"],
  AP5006: ["deployments"],
  AP5007: ["deployments"],
  AP5008: ["clusters"],
  AP5009: ["clusters"],
};

/** The page of all errors, by code. */
export function errorsFile(): Map<string, string> {
  const sorted = Object.values({ ...errorClasses, ...cliErrorClasses }).sort((one, other) =>
    one.code.localeCompare(other.code),
  );
  const inGroup = ([prefix]: Group) => sorted.filter(({ code }) => code.startsWith(prefix));
  const text = `---
outline: 2
---

<!-- Generated from the error classes, test/cli/errors/measured and test/cli/measured by \`npm run generate\`. Do not edit. -->

# Errors

Search this page for the code at the beginning of your error message, such as AP3004. The examples are real output, with other IDs, times, ports,
folders and names, and without the last line, which leads here.

${groups.map((group) => contents(group, inGroup(group))).join("\n")}

${groups.map((group) => groupSection(group, inGroup(group))).join("\n")}`;
  return new Map([["docs/errors.md", text]]);
}

function groupSection([prefix, title, anchor, about]: Group, errors: readonly ErrorPage[]): string {
  return `## ${title} (${prefix}xxx) {#${anchor}}\n\n${about}\n\n${errors.map(section).join("\n")}`;
}

function contents([, title, anchor]: Group, errors: readonly ErrorPage[]): string {
  const entries = errors.map(({ code }) => `[${code}](#${errorAnchor(code)})`);
  return `- [${title}](#${anchor}): ${entries.join(" ")}`;
}

function section(error: ErrorPage): string {
  const { code, title, cause, fix, unreachable } = error;
  return [
    `### ${code}: ${plain(title)} {#${errorAnchor(code)}}\n`,
    ...happened(error),
    ...(unreachable === undefined ? [example(error)] : []),
    `${plain(cause)}\n`,
    ...(isAdvised(error) ? [] : [`**What to do.** ${plain(fix)}\n`]),
    ...readOn(error),
  ].join("\n");
}

/** What happened, unless the title and the example show it. */
function happened({ when, unreachable }: ErrorPage): string[] {
  const text = when.replace(/ (?:Found at preview; n|N)othing was (?:sent|changed)(?: for the resource)?\.$/, "");
  const isShort = !/[.;:] ?\S/.test(text);
  return isShort && unreachable === undefined ? [] : [`${plain(text)}\n`];
}

/** Whether the example has the advice. */
function isAdvised(error: ErrorPage): boolean {
  return error.unreachable === undefined && example(error).includes("What to do");
}

function isOfCommand({ code }: ErrorPage): boolean {
  return Object.values(cliErrorClasses).some((each) => each.code === code);
}

/** Where to read on; nothing for errors that only their section explains. */
function readOn({ code }: ErrorPage): string[] {
  const all = (links[code] ?? []).map((page) => pages[page]);
  return all.length === 0 ? [] : [`See also: ${all.join(", ")}.\n`];
}

/** What a command printed, from the code on: before it are names that the message repeats. */
function example(error: ErrorPage): string {
  const { code } = error;
  const recorded = recordedMessages(isOfCommand(error) ? cliMessagesFile : undefined)[code];
  if (recorded === undefined) return "Not recorded yet.\n";
  // The last line of a message leads to this page.
  const text = recorded.text.replaceAll(/\n *More: [^\n]*/g, "");
  const message = text.slice(text.search(/AP\d{4}:/)).replaceAll(/^ {4}(?= )/gm, "");
  return `\`\`\`text\n$ ${recorded.command}\n${isOfCommand(error) ? text : message}\n\`\`\`\n`;
}
