/** Name by which programs and the provider text in the state find this package. */
export const packageName = "pulumi-app-platform";

/**
 * The provider text in the state. It is stored with every resource and evaluated by refresh and destroy, including those of
 * later versions. It never changes, and it is short, since the engine writes it with every step.
 */
export function providerText(kind: string): string {
  return `exports.handler=()=>require("${packageName}/runtime").provider("${kind}")`;
}
