const MISSING = "missing";
const searches = new Map<string, Promise<unknown>>();

/**
 * Looks for a tool once for this process and those that it starts: a search may install or build, and one that fails would do so
 * again in each of them.
 */
export function findOnce<T>(tool: string, find: () => Promise<T>): Promise<T> {
  const variable = `FOUND_${tool.toUpperCase().replace(/\W+/g, "_")}`;
  const known = process.env[variable];
  if (known === MISSING) return Promise.reject(missing(tool));
  if (known !== undefined) return Promise.resolve(JSON.parse(known));
  let search = searches.get(tool) as Promise<T> | undefined;
  if (search === undefined) {
    search = find();
    searches.set(tool, search);
    search.then(
      (found) => {
        process.env[variable] = JSON.stringify(found);
      },
      () => {
        process.env[variable] = MISSING;
      },
    );
  }
  return search;
}

/** The same error for all tests that need the tool, without a stack trace, which would only show where they look for it. */
function missing(tool: string): Error {
  const error = new Error(`${tool} is missing; the first line of this run says what to do.`);
  error.stack = `Error: ${error.message}`;
  return error;
}
