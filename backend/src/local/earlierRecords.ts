import type { Rows } from "../store/snapshot.js";

type RecordRow = Rows["record"][number];

/** Kinds of an organization's records in snapshots of earlier platforms, with what their rows didn't have. */
const earlier: Readonly<Record<string, { readonly kind: string; readonly missing: object }>> = {
  "child:project": { kind: "organization:project", missing: {} },
  registry: { kind: "organization:containerRegistry", missing: { config: {}, description: null } },
  gitToken: {
    kind: "organization:gitToken",
    missing: { type: "GITHUB", token: "seeded", description: null, workspace: null, git_api_url: null },
  },
  helmRepository: {
    kind: "organization:helmRepository",
    missing: { description: null, skip_tls_verification: false, config: {} },
  },
  annotationsGroup: { kind: "organization:annotationsGroup", missing: {} },
  labelsGroup: { kind: "organization:labelsGroup", missing: {} },
};

const created = "2025-01-01T00:00:00.000Z";

/** The records of a snapshot, with those of an organization as they're stored now: they belong to the only organization. */
export function currentRecords(records: readonly RecordRow[]): RecordRow[] {
  const organization = records.find(({ kind }) => kind === "organization")?.id;
  return records.map((row) => {
    const { kind, missing } = earlier[row.kind] ?? {};
    if (kind === undefined) return row;
    const { id, created_at, updated_at, ...config } = row.body as { id: string; [member: string]: unknown };
    const body =
      "parentId" in row.body
        ? row.body
        : {
            ...{ id, parentId: organization, createdAt: created_at ?? created, updatedAt: updated_at ?? null },
            config: { ...missing, ...config },
          };
    return { ...row, kind, body } as RecordRow;
  });
}
