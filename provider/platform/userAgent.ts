/**
 * How this process introduces itself to platforms: the versions that a bug report needs, and what sends the requests.
 *
 * @param version Version of this package.
 * @param part What sends the requests, such as `native provider` or `app-platform status`.
 * @param sdk Version of Pulumi's SDK for Node.js, in processes that run it.
 */
export function userAgentOf(version: string, part: string, sdk?: string): string {
  const pulumi = sdk === undefined ? "" : ` pulumi/${sdk}`;
  return `pulumi-app-platform/${version} node/${process.versions.node}${pulumi} (${part})`;
}
