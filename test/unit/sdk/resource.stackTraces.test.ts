import type * as pulumi from "@pulumi/pulumi";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { Container } from "../../../sdk/index.js";
import { ids } from "../../kinds/shared/ids.js";
import { mockResources } from "../support/mocked-engine.js";

const place = { environmentId: ids.environment, registryId: ids.registry };
const args = { ...place, imageName: "library/nginx", tag: "1", healthchecks: {} };
const settings = () => [Error.stackTraceLimit, Object.getOwnPropertyDescriptor(Error, "prepareStackTrace")];
const thisFile = /stackTraces\.test\.ts:\d+/;

beforeAll(mockResources);
afterEach(() => {
  delete process.env.PULUMI_DEBUG_PROMISE_LEAKS;
});

/** A transformation, which runs in the constructor. It changes nothing. */
function noting(seen: unknown[]): pulumi.ResourceTransformation {
  return () => {
    seen.push(Error.stackTraceLimit);
    return undefined;
  };
}

function failure(construct: () => unknown): Error {
  try {
    construct();
  } catch (error) {
    return error as Error;
  }
  throw new Error("nothing was thrown");
}

describe("construction of a resource", () => {
  it("turns stack traces off, and restores them also after an error", () => {
    const before = settings();
    const seen: unknown[] = [];
    new Container("once", args, { transformations: [noting(seen)] });
    expect(seen).toEqual([0]);
    expect(settings()).toEqual(before);
    failure(() => new Container("", args));
    expect(settings()).toEqual(before);
  });

  it("keeps stack traces with PULUMI_DEBUG_PROMISE_LEAKS", () => {
    process.env.PULUMI_DEBUG_PROMISE_LEAKS = "1";
    const before = Error.stackTraceLimit;
    const seen: unknown[] = [];
    new Container("debugged", args, { transformations: [noting(seen)] });
    expect(seen).toEqual([before]);
  });

  const buggy = () => {
    throw new TypeError("a bug in the transformation");
  };
  it.each<readonly [string, () => unknown]>([
    ["of this provider", () => new Container("imported", args, { import: "an-id" })],
    ["of the SDK", () => new Container("", args)],
    ["of the program", () => new Container("transformed", args, { transformations: [buggy] })],
  ])("keeps the program's line in an error %s", (_, construct) => {
    const error = failure(construct);
    expect(error.stack).toMatch(thisFile);
    expect(error.stack).toContain(error.message.split("\n")[0]);
  });
});
