/** Name under which programs and the state's text find this package. */
const packageName = "pulumi-app-platform";

/** The type token of a kind in the state: `pulumi-nodejs:dynamic/app-platform:Container`. */
export function typeToken(kind: string): string {
  return `pulumi-nodejs:dynamic/app-platform:${kind}`;
}

/**
 * The provider's text in the state. It is stored with every resource and run by refresh and destroy, also by those of
 * later versions: it never changes, and it is short, since the engine writes it with every step.
 */
export function providerText(kind: string): string {
  return `exports.handler=()=>require("${packageName}/runtime").provider("${kind}")`;
}
