import { afterAll, beforeAll, beforeEach } from "vitest";
import { openedPlatform, proxyTo } from "../../platform/support/opened.js";
import type { Platform, PlatformOptions } from "../../platform/support/platform.js";
import { openStack } from "./stack.js";
import type { StackOptions, TestStack } from "./test-stack.js";

interface Opening extends PlatformOptions {
  /** Each test gets a platform in its initial state and a stack of its own. */
  readonly isFresh?: boolean;
  /**
   * The stack is told of its platform by its configuration: lookups of a program run in the process of the tests, whose environment
   * isn't the stack's.
   */
  readonly isConfigured?: boolean;
  /** More, or other variables than those of the platform. */
  readonly options?: (platform: Platform) => StackOptions;
}

/** A platform and a stack on it, for the tests of a file or of a `describe`. */
export function opened({ isFresh = false, isConfigured = false, options, ...served }: Opening = {}): {
  readonly platform: Platform;
  readonly stack: TestStack;
} {
  const platform = openedPlatform(served);
  let stack: TestStack;
  const { endpoints = "documented" } = served;
  const configured = ({ url, tokens }: Platform) => ({
    env: { APP_PLATFORM_BASE_URL: "", APP_PLATFORM_TOKEN: "" },
    config: { "app-platform:baseUrl": url, "app-platform:endpoints": endpoints },
    secretConfig: { "app-platform:token": tokens.admin },
  });
  const open = async () => {
    const settings = isConfigured ? configured(platform) : { env: { APP_PLATFORM_ENDPOINTS: endpoints } };
    stack = await openStack(platform, { ...settings, ...options?.(platform) });
  };
  beforeAll(async () => {
    if (!isFresh) await open();
  });
  beforeEach(async () => {
    if (!isFresh) return undefined;
    await platform.request("POST", "/_local/reset");
    await open();
    return () => stack.close();
  });
  afterAll(async () => {
    if (!isFresh) await stack.close();
  });
  return { platform, stack: proxyTo(() => stack) };
}
