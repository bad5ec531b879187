/** How a cluster reaches the secret managers of its organization. Responses have no secrets. */
import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { membersBy, type Report, withRules } from "../schema/rules.js";
import { secret } from "../schema/secrets.js";
import { text, timestamp, uuid } from "../schema/texts.js";
import { omittable } from "../schema/values.js";
import { checkItemIds, itemId } from "./items.js";
import { nameKey } from "./name.js";

const region = { required: ["region"] };

const endpoint = withRules(
  z.object({
    mode: z.enum(["AWS_SECRET_MANAGER", "AWS_PARAMETER_STORE", "GCP_SECRET_MANAGER"]),
    region: text,
    project_id: omittable(text),
  }),
  membersBy("mode", {
    AWS_SECRET_MANAGER: region,
    AWS_PARAMETER_STORE: region,
    GCP_SECRET_MANAGER: { required: ["region", "project_id"] },
  }),
);

const authenticationModes = z.enum([
  "AUTOMATICALLY_CONFIGURED",
  "AWS_ROLE_ARN",
  "AWS_STATIC_CREDENTIALS",
  "GCP_JSON_CREDENTIALS",
]);
const shown = {
  mode: authenticationModes,
  role_arn: omittable(text),
  region: omittable(text),
  access_key: omittable(text),
};

const authentication = withRules(
  z.object({ ...shown, secret_key: omittable(secret(text)), json_credentials: omittable(secret(text)) }),
  membersBy("mode", {
    AUTOMATICALLY_CONFIGURED: { required: [] },
    AWS_ROLE_ARN: { required: ["role_arn"] },
    AWS_STATIC_CREDENTIALS: { required: ["region", "access_key"], optional: ["secret_key"] },
    GCP_JSON_CREDENTIALS: { required: [], optional: ["json_credentials"] },
  }),
);

/** The secret of each mode that has one. */
const secretsOf: Readonly<Record<string, "secret_key" | "json_credentials">> = {
  AWS_STATIC_CREDENTIALS: "secret_key",
  GCP_JSON_CREDENTIALS: "json_credentials",
};

const members = { name: text, endpoint };

export const secretManagerAccessRequest = z
  .object({ id: itemId, ...members, authentication })
  .meta({ id: "SecretManagerAccessRequest" });
type Request = z.output<typeof secretManagerAccessRequest>;

const times = { id: uuid, created_at: timestamp, updated_at: timestamp };

export const secretManagerAccess = z
  .object({ ...times, ...members, authentication: z.object(shown) })
  .meta({ id: "SecretManagerAccess" });

const stored = z.object({ ...times, ...members, authentication });
export type StoredAccess = z.output<typeof stored>;

/** Those of a cluster. Earlier versions stored whatever was sent: what doesn't fit is not shown. */
export function accessesOf(values: readonly unknown[] | null | undefined): StoredAccess[] {
  return (values ?? []).flatMap((each) => stored.safeParse(each).data ?? []);
}

function isWrongPair({ endpoint: { mode: of }, authentication: { mode } }: Request): boolean {
  return mode !== "AUTOMATICALLY_CONFIGURED" && mode.slice(0, 3) !== of.slice(0, 3);
}

/** The access before, with the same way to log in: its secret stays if a request has none. */
function secretBefore(
  { id, authentication: { mode } }: Request,
  previous: readonly StoredAccess[],
): string | undefined {
  const before = previous.find((each) => each.id === id)?.authentication;
  const member = secretsOf[mode];
  return member === undefined || before?.mode !== mode ? undefined : before[member];
}

/** @param previous Those of the cluster before; undefined for a new cluster, where the ids of a request mean nothing. */
export function checkAccesses(
  specified: readonly (Request | undefined)[] | null | undefined,
  previous: readonly StoredAccess[] | undefined,
  report: Report,
): void {
  const list = "secret_manager_accesses";
  if (previous !== undefined) checkItemIds(list, specified ?? undefined, previous, report);
  const names = new Map<string, number>();
  for (const [index, each] of (specified ?? []).entries()) {
    const name = each?.name;
    const first = typeof name === "string" ? names.get(nameKey(name)) : undefined;
    if (first !== undefined) report([list, index, "name"], `is the same as in ${list}[${first}]`);
    else if (typeof name === "string") names.set(nameKey(name), index);
    // What has violations of its own was reported before.
    if (each?.endpoint?.mode === undefined || each.authentication?.mode === undefined) continue;
    if (isWrongPair(each)) report([list, index, "authentication", "mode"], `doesn't fit ${each.endpoint.mode}`);
    const member = secretsOf[each.authentication.mode];
    if (member !== undefined && each.authentication[member] === undefined && !secretBefore(each, previous ?? []))
      report([list, index, "authentication", member], "is required unless the access has one already");
  }
}

/** Without members that are undefined. */
const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** The accesses as they are stored. */
export function preservedAccesses(
  specified: readonly Request[] | null | undefined,
  previous: readonly StoredAccess[],
  now: string,
): StoredAccess[] | null | undefined {
  if (specified == null) return specified;
  return specified.map((each) => {
    const before = previous.find(({ id }) => id === each.id);
    const member = secretsOf[each.authentication.mode];
    const preserved =
      member === undefined ? {} : { [member]: each.authentication[member] ?? secretBefore(each, previous) };
    const access = {
      ...each,
      id: before?.id ?? randomUUID(),
      authentication: { ...each.authentication, ...preserved },
      created_at: before?.created_at ?? now,
    };
    const isSame =
      before !== undefined && isDeepStrictEqual(json({ ...access, updated_at: before.updated_at }), json(before));
    return { ...access, updated_at: isSame ? before.updated_at : now };
  });
}

export function representAccess({
  authentication: { secret_key: _, json_credentials: _2, ...shown },
  ...access
}: StoredAccess) {
  return { ...access, authentication: shown };
}
