/** Finds the routes of a path, whatever the method. */
import { Problem } from "./problem.js";

interface PathRoute {
  readonly method: string;
  readonly path: string;
}

type Segments = readonly string[];

/** Whether every path of `given`, which may be a template, is one of the template. */
function matches(template: Segments, specified: Segments): boolean {
  return (
    template.length === specified.length &&
    template.every((segment, index) =>
      segment.startsWith("{") ? specified[index] !== "" : segment === specified[index],
    )
  );
}

/**
 * The methods that a path such as `/variable/import` doesn't have, but that a template such as `/variable/{variableId}` has: the
 * router would treat the path as one of that template.
 */
export function missingMethods(routes: readonly PathRoute[]): PathRoute[] {
  const templates = new Map<string, { readonly parts: Segments; readonly methods: Set<string> }>();
  for (const { method, path } of routes) {
    const { methods } = templates.get(path) ?? {};
    if (methods === undefined) templates.set(path, { parts: path.split("/"), methods: new Set([method]) });
    else methods.add(method);
  }
  const known = [...templates.values()];
  return [...templates].flatMap(([path, { parts: segments, methods }]) => {
    const all = known.filter((each) => matches(each.parts, segments)).flatMap((each) => [...each.methods]);
    return [...new Set(all)].filter((method) => !methods.has(method)).map((method) => ({ method, path }));
  });
}

export function withoutQuery(url: string): string {
  const start = url.indexOf("?");
  return start < 0 ? url : url.slice(0, start);
}

export function queryOf(url: string): URLSearchParams {
  const query = url.slice(withoutQuery(url).length);
  return query === "" ? new URLSearchParams() : new URL(query, "http://localhost").searchParams;
}

/** The routes of the template that describes the path best: the one with the fewest parameters. */
export function routesAt<R extends PathRoute>(url: string, routes: readonly R[]): R[] {
  const specified = withoutQuery(url).split("/");
  const all = routes
    .map((route) => ({ route, parts: route.path.split("/") }))
    .filter(({ parts: segments }) => matches(segments, specified))
    .map(({ route, parts: segments }) => ({
      route,
      parameters: segments.filter((segment) => segment.startsWith("{")).length,
    }));
  const fewest = Math.min(...all.map(({ parameters }) => parameters));
  return all.flatMap(({ route, parameters }) => (parameters === fewest ? [route] : []));
}

/** 405 if the path exists with other methods, otherwise 404. */
export function unknownPath(url: string, routes: readonly PathRoute[]): Problem {
  const methods = routesAt(url, routes).map(({ method }) => method);
  if (methods.length === 0) return new Problem(404, "Nothing is served at this path.");
  const allow = [...new Set(methods)].join(", ");
  return new Problem(405, `This path allows only ${allow}.`, undefined, { allow });
}
