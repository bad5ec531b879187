/** What the dynamic provider receives of a refresh: Pulumi's server has read the first request before it loads the provider. */
import * as proto from "@pulumi/pulumi/proto/provider_pb.js";
import { Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import { expect, it } from "vitest";
import { opened } from "../platform/support/opened.js";
import { startPluginProcess } from "./support/plugin-process.js";

const { platform, create } = opened({ endpoints: "extended" });

it("refresh (dynamic provider): each parallel read shows a change, except the first read that a process receives", async () => {
  const { send, configure } = await startPluginProcess("dynamic", platform);
  await configure({}, "default");
  const names = Array.from({ length: 8 }, (_, index) => `web-${index}`);
  const read = async (name: string) => {
    const { id } = await create("container", { name, cpu: 750 });
    const { environment: environmentId, registries } = platform.ids;
    const image = { registryId: registries.DOCKER_HUB, imageName: "library/nginx", tag: "1.27" };
    const inputs = Struct.fromJavaScript({ environmentId, ...image, name, cpu: 500, __provider: text });
    const state = { environmentId, ...image, name, cpu: 500, __managed: "", __provider: text };
    return new proto.ReadRequest()
      .setId(id)
      .setUrn(`urn:pulumi:dev::shop::pulumi-nodejs:dynamic/app-platform:Container::${name}`)
      .setInputs(inputs)
      .setProperties(Struct.fromJavaScript(state));
  };
  const requests: proto.ReadRequest[] = [];
  for (const name of names) requests.push(await read(name));
  const responses = await Promise.all(requests.map((request) => send<proto.ReadResponse>("read", request)));
  const cpus = responses.map((response) => response.getInputs()?.toJavaScript().cpu);
  expect(cpus.filter((cpu) => cpu === undefined)).toHaveLength(1);
  expect(cpus.filter((cpu) => cpu === 750)).toHaveLength(names.length - 1);
});

const text = 'exports.handler = () => require("pulumi-app-platform/runtime").provider("Container");';
