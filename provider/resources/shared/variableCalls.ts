import { extended } from "../../platform/endpoint.js";

/** A reference as requests name it: `container/3fa85f64-…` is a parent in the scope CONTAINER. */
export function scopeOf(on: string): { readonly scope: string; readonly parentId: string } {
  const [kind = "", id = ""] = on.split("/");
  return { scope: kind.toUpperCase(), parentId: id.toLowerCase() };
}

/** The calls of variables, whoever they belong to. */
export const variableCalls = {
  list: extended("GET /variable", {
    member: "on",
    query(on) {
      const { scope, parentId } = scopeOf(on);
      return { parent_id: parentId, scope };
    },
    // A service also sees the variables of its environment and its project, and those that the platform makes. What does not say
    // its scope must not seem to be gone.
    holds: ({ scope }, on) => typeof scope !== "string" || scope === scopeOf(on).scope,
  }),
  create: extended("POST /variable"),
  update: extended("PUT /variable/{id}"),
  delete: extended("DELETE /variable/{id}"),
};
