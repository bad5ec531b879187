import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { AppPlatformError, type ErrorPage } from "../../provider/errors/appPlatformError.js";
import type { FailedRequest } from "../../provider/errors/failedRequest.js";
import * as errors from "../../provider/errors/index.js";
import { PartialFailure } from "../../provider/lifecycle/partialFailure.js";

const root = join(__dirname, "..", "..");
const pages = Object.entries(errors).map(([name, page]) => ({ name, page: page as ErrorPage }));

const failure: FailedRequest = {
  purpose: 'Creating Container "web"',
  method: "POST",
  path: "/environment/e/container",
  status: 400,
  details: ["the platform says: no", "ports[0].internalPort: is taken"],
};
const web = 'Container "web"';

const raised: readonly AppPlatformError[] = [
  new errors.AdoptionError(web, "id-1", "it cannot be read.", ["cpu: 1 → 2"], ["give the values that it has"]),
  new errors.AnswerTooLargeError(failure.purpose, 1024),
  new errors.ConfigurationError("APP_PLATFORM_BASE_URL", "is not set.", "set it."),
  new errors.ConflictError(failure),
  new errors.DeleteRefusedError(web, "id-1"),
  new errors.DeploymentBusyError("DeploymentTrigger", 30),
  new errors.EditNotPossibleError(web, ["cpu: 1 → 2"], "no edit.", ["undo the change"]),
  new errors.EmptySelectionError("DeploymentTrigger"),
  new errors.FirstDeploymentError(failure),
  new errors.ForbiddenError(failure),
  new errors.IncompleteError(
    web,
    "id-1",
    "editing it afterwards",
    "AP3006: no\n  - cpu: too much\n  What to do: less.",
  ),
  new errors.InternalError("Creating", new TypeError("x is not a function")),
  new errors.InternalError("Creating", "a text"),
  new errors.InvalidArgumentError(web, { path: "cpu", expected: "must be an integer", got: '"much"' }),
  new errors.InvalidArgumentError(web, { path: "", expected: "must be an object", got: "an array of 1 item" }),
  new errors.OutcomeUnknownError(web, "AP3102: no answer.\n  - the platform says: no\n  What to do: wait.", [
    "look for it",
  ]),
  new errors.LookupNotPossibleError(web, "environmentId"),
  new errors.NameTakenError(failure, { id: "id-2", createdAt: "2026-01-01T00:00:00Z" }),
  new errors.NameTakenError(failure, undefined),
  new errors.NotFoundError(failure),
  new errors.NotTheApiError(failure, "text/html"),
  new errors.RejectedError(failure),
  new errors.ReplacementNameTakenError(web, ['type: "MYSQL" → "REDIS"']),
  new errors.StillThereError(web, "id-1", 600),
  new errors.TimedOutError(failure.purpose, "https://api.acme.io", 30),
  new errors.TokenExpiredError("APP_PLATFORM_TOKEN", new Date(0)),
  new errors.UnauthorizedError(failure, "APP_PLATFORM_TOKEN"),
  new errors.UnexpectedAnswerError(failure.purpose, "the answer names no id", "look for it."),
  new errors.UnexpectedStatusError(failure),
];

describe("a class of errors", () => {
  it.each(pages)("$name has a code, says when it is raised and how to mend it", ({ page }) => {
    expect(page.code).toMatch(/^AP[1-9]\d{3}$/);
    for (const text of [page.when, page.mend]) expect(text).toMatch(/^[A-Z][\s\S]{9,}\.$/);
  });

  it("has a code of its own", () => {
    const codes = pages.map(({ page }) => page.code);
    expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
  });

  it("is in a file of its own, which the index names", () => {
    const files = readdirSync(join(root, "provider/errors")).map((file) => file.replace(/\.ts$/, ""));
    const others = ["appPlatformError", "failedRequest", "index"];
    const names = pages.map(({ name }) => `${name[0]?.toLowerCase()}${name.slice(1)}`);
    expect(files.filter((file) => !others.includes(file)).sort()).toEqual(names.sort());
  });

  it.each(pages)("$name is on the page of all errors", ({ page }) => {
    expect(readFileSync(join(root, "docs/errors.md"), "utf8")).toContain(`| ${page.code} |`);
  });
});

describe("an error", () => {
  it.each(raised.map((error) => ({ name: error.name, error })))(
    "$name has its code first, one sentence to begin with, and no dump",
    ({ error }) => {
      expect(error).toBeInstanceOf(AppPlatformError);
      const [first = "", ...rest] = error.message.split("\n");
      expect(first).toMatch(new RegExp(`^${error.code}: \\S.*[^\\s]$`));
      expect(error.message).not.toMatch(/\[object|undefined|null|NaN|^ +at |node_modules/m);
      for (const line of rest) expect(line).toMatch(/^ {2}(- )?[^\s-]|^ {4}- [^\s-]/);
      expect(error.message).toBe(error.message.trimEnd());
    },
  );

  it.each(raised.map((error) => ({ name: error.name, error })))(
    "$name says what to do, or what is allowed",
    ({ error }) => {
      expect(error.message).toMatch(/\n {2}What to do(, one of)?:|got /);
    },
  );

  it("after the platform did its part names the resource, the step and the reason", () => {
    const { id, properties, reasons, message } = new PartialFailure(
      web,
      { id: "id-1", state: { name: "web" } },
      "editing it afterwards",
      new errors.RejectedError(failure),
    );
    expect({ id, properties }).toEqual({ id: "id-1", properties: { name: "web" } });
    expect(reasons).toHaveLength(1);
    expect(reasons[0]).toMatch(
      /^AP4001: Container "web" .*id id-1[\s\S]*editing it afterwards failed[\s\S]*AP3006[\s\S]*is taken/,
    );
    expect(message).toContain("AP3006");
    expect(new PartialFailure(web, { id: "1", state: {} }, "a step", "a text").reasons[0]).toContain("a text");
  });
});
