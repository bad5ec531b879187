/** Who an access token is for, and how it is sent. */
export const roles = ["admin", "editor", "viewer"] as const;
export type Role = (typeof roles)[number];

export const schemes = ["bearer", "token"] as const;
/** How a token is sent: a JWT as `Authorization: Bearer`, an API token as `Authorization: Token`. */
export type Scheme = (typeof schemes)[number];
