import { type Address, address, addressOf } from "./address.js";

/**
 * The definitions of a README's links, as Markdown: `[Getting started][docs/getting-started.md]` links a file of the repository by
 * its path. The registry shows a README on a page of its own, where a relative link leads nowhere.
 */
export function linkDefinitions(text: string, at: Address = address): string {
  return linkedPaths(text)
    .map((path) => `[${path}]: ${addressOf(path, at)}\n`)
    .join("");
}

/** The paths that a README links, each once. */
export function linkedPaths(text: string): string[] {
  const labels = [...text.matchAll(/\]\[([^\]\n]+)\]/g)].map(([, label = ""]) => label);
  return [...new Set(labels)].sort();
}

/** The targets of a page's links and images that mean nothing outside the repository. */
export function relativeLinks(text: string): string[] {
  const prose = text.replaceAll(/^```[\s\S]*?^```/gm, "").replaceAll(/`[^`\n]*`/g, "");
  const inline = [...prose.matchAll(/\]\(\s*<?([^)\s>]+)/g)];
  // A generated definition is its own path only as long as there is no address, which is refused by itself.
  const defined = [...prose.matchAll(/^\[(?<label>[^\]\n]+)\]:\s*<?(?!\k<label>>?\s*$)(\S+?)>?\s*$/gm)].map(
    ([whole, , target]) => [whole, target] as const,
  );
  const html = [...prose.matchAll(/\b(?:href|src)\s*=\s*"([^"]+)"/g)];
  return [...inline, ...defined, ...html]
    .map(([, target = ""]) => target)
    .filter((target) => !/^(https?:|mailto:|#)/.test(target));
}
