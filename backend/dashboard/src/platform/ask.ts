/** Requests of the page to the local paths. Addresses are relative: the page is served at /_local/. */

interface ErrorBody {
  readonly detail?: string;
  readonly violations?: readonly { readonly field: string; readonly message: string }[];
}

/** The platform has refused a request, or cannot be reached. */
export class AskError extends Error {
  constructor(
    message: string,
    /** 0 if there was no response. */
    readonly status: number,
    readonly violations: NonNullable<ErrorBody["violations"]> = [],
  ) {
    super(message);
  }
}

type Method = "GET" | "POST" | "PUT" | "DELETE";

async function send(method: Method, path: string, body: BodyInit | undefined): Promise<Response> {
  try {
    const headers = body === undefined ? {} : { "content-type": "application/json" };
    return await fetch(path, { method, headers, ...(body === undefined ? {} : { body }) });
  } catch {
    throw new AskError("Can't reach the platform. Is it still running?", 0);
  }
}

async function errorOf(response: Response): Promise<AskError> {
  const body: ErrorBody = await response.json().catch(() => ({}));
  const message = body.detail ?? `The platform responded with ${response.status} ${response.statusText}.`;
  return new AskError(message, response.status, body.violations);
}

/** Sends a request. A file is sent as it is, without being read into the page. */
export async function ask<T>(method: Method, path: string, body?: unknown): Promise<T> {
  const content = body === undefined || body instanceof Blob ? body : JSON.stringify(body);
  const response = await send(method, path, content);
  if (!response.ok) throw await errorOf(response);
  const text = await response.text();
  return (text === "" ? undefined : JSON.parse(text)) as T;
}

export const read = <T>(path: string) => ask<T>("GET", path);
