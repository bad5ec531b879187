import * as pulumi from "@pulumi/pulumi";
import { type Handlers, handlersOf } from "../provider/engine/handlers.js";
import { senderOf } from "../provider/engine/process.js";
import type { LookupRequest } from "../provider/engine/request.js";
import { sdkUserAgent } from "../provider/frontends/dynamic/sdkUserAgent.js";
import { definitionOf } from "../provider/generated/definitionOf.js";
import { newPlatforms } from "../provider/platform/platform.js";
import type { Values } from "../provider/schema/json.js";
import { programPlatforms, rememberAddress } from "./program.js";
import type { LookupArgs } from "./programArguments.js";

/** How long a list is cached, in milliseconds: long enough for most programs, short enough for one that runs for hours. */
const listLifetime = 1_000;

const log = {
  warn: (text: string) => void pulumi.log.warn(text),
  info: (text: string) => void pulumi.log.info(text),
};

/** All resources of a kind in one place. */
export async function findAll(kind: string, args: LookupArgs): Promise<Values[]> {
  return handlersIn(kind).lookUpAll(requestWith(args));
}

/** The resource of a kind with the given name or ID. */
export async function findOne(kind: string, args: LookupArgs): Promise<Values> {
  return handlersIn(kind).lookUpOne(requestWith(args));
}

export async function findDocument(kind: string, name: string, args: LookupArgs): Promise<Values> {
  return handlersIn(kind).lookUpDocument({ ...requestWith(args), name });
}

function requestWith(args: LookupArgs): LookupRequest {
  return { args: args as Values, log };
}

function handlersIn(kind: string): Handlers {
  const definition = definitionOf(kind);
  if (definition === undefined) throw new Error(`unknown kind ${kind}`);
  const stack = new pulumi.Config("app-platform");
  const platforms = programPlatforms(() =>
    newPlatforms({
      listLifetime,
      userAgent: sdkUserAgent(senderOf("program", process.env.PULUMI_NODEJS_ENGINE)),
      notify: log.info,
    }),
  );
  return handlersOf(definition, (connection) => {
    const platform = platforms.of((key) => stack.get(key.replace(/^app-platform:/, "")), connection);
    rememberAddress(connection, platform.address);
    return platform;
  });
}
