import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { extract } from "tar";
import { beforeAll, describe, expect, it } from "vitest";
import { enumMember, pythonEnumMember } from "../../tools/generate/letterCase.js";
import { address, goModulePath, javaPackage } from "../../tools/release/address.js";
import type { Language } from "../../tools/release/sdkDescriptions.js";
import { writeSdks } from "../../tools/release/sdks.js";
import { openedFolder } from "../support/opened-folder.js";

const version = "0.1.0";
const folder = openedFolder("sdks");
const sdk = (language: Language, file: string) =>
  readFileSync(
    join(folder, language === "python" ? "python" : `pulumi-app-platform-${version}-${language}`, file),
    "utf8",
  );

const schema = JSON.parse(readFileSync(join(__dirname, "../../provider/generated/schema.json"), "utf8"));
const enums = Object.entries(schema.types as Record<string, { readonly enum?: readonly { readonly value: string }[] }>)
  .filter(([, type]) => type.enum !== undefined)
  .map(([token, type]) => [token.split(":")[2] as string, (type.enum ?? []).map(({ value }) => value)] as const);

beforeAll(async () => {
  await writeSdks(folder, version);
  const [wheel = ""] = readdirSync(folder).filter((file) => file.endsWith(".whl"));
  execFileSync("python3", ["-m", "zipfile", "-e", join(folder, wheel), join(folder, "python")]);
  for (const language of ["go", "dotnet", "java"])
    await extract({ file: join(folder, `pulumi-app-platform-${version}-${language}.tar.gz`), cwd: folder });
});

const javaFolder = `src/main/java/${javaPackage().replaceAll(".", "/")}`;

const sources: Readonly<Record<Language, (name: string) => string>> = {
  python: () => sdk("python", "pulumi_app_platform/_enums.py"),
  go: () => sdk("go", "appplatform/pulumiEnums.go"),
  dotnet: () => sdk("dotnet", "Enums.cs"),
  java: (name) => sdk("java", `${javaFolder}/enums/${name}.java`),
};

/** The members of an enum as the SDK of a language declares them, each with its value. */
const membersIn: Readonly<Record<Language, (name: string) => readonly (readonly [member: string, value: string])[]>> = {
  python: (name) => {
    const [, text = ""] =
      new RegExp(`class ${name}\\(.*?Enum\\):([\\s\\S]*?)(?=\\n@|$)`).exec(sources.python(name)) ?? [];
    return found(text, /^ {4}(\w+) = "(.*)"$/gm);
  },
  go: (name) => found(sources.go(name), new RegExp(`^\\t${name}(\\w+) += ${name}\\("(.*)"\\)$`, "gm")),
  dotnet: (name) =>
    found(sources.dotnet(name), new RegExp(`static ${name} (\\w+) { get; } = new ${name}\\("(.*)"\\);`, "g")),
  java: (name) => found(sources.java(name), /^ {8}(\w+)\("(.*)"\)[,;]$/gm),
};

function found(text: string, pattern: RegExp): (readonly [string, string])[] {
  return [...text.matchAll(pattern)].map(([, member = "", value = ""]) => [member, value]);
}

describe.each(["python", "go", "dotnet", "java"] as const)("SDK for %s", (language) => {
  it.each(enums)("has a member for each value of %s, named after the value", (name, values) => {
    const member = language === "python" ? pythonEnumMember : enumMember;
    expect(membersIn[language](name)).toEqual(values.map((value) => [member(value), value]));
  });

  it("has a README with the install command and a program in its language", () => {
    const readme = language === "python" ? sdk("python", metadata()) : sdk(language, "README.md");
    const install = {
      python: "pip install pulumi_app_platform",
      go: `go get ${goModulePath()}@v${version}`,
      dotnet: "dotnet add package Owner.AppPlatform",
      java: "<artifactId>pulumi-app-platform</artifactId>",
    };
    expect(readme).toContain(install[language]);
    expect(readme).toContain(language === "python" ? "app_platform.Container(" : "Container");
    expect(readme).not.toMatch(/<!--|npm install/);
  });
});

it("SDK for Java has its version in the resource file that its classes read", () => {
  const [, file = ""] = /var resourceName = "(.*)"/.exec(sdk("java", `${javaFolder}/Utilities.java`)) ?? [];
  expect(sdk("java", `src/main/resources/${file}`)).toBe(version);
});

const metadata = () => `pulumi_app_platform-${version}.dist-info/METADATA`;

describe("descriptions in SDKs", () => {
  it.each([
    ["python", "pulumi_app_platform/_inputs.py", "`readiness_probe`"],
    ["go", "appplatform/pulumiTypes.go", "`ReadinessProbe`"],
    ["dotnet", "Inputs/ProbeArgs.cs", "`ReadinessProbe`"],
    ["java", `${javaFolder}/inputs/ProbeArgs.java`, "`readinessProbe`"],
  ] as const)("write members as programs in %s do", (language, file, name) => {
    expect(sdk(language, file)).toContain(name);
  });

  it("don't mention that null clears an argument", () => {
    expect(sdk("python", "pulumi_app_platform/container.py")).not.toContain("`null` clears");
  });
});

describe("package metadata", () => {
  it("links the site and the repository on PyPI, and requires a sufficient version of the SDK", () => {
    const text = sdk("python", metadata());
    expect(text).toContain(`Project-URL: Homepage, ${address.site}`);
    expect(text).toContain(`Project-URL: Repository, ${address.repository}`);
    expect(text).toMatch(/Requires-Dist: pulumi<4\.0\.0,>=3\.\d{3}/);
  });

  it("links the site and the repository on NuGet, in the namespace of the owner", () => {
    const text = sdk("dotnet", "Owner.AppPlatform.csproj");
    expect(text).toContain(`<PackageProjectUrl>${address.site}</PackageProjectUrl>`);
    expect(text).toContain(`<RepositoryUrl>${address.repository}</RepositoryUrl>`);
    expect(text).toContain("<Authors>owner</Authors>");
  });

  it("enables inputs as dictionaries in Python (TypedDict)", () => {
    expect(sdk("python", "pulumi_app_platform/_inputs.py")).toContain("class ProbeArgsDict(TypedDict):");
  });
});
