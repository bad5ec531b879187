import { referencePagesMoved } from "./referencePages.mjs";

interface Moved {
  /** The page that has the content now. */
  readonly page: string;
  /** The section of it that links without one lead to. */
  readonly section: string;
  /** Whether the section begins the anchors that the old page had. */
  readonly isPrefix?: boolean;
}

/** Pages that became a section of another one, by their former path. Their addresses lead there. */
export const moved: Readonly<Record<string, Moved>> = {
  changelog: { page: "upgrading", section: "changelog" },
  "concepts/adopting": { page: "how-to/adopting", section: "adopt-a-resource" },
  "concepts/cloning": { page: "how-to/preview-environments", section: "clone-a-service" },
  "concepts/connections": { page: "how-to/stacks", section: "connections" },
  "concepts/doors": { page: "concepts/providers", section: "which-one-to-use" },
  "concepts/names": { page: "concepts/changes", section: "names" },
  "concepts/successful-runs": { page: "concepts/deployments", section: "results" },
  dashboard: { page: "local-platform", section: "dashboard" },
  "how-to/adopt-environment": { page: "how-to/adopting", section: "environment" },
  "how-to/clusters": { page: "how-to/organization", section: "clusters" },
  "how-to/environments": { page: "how-to/organization", section: "environments" },
  "how-to/fleet": { page: "how-to/automation-api", section: "fleet" },
  "how-to/large-stacks": { page: "performance", section: "what-helps-most" },
  "how-to/leaving": { page: "concepts/state", section: "stop-managing" },
  "how-to/limits": { page: "concepts/endpoints", section: "limits" },
  "how-to/operate-environment": { page: "command-line", section: "see-what-runs" },
  "how-to/policy-packs": { page: "how-to/components", section: "policy-packs" },
  "how-to/promote": { page: "how-to/rollback", section: "promote" },
  "how-to/pull-request-comments": { page: "how-to/pipelines", section: "comments" },
  "how-to/registries": { page: "how-to/organization", section: "registries" },
  "how-to/rotate": { page: "concepts/secrets", section: "rotate" },
  "how-to/testing-other-languages": { page: "how-to/testing", section: "pytest-and-go" },
  "other-languages": { page: "concepts/providers", section: "programs" },
  privacy: { page: "support", section: "privacy" },
  "reference/endpoints": { page: "concepts/endpoints", section: "all-endpoints" },
  "reference/types": { page: "reference/index", section: "types" },
  ...referencePagesMoved,
};

/** A page that leads to where another one has moved, with the section of its address. */
export function leadingPage(base: string, { page, section, isPrefix }: Moved): string {
  const address = `${base}${page}.html`;
  const anchor = isPrefix ? `"${section}-" + location.hash.slice(1)` : "location.hash.slice(1)";
  return `<!doctype html>
<meta charset="utf-8">
<title>Moved</title>
<link rel="canonical" href="${address}">
<script>location.replace("${address}#" + (location.hash ? ${anchor} : "${section}"));</script>
<noscript><meta http-equiv="refresh" content="0; url=${address}#${section}"></noscript>
<p>This page has moved: <a href="${address}#${section}">${page}</a>.</p>
`;
}
