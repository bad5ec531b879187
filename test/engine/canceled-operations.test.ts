/** What a plugin process does when the engine cancels an operation, as after a SIGTERM that only the CLI gets. */
import { setTimeout as sleep } from "node:timers/promises";
import * as proto from "@pulumi/pulumi/proto/provider_pb.js";
import { Empty } from "google-protobuf/google/protobuf/empty_pb.js";
import { Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import { expect, it } from "vitest";
import { opened } from "../platform/support/opened.js";
import { type DoorName, doors } from "../support/frontend.js";
import { failureOf } from "../unit/support/fake-platform.js";
import { forgetRequests, requests } from "./support/journal.js";
import { startPluginProcess } from "./support/plugin-process.js";

const types: Readonly<Record<DoorName, string>> = {
  dynamic: "pulumi-nodejs:dynamic/app-platform:DeploymentTrigger",
  native: "app-platform:index:DeploymentTrigger",
};

const { platform, create } = opened({ endpoints: "extended", speed: "manual", isFresh: true });

it.each(doors)("a canceled operation ends the wait of a trigger of the %s provider", async (door) => {
  await forgetRequests(platform);
  const { send, call, client, configure } = await startPluginProcess(door, platform);
  const { id } = await create("container", { name: `waits-${door}` });
  const args = {
    ...{ environmentId: platform.ids.environment, containers: [{ id, imageTag: "1.0" }], timeoutSeconds: 3600 },
    ...(door === "native"
      ? {}
      : {
          __provider: 'exports.handler = () => require("pulumi-app-platform/runtime").provider("DeploymentTrigger");',
        }),
  };
  const urn = `urn:pulumi:dev::shop::${types[door]}::release`;
  await configure({}, "default");
  // The engine ends a preview with a cancellation, when nothing is in progress.
  await call<Empty, Empty>(client.cancel, new Empty());
  await configure({}, "default");
  const news = Struct.fromJavaScript(args);
  const checked = await send<proto.CheckResponse>(
    "check",
    new proto.CheckRequest().setUrn(urn).setNews(news).setOlds(new Struct()),
  );
  expect(checked.getFailuresList().map((each) => each.getReason())).toEqual([]);
  const creating = failureOf(send("create", new proto.CreateRequest().setUrn(urn).setProperties(checked.getInputs())));
  while ((await requests(platform))["POST /environment/{environmentId}/service/deploy 202"] === undefined)
    await sleep(5);
  await call<Empty, Empty>(client.cancel, new Empty());
  expect((await creating).message).toContain("AP4003: Interrupted: the operation was canceled");
});
