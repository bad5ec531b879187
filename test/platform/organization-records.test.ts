/** Records of an organization that services refer to. Bodies are transcribed from the description of the extended set. */
import { beforeAll, describe, expect, it } from "vitest";
import type { Body } from "./bodies.js";
import { anyId, anyTime, opened } from "./opened.js";

const { platform, send, read, create } = opened({ endpoints: "extended", isFresh: true });

/** What is particular to a kind. */
interface Described {
  readonly path: string;
  readonly request: Body;
  /** What the response has beside the id and the times; the request unless given. */
  readonly response?: Body;
  /** The id of the one that the platform begins with. */
  readonly seeded?: () => string;
  /** Members of a service that refers to it. */
  readonly use: (id: string) => Body;
  /** Bodies that are refused, with the member that is wrong. */
  readonly wrong: readonly (readonly [body: Body, field: string])[];
}

const annotationsGroup = {
  name: "team",
  annotations: [{ key: "example.com/team", value: "shop" }],
  scopes: ["DEPLOYMENTS", "STATEFUL_SETS", "SERVICES", "INGRESS", "GATEWAY_API_ROUTES", "HPA", "PODS", "SECRETS"],
};
const labelsGroup = { name: "cost", labels: [{ key: "cost-center", value: "42", propagate_to_cloud_provider: true }] };

const kinds: readonly Described[] = [
  {
    path: "annotationsGroups",
    request: { ...annotationsGroup, name: "Contact" },
    seeded: () => platform.ids.annotationsGroup,
    use: (id) => ({ annotations_groups: [{ id }] }),
    wrong: [
      [{ ...annotationsGroup, name: undefined }, "name"],
      [{ ...annotationsGroup, annotations: undefined }, "annotations"],
      [{ ...annotationsGroup, annotations: [{ key: "a" }] }, "annotations[0].value"],
      [{ ...annotationsGroup, annotations: [{ key: "", value: "a" }] }, "annotations[0].key"],
      [{ ...annotationsGroup, scopes: undefined }, "scopes"],
      [{ ...annotationsGroup, scopes: ["NODES"] }, "scopes[0]"],
    ],
  },
  {
    path: "labelsGroups",
    request: { ...labelsGroup, name: "Owner" },
    seeded: () => platform.ids.labelsGroup,
    use: (id) => ({ labels_groups: [{ id }] }),
    wrong: [
      [{ ...labelsGroup, name: "" }, "name"],
      [{ ...labelsGroup, labels: undefined }, "labels"],
      [{ ...labelsGroup, labels: [{ key: "a", value: "b" }] }, "labels[0].propagate_to_cloud_provider"],
    ],
  },
];

describe.each(kinds)("$path of an organization", ({ path, request, response = request, seeded, use, wrong }) => {
  let all: string;
  beforeAll(() => {
    all = `/organization/${platform.ids.organization}/${path}`;
  });
  const shown = (members: Body = {}) => ({
    id: anyId,
    created_at: anyTime,
    updated_at: null,
    ...response,
    ...members,
  });

  it("are created with 201, listed, read, updated and deleted", async () => {
    const created = await send("POST", all, request);
    expect(created).toEqual({ status: 201, body: shown() });
    const one = `${all}/${created.body.id}`;
    expect(await send("GET", one)).toEqual({ status: 200, body: created.body });
    expect((await read(all)).results).toContainEqual(created.body);
    const edited = await send("PUT", one, { ...request, name: "Renamed" });
    expect(edited).toEqual({ status: 200, body: { ...created.body, name: "Renamed", updated_at: anyTime } });
    expect((await send("DELETE", one)).status).toBe(204);
    for (const method of ["GET", "DELETE"]) expect((await send(method, one)).status).toBe(404);
    expect((await read(all)).results).not.toContainEqual(expect.objectContaining({ id: created.body.id }));
  });

  it("have names of their own, whatever their case", async () => {
    const { body: made } = await send("POST", all, { ...request, name: "Taken" });
    const second = await send("POST", all, { ...request, name: "TAKEN" });
    expect([second.status, second.body.detail]).toEqual([409, expect.stringContaining(made.id)]);
    expect((await send("PUT", `${all}/${made.id}`, { ...request, name: "taken" })).status).toBe(200);
    await send("DELETE", `${all}/${made.id}`);
  });

  it("are deleted only once no service uses them", async () => {
    const { body: made } = await send("POST", all, { ...request, name: "used" });
    const user = await create("container", { name: `uses ${path}`, ...use(made.id) });
    const refused = await send("DELETE", `${all}/${made.id}`);
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining(`container "uses ${path}"`)]);
    if ("associated_services_count" in response) {
      expect((await read(`${all}/${made.id}`)).associated_services_count).toBe(1);
    }
    expect((await send("DELETE", `/container/${user.id}`)).status).toBe(204);
    expect((await send("DELETE", `${all}/${made.id}`)).status).toBe(204);
  });

  it.each(wrong)("are refused with a wrong member: %j", async (body, field) => {
    const { status, body: problem } = await send("POST", all, body);
    expect([status, problem.violations?.map((each: { field: string }) => each.field)]).toEqual([400, [field]]);
  });

  it("are not those of another organization", async () => {
    const other = `/organization/00000000-0000-4000-8000-0000000000ff/${path}`;
    expect((await send("GET", other)).status).toBe(404);
    expect((await send("POST", other, request)).status).toBe(404);
  });

  it.runIf(seeded !== undefined)(
    "include the one that the platform begins with, which can be changed, too",
    async () => {
      const one = `${all}/${seeded?.()}`;
      const before = await read(one);
      expect(before).toMatchObject({ id: seeded?.(), created_at: anyTime, updated_at: null });
      const edited = await send("PUT", one, request);
      expect(edited).toEqual({
        status: 200,
        body: shown({ id: seeded?.(), created_at: before.created_at, updated_at: anyTime }),
      });
    },
  );
});
