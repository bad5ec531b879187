/** The containers of the other programs, in Go. */
import { execFile } from "node:child_process";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { folderOf } from "../../tools/fetch/languages/programs.js";
import { goModulePath } from "../../tools/release/address.js";
import { writeGoModule } from "../../tools/release/goModule.js";
import { writeSdks } from "../../tools/release/sdks.js";

const version = "0.0.0";

const source = `package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"

	app "${goModulePath()}/appplatform"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		var environments []string
		if err := json.Unmarshal([]byte(os.Getenv("ENVIRONMENTS")), &environments); err != nil {
			return err
		}
		size, err := strconv.Atoi(os.Getenv("SIZE"))
		if err != nil {
			return err
		}
		for index := range size {
			name := fmt.Sprintf("web-%d", index)
			tag := os.Getenv("TAG")
			if index == 0 {
				tag = os.Getenv("FIRST_TAG")
			}
			http := app.HttpProbeArgs{Port: pulumi.Int(80)}
			port := app.PortArgs{InternalPort: pulumi.Int(80), PubliclyAccessible: pulumi.Bool(true)}
			if _, err := app.NewContainer(ctx, name, &app.ContainerArgs{
				EnvironmentId: pulumi.String(environments[index%len(environments)]),
				Name:          pulumi.String(name),
				RegistryId:    pulumi.String(os.Getenv("REGISTRY_ID")),
				ImageName:     pulumi.String("library/nginx"),
				Tag:           pulumi.String(tag),
				Ports:         app.PortArray{port},
				Healthchecks:  app.HealthchecksArgs{ReadinessProbe: app.ProbeArgs{Type: app.ProbeTypeArgs{Http: http}}},
			}); err != nil {
				return err
			}
		}
		return nil
	})
}
`;

/**
 * Compiles the program.
 *
 * @returns The folder of a language host that runs it. Today's reads from Pulumi.yaml which program to run
 *   (`runtime.options.binary`); the one that can be built here takes that as an argument.
 */
export async function buildGoProgram(folder: string): Promise<string> {
  const [sources, release, host] = [join(folder, "go"), join(folder, "sdks"), join(folder, "host")];
  await Promise.all([sources, host].map((each) => mkdir(each, { recursive: true })));
  await writeSdks(release, version);
  await writeFile(join(sources, "main.go"), source);
  await writeGoModule(sources, "bench", release, version);
  const program = join(folder, "program");
  const options = { cwd: sources, env: { ...process.env, GOWORK: "off" } };
  await promisify(execFile)("go", ["build", "-o", program, "."], options);
  const script = join(host, "pulumi-language-go");
  const built = join(await folderOf("pulumi-language-go"), "pulumi-language-go");
  await writeFile(script, `#!/bin/sh\nexec '${built}' -binary '${program}' "$@"\n`);
  await chmod(script, 0o755);
  return host;
}
