/** Finds the routes of a path, whatever the method. */
import { Problem } from "./problem.js";

interface PathRoute {
  readonly method: string;
  readonly path: string;
}

function matches(template: string, path: string): boolean {
  const wanted = template.split("/");
  const given = path.split("/");
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => (part.startsWith("{") ? given[index] !== "" : part === given[index]))
  );
}

export function withoutQuery(url: string): string {
  const start = url.indexOf("?");
  return start < 0 ? url : url.slice(0, start);
}

export function queryOf(url: string): URLSearchParams {
  const query = url.slice(withoutQuery(url).length);
  return query === "" ? new URLSearchParams() : new URL(query, "http://localhost").searchParams;
}

export function routesAt<R extends PathRoute>(url: string, routes: readonly R[]): R[] {
  const path = withoutQuery(url);
  return routes.filter((route) => matches(route.path, path));
}

/** 405 if the path exists with other methods, otherwise 404. */
export function unknownPath(url: string, routes: readonly PathRoute[]): Problem {
  const methods = routesAt(url, routes).map(({ method }) => method);
  if (methods.length === 0) return new Problem(404, "Nothing is served at this path.");
  const allow = [...new Set(methods)].join(", ");
  return new Problem(405, `This path allows only ${allow}.`, undefined, { allow });
}
