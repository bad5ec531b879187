/** The sets of endpoints a platform may serve. */
export type EndpointSet = "documented" | "extended";

/** One call of the API: method, path template, and where it is written down. */
export interface Endpoint {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Path with `{members}`; each is an argument of the resource, or `{id}`. `{+member}` may be several segments. */
  readonly path: string;
  /** Row of the endpoint table in the API document; absent for the extended set, which is not in it. */
  readonly row?: number;
}

/** A call of the API document, by its row there: `endpoint(5, "GET /container/{id}")`. */
export function endpoint(row: number, methodAndPath: string): Endpoint {
  return { ...parse(methodAndPath), row };
}

/** A call of the extended set, which is not in the API document. */
export function extended(methodAndPath: string): Endpoint {
  return parse(methodAndPath);
}

/** Whether a platform that serves `set` has the call. */
export function isServed(call: Endpoint | undefined, set: EndpointSet): call is Endpoint {
  return call !== undefined && (set === "extended" || call.row !== undefined);
}

/** Names of the path's members, `id` included, in order. */
export function pathMembers(call: Endpoint): string[] {
  return [...call.path.matchAll(/\{\+?(\w+)\}/g)].map((match) => match[1] as string);
}

/** The path with its members filled in, each segment percent-encoded. */
export function fillPath(call: Endpoint, members: Readonly<Record<string, unknown>>): string {
  return call.path.replace(/\{(\+?)(\w+)\}/g, (_, several: string, member: string) => {
    const value = members[member];
    const segments = typeof value !== "string" ? [] : several === "" ? [value] : value.split("/");
    // Dots alone would name another path, however they are encoded.
    if (segments.length === 0 || segments.some((segment) => /^\.{0,2}$/.test(segment)))
      throw new TypeError(`${call.method} ${call.path} needs ${member}`);
    return segments.map(encodeURIComponent).join("/");
  });
}

function parse(methodAndPath: string): Pick<Endpoint, "method" | "path"> {
  const [method, path] = methodAndPath.split(" ") as [Endpoint["method"], string];
  return { method, path };
}
