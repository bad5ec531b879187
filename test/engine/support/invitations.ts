/** What invited people do. */
import type { Platform } from "../../platform/support/platform.js";

interface Item {
  readonly id: string;
  readonly email: string;
  readonly role_name: string;
}

/** Whom the organization has invited, or who belongs to it. */
export async function peopleIn(
  { request, ids }: Pick<Platform, "request" | "ids">,
  list: "inviteMember" | "member",
): Promise<readonly Item[]> {
  return (await request("GET", `/organization/${ids.organization}/${list}`)).body.results;
}

/** Accepts the invitation of this person, who is a member then. */
export async function acceptInvitation(platform: Pick<Platform, "request" | "ids">, email: string): Promise<void> {
  const own = (await peopleIn(platform, "inviteMember")).find((each) => each.email === email);
  const path = `/organization/${platform.ids.organization}/inviteMember/${own?.id}`;
  const { status } = await platform.request("POST", path);
  if (status !== 201) throw new Error(`POST ${path}: ${status}`);
}
