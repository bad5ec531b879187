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

describe("names and addresses of what is published", () => {
  it.each([
    ["GitHub", onGitHub, "https://github.com/Acme-Inc/pulumi-app-platform/releases/download/v0.1.0"],
    ["GitLab", onGitLab, "https://gitlab.com/acme-inc/tools/pulumi-app-platform/-/releases/v0.1.0/downloads"],
    [
      "an own host that is like GitHub",
      onOwnHost,
      "https://git.acme-inc.example.dev:8443/2nd-team/pulumi-app-platform/releases/download/v0.1.0",
    ],
    [
      "an own host with GitLab",
      at("https://code.acme.dev/acme/pulumi-app-platform", "GitLab"),
      "https://code.acme.dev/acme/pulumi-app-platform/-/releases/v0.1.0/downloads",
    ],
  ])("downloads the plugin from a release on %s", (_, where, expected) => {
    expect(pluginAddress(where).replace(/\$\{VERSION\}/, "0.1.0")).toBe(expected);
  });

  it("puts GitLab's pages about a repository below `/-/`", () => {
    expect([issuesAddress(onGitLab), addressOf("README.md", onGitLab)]).toEqual([
      "https://gitlab.com/acme-inc/tools/pulumi-app-platform/-/issues",
      "https://gitlab.com/acme-inc/tools/pulumi-app-platform/-/blob/HEAD/README.md",
    ]);
    expect(issuesAddress(onGitHub)).toBe("https://github.com/Acme-Inc/pulumi-app-platform/issues");
  });

  it.each([
    ["GitHub", onGitHub, "io.github.acme-inc", "io.github.acme_inc.appplatform"],
    ["GitLab", onGitLab, "io.gitlab.acme-inc", "io.gitlab.acme_inc.appplatform"],
    ["an own host", onOwnHost, "dev.example.acme-inc.git", "dev.example.acme_inc.git.appplatform"],
  ])(
    "gives Java on %s the group that Maven Central would, and a package that Java can spell",
    (_, where, group, name) => {
      expect([javaGroup(where), javaPackage(where)]).toEqual([group, name]);
    },
  );

  it.each([
    ["GitHub", onGitHub, "github.com/Acme-Inc/pulumi-app-platform/sdk/go"],
    ["GitLab", onGitLab, "gitlab.com/acme-inc/tools/pulumi-app-platform/sdk/go"],
    ["an own host with a port", onOwnHost, "git.acme-inc.example.dev/2nd-team/pulumi-app-platform/sdk/go"],
  ])("gives Go on %s a module path without a port", (_, where, expected) => {
    expect(goModulePath(where)).toBe(expected);
  });

  it.each([
    ["with a hyphen", onGitHub, "AcmeInc"],
    ["that is a path of groups", onGitLab, "AcmeInc"],
    ["that begins with a digit", onOwnHost, "_2ndTeam"],
  ])("gives .NET the namespace of an owner %s", (_, where, expected) => {
    expect(dotnetNamespace(where)).toBe(expected);
  });
});
