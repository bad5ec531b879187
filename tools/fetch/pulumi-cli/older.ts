import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { cached } from "../cache.js";
import { OLDER_RELEASE } from "./release.js";

/** The folder of an older CLI that people may still use. It is built once with Go, which takes minutes. */
export function olderCli(): Promise<string> {
  const cwd = join(__dirname, "older");
  const sources = ["go.mod", "go.sum"].map((file) => readFileSync(join(cwd, file)));
  return cached(`pulumi-${OLDER_RELEASE}`, sources, async (folder) => {
    const stamp = `-s -w -X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v${OLDER_RELEASE}`;
    const flags = ["-mod=readonly", "-tags", "osusergo,grpcnotrace", "-trimpath", "-ldflags", stamp];
    const args = ["build", ...flags, "-o", join(folder, "pulumi"), "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi"];
    await promisify(execFile)("go", args, { cwd, env: { ...process.env, GOWORK: "off" } });
  });
}
