/** What an output fails with. It has several promises, all of which fail. */
export async function failureIn(output: unknown): Promise<unknown> {
  const { isKnown, isSecret, allResources } = output as Record<"isKnown" | "isSecret", Promise<unknown>> & {
    allResources(): Promise<unknown>;
  };
  await Promise.allSettled([isKnown, isSecret, allResources.call(output)]);
  return (output as { promise(): Promise<unknown> }).promise();
}
