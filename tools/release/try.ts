/**
 * `npm run release:try`: starts the native provider for this platform from the archive that `npm run release:artifacts` has written, and
 * makes the calls that Pulumi begins with.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { credentials } from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import { CheckRequest, GetSchemaRequest } from "@pulumi/pulumi/proto/provider_pb.js";
import empty from "google-protobuf/google/protobuf/empty_pb.js";
import struct from "google-protobuf/google/protobuf/struct_pb.js";
import { extract } from "tar";
import { nativeName } from "./nativeBundle.js";

const release = join(__dirname, "../../.local/release");

async function main(): Promise<void> {
  const archive = readdirSync(release).find((file) => file.startsWith(nativeName) && file.endsWith(".tar.gz"));
  if (archive === undefined) throw new Error("Run `npm run release:artifacts` first.");
  const folder = mkdtempSync(join(tmpdir(), "try-"));
  await extract({ file: join(release, archive), cwd: folder });
  const executable = readdirSync(folder).find((file) => /^pulumi-resource-app-platform(\.exe)?$/.test(file)) as string;
  const provider = spawn(join(folder, executable), ["127.0.0.1:9"], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    const [port] = (await once(provider.stdout, "data")) as [Buffer];
    const client = new ResourceProviderClient(`127.0.0.1:${String(port).trim()}`, credentials.createInsecure(), {
      "grpc.max_receive_message_length": -1,
    });
    const about = await called<{ getVersion(): string }>((done) => client.getPluginInfo(new empty.Empty(), done));
    const schema = await called<{ getSchema(): string }>((done) => client.getSchema(new GetSchemaRequest(), done));
    const check = new CheckRequest();
    check.setUrn("urn:pulumi:dev::try::pulumi:providers:app-platform::default");
    check.setNews(struct.Struct.fromJavaScript({}));
    await called((done) => client.checkConfig(check, done));
    const { resources } = JSON.parse(schema.getSchema()) as { readonly resources: object };
    process.stdout.write(`${archive}: version ${about.getVersion()}, ${Object.keys(resources).length} resources\n`);
    client.close();
  } finally {
    provider.kill();
    await once(provider, "close");
    rmSync(folder, { recursive: true, force: true });
  }
}

function called<T>(call: (done: (error: Error | null, response: T) => void) => unknown): Promise<T> {
  return new Promise((resolve, reject) => {
    call((error, response) => (error === null ? resolve(response) : reject(error)));
  });
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
