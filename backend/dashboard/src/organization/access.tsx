/** Who may send requests, and the roles that administrators have made. */
import type { AccessSummary, RoleSummary } from "../../../src/dashboard/contract.js";
import { EmptyState } from "../parts/empty-state.js";
import { NarrowNote } from "../parts/narrow-note.js";
import { nameAndKind, updated } from "../parts/resource-columns.js";
import { sentence } from "../parts/text.js";
import { addressOf, choice } from "../routing/route.js";
import { type Column, DataTable } from "../table/data-table.js";

/** A role of the platform has no page. */
export function Role({ role: { id, name } }: Pick<AccessSummary, "role">) {
  const text = <bdi title={name}>{name}</bdi>;
  return id === null ? text : <a href={addressOf.resource(id)}>{text}</a>;
}

const statusOf = ({ status }: AccessSummary) => (status === null ? "" : sentence(status));

const accessColumns: readonly Column<AccessSummary>[] = [
  ...nameAndKind(addressOf.resource),
  {
    key: "role",
    head: "Role",
    cell: (each) => (
      <>
        <Role {...each} />
        {each.status !== null && <NarrowNote>{statusOf(each)}</NarrowNote>}
      </>
    ),
    sortedBy: ({ role }) => role.name.toLowerCase(),
  },
  { key: "status", head: "Status", cell: statusOf, sortedBy: statusOf, needs: "desktop" },
  updated,
];

const accessOrder = choice("access");

export function Access({ access }: { readonly access: readonly AccessSummary[] }) {
  return (
    <section aria-labelledby="access">
      <h2 id="access">Members and API tokens</h2>
      <DataTable
        caption="Members, invitations and API tokens"
        columns={accessColumns}
        rows={access}
        keyOf={({ id }) => id}
        order={accessOrder}
      />
    </section>
  );
}

/** Those who have a role. */
export const withRole = (access: readonly AccessSummary[], { id }: Pick<RoleSummary, "id">) =>
  access.filter(({ role }) => role.id === id);

/** More of them aren't listed. */
const listed = 5;

function namesOf(all: readonly AccessSummary[]): string {
  if (all.length === 0) return "Nobody";
  const names = all.slice(0, listed).map(({ name }) => name);
  const more = all.length - names.length;
  return `${names.join(", ")}${more === 0 ? "" : ` and ${more.toLocaleString("en")} more`}`;
}

const roleOrder = choice("roles");

export function Roles({
  roles,
  access,
}: {
  readonly roles: readonly RoleSummary[];
  readonly access: readonly AccessSummary[];
}) {
  if (roles.length === 0) return null;
  const columns: readonly Column<RoleSummary>[] = [
    ...nameAndKind(addressOf.resource).filter(({ key }) => key === "name"),
    {
      key: "users",
      head: "Used by",
      cell: (role) => namesOf(withRole(access, role)),
      sortedBy: (role) => withRole(access, role).length,
    },
    updated,
  ];
  return (
    <section aria-labelledby="roles">
      <h2 id="roles">Custom roles</h2>
      <DataTable caption="Custom roles" columns={columns} rows={roles} keyOf={({ id }) => id} order={roleOrder} />
    </section>
  );
}

type Permission = RoleSummary["permissions"][number];

const grantedText = ({ granted }: Permission) =>
  granted
    .map((each) =>
      each.in === null ? sentence(each.permission) : `${sentence(each.in)}: ${sentence(each.permission)}`,
    )
    .join(", ");

const permissionColumns: readonly Column<Permission>[] = [
  {
    key: "of",
    head: "Where",
    cell: ({ kind, name }) => (
      <>
        {sentence(kind)} <bdi>{name}</bdi>
      </>
    ),
  },
  { key: "granted", head: "Permissions", cell: grantedText },
];

/** What a role may do where. */
export function Permissions({ permissions }: Pick<RoleSummary, "permissions">) {
  return (
    <section aria-labelledby="permissions">
      <h2 id="permissions">Permissions</h2>
      <DataTable
        caption="Permissions"
        columns={permissionColumns}
        rows={permissions}
        keyOf={({ kind, name }) => `${kind} ${name}`}
      />
    </section>
  );
}

/** Who has a role. */
export function Users({ users }: { readonly users: readonly AccessSummary[] }) {
  return (
    <section aria-labelledby="users">
      <h2 id="users">Used by</h2>
      {users.length === 0 ? (
        <EmptyState title="Nobody has this role." />
      ) : (
        <ul>
          {users.map(({ id, kind, name }) => (
            <li key={id}>
              {sentence(kind)}{" "}
              <a href={addressOf.resource(id)}>
                <bdi>{name}</bdi>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
