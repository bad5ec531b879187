/** The SDKs of other languages, generated from the schema of the native provider. */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { create } from "tar";
import { folderOf } from "../fetch/languages/programs.js";
import { goModulePath } from "./address.js";
import { writeAbout } from "./executable.js";
import { sdkPom } from "./javaProject.js";
import { describedIn, type Json, type Language } from "./sdkDescriptions.js";
import { sdkReadme } from "./sdkReadme.js";

const exec = promisify(execFile);
const root = join(__dirname, "../..");

/** The program that generates the SDK of a language. */
const generators = {
  python: "go-python",
  go: "go-python",
  dotnet: "dotnet-java",
  java: "dotnet-java",
} as const;

/** The first release of Pulumi's Go SDK that has everything that the generated code uses. */
const GO_SDK = "v3.269.0";

/** What Pulumi's license requires when code of its generator is distributed. */
const notice = `This package is generated with Pulumi's SDK generator, and contains code of it.
Copyright 2016-2026, Pulumi Corporation. Licensed under the Apache License, Version 2.0, whose text is in LICENSE.
`;

/** Writes the packages of this version into a folder: a wheel for Python, and an archive of sources for each other language. */
export async function writeSdks(folder: string, version: string): Promise<void> {
  const generated = await mkdtemp(join(tmpdir(), "sdks-"));
  try {
    const schema = JSON.parse(await readFile(join(root, "provider/generated/schema.json"), "utf8")) as Json;
    for (const [language, generator] of Object.entries(generators)) {
      const file = join(generated, `${language}.json`);
      await writeFile(file, JSON.stringify(describedIn(language as Language, schema)));
      await exec(join(await folderOf(generator), generator), [language, file, version, join(generated, language)]);
    }
    const goModule = `module ${goModulePath()}\n\ngo 1.25.8\n\nrequire github.com/pulumi/pulumi/sdk/v3 ${GO_SDK}\n`;
    await writeFile(join(generated, "go/go.mod"), goModule);
    await writeFile(join(generated, "java/pom.xml"), sdkPom(version));
    for (const language of Object.keys(generators) as Language[]) {
      await writeAbout(join(generated, language));
      await writeFile(join(generated, language, "README.md"), sdkReadme(language, version));
      await writeFile(join(generated, language, "NOTICE"), notice);
    }
    await mkdir(folder, { recursive: true });
    const wheel = ["-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, join(generated, "python")];
    await exec("python3", wheel);
    for (const language of ["go", "dotnet", "java"]) {
      const name = `pulumi-app-platform-${version}-${language}`;
      await rename(join(generated, language), join(generated, name));
      await create({ file: join(folder, `${name}.tar.gz`), cwd: generated, gzip: true }, [name]);
    }
  } finally {
    await rm(generated, { recursive: true, force: true });
  }
}
