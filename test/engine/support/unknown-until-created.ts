import * as pulumi from "@pulumi/pulumi";

/** A resource whose value is only known once it is created: what another provider's resource is to a preview. */
class Later extends pulumi.CustomResource {
  declare readonly value: pulumi.Output<unknown>;

  constructor(name: string, specified: unknown) {
    super("pulumi-nodejs:dynamic/test:Later", name, {
      specified,
      value: undefined,
      __provider: providerText,
    });
  }
}

const providerText = [
  "exports.handler=()=>({",
  "async create({specified}){return{id:'later',outs:{specified,value:specified}}},",
  "async diff(id,olds,news){return{changes:JSON.stringify(olds.specified)!==JSON.stringify(news.specified)}},",
  "async update(id,olds,{specified}){return{outs:{specified,value:specified}}}",
  "})",
].join("");

/** The value, unknown at the preview of its first `up`. */
export function later<T>(name: string, value: T): pulumi.Output<T> {
  return new Later(name, value).value as pulumi.Output<T>;
}

/** The same value with every leaf an output of its own, or with what is so deep in it, so that each is unknown by itself. */
export function unknownLeaves<T>(known: T, whole: pulumi.Output<unknown>, depth = Number.POSITIVE_INFINITY): T {
  if (depth === 0) return whole as T;
  if (Array.isArray(known)) {
    return known.map((item, index) => unknownLeaves(item, memberOf(whole, index), depth - 1)) as T;
  }
  if (typeof known === "object" && known !== null) {
    return Object.fromEntries(
      Object.entries(known).map(([name, member]) => [name, unknownLeaves(member, memberOf(whole, name), depth - 1)]),
    ) as T;
  }
  return whole as T;
}

function memberOf(whole: pulumi.Output<unknown>, name: string | number): pulumi.Output<unknown> {
  return whole.apply((value) => (value as Record<string | number, unknown>)[name]);
}
