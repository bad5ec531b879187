/**
 * The nodes in an order in which each follows those that it refers to, otherwise in their own. In a cycle, the last reference points
 * forward.
 */
export function inOrder(nodes: readonly string[], references: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const done = new Set<string>();
  const begun = new Set<string>();
  for (const start of nodes) {
    // Not recursive: a chain of references may be as long as the environment is large.
    const stack = [start];
    while (stack.length > 0) {
      const node = stack.at(-1) as string;
      begun.add(node);
      const next = [...(references.get(node) ?? [])].find((each) => !begun.has(each));
      if (next !== undefined) stack.push(next);
      else {
        stack.pop();
        done.add(node);
      }
    }
  }
  return [...done];
}
