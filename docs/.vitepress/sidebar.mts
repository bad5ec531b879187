import type { DefaultTheme } from "vitepress";
import { referencePages } from "./referencePages.mjs";

type Group = DefaultTheme.SidebarItem & { readonly text: string; readonly items: DefaultTheme.SidebarItem[] };

/** Every page of the site, in the order in which a reader needs them. A test compares it with the files. */
export const sidebar: Group[] = [
  {
    text: "Start",
    items: [
      { text: "Quickstart", link: "/getting-started" },
      { text: "Choose a provider", link: "/concepts/providers" },
      { text: "Basic API and full API", link: "/concepts/endpoints" },
      { text: "Configuration", link: "/configuration" },
      { text: "FAQ and troubleshooting", link: "/how-to/troubleshooting" },
    ],
  },
  {
    text: "Concepts",
    items: [
      { text: "Update, rename, replace", link: "/concepts/changes" },
      { text: "Deployments", link: "/concepts/deployments" },
      { text: "Secrets", link: "/concepts/secrets" },
      { text: "State, refresh, delete", link: "/concepts/state" },
      { text: "Timeouts and recovery", link: "/reliability" },
    ],
  },
  {
    text: "Deploy",
    items: [
      { text: "CI/CD pipelines", link: "/how-to/pipelines" },
      { text: "Rollback and promotion", link: "/how-to/rollback" },
      { text: "Preview environments", link: "/how-to/preview-environments" },
    ],
  },
  {
    text: "Organize",
    items: [
      { text: "Environments, stacks, platforms", link: "/how-to/stacks" },
      { text: "Projects, registries, clusters", link: "/how-to/organization" },
      { text: "Environment variables", link: "/how-to/variables" },
    ],
  },
  {
    text: "Operate",
    items: [
      { text: "Command line", link: "/command-line" },
      { text: "Local platform", link: "/local-platform" },
      { text: "Performance", link: "/performance" },
    ],
  },
  {
    text: "Move",
    items: [
      { text: "Import and adopt", link: "/how-to/adopting" },
      { text: "Terraform", link: "/how-to/terraform" },
    ],
  },
  {
    text: "Extend",
    items: [
      { text: "Components, policy packs", link: "/how-to/components" },
      { text: "Test a program", link: "/how-to/testing" },
      { text: "Automation API, fleets", link: "/how-to/automation-api" },
      { text: "Any other API object", link: "/how-to/api-objects" },
    ],
  },
  {
    text: "Reference",
    items: [
      { text: "Overview", link: "/reference/" },
      ...referencePages,
      { text: "Resource options", link: "/resource-options" },
      { text: "Errors", link: "/errors" },
    ],
  },
  {
    text: "Releases",
    items: [
      { text: "Upgrades and changelog", link: "/upgrading" },
      { text: "Support and security", link: "/support" },
    ],
  },
];
