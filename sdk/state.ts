/** Name by which programs and the provider text in the state find this package. */
const packageName = "pulumi-app-platform";

/** First part of the type tokens of all kinds. */
const typePrefix = "pulumi-nodejs:dynamic/app-platform:";

/** The type token of a kind in the state: `pulumi-nodejs:dynamic/app-platform:Container`. */
export function typeToken(kind: string): string {
  return `${typePrefix}${kind}`;
}

/** Whether it is the type token of one of our kinds. */
export function isTypeToken(type: string): boolean {
  return type.startsWith(typePrefix);
}

/**
 * The provider text in the state. It is stored with every resource and evaluated by refresh and destroy, including those of
 * later versions. It never changes, and it is short, since the engine writes it with every step.
 */
export function providerText(kind: string): string {
  return `exports.handler=()=>require("${packageName}/runtime").provider("${kind}")`;
}
