import * as pulumi from "@pulumi/pulumi";
import { allOf, manyName, schemaToken } from "../provider/definition/names.js";
import { Provider } from "./provider.js";

/** The explicit provider of a lookup, or of the component it belongs to; nothing if there is none of this package. */
export function explicitProvider({ provider, parent }: pulumi.InvokeOptions = {}): Provider | undefined {
  const named = provider ?? parent?.getProvider(schemaToken("lookup"));
  return Provider.isInstance(named) ? named : undefined;
}

/** What a lookup looks for: one resource of a kind, all of them, or a text of one. */
export type Sought = "one" | "all" | { readonly document: string };

/** A lookup by its explicit provider, on that provider's platform. */
export function askedOfProvider(kind: string, sought: Sought) {
  const what = sought === "all" ? allOf(kind) : `${kind}${sought === "one" ? "" : sought.document}`;
  const token = schemaToken(`get${what}`);
  const found = (result: unknown) =>
    sought !== "all" ? result : (result as Readonly<Record<string, unknown>> | undefined)?.[manyName(kind)];
  return {
    now: async (args: object, options?: pulumi.InvokeOptions): Promise<unknown> =>
      found(await pulumi.runtime.invoke(token, { ...args }, options)),
    later(args: pulumi.Input<object>, options?: pulumi.InvokeOutputOptions): pulumi.Output<unknown> {
      const invoke = (given: object): pulumi.Output<unknown> =>
        pulumi.runtime.invokeOutput<object>(token, { ...given }, options).apply(found);
      const isLater = pulumi.Output.isInstance(args) || args instanceof Promise;
      return isLater ? (pulumi.output(args) as pulumi.Output<object>).apply(invoke) : invoke(args as object);
    },
  };
}
