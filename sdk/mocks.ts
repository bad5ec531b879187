import * as pulumi from "@pulumi/pulumi";

/** Whether the program runs with mocks (`pulumi.runtime.setMocks`) instead of an engine. */
export function isMocked(): boolean {
  const monitor: unknown = pulumi.runtime.getMonitor();
  return typeof monitor === "object" && monitor !== null && "mocks" in monitor;
}

/** The token of a lookup in mocks: `app-platform:index:getContainer`. */
function callToken(name: string): string {
  return `app-platform:index:${name}`;
}

/** What the program's mocks return for a lookup of one resource. */
export function mockedOne(name: string, args: object): Promise<unknown> {
  return pulumi.runtime.invoke(callToken(name), { ...args });
}

/** What the program's mocks return for a lookup of all resources: an object, since a mock can't return an array. */
export async function mockedAll(name: string, args: object): Promise<unknown[]> {
  const { results } = (await mockedOne(name, args)) as { readonly results?: unknown };
  if (Array.isArray(results)) return results;
  throw new pulumi.RunError(`The mock of ${callToken(name)} must return an object with an array: { results: […] }.`);
}
