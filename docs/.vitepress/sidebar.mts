import type { DefaultTheme } from "vitepress";
import { referencePages } from "./referencePages.mjs";

type Group = DefaultTheme.SidebarItem & { readonly text: string; readonly items: DefaultTheme.SidebarItem[] };

/** Every page of the site, in the order in which a reader needs them. A test compares it with the files. */
export const sidebar: Group[] = [
  {
    text: "Start",
    items: [
      { text: "Getting started", link: "/getting-started" },
      { text: "Python, Go, Java and YAML", link: "/other-languages" },
      { text: "Configuration", link: "/configuration" },
      { text: "Command line", link: "/command-line" },
      { text: "Local platform", link: "/local-platform" },
      { text: "Dashboard", link: "/dashboard" },
    ],
  },
  {
    text: "Concepts",
    items: [
      { text: "Endpoint sets", link: "/concepts/endpoints" },
      { text: "What a change does", link: "/concepts/changes" },
      { text: "What a successful run means", link: "/concepts/successful-runs" },
      { text: "Names", link: "/concepts/names" },
      { text: "Adopting", link: "/concepts/adopting" },
      { text: "Cloning", link: "/concepts/cloning" },
      { text: "Deployments", link: "/concepts/deployments" },
      { text: "Secrets", link: "/concepts/secrets" },
      { text: "Connections", link: "/concepts/connections" },
      { text: "Dynamic or native", link: "/concepts/doors" },
      { text: "State and upgrades", link: "/concepts/state" },
    ],
  },
  {
    text: "How-to guides",
    items: [
      { text: "Pipelines", link: "/how-to/pipelines" },
      { text: "Comments on pull requests", link: "/how-to/pull-request-comments" },
      { text: "Preview environments", link: "/how-to/preview-environments" },
      { text: "Promote a version", link: "/how-to/promote" },
      { text: "Rollback", link: "/how-to/rollback" },
      { text: "Rotate tokens and secrets", link: "/how-to/rotate" },
      { text: "Import an environment", link: "/how-to/adopt-environment" },
      { text: "Operate an environment", link: "/how-to/operate-environment" },
      { text: "Clusters", link: "/how-to/clusters" },
      { text: "Environments and projects", link: "/how-to/environments" },
      { text: "Environments and stacks", link: "/how-to/stacks" },
      { text: "Environment variables", link: "/how-to/variables" },
      { text: "Registries, tokens and groups", link: "/how-to/registries" },
      { text: "Any other API object", link: "/how-to/api-objects" },
      { text: "Components", link: "/how-to/components" },
      { text: "Testing", link: "/how-to/testing" },
      { text: "Testing with pytest and Go", link: "/how-to/testing-other-languages" },
      { text: "Local platform in CI", link: "/how-to/containers" },
      { text: "Policy packs", link: "/how-to/policy-packs" },
      { text: "Automation API", link: "/how-to/automation-api" },
      { text: "Fleets", link: "/how-to/fleet" },
      { text: "Large stacks", link: "/how-to/large-stacks" },
      { text: "Moving from Terraform", link: "/how-to/terraform" },
      { text: "Leaving", link: "/how-to/leaving" },
      { text: "Troubleshooting", link: "/how-to/troubleshooting" },
      { text: "Limits", link: "/how-to/limits" },
    ],
  },
  {
    text: "Reference",
    items: [
      { text: "Overview", link: "/reference/" },
      ...referencePages,
      { text: "Shared types", link: "/reference/types" },
      { text: "Endpoints", link: "/reference/endpoints" },
      { text: "Resource options", link: "/resource-options" },
      { text: "Errors", link: "/errors" },
    ],
  },
  {
    text: "Evidence and releases",
    items: [
      { text: "Reliability", link: "/reliability" },
      { text: "Performance", link: "/performance" },
      { text: "Changelog", link: "/changelog" },
      { text: "Upgrading", link: "/upgrading" },
      { text: "Support and security", link: "/support" },
      { text: "Privacy", link: "/privacy" },
    ],
  },
];
