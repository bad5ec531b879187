import { availableParallelism } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { isFull } from "./test/support/full.js";

/** Unit tests with modules that stand in for those of the provider, which must not be loaded yet. */
const changing = ["values/compare.calls", "sdk/registration", "engine/stackState.export"].map(
  (name) => `test/unit/${name}.test.ts`,
);

const root = import.meta.dirname;
const sources = ["provider", "sdk", "cli"].map((room) => join(root, room, "/"));

/** Tests name the package's sources, for their types, and get what is built from them: the modules that a user installs. */
const built = {
  name: "built",
  enforce: "pre" as const,
  resolveId(source: string, importer: string | undefined) {
    if (importer === undefined || !source.startsWith("../")) return undefined;
    const path = join(dirname(importer), source);
    return sources.some((folder) => path.startsWith(folder)) ? join(root, "dist", relative(root, path)) : undefined;
  },
};

const unit = ["test/unit/**/*.test.ts"];
/** Only unit tests are run, as while one writes code: they get the sources, which need no build. */
const isUnbuilt = process.argv.some((argument) => /\btest\/unit\b/.test(argument));

/** Tests with programs that hold for the native provider as well; with `FRONTEND=native`, any of the engine. */
const ofBothProviders =
  process.env.FRONTEND === "native"
    ? ["test/engine/**/*.test.ts"]
    : [
        "advanced-settings",
        "argo-cd-destinations",
        "cloning.secrets",
        "clusters",
        "connections.components",
        "database-credentials",
        "deleted-with",
        "deletion-rules",
        "external-secrets",
        "lifecycle.documented-endpoints",
        "lifecycle.extended-endpoints",
        "migration",
        "moved-platform",
        "organization-people",
        "pulumi-options",
        "replacement.interrupted",
        "request-counts",
        "rollouts",
        "secrets.former",
        "secrets.transforms",
        "seen-by-services",
        "stopped-environment",
        "targets",
        "unknown-values",
        "update.interrupted",
        "variables.names",
        "variables.transforms",
        "whole-organization",
      ].map((name) => `test/engine/${name}.test.ts`);

/** Only with `FULL=1`: the short form of their rules is in other files. */
const long = isFull ? [] : ["test/cli/fleet/chaos.test.ts", "test/package/install/pnpm-workspace.test.ts"];

/** The rooms as they are run: one file of the first takes minutes, those of the last a second, so all workers end together. */
const rooms = ["engine", "package", "cli", "platform", "unit"];

/** Project by project: a worker goes on with the next file only if that is of the same one, and otherwise loads everything again. */
class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const room = ({ moduleId }: TestSpecification) => rooms.indexOf(relative(root, moduleId).split(sep)[1] ?? "");
    return sorted.sort((one, other) => other.project.name.localeCompare(one.project.name) || room(one) - room(other));
  }
}

/**
 * Takes long and hardly ever breaks alone: `npm run test:all` runs these after `npm test`, and every landing does. It also runs what
 * holds for both providers with the native one.
 */
const rest = [
  "test/package/**/*.test.ts",
  "test/cli/{canaries,crashes,errors,fleet,languages,tools,upgrades}/**/*.test.ts",
  "test/cli/{advice,example,examples,example-*,migrate,state-backends,testing-guides}.test.ts",
  "test/cli/{api-object.change-over,native-plugin,resource-options,saved-plans,source-position}.test.ts",
  "test/engine/advice/**/*.test.ts",
  "test/engine/{conformance,examples.reference-pages}.test.ts",
  "test/platform/{access,bodies,durability,fuzzing}/**/*.test.ts",
  "test/platform/{command-line,data-file.lock,openapi,reference,snapshot,snapshot.round-trip}.test.ts",
  "test/platform/dashboard/{access,load}.test.ts",
];
const isRest = process.env.TEST_REST === "1";
/** Named on the command line, or of a full run, a file is run in any case. */
const later = isFull || isRest || process.argv.some((argument) => argument.startsWith("test/")) ? [] : rest;
const everything = [...(isUnbuilt ? [] : unit), "test/{engine,cli,platform,package}/**/*.test.ts"];

const longest = isFull ? 10_800_000 : 600_000;

export default defineConfig({
  test: {
    // A room of tests each; CONTRIBUTING says which one answers what. The files of a worker share its modules: most of the time of
    // a file went into loading the provider again.
    projects: [
      ...(isUnbuilt
        ? [{ extends: true as const, test: { name: "unit", include: unit, exclude: changing, isolate: false } }]
        : []),
      { extends: true, test: { name: "unit, alone", include: isRest ? [] : changing } },
      {
        extends: true,
        test: {
          name: "built",
          include: isRest ? rest : everything,
          exclude: [...long, ...changing, ...later],
          isolate: false,
        },
        plugins: [built],
      },
      {
        extends: true,
        test: {
          name: "native provider",
          include: later.length > 0 ? [] : ofBothProviders,
          env: { FRONTEND: "native", ENGINE: "here" },
          isolate: false,
        },
        plugins: [built],
        resolve: { alias: [{ find: /^pulumi-app-platform$/, replacement: "pulumi-app-platform/native" }] },
      },
    ],
    sequence: { sequencer: ByProject },
    // Values in titles are shown whole.
    chaiConfig: { truncateThreshold: 120 },
    globalSetup: "./test/support/before-all.ts",
    reporters: ["default", "./tools/closing-line.ts"],
    // More than there are processors: tests of time limits, leases and backoff wait a good part of theirs, as do runs of the CLI.
    maxWorkers: availableParallelism() + 2,
    // These only end what hangs: a busy machine may take many times as long as an idle one, and a whole matrix takes hours.
    testTimeout: longest,
    hookTimeout: longest,
    expect: { poll: { timeout: 120_000, interval: 20 } },
    // Built, as in the folder of a user. Where it is linked from, it would pass for sources of the tests.
    server: { deps: { external: [/\/dist\//] } },
  },
});
