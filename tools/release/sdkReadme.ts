/** The README of the SDK for a language, as its package registry shows it: how to install it, and a first program. */
import { firstProgramIn } from "../generate/languages/programs.js";
import { address, addressOf, dotnetNamespace, goModulePath, javaGroup } from "./address.js";

/** Not converted from the example, as those of the other languages are: no test can compile it. */
export const csharpProgram = `using System.Collections.Generic;
using ${dotnetNamespace()}.AppPlatform;
using ${dotnetNamespace()}.AppPlatform.Inputs;
using Pulumi;

return await Deployment.RunAsync(() =>
{
    var config = new Config();
    var environmentId = config.Require("environmentId");

    var web = new Container("web", new()
    {
        EnvironmentId = environmentId,
        RegistryId = config.Require("registryId"),
        ImageName = "library/nginx",
        Tag = "1.27",
        Healthchecks = new HealthchecksArgs
        {
            ReadinessProbe = new ProbeArgs
            {
                Type = new ProbeTypeArgs { Http = new HttpProbeArgs { Port = 80 } },
            },
        },
        Ports = new[] { new PortArgs { InternalPort = 80, PubliclyAccessible = true } },
    });
    new DeploymentTrigger("release", new()
    {
        EnvironmentId = environmentId,
        Services = new[] { web.Deployable },
    });

    return new Dictionary<string, object?> { ["webId"] = web.Id };
});`;

const sdks = {
  python: {
    title: "Python",
    install: () => ["sh", "pip install pulumi_app_platform"],
    program: () => firstProgramIn("python"),
    fence: "python",
  },
  go: {
    title: "Go",
    install: (version: string) => ["sh", `go get ${goModulePath()}@v${version}`],
    program: () => firstProgramIn("go"),
    fence: "go",
  },
  dotnet: {
    title: ".NET",
    install: (version: string) => ["sh", `dotnet add package ${dotnetNamespace()}.AppPlatform --version ${version}`],
    program: () => csharpProgram,
    fence: "csharp",
  },
  java: {
    title: "Java",
    install: (version: string) => [
      "xml",
      `<dependency>
  <groupId>${javaGroup()}</groupId>
  <artifactId>pulumi-app-platform</artifactId>
  <version>${version}</version>
</dependency>`,
    ],
    program: () => firstProgramIn("java"),
    fence: "java",
  },
} as const;

export function sdkReadme(language: keyof typeof sdks, version: string): string {
  const { title, install, program, fence } = sdks[language];
  const [form, text] = install(version);
  return `# Pulumi provider for the Application Platform API: ${title}

Declare applications, containers, jobs, databases, Helm charts, Terraform services and clusters in ${title} programs.

## Install

\`\`\`${form}
${text}
\`\`\`

## A first program

\`\`\`${fence}
${program()}
\`\`\`

Set the address of your platform and a token with \`pulumi config set app-platform:baseUrl\` and
\`pulumi config set --secret app-platform:token\`, or in the environment variables \`APP_PLATFORM_BASE_URL\` and
\`APP_PLATFORM_TOKEN\`.

- [Documentation](${address.site}) with an example of every resource in this language
- [Configuration](${addressOf("docs/configuration.md")})
- [Errors](${addressOf("docs/errors.md")}) and what to do about each
- [Source](${address.repository})
`;
}
