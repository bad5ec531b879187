/** What the page on privacy promises: nothing is sent anywhere but to the platform. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(__dirname, "../../..");
const sources = ["provider", "sdk", "cli"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => `${folder}/${file.replaceAll("\\", "/")}`),
);
const filesWith = (pattern: RegExp) => sources.filter((file) => pattern.test(readFileSync(join(root, file), "utf8")));

it("privacy (no telemetry): only three files open connections: to the platform, its proxy and the engine", () => {
  const connects =
    /(?:from |\()["'](?:undici|(?:node:)?(?:https?|http2|net|tls|dgram|dns(?:\/promises)?))["']|\bfetch\(/;
  expect(filesWith(connects).sort()).toEqual([
    "provider/engine/process.ts",
    // The engine calls the native provider.
    "provider/frontends/native/grpc.ts",
    "provider/platform/network.ts",
  ]);
});

it("privacy: only the provider and the command's plain requests open connections to the platform", () => {
  const ofProvider = ["network", "platform"].map((name) => `provider/platform/${name}.ts`);
  expect(filesWith(/\bnetworkTo\(/).sort()).toEqual(["cli/plainRequest.ts", ...ofProvider]);
});
