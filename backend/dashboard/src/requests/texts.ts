/** What a request is called by: who and what sent it, in which run, and its service. */
import type { RequestSender, RequestSummary } from "../../../src/dashboard/contract.js";

/** A fault may happen before the token is read. */
export function whoSent({ who, fault }: RequestSummary): string {
  return who ?? (fault === null ? "no valid token" : "token not read");
}

/** `up shop/dev`, and otherwise what sent it. */
export function senderText(sender: RequestSender | null): string {
  if (sender === null) return "";
  const { name, command, stack } = sender;
  return [command ?? name, stack ?? ""].join(" ").trim();
}

/** Ports are used again: another stack, command or token is another run. */
export function runOf({ sender, who }: RequestSummary): string {
  return sender?.run == null ? "" : [sender.run, who ?? ""].join(" ");
}

export function serviceLabel({ serviceId, serviceName }: RequestSummary): string {
  return serviceName ?? serviceId ?? "";
}
