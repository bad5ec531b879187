import { describe, expect, it } from "vitest";
import {
  type Address,
  addressOf,
  dotnetNamespace,
  goModulePath,
  issuesAddress,
  javaGroup,
  javaPackage,
  pluginAddress,
} from "../../../../tools/release/address.js";

const site = "https://docs.acme.dev/";
const at = (repository: string, forge?: Address["forge"]): Address => ({ repository, site, ...(forge && { forge }) });

const onGitHub = at("https://github.com/Acme-Inc/pulumi-app-platform");
const onGitLab = at("https://gitlab.com/acme-inc/tools/pulumi-app-platform");
const onOwnHost = at("https://git.acme-inc.example.dev:8443/2nd-team/pulumi-app-platform");

describe("addresses of a release", () => {
  const downloads = "releases/download/v0.1.0";
  it.each([
    {
      ...{ host: "GitHub", where: onGitHub, plugin: `https://github.com/Acme-Inc/pulumi-app-platform/${downloads}` },
      ...{ group: "io.github.acme-inc", inJava: "io.github.acme_inc.appplatform", inDotnet: "AcmeInc" },
      go: "github.com/Acme-Inc/pulumi-app-platform/sdk/go",
    },
    {
      ...{ host: "GitLab, in a path of groups", where: onGitLab },
      plugin: "https://gitlab.com/acme-inc/tools/pulumi-app-platform/-/releases/v0.1.0/downloads",
      ...{ group: "io.gitlab.acme-inc", inJava: "io.gitlab.acme_inc.appplatform", inDotnet: "AcmeInc" },
      go: "gitlab.com/acme-inc/tools/pulumi-app-platform/sdk/go",
    },
    {
      ...{ host: "a self-hosted GitHub, with a port", where: onOwnHost },
      plugin: `https://git.acme-inc.example.dev:8443/2nd-team/pulumi-app-platform/${downloads}`,
      ...{ group: "dev.example.acme-inc.git", inJava: "dev.example.acme_inc.git.appplatform", inDotnet: "_2ndTeam" },
      go: "git.acme-inc.example.dev/2nd-team/pulumi-app-platform/sdk/go",
    },
  ])(
    "are valid for the plugin's download, Maven, NuGet and Go if the repository is on $host",
    ({ where, plugin, group, inJava, inDotnet, go }) => {
      expect(pluginAddress(where).replace(/\$\{VERSION\}/, "0.1.0")).toBe(plugin);
      expect([javaGroup(where), javaPackage(where)]).toEqual([group, inJava]);
      expect([dotnetNamespace(where), goModulePath(where)]).toEqual([inDotnet, go]);
    },
  );

  it("have GitLab's path of the plugin's download on a self-hosted GitLab", () => {
    const where = at("https://code.acme.dev/acme/pulumi-app-platform", "GitLab");
    expect(pluginAddress(where)).toContain("https://code.acme.dev/acme/pulumi-app-platform/-/releases/");
  });

  it("are below `/-/` for issues and files on GitLab, but not on GitHub", () => {
    expect([issuesAddress(onGitLab), addressOf("README.md", onGitLab)]).toEqual([
      "https://gitlab.com/acme-inc/tools/pulumi-app-platform/-/issues",
      "https://gitlab.com/acme-inc/tools/pulumi-app-platform/-/blob/HEAD/README.md",
    ]);
    expect(issuesAddress(onGitHub)).toBe("https://github.com/Acme-Inc/pulumi-app-platform/issues");
  });
});
