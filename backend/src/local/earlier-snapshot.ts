/** Snapshots of earlier versions, brought to the present format before anything of them is checked. */
import { firstProject } from "../resources/first-project.js";
import { isObject } from "../schema/values.js";
import { plainEnvironment, seededIds } from "../seed.js";

const project = {
  kind: "child:project",
  id: firstProject.id,
  body: {
    id: firstProject.id,
    parentId: seededIds.organization,
    createdAt: firstProject.createdAt,
    updatedAt: null,
    config: { name: firstProject.name, description: null },
  },
};

function withBody(row: unknown, change: (body: Record<string, unknown>) => object): unknown {
  return isObject(row) && isObject(row.body) ? { ...row, body: change(row.body) } : row;
}

/** Format 2 has no projects and no deployment stages: all environments are in one project, all services in one stage. */
function fromFormat2({ tables, ...others }: Record<string, unknown>): unknown {
  if (!isObject(tables) || !Array.isArray(tables.record) || !Array.isArray(tables.deployment))
    return { tables, ...others };
  const record = tables.record.map((row) =>
    isObject(row) && row.kind === "environment" ? withBody(row, (body) => plainEnvironment(body as never)) : row,
  );
  const deployment = tables.deployment.map((row) =>
    withBody(row, ({ stageId, ...body }) => ({ ...body, stages: [{ id: stageId, name: "default" }] })),
  );
  return { ...others, format: 3, tables: { ...tables, record: [...record, project], deployment } };
}

export function inPresentFormat(body: unknown): unknown {
  return isObject(body) && body.format === 2 ? fromFormat2(body) : body;
}
