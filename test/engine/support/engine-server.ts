/** An engine in this process, for plugins that run in processes of their own. */
import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import * as grpc from "@grpc/grpc-js";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb.js";
import type { LogRequest } from "@pulumi/pulumi/proto/engine_pb.js";
import { Empty } from "google-protobuf/google/protobuf/empty_pb.js";

/** An engine that a plugin tells its messages. */
export async function startEngine() {
  const messages: string[] = [];
  const server = new grpc.Server();
  const log: grpc.handleUnaryCall<LogRequest, Empty> = ({ request }, done) => {
    messages.push(`${request.getUrn()}: ${request.getMessage()}`);
    done(null, new Empty());
  };
  server.addService(EngineService, { log });
  const port = await new Promise<number>((resolve, reject) => {
    const bound = (error: Error | null, at: number) => (error === null ? resolve(at) : reject(error));
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), bound);
  });
  return { address: `127.0.0.1:${port}`, messages, stop: () => server.forceShutdown() };
}

/** The port that a plugin prints when it serves. */
export async function printedPort({ stdout }: ChildProcess): Promise<number> {
  for await (const line of createInterface(stdout as NonNullable<typeof stdout>)) return Number(line);
  throw new Error("the plugin ended before it printed its port");
}
