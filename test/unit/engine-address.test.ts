import { expect, it } from "vitest";
import { engineAddress } from "../../provider/plugin/processInfo.js";

it.each([
  [["127.0.0.1:41234"], "127.0.0.1:41234"],
  [["-v=9", "--logflow", "127.0.0.1:41234"], "127.0.0.1:41234"],
  [["--tracing", "http://127.0.0.1:9411", "127.0.0.1:41234"], "127.0.0.1:41234"],
  [["--tracing", "collector:9411", "[::1]:41234"], "[::1]:41234"],
  [["get-schema"], undefined],
  [[], undefined],
])("the engine's address in the arguments %j is %s", (args, address) => {
  expect(engineAddress(args)).toBe(address);
});
