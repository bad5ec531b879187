import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { needsSelectedStack } from "../../../tools/pulumi-cli/first-stack.js";
import { CHECKOUT } from "../../../tools/pulumi-cli/search.js";
import { inCheckout, openedFolder } from "../../opened-folder.js";
import { openedPlatform } from "../../platform/opened.js";
import { runIn } from "../project-folder.js";

// The project at the repository root, as a new user runs it: the real CLI against a platform that is a process of its own.
// State and Pulumi's home are in a folder of the test; the stack's settings file is in the root until the stack is removed.

const folder = openedFolder("test-root", inCheckout);
const platform = openedPlatform();
let stack: string;

const npmRunPulumi = (...args: string[]) =>
  runIn(CHECKOUT, "npm", ["run", "--silent", "pulumi", "--", ...args], {
    ...process.env,
    APP_PLATFORM_BASE_URL: platform.url,
    APP_PLATFORM_TOKEN: platform.tokens.admin,
    // The types of the program are checked where a test needs that: it takes seconds.
    PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    CHECKOUT_LOCAL: folder,
  });

beforeAll(async () => {
  mkdirSync(join(CHECKOUT, ".local"), { recursive: true });
  stack = folder.slice(folder.lastIndexOf("/") + 1);
});

afterAll(async () => {
  rmSync(join(CHECKOUT, `Pulumi.${stack}.yaml`), { force: true });
});

describe("the project at the repository root", () => {
  it("goes up by `npm run pulumi`, and leaves nothing in the checkout once its stack is removed", async () => {
    const settings = () => readdirSync(CHECKOUT).filter((file) => file.startsWith("Pulumi."));
    const before = settings();
    expect((await npmRunPulumi("stack", "init", stack)).code).toBe(0);
    const up = await npmRunPulumi("up", "--yes", "--skip-preview");
    expect(up.output).toContain("+ 4 created");
    expect(up.code).toBe(0);
    const path = `/environment/${platform.ids.environment}/container`;
    expect((await platform.request("GET", path)).body.results).toMatchObject([{ name: "web", tag: "14.8.0" }]);
    expect((await npmRunPulumi("stack", "rm", stack, "--yes", "--force")).code).toBe(0);
    expect(existsSync(join(folder, "state"))).toBe(true);
    expect(settings()).toEqual(before);
  });
});

describe("a command of `npm run pulumi` that gets a first stack", () => {
  it.each([
    { args: ["up"], needs: true },
    { args: ["preview", "--diff"], needs: true },
    { args: ["up", "--stack", "prod"], needs: false },
    { args: ["up", "-s=prod"], needs: false },
    { args: ["up", "-C", "examples/container"], needs: false },
    { args: ["up", "--help"], needs: false },
    { args: ["destroy"], needs: false },
    { args: ["version"], needs: false },
    { args: [], needs: false },
  ])("$args: $needs", ({ args, needs }) => {
    expect(needsSelectedStack(args)).toBe(needs);
  });
});
