import { posix } from "node:path";
import { type Address, address, addressOf } from "./address.js";

/** A relative link: neither an address nor a heading of the same page. */
const RELATIVE = /^(?!https?:|mailto:|#)/;

/**
 * A README as it is published: the registry shows it on a page of its own, where a relative link leads nowhere.
 * @param directory folder of the README in the repository
 */
export function addressedReadme(text: string, directory: string, at: Address = address): string {
  const pieces = text.split(/(^```[\s\S]*?^```)/m);
  const isCode = (index: number) => index % 2 === 1;
  const addressed = (prose: string) =>
    prose.replace(/\]\(([^)\s]+)\)/g, (whole, target: string) =>
      RELATIVE.test(target) ? `](${addressOf(posix.join(directory, target), at)})` : whole,
    );
  return pieces.map((piece, index) => (isCode(index) ? piece : addressed(piece))).join("");
}

/** The targets of a page's links and images that lead nowhere outside the repository. */
export function relativeLinks(text: string): string[] {
  const prose = text.replaceAll(/^```[\s\S]*?^```/gm, "").replaceAll(/`[^`\n]*`/g, "");
  const inline = [...prose.matchAll(/\]\(\s*<?([^)\s>]+)/g)];
  const defined = [...prose.matchAll(/^\[[^\]\n]+\]:\s*<?(\S+?)>?\s*$/gm)];
  const html = [...prose.matchAll(/\b(?:href|src)\s*=\s*"([^"]+)"/g)];
  return [...inline, ...defined, ...html].map(([, target = ""]) => target).filter((target) => RELATIVE.test(target));
}
