/** Covers provider/errors/plan.ts and provider/errors/site.ts. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as cliErrors from "../../../cli/errors.js";
import * as triggerErrors from "../../../provider/deployment/errors.js";
import { withSettings } from "../../../provider/errors/appPlatformError.js";
import * as errors from "../../../provider/errors/index.js";
import { cliErrorClasses, errorClasses } from "../../../tools/generate/errorsOf.js";
import { AppPlatformError, type FailedRequest, RequestFailedError } from "../../support/provider.js";

const root = join(__dirname, "../../..");
const pages = Object.entries({ ...errorClasses, ...cliErrorClasses }).map(([name, page]) => ({ name, page }));

const failure: FailedRequest = {
  purpose: 'Creating Container "web"',
  method: "POST",
  path: "/environment/e/container",
  status: 400,
  details: ["the platform says: no", "ports[0].internalPort: is taken"],
  namesFields: true,
};
const web = 'Container "web"';
const moved = { before: "old.acme.io", now: "api.acme.io", setting: "APP_PLATFORM_MOVED_FROM" };
const urn = (name: string) => `urn:pulumi:dev::shop::app:Container::${name}`;
const rejected = new errors.RejectedError(failure);
const settings = ["APP_PLATFORM_BASE_URL is not set.", "APP_PLATFORM_TOKEN must not be empty."];
const file = { tokenSource: "APP_PLATFORM_TOKEN_FILE", tokenScheme: "token", tokenFile: "/run/token" } as const;
const reset = { reason: "the connection was reset", isSent: true, isPermanent: false };
const failedService = 'Container "web" (id id-1) is BUILD_ERROR';
const unfinished = { state: "DEPLOYING", failure: undefined };

const raised: readonly AppPlatformError[] = [
  new errors.AdoptionError(web, "id-1", "it can't be read.", ["use its current values"], ["cpu: 1 → 2"]),
  new errors.AnswerTooLargeError(failure.purpose, "the response is larger than 16 MiB"),
  new errors.ConfigurationError(["APP_PLATFORM_BASE_URL isn't set."], "set it."),
  new errors.ProviderGoneError("staging", "https://staging.example.com/", "https://api.example.com/"),
  new errors.ConfigurationError(settings, "set it."),
  new errors.ConflictError(failure),
  new errors.CreateNotPossibleError(web),
  new errors.DeleteRefusedError(web, "id-1"),
  new errors.DefaultsNotAcceptedError('Cluster "main"', ["minRunningNodes → 1"]),
  new errors.NotConfirmedGoneError("ArgoCdConfig", "the cluster is unknown", ["check the URL"]),
  new errors.DuplicateNameError(web, urn("other"), ["environmentId", "name"]),
  new errors.EditNotPossibleError(web, ["cpu: 1 → 2"], "no update.", ["undo the change"]),
  new errors.ForbiddenError(failure),
  new errors.ForbiddenError({ ...failure, purpose: 'Reading Container "web"', method: "GET" }),
  new errors.OwnersUnknownError(web, "id-1", new Error("no stack is selected")),
  new errors.ImportNotPossibleError(web, 'remove `import` and set the argument `adoptId: "id-1"`.'),
  new errors.IncompleteError(web, "id-1", "the update that follows", rejected),
  new errors.InternalError("Creating", new TypeError("x is not a function")),
  new errors.InternalError("Creating", "a string"),
  new errors.InterruptedError("the provider got SIGINT"),
  new errors.InvalidArgumentError(web, { path: "cpu", expected: "must be an integer", got: '"much"' }),
  new errors.InvalidArgumentError(web, { path: "", expected: "must be an object", got: "a list of 1 item" }),
  new errors.LookupFailedError("getContainer", "there is no Container with id 1", "check the ID."),
  new errors.LookupNotPossibleError(web, "environmentId", "documented"),
  new errors.NameTakenError(failure, "name", "web", { id: "id-2", createdAt: "2026-01-01T00:00:00Z" }),
  new errors.NameTakenError(failure, "name", "web", undefined),
  new errors.NameTakenError(failure, "name", "web", { id: "id-2", ownedBy: "other" }),
  new errors.NameTakenError(failure, "name", "web", { id: "id-2", ownedBy: "itself" }),
  new errors.NameTakenOverError(web, urn("a"), urn("b"), "name"),
  new errors.UnsafeCreateError(web, true),
  new errors.UnsafeCreateError(web, false),
  new errors.NotEmptyError('Environment "staging"', "id-1", [{ label: 'Container "web" (id id-2)', why: "foreign" }]),
  new errors.InUseError('Cluster "main"', "id-1", ['Environment "staging" (id id-2)'], "resource"),
  new errors.InUseError('ContainerRegistry "images"', "id-1", ['Container "web" (id id-2)']),
  new errors.LedgerError("/tmp/app-platform-1000", new Error("ENOSPC: no space left on device")),
  new errors.NotFoundError(failure),
  new errors.NotTheApiError(failure, { type: "text/html" }),
  new errors.NotTheApiError(failure, { undecodable: "has 6 content encodings" }),
  new errors.OtherPlatformError(web, "staging", "https://one.example/", "https://two.example/"),
  new errors.OutcomeUnknownError(web, [new errors.ServerFaultError(failure), new Error("no list")], ["look for it"]),
  rejected,
  new errors.ReplacementNameTakenError(web, "name", ['type: "MYSQL" → "REDIS"']),
  new errors.SeenElsewhereError(web, { ...moved, isReplaced: false }),
  new errors.SeenElsewhereError(web, { ...moved, isReplaced: true }),
  new errors.ServerFaultError(failure),
  new errors.StillThereError(web, "id-1", 600, 204),
  new errors.StillThereError(web, "id-1", 120, 404),
  new errors.ThrottledError(failure),
  new errors.TimedOutError(failure.purpose, "https://api.acme.io", 30),
  new errors.TokenExpiredError("APP_PLATFORM_TOKEN", new Date(0), new Date(1)),
  new errors.TokenExpiredError("APP_PLATFORM_TOKEN_FILE", new Date(0), new Date(1), "/run/token"),
  new errors.UnauthorizedError(failure, { tokenSource: "APP_PLATFORM_TOKEN", tokenScheme: "bearer" }),
  new errors.UnauthorizedError(failure, file),
  new errors.UnexpectedAnswerError(failure.purpose, "the response contains no id", "look for it."),
  new errors.UnexpectedStatusError(failure),
  new errors.UnexpectedStatusError(failure, "https://login.acme.io/"),
  new errors.UnreachableError(failure.purpose, "https://api.acme.io", reset),
  new cliErrors.BackendNotInstalledError("/projects/shop", "1.0.0"),
  new cliErrors.CommandInterruptedError("SIGINT"),
  new cliErrors.StateFileError("terraform.tfstate", "it is empty", "pass the file that `terraform state pull` writes."),
  new cliErrors.OutputFailedError("app-platform status", "ENOSPC: no space left on device"),
  new cliErrors.OutputFailedError("app-platform export", "ENOTDIR: not a directory", "/shop"),
  new cliErrors.PulumiFailedError("Reading the state", "pulumi stack export", "no stack selected", "select one."),
  new cliErrors.PulumiNotFoundError("Reading the state", ["~/.pulumi/bin"]),
  new cliErrors.UnexpectedError("app-platform status", new TypeError("x is not a function")),
  new cliErrors.UsageError("Unknown command 'stauts'.", "app-platform"),
  new triggerErrors.DeploymentBusyError("DeploymentTrigger", 30),
  new triggerErrors.DeploymentFailedError("DeploymentTrigger", "BUILD_ERROR", [failedService]),
  new triggerErrors.ClusterNotDeployedError('Cluster "main"', "DEPLOYMENT_ERROR"),
  new triggerErrors.ClusterUnfinishedError('Cluster "main"', { seconds: 3600, isOwn: true, ...unfinished }),
  new triggerErrors.DeploymentReplacedError("DeploymentTrigger", [failedService], undefined),
  new triggerErrors.DeploymentUnfinishedError("DeploymentTrigger", {
    ...{ environmentId: "id-1", seconds: 1, services: [] },
    ...unfinished,
  }),
  new triggerErrors.EmptySelectionError("DeploymentTrigger"),
  new triggerErrors.FirstDeploymentError(failure, ['Application "shop"']),
  new triggerErrors.NeverDeployedError("DeploymentTrigger", ['Application "shop" (id id-1) is NEVER_DEPLOYED']),
];
const byName = raised.map((error) => ({ name: error.name, error }));

describe("error classes", () => {
  it.each(pages)("have a code, a title, and sentences on when, why and what to do: $name", ({ page }) => {
    expect(page.code).toMatch(/^AP[1-9]\d{3}$/);
    expect(page.title).toMatch(/^[A-Z].{5,60}[^.]$/);
    for (const text of [page.when, page.cause, page.fix]) expect(text).toMatch(/^[`A-Z][\s\S]{9,}\.$/);
  });

  it("have different codes", () => {
    const codes = pages.map(({ page }) => page.code);
    expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
  });

  it("are all in the list from which docs/errors.md is generated", () => {
    const files = ["plan", "request", "resource"].map((name) => `provider/errors/${name}.ts`);
    const texts = [...files, "provider/deployment/errors.ts", "cli/errors.ts"].map((file) =>
      readFileSync(join(root, file), "utf8"),
    );
    const declared = texts.flatMap((text) => [...text.matchAll(/^export class (\w+)/gm)].map(([, name]) => name));
    expect(declared.sort()).toEqual(pages.map(({ name }) => name).sort());
  });

  it.each(pages)("have a section in docs/errors.md with what the CLI prints: $name", ({ page }) => {
    const text = readFileSync(join(root, "docs/errors.md"), "utf8");
    const [, section = ""] = text.split(`### ${page.code}: `);
    const [own = ""] = section.split(/\n##+ /);
    expect(own).toContain(`{#${page.code.toLowerCase()}}`);
    expect(own).toContain("What to do");
    expect(own.includes(`${page.code}: `)).toBe(page.unreachable === undefined);
  });

  it("each have an example in the list of this file", () => {
    const tested = new Set(raised.map(({ code }) => code));
    expect(pages.filter(({ page }) => !tested.has(page.code))).toEqual([]);
  });
});

describe("error messages", () => {
  it.each(byName)(
    "say what happened, what to do or which value is wrong, and where to read more: $name",
    ({ error }) => {
      expect(error).toBeInstanceOf(AppPlatformError);
      const [first = "", ...rest] = error.message.split("\n");
      expect(first).toMatch(new RegExp(`^${error.code}: \\S.*[^\\s]$`));
      expect(error.message).not.toMatch(/\[object|undefined|null|NaN|^ +at |node_modules/m);
      for (const line of rest) expect(line).toMatch(/^( {2}){1,3}(- )?[^\s-]/);
      expect(error.message).toBe(error.message.trimEnd());
      expect(error.message).toMatch(/\n {2}What to do(, one of)?:|got /);
      expect(rest.at(-1)).toBe(`  More: npx app-platform explain ${error.code}`);
    },
  );

  it("name the argument whose value is taken (AP3004)", () => {
    const { message } = new errors.NameTakenError(failure, "key", "LEVEL", undefined);
    expect(message).toContain("the key is already taken (409)");
    expect(message).toContain("choose another `key`");
  });

  it("take the names of settings in advice from `withSettings`", () => {
    const error = new errors.CreateNotPossibleError(web);
    expect(error.message).toContain("serves them: pulumi config set app-platform:endpoints extended");
    const words = (name: string, value?: string) => `${name} to ${value}`;
    const known = error.redacted((text) => withSettings(text, () => words));
    expect(known.message).toContain("serves them: endpoints to extended\n");
  });

  it("show the error that caused them with its details and advice", () => {
    const cause = new errors.IncompleteError(web, "id-1", "the update that follows", rejected);
    expect(new errors.OutcomeUnknownError(web, [cause, new Error("two\n lines")], ["look for it"]).message).toBe(
      [
        `AP4002: ${web}: outcome unknown. No usable response arrived; the request may or may not have been carried out.`,
        `  - AP4001: ${web} exists on the platform (id id-1) and is kept in the state, but the update that follows failed.`,
        `    - AP3006: Creating ${web} failed: the platform rejects the values (400).`,
        "      - the platform says: no",
        "      - ports[0].internalPort: is taken",
        "      What to do: correct the fields named above.",
        "    What to do: run `pulumi up` again: it continues with the same resource.",
        "  - two lines",
        "  What to do: look for it",
        "  More: npx app-platform explain AP4002",
      ].join("\n"),
    );
  });
});

describe("redacted", () => {
  const hide = (text: string) => text.replaceAll("hunter2", "***");
  const secret = { ...failure, purpose: 'Creating Container "hunter2"', details: ["hunter2 is refused"] };

  it.each(byName)("returns an error of the same class and code for $name", ({ error }) => {
    const redacted = error.redacted((text) => text);
    expect(redacted).not.toBe(error);
    expect(redacted.constructor).toBe(error.constructor);
    expect({ ...redacted, message: redacted.message }).toEqual({ ...error, message: error.message });
  });

  it("removes secrets from message, stack and members, and leaves the original unchanged", () => {
    const error = new errors.NameTakenError(secret, "name", "hunter2", undefined);
    const { message } = error;
    const redacted = error.redacted(hide);
    expect(redacted.message).toContain('Creating Container "***" failed');
    expect([redacted.message, redacted.stack, JSON.stringify(redacted.text)].join()).not.toContain("hunter2");
    expect(JSON.stringify(redacted.failure.details)).not.toContain("hunter2");
    expect(error.message).toBe(message);
  });

  it("removes secrets from the errors that caused it", () => {
    const error = new errors.IncompleteError("hunter2", "id-1", "a step", new errors.RejectedError(secret));
    expect(error.message.match(/hunter2/g)).toHaveLength(3);
    expect(error.redacted(hide).message).not.toContain("hunter2");
  });

  it("keeps `mayBeDone`: whether the request may have been carried out", () => {
    const error = new errors.RejectedError(secret).afterUncertainAttempt().redacted(hide);
    expect(error).toBeInstanceOf(RequestFailedError);
    expect(error).toBeInstanceOf(Error);
    expect(error.mayBeDone).toBe(true);
  });
});
