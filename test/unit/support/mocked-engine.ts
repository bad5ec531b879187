import * as pulumi from "@pulumi/pulumi";

/** Mocks Pulumi's engine: each resource gets an ID from its name, and its inputs as outputs. */
export const mockResources = (): Promise<void> =>
  pulumi.runtime.setMocks({
    newResource: ({ name, inputs }) => ({ id: `${name}-id`, state: inputs }),
    call: ({ inputs }) => inputs,
  });

export const known = <T>(output: pulumi.Output<T>): Promise<T> => new Promise((resolve) => void output.apply(resolve));

/** What an output fails with. It has several promises, all of which fail. */
export async function failureIn(output: unknown): Promise<unknown> {
  const { isKnown, isSecret, allResources } = output as Record<"isKnown" | "isSecret", Promise<unknown>> & {
    allResources(): Promise<unknown>;
  };
  await Promise.allSettled([isKnown, isSecret, allResources.call(output)]);
  return (output as { promise(): Promise<unknown> }).promise();
}
