/**
 * Stands for the Pulumi engine: starts the plugin as the engine does, with the script of the SDK, and has it load a provider.
 * Then it waits to be killed.
 *
 * Arguments: the address that it gives to the plugin.
 */
const { spawn } = require("node:child_process");
const { join } = require("node:path");
const { credentials } = require("@grpc/grpc-js");
const { ResourceProviderClient } = require("@pulumi/pulumi/proto/provider_grpc_pb.js");
const { CheckRequest, ConfigureRequest } = require("@pulumi/pulumi/proto/provider_pb.js");
const { Struct } = require("google-protobuf/google/protobuf/struct_pb.js");

const root = join(__dirname, "../../..");
const script = join(root, "node_modules/@pulumi/pulumi/pulumi-resource-pulumi-nodejs");
const provider = 'exports.handler=()=>require("pulumi-app-platform/runtime").provider("Container")';

const plugin = spawn("sh", [script, process.argv[2]], { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
plugin.stdout.once("data", (port) => load(`127.0.0.1:${String(port).trim()}`));

function load(address) {
  const client = new ResourceProviderClient(address, credentials.createInsecure());
  const configure = new ConfigureRequest();
  configure.setArgs(Struct.fromJavaScript({}));
  const check = new CheckRequest();
  check.setOlds(Struct.fromJavaScript({}));
  check.setNews(Struct.fromJavaScript({ __provider: provider }));
  client.configure(configure, () => client.check(check, (error) => console.log(error ? String(error) : "loaded")));
}
