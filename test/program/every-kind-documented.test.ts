import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Platform, startPlatform } from "../platform.js";
import { everyField } from "./every-field.js";
import { deployEveryKind, makeEveryKind, resourceCount } from "./every-kind.js";
import { openStack, type TestStack } from "./stack.js";

let platform: Platform;
let stack: TestStack;

beforeAll(async () => {
  platform = await startPlatform();
  stack = await openStack(platform);
});
afterAll(async () => {
  await stack.close();
  await platform.stop();
});

const program = () => {
  const made = makeEveryKind(everyField(platform.ids));
  deployEveryKind(made, platform.ids.environment);
  return {};
};

describe("a program with all eight kinds and every field set", () => {
  test("goes up", async () => {
    expect((await stack.run("up", program)).changes).toEqual({ create: resourceCount });
  });
  test("previews without a change", async () => {
    expect((await stack.run("preview")).changes).toEqual({ same: resourceCount });
  });
  test("refreshes without a change", async () => {
    expect((await stack.run("refresh")).changes).toEqual({ same: resourceCount });
    expect((await stack.run("preview")).changes).toEqual({ same: resourceCount });
  });
});
