/** What sent a request, as its header `User-Agent` says. */
import { withoutCredentials } from "../../schema/secret-texts.js";
import type { RequestSender } from "../contract.js";

const longest = 200;

/** The header as it is kept: it may be anything. */
export function storedAgent(header: string | undefined): string | null {
  return header === undefined ? null : header.slice(0, longest);
}

/**
 * The provider names itself, the command, the stack and the run in the comment at the end:
 * `pulumi-app-platform/0.1.0 node/22.12.0 (dynamic provider; up; shop/dev; run 41234)`.
 */
export function senderOf(agent: string | null): RequestSender | null {
  if (agent === null) return null;
  const text = withoutCredentials(agent);
  const [name = "", ...parts] = /^pulumi-app-platform\/.*\(([^()]*)\)$/.exec(text)?.[1]?.split("; ") ?? [];
  const run = parts.find((part) => /^run \d+$/.test(part))?.slice("run ".length) ?? null;
  const stack = parts.find((part) => part.includes("/")) ?? null;
  const command = parts.find((part) => /^[a-z]+$/.test(part)) ?? null;
  return { agent: text, name: name || (text.split(" ", 1)[0] ?? ""), command, stack, run };
}
