/** Objects with every field set that several kinds have, as a program would give them. */
import type { types } from "pulumi-app-platform";
import type { SeededIds } from "../../platform/support/platform.js";
import type { Values } from "../../support/provider.js";
import { ids } from "./ids.js";

export const git = (ids: SeededIds): types.input.GitRepositoryArgs => ({
  url: "https://github.com/acme/shop.git",
  provider: "GITHUB",
  branch: "release",
  rootPath: "/service",
  gitTokenId: ids.gitToken,
});

/**
 * The arguments of a fixture, which has every field, for a platform: with its IDs, and other values in place of these. A name is to be
 * among the members, since programs declare several of a kind. `test/package/editor-hover.test.ts` holds each field against the SDK's types.
 */
export function onPlatform<Args>(
  { program, path }: { readonly program: Values; readonly path?: Values },
  seeded: SeededIds,
  members: Values,
  others: Readonly<Record<string, unknown>> = {},
): Args {
  return seededIn({ ...program, ...path, ...members }, seeded, others) as Args;
}

/** The values of a fixture with the IDs of a platform, and other values in place of these. */
export function seededIn(values: Values, seeded: SeededIds, others: Readonly<Record<string, unknown>> = {}): unknown {
  const known = Object.entries(seeded).map(([name, id]) => [(ids as Record<string, string>)[name] ?? name, id]);
  const places = { ...Object.fromEntries(known), [ids.registry]: seeded.registries.DOCKER_HUB };
  const inPlace: Record<string, unknown> = { ...places, [ids.feature]: seeded.features.staticIp, ...others };
  return JSON.parse(JSON.stringify(values), (_, value) =>
    typeof value === "string" && value in inPlace ? inPlace[value] : value,
  );
}
