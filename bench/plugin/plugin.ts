/** A provider plugin as a process of its own, spoken to as the engine does: Pulumi's for dynamic providers, or the native one. */
import { type ChildProcess, spawn } from "node:child_process";
import type { IncomingHttpHeaders } from "node:http";
import { type ClientHttp2Session, connect, createServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { credentials } from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { CheckRequest, type CheckResponse, ConfigureRequest, CreateRequest } from "@pulumi/pulumi/proto/provider_pb";
import { type JavaScriptValue, Struct } from "google-protobuf/google/protobuf/struct_pb";
import { extract } from "tar";
import { localFolder } from "../../tools/fetch/pulumi-cli/search.js";
import { writeExecutable } from "../../tools/release/executable.js";

export interface Plugin {
  /** Checks the inputs of a new resource. */
  check(inputs: object): Promise<void>;
  /**
   * Prepares the message that creates a resource; the function sends it. What it takes to write the message, to call by gRPC and to
   * read the response in JavaScript is not the plugin's: Pulumi's engine does that in Go, much faster.
   */
  preparedCreate(inputs: object): () => Promise<unknown>;
  signal(name: NodeJS.Signals): void;
  stop(): Promise<void>;
}

const root = join(__dirname, "../..");
const program = require.resolve("@pulumi/pulumi/cmd/dynamic-provider");
/** The native provider, as it is released: an executable of its own. */
export const nativeFolder = join(localFolder(process.env), "bench/native");
/** Only the native provider reads it. */
const urnOf = (inputs: object) =>
  `urn:pulumi:bench::bench::app-platform:index:Container::${"name" in inputs ? inputs.name : ""}`;

const createMethod = "/pulumirpc.ResourceProvider/Create";
const struct = (value: object) => Struct.fromJavaScript(value as Record<string, JavaScriptValue>);

/** Builds the native provider. */
export async function buildNative(): Promise<void> {
  const { archive } = await writeExecutable(nativeFolder, "0.0.0");
  await extract({ file: join(nativeFolder, archive), cwd: nativeFolder });
}

/** Starts the plugin of dynamic providers in a folder from which it finds the packages. */
export const startPlugin = (
  folder: string,
  variables: Readonly<Record<string, string>> = {},
  flags: readonly string[] = [],
): Promise<Plugin> => start([process.execPath, ...flags, program], folder, variables);

/** Starts the native provider, once it is built; it needs no folder. */
export const startNative = (variables: Readonly<Record<string, string>> = {}): Promise<Plugin> =>
  start([join(nativeFolder, "pulumi-resource-app-platform")], root, variables);

async function start(
  [command, ...args]: readonly [string, ...string[]],
  folder: string,
  variables: Readonly<Record<string, string>>,
): Promise<Plugin> {
  const engine = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => engine.once("listening", resolve));
  const address = `127.0.0.1:${(engine.address() as AddressInfo).port}`;
  const child = spawn(command, [...args, address], {
    cwd: folder,
    env: { ...process.env, ...variables },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const port = await firstLine(child);
  const client = new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure(), {
    "grpc.max_receive_message_length": -1,
  });
  const call = <Response>(send: (done: (error: Error | null, response: Response) => void) => unknown) =>
    new Promise<Response>((resolve, reject) => {
      send((error, response) => (error ? reject(error) : resolve(response)));
    });
  const session = connect(`http://127.0.0.1:${port}`);
  const configure = new ConfigureRequest();
  configure.setArgs(struct({}));
  await call((done) => client.configure(configure, done));
  return {
    async check(inputs) {
      const request = new CheckRequest().setUrn(urnOf(inputs));
      request.setOlds(struct({}));
      request.setNews(struct(inputs));
      const response = await call<CheckResponse>((done) => client.check(request, done));
      const failures = response.getFailuresList().map((each) => each.getReason());
      if (failures.length > 0) throw new Error(failures.join("\n"));
    },
    preparedCreate(inputs) {
      const request = new CreateRequest().setUrn(urnOf(inputs));
      request.setProperties(struct(inputs));
      const frame = framed(request.serializeBinary());
      return () => sendCreate(session, frame);
    },
    signal: (name) => void child.kill(name),
    async stop() {
      client.close();
      session.destroy();
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGKILL");
      await ended;
      engine.close();
    },
  };
}

/** The message as gRPC sends it: not compressed, and after its length. */
function framed(message: Uint8Array): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}

/** Sends a message, and resolves once the plugin has answered it. */
function sendCreate(session: ClientHttp2Session, frame: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { ":method": "POST", ":path": createMethod, "content-type": "application/grpc", te: "trailers" };
    let status: IncomingHttpHeaders = {};
    const keep = (last: IncomingHttpHeaders) => {
      status = last;
    };
    const stream = session.request(headers).on("error", reject);
    // A failure without a message has its status in the headers.
    stream.once("response", keep).once("trailers", keep);
    stream.once("end", () => {
      if (status["grpc-status"] === "0") resolve();
      else reject(new Error(`A create failed: ${status["grpc-message"] ?? status["grpc-status"]}`));
    });
    stream.resume().end(frame);
  });
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error("The plugin has no standard output.");
  for await (const line of createInterface(child.stdout)) return line;
  throw new Error("The plugin ended before it printed its port.");
}
