/** Which changes Pulumi's options with paths name, at every depth and through both providers. */
import type { CustomResourceOptions } from "@pulumi/pulumi";
import type { ContainerArgs } from "pulumi-app-platform";
import { expect, it } from "vitest";
import { openedPlatform } from "../platform/support/opened.js";
import { type FrontendName, frontends } from "../support/frontend.js";
import { type App, ofBoth } from "./support/both-providers.js";
import { openedCliStack } from "./support/stack.js";

const platform = openedPlatform({ endpoints: "extended" });
const stack = openedCliStack(platform, () => ({ env: { APP_PLATFORM_ENDPOINTS: "extended" } }));

type Args = Partial<ContainerArgs>;
type Outcome = "replace" | "update" | "same";

interface Row {
  readonly path: string;
  readonly before: Args;
  readonly after: Args;
  /** Whether the description is unknown in the preview. */
  readonly isSiblingUnknown?: true;
  /** What a preview shows if the option has this path. Pulumi ignores no items that are added or removed. */
  readonly replaces: Outcome | Readonly<Record<FrontendName, Outcome>>;
  /** Omitted where Pulumi puts the old items, by position, beside the new ones. */
  readonly ignores?: Outcome;
}

const port = (internalPort: number, more: object = {}) => ({ internalPort, publiclyAccessible: false, ...more });

/** A change of one argument. */
const change = (name: string, before: unknown, after: unknown): { readonly before: Args; readonly after: Args } => ({
  before: { [name]: before },
  after: { [name]: after },
});
const ports = change("ports", [port(80, { name: "web" })], [port(81, { name: "web" })]);
const renamed = change("ports", [port(80, { name: "web" }), port(90)], [port(80, { name: "www" }), port(90)]);
const added = change("ports", [port(80)], [port(80), port(81)]);
const removed = change("ports", [port(80), port(81)], [port(80)]);
const inserted = change("ports", [port(80)], [port(70), port(80)]);
const removedFirst = change("ports", [port(70), port(80)], [port(80)]);
const moved = change("ports", [port(70), port(80)], [port(80), port(70)]);
const movedAndRenamed = change("ports", [port(80, { name: "web" })], [port(70), port(80, { name: "www" })]);
/** Pulumi compares the lists of the dynamic provider by position. */
const byPosition = { dynamic: "replace", native: "update" } as const;
const variables = change("variables", { "a.b": "1", C: "1" }, { "a.b": "2", C: "1" });
const secretVariables = change("secretVariables", { TOKEN: "1", C: "1" }, { TOKEN: "2", C: "1" });
const command = change("arguments", ["a", "b"], ["a", "c"]);
const longer = change("arguments", ["a"], ["a", "b"]);
const readiness = (path: string) => ({ readinessProbe: { type: { http: { port: 80, path } } } });
const probe = change("healthchecks", readiness("/a"), readiness("/b"));
const cpu = change("cpu", 500, 600);
const nothing = { before: {}, after: {} };
const gone = { before: { cpu: 600 }, after: {} };
const grace = "deployment.termination_grace_period_seconds";
const settings = change("advancedSettings", { [grace]: 60 }, { [grace]: 90 });

const rows: readonly Row[] = [
  { path: "cpu", ...cpu, replaces: "replace", ignores: "same" },
  { path: "cpu", ...gone, replaces: "replace", ignores: "same" },
  { path: "*", ...cpu, replaces: "replace", ignores: "same" },
  { path: "cpu", ...cpu, isSiblingUnknown: true, replaces: "replace", ignores: "update" },
  { path: "description", ...cpu, isSiblingUnknown: true, replaces: "replace", ignores: "update" },
  { path: "memory", ...nothing, isSiblingUnknown: true, replaces: "update", ignores: "update" },
  { path: "memory", ...cpu, isSiblingUnknown: true, replaces: "update", ignores: "update" },
  { path: "memory", ...cpu, replaces: "update", ignores: "update" },
  { path: "ports", ...ports, replaces: "replace", ignores: "same" },
  { path: "ports[0]", ...ports, replaces: "replace", ignores: "same" },
  { path: "ports[0].internalPort", ...ports, replaces: "replace", ignores: "same" },
  { path: "ports[*]", ...ports, replaces: "replace", ignores: "same" },
  { path: "ports[*].internalPort", ...ports, replaces: "replace", ignores: "same" },
  { path: "ports[*].*", ...ports, replaces: "replace", ignores: "same" },
  { path: "ports[0].name", ...renamed, replaces: "replace", ignores: "same" },
  { path: "ports[*].name", ...renamed, replaces: "replace", ignores: "same" },
  { path: "ports[1].name", ...renamed, replaces: "update", ignores: "update" },
  { path: "ports[*].internalPort", ...renamed, replaces: "update", ignores: "update" },
  { path: "ports", ...added, replaces: "replace", ignores: "same" },
  { path: "ports[*]", ...added, replaces: "replace", ignores: "update" },
  { path: "ports[*].internalPort", ...added, replaces: "update", ignores: "update" },
  { path: "ports[*]", ...removed, replaces: "replace", ignores: "update" },
  { path: "ports[*].internalPort", ...removed, replaces: "update", ignores: "update" },
  { path: "ports[*]", ...inserted, replaces: "replace" },
  { path: "ports[*].internalPort", ...inserted, replaces: byPosition },
  { path: "ports[*].internalPort", ...removedFirst, replaces: byPosition },
  { path: "ports[*].internalPort", ...moved, replaces: "same", ignores: "same" },
  { path: "ports[*].name", ...movedAndRenamed, replaces: "replace" },
  { path: "variables", ...variables, replaces: "replace", ignores: "same" },
  { path: 'variables["a.b"]', ...variables, replaces: "replace", ignores: "same" },
  { path: "variables.*", ...variables, replaces: "replace", ignores: "same" },
  { path: 'variables["*"]', ...variables, replaces: "replace", ignores: "same" },
  { path: "variables.C", ...variables, replaces: "update", ignores: "update" },
  { path: "secretVariables", ...secretVariables, replaces: "replace", ignores: "same" },
  { path: "secretVariables.TOKEN", ...secretVariables, replaces: "replace", ignores: "same" },
  { path: "secretVariables.C", ...secretVariables, replaces: "update", ignores: "update" },
  { path: "arguments", ...command, replaces: "replace", ignores: "same" },
  { path: "arguments[1]", ...command, replaces: "replace", ignores: "same" },
  { path: "arguments[0]", ...command, replaces: "update", ignores: "update" },
  { path: "arguments[*]", ...command, replaces: "replace", ignores: "same" },
  { path: "arguments[*]", ...longer, replaces: "replace", ignores: "update" },
  { path: "arguments[1]", ...longer, replaces: "replace", ignores: "update" },
  { path: "healthchecks.readinessProbe", ...probe, replaces: "replace", ignores: "same" },
  { path: "healthchecks.readinessProbe.type.http.path", ...probe, replaces: "replace", ignores: "same" },
  { path: "healthchecks.readinessProbe.type.http.port", ...probe, replaces: "update", ignores: "update" },
  { path: `advancedSettings["${grace}"]`, ...settings, replaces: "replace", ignores: "same" },
];

const cases = rows.flatMap((row, index) =>
  (["replaceOnChanges", ...(row.ignores === undefined ? [] : (["ignoreChanges"] as const))] as const).map((option) => ({
    ...row,
    option,
    name: `${option[0]}${index}`,
    outcome: option === "replaceOnChanges" ? row.replaces : (row.ignores as Outcome),
  })),
);

const program = (when: "before" | "after") =>
  ofBoth((app: App, named) => {
    const { environment: environmentId, registries } = platform.ids;
    const isAfter = when === "after";
    const other = isAfter ? new app.Project(named("other"), { organizationId: platform.ids.organization }) : undefined;
    for (const each of cases) {
      const args = {
        ...{ environmentId, registryId: registries.DOCKER_HUB, imageName: "acme/web", tag: "1", healthchecks: {} },
        ...each[when],
        ...(each.isSiblingUnknown && { description: other?.id ?? "first" }),
      };
      const options: CustomResourceOptions = { [each.option]: [each.path], deleteBeforeReplace: true };
      void new app.Container(named(each.name), args, options);
    }
  });

it("replaceOnChanges and ignoreChanges apply to paths with members, indexes and * through both providers", async () => {
  await stack.run("up", program("before"));
  const { output } = await stack.run("preview", program("after"));
  const lines = output.split("\n");
  const outcomeOf = (frontend: FrontendName, name: string) => {
    const steps = lines.filter((each) => each.includes(` ${frontend}-${name} `));
    if (steps.some((each) => each.includes(" replace "))) return "replace";
    return steps.some((each) => each.includes(" update ")) ? "update" : "same";
  };
  const shown = (of: (each: (typeof cases)[number], frontend: FrontendName) => Outcome) =>
    Object.fromEntries(
      frontends.flatMap((frontend) =>
        cases.map((each) => [`${frontend} ${each.option} ${each.path} (${each.name})`, of(each, frontend)]),
      ),
    );
  const expected = ({ outcome }: (typeof cases)[number], frontend: FrontendName) =>
    typeof outcome === "string" ? outcome : outcome[frontend];
  expect(shown((each, frontend) => outcomeOf(frontend, each.name))).toEqual(shown(expected));
});
