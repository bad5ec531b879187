/** The native provider as the engine reaches it: its service on a port of this machine, and a state that the test keeps. */
import * as grpc from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import * as proto from "@pulumi/pulumi/proto/provider_pb.js";
import { Status } from "@pulumi/pulumi/proto/status_pb.js";
import { platformsOfPlugin } from "../../../provider/engine/frontend.js";
import { packageCalls, serveCalls } from "../../../provider/frontends/native/grpc.js";
import { callsOf } from "../../../provider/frontends/native/plugin.js";
import type { Message } from "../../../provider/frontends/native/session.js";
import type { Platform } from "../../platform/support/platform.js";
import { steadyClock } from "../../support/fake-clock.js";
import {
  configuration,
  InitError,
  kindIn,
  nativeFrontend,
  plain,
  type Send,
  valuesIn,
} from "../../support/frontend.js";
import type { StackResource, Values } from "../../support/provider.js";
import { isSecret } from "../support/values.js";

/** What a person can read of it: everything but what is marked as secret. */
export const readable = (values: Values) =>
  JSON.stringify(values, (_, value) => (isSecret(value) ? "[secret]" : value));

export async function openFrontend(
  platform: Pick<Platform, "url" | "tokens">,
  {
    env = {},
    settings = {},
    provider = "default",
  }: { env?: NodeJS.ProcessEnv; settings?: Values; provider?: string } = {},
) {
  const messages: Message[] = [];
  const stack: StackResource[] = [];
  const environment = {
    APP_PLATFORM_BASE_URL: platform.url,
    APP_PLATFORM_TOKEN: platform.tokens.admin,
    APP_PLATFORM_ENDPOINTS: "extended",
    ...env,
  };
  const shutdown = new AbortController().signal;
  const userAgent = "native plugin of the tests";
  const say = (severity: Message["severity"]) => (text: string) => void messages.push({ severity, urn: "", text });
  const log = { warn: say("warning"), info: say("info") };
  const version = "1.2.3";
  const own = callsOf({
    environment,
    version,
    connect: (variables) =>
      platformsOfPlugin(
        { environment, userAgent, shutdown, clock: steadyClock, readStack: async () => stack, log },
        variables,
      ),
    during: (work) => work(),
    notify: async (message) => void messages.push(message),
  });
  const calls = {
    ...packageCalls(version, () => Buffer.from(JSON.stringify({ name: "app-platform", version }))),
    ...own,
  };
  const { port, close } = await serveCalls("pulumirpc.ResourceProvider", (method) => calls[method]);
  const { client, call, configure, send: sendTo } = connectTo(port);
  await configure(settings, provider);
  const send: Send = async (method, request) => {
    const response = await sendTo<never>(method, request);
    if (request instanceof proto.CreateRequest && !request.getPreview()) {
      const created: proto.CreateResponse = response;
      const urn = request.getUrn();
      const values = plain(valuesIn(created.getProperties()));
      stack.push({ urn, kind: kindIn(urn), id: created.getId(), values });
    }
    return response;
  };

  return {
    ...nativeFrontend(send),
    client,
    call,
    messages,
    async close() {
      client.close();
      await close();
    },
  };
}

/** A client of the provider that serves on this port. */
export function connectTo(port: number) {
  // The engine takes messages of any length.
  const options = { "grpc.max_receive_message_length": -1, "grpc.max_send_message_length": -1 };
  const client = new ResourceProviderClient(`127.0.0.1:${port}`, grpc.credentials.createInsecure(), options);

  /** One call, as the engine makes it. */
  const call = <Request, Response>(
    method: (request: Request, done: (error: grpc.ServiceError | null, response: Response) => void) => unknown,
    request: Request,
  ): Promise<Response> =>
    new Promise((resolve, reject) => {
      method.call(client, request, (error, response) =>
        error === null ? resolve(response) : reject(failureOf(error)),
      );
    });
  const send: Send = (method, request) => call(client[method] as never, request);
  const configure = (settings: Values, provider: string) =>
    call<proto.ConfigureRequest, proto.ConfigureResponse>(client.configure, configuration(settings, provider));
  return { client, call, send, configure };
}

export type NativeFrontend = Awaited<ReturnType<typeof openFrontend>>;

/** A gRPC error, with what the engine reads from its details. */
function failureOf({ metadata, details: message }: grpc.ServiceError): Error {
  const [bytes] = metadata.get("grpc-status-details-bin");
  const [packed] = bytes === undefined ? [] : Status.deserializeBinary(bytes as Buffer).getDetailsList();
  const detail = packed?.unpack(proto.ErrorResourceInitFailed.deserializeBinary, "pulumirpc.ErrorResourceInitFailed");
  if (detail === undefined || detail === null) return new Error(message);
  const failure = { message, id: detail.getId(), reasons: detail.getReasonsList() };
  return new InitError(failure, valuesIn(detail.getProperties()));
}
