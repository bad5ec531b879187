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
  "concepts/connections": { page: "how-to/stacks", section: "connections" },
  "concepts/names": { page: "concepts/changes", section: "names" },
  "how-to/operate-environment": { page: "command-line", section: "see-what-runs" },
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
