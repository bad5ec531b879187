/** Who an access token is for, and how it is sent. */

/** Each role with the methods of the calls that require it, unless a route says otherwise. A role may do what those after it may. */
export const usualMethods = {
  admin: ["DELETE"],
  editor: ["POST", "PUT"],
  viewer: ["GET"],
} as const;
export type Role = keyof typeof usualMethods;
export type Method = (typeof usualMethods)[Role][number];

export const roles = Object.keys(usualMethods) as readonly Role[] as readonly [Role, ...Role[]];

/** The role that a call requires, unless its route says otherwise. */
export function usualRole(method: Method): Role {
  const role = roles.find((each) => (usualMethods[each] as readonly Method[]).includes(method));
  if (role === undefined) throw new Error(`No role is for ${method}.`);
  return role;
}

/** Whether a token of a role may do what requires another one. */
export function isEnough(role: Role, required: Role): boolean {
  return roles.indexOf(role) <= roles.indexOf(required);
}

export const schemes = ["bearer", "token"] as const;
/** How a token is sent: a JWT as `Authorization: Bearer`, an API token as `Authorization: Token`. */
export type Scheme = (typeof schemes)[number];
