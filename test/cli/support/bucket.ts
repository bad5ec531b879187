/** A bucket for states: the part of S3's protocol that the Pulumi CLI uses, over the files of a folder. */
import { createHash, randomUUID } from "node:crypto";
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { dirname, join, relative } from "node:path";
import { portOf } from "../../support/listening.js";

/** Variables for a CLI that uses the bucket. */
export const bucketAccess = {
  ...{ AWS_ACCESS_KEY_ID: "test", AWS_SECRET_ACCESS_KEY: "test" },
  ...{ AWS_REQUEST_CHECKSUM_CALCULATION: "when_required", AWS_RESPONSE_CHECKSUM_VALIDATION: "when_required" },
};

export interface Bucket {
  /** The address of a folder in the bucket, for `PULUMI_BACKEND_URL`. */
  urlOf(folder: string): string;
  close(): void;
}

/** Serves this folder as a bucket. */
export async function openBucket(root: string): Promise<Bucket> {
  const server = createServer((request, response) => {
    answer(root, request, response).catch((error: Error) => {
      const isMissing = "code" in error && (error.code === "ENOENT" || error.code === "EISDIR");
      const code = isMissing ? "NoSuchKey" : "InternalError";
      send(response, isMissing ? 404 : 500, `<Error><Code>${code}</Code></Error>`);
      if (!isMissing) console.error(error);
    });
  });
  const port = await portOf(server);
  return {
    urlOf: (folder) => `s3://bucket/${folder}?region=us-east-1&endpoint=http://127.0.0.1:${port}&s3ForcePathStyle=true`,
    close: () => void server.close().closeAllConnections(),
  };
}

async function answer(root: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://bucket");
  const keyIn = (path: string) => path.split("/").slice(2).map(decodeURIComponent).join("/");
  const key = keyIn(pathname);
  const file = join(root, key);
  const { method } = request;
  if (method === "GET" && key === "") return send(response, 200, await listed(root, searchParams));
  if (method === "GET" || method === "HEAD") {
    const [content, { mtime }] = await Promise.all([readFile(file), stat(file)]);
    const headers = { etag: etagOf(content), "last-modified": mtime.toUTCString(), "content-length": content.length };
    response.writeHead(200, headers).end(method === "HEAD" ? undefined : content);
  } else if (method === "PUT") {
    await mkdir(dirname(file), { recursive: true });
    const source = request.headers["x-amz-copy-source"];
    const content = Buffer.concat(await request.toArray());
    // At once: a reader gets an object before or after a write.
    const written = `${root}-${randomUUID()}`;
    if (typeof source === "string") await copyFile(join(root, keyIn(`/${source.replace(/^\//, "")}`)), written);
    else await writeFile(written, content);
    await rename(written, file);
    const etag = etagOf(await readFile(file));
    const copied = `<CopyObjectResult><ETag>${escaped(etag)}</ETag></CopyObjectResult>`;
    response.setHeader("etag", etag);
    send(response, 200, source === undefined ? "" : copied);
  } else if (method === "DELETE") {
    await rm(file, { force: true });
    response.writeHead(204).end();
  } else send(response, 405, "");
}

const etagOf = (content: Buffer) => `"${createHash("md5").update(content).digest("hex")}"`;

/** The objects with a prefix: those in folders below only by the name of the folder, if the request has a delimiter. */
async function listed(root: string, search: URLSearchParams): Promise<string> {
  const prefix = search.get("prefix") ?? "";
  const delimiter = search.get("delimiter") ?? "";
  const folder = join(root, prefix.slice(0, prefix.lastIndexOf("/") + 1));
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
  const contents: string[] = [];
  const prefixes = new Set<string>();
  for (const file of files.sort()) {
    const key = relative(root, file);
    if (!key.startsWith(prefix)) continue;
    const end = delimiter === "" ? -1 : key.indexOf(delimiter, prefix.length);
    if (end >= 0) {
      prefixes.add(key.slice(0, end + delimiter.length));
      continue;
    }
    const { size, mtime } = await stat(file);
    const properties = `<LastModified>${mtime.toISOString()}</LastModified><Size>${size}</Size>`;
    contents.push(`<Contents><Key>${escaped(key)}</Key>${properties}</Contents>`);
  }
  const common = [...prefixes].map((each) => `<CommonPrefixes><Prefix>${escaped(each)}</Prefix></CommonPrefixes>`);
  return `<ListBucketResult><IsTruncated>false</IsTruncated>${contents.join("")}${common.join("")}</ListBucketResult>`;
}

function send(response: ServerResponse, status: number, xml: string): void {
  response.writeHead(status, { "content-type": "application/xml" }).end(xml);
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
