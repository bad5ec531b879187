import * as pulumi from "@pulumi/pulumi";
import { lookupsOf } from "../provider/engine/lookups.js";
import { senderOf } from "../provider/engine/process.js";
import type { LookupRequest } from "../provider/engine/request.js";
import { sdkUserAgent } from "../provider/frontends/dynamic/sdkProcess.js";
import { lookupDefinitionOf } from "../provider/generated/definitionOf.js";
import { newPlatforms } from "../provider/platform/platform.js";
import type { Values } from "../provider/schema/json.js";
import { programPlatforms, rememberAddress } from "./program.js";
import type { LookupArgs, Target } from "./programArguments.js";

/** How long a list is cached, in milliseconds: long enough for most programs, short enough for one that runs for hours. */
const listLifetime = 1_000;

const log = {
  warn: (text: string) => void pulumi.log.warn(text),
  info: (text: string) => void pulumi.log.info(text),
};

export function find(kind: string, target: Target, args: LookupArgs): Promise<Values | Values[]> {
  const { lookUpAll, lookUpOne, lookUpDocument } = lookupsIn(kind);
  const request: LookupRequest = { args: args as Values, log };
  if (target === "all") return lookUpAll(request);
  return target === "one" ? lookUpOne(request) : lookUpDocument({ ...request, name: target.document });
}

function lookupsIn(kind: string) {
  const definition = lookupDefinitionOf(kind);
  if (definition === undefined) throw new Error(`unknown kind ${kind}`);
  const stack = new pulumi.Config("app-platform");
  const platforms = programPlatforms(() =>
    newPlatforms({
      listLifetime,
      userAgent: sdkUserAgent(senderOf("program", process.env.PULUMI_NODEJS_ENGINE)),
      notify: log.info,
    }),
  );
  return lookupsOf(definition, (connection) => {
    const platform = platforms.of((key) => stack.get(key.replace(/^app-platform:/, "")), connection);
    rememberAddress(connection, platform.address);
    return platform;
  });
}
