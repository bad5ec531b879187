/** The entry for CommonJS. It loads the same ES module, so a process that uses both has the platform's code once. */
import type * as module from "./index.js" with { "resolution-mode": "import" };

export type * from "./index.js" with { "resolution-mode": "import" };

// Not `require`: test runners such as jest replace it with one that cannot load ES modules.
const { createRequire } = process.getBuiltinModule("node:module");
const load = createRequire(__filename);

/**
 * Starts an Application Platform in this process, for tests. It listens at once, keeps its data in memory, and takes no
 * time to deploy, unless the options say otherwise. Each call starts a platform of its own.
 *
 * @example
 * ```js
 * const { startPlatform } = require("app-platform-backend");
 *
 * const platform = await startPlatform({ endpoints: "extended" });
 * process.env.APP_PLATFORM_BASE_URL = platform.url;
 * process.env.APP_PLATFORM_TOKEN = platform.tokens.admin;
 * // … run the program …
 * await platform.close();
 * ```
 */
export const startPlatform: typeof module.startPlatform = (load("./index.js") as typeof module).startPlatform;
