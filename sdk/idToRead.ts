import * as pulumi from "@pulumi/pulumi";
import { InvalidArgumentError } from "../provider/errors/plan.js";
import { programError } from "./programError.js";

/**
 * The ID of a resource that a program reads: without one, the Pulumi SDK would create a resource. An unknown ID is checked once it's
 * known.
 *
 * @throws pulumi.RunError that names the resource and says what to do.
 */
export function idToRead(kind: string, name: string, id: pulumi.Input<pulumi.ID>): pulumi.Input<pulumi.ID> {
  const present = (known: unknown): pulumi.ID => {
    if (typeof known === "string" && known !== "") return known;
    const expected = `must be the ID of the ${kind} that ${kind}.get reads; to create one, use new ${kind}`;
    throw programError(new InvalidArgumentError(`${kind} "${name}"`, { path: "id", expected }));
  };
  return pulumi.Output.isInstance(id) || id instanceof Promise ? pulumi.output(id).apply(present) : present(id);
}
