import * as pulumi from "@pulumi/pulumi";
import type { GivenArgs } from "./given.js";
import { outlineOfType } from "./kinds.js";
import { warnOnce } from "./onceInProgram.js";
import type { Outline } from "./outline.js";
import { declaredHere, sourcesOf } from "./seenByServices.js";

type Options = pulumi.CustomResourceOptions;

interface Declared {
  readonly outline: Outline;
  readonly name: string;
  readonly args: GivenArgs;
  readonly options: Options;
}

/**
 * The options without a `deletedWith` that names something whose deletion doesn't delete the resource on the platform: Pulumi would drop
 * the resource from the state while it still runs. Without the option, Pulumi deletes it by itself.
 */
export function withoutOtherDeletions({ outline, name, args, options }: Declared): Options {
  const { deletedWith, ...others } = options;
  if (deletedWith === undefined || deletes(deletedWith, outline, args)) return options;
  const { __name: other, __pulumiType: type } = deletedWith as unknown as Described;
  const kind = outlineOfType(type)?.kind ?? "the component";
  warnOnce(
    `The option \`deletedWith\` has no effect on ${outline.kind} "${name}": deleting ${kind} "${other}" doesn't delete it on the platform, so Pulumi deletes it by itself.`,
  );
  return others;
}

/** What the Pulumi SDK stores in each resource and doesn't declare. */
interface Described {
  readonly __name: string;
  readonly __pulumiType: string;
}

/** Whether deleting `other` deletes a resource with these arguments, or may: the provider doesn't know resources of other packages. */
function deletes(other: pulumi.Resource, { cascades, pathArgs }: Outline, args: GivenArgs): boolean {
  if (cascades === undefined) return true;
  if (pulumi.CustomResource.isInstance(other)) {
    const known = outlineOfType((other as unknown as Described).__pulumiType);
    if (known === undefined || known.kind === "ApiObject") return true;
  }
  if (!cascades) return false;
  const places = sourcesOf(pathArgs.map((place) => args[place]));
  return places.some((place) => {
    if (place === other) return true;
    const declared = declaredHere().get(place);
    return declared !== undefined && deletes(other, declared.outline, declared.args);
  });
}
