import type { Call } from "../../definition/resourceDefinition.js";
import { refuseOtherEnvironments } from "../../deployment/otherEnvironment.js";
import { checkSelection, selectionOf } from "../../deployment/selection.js";
import type { AppPlatformError } from "../../errors/appPlatformError.js";
import { InvalidArgumentError } from "../../errors/index.js";
import { isServed } from "../../platform/endpoint.js";
import type { Values } from "../../schema/json.js";

/** Arguments that require an extended endpoint: the value that requires it, and the call. */
const extendedOnly = [
  { path: "waitFor", value: "deployed", call: "read" },
  { path: "wholeEnvironment", value: true, call: "redeploy" },
  { path: "stopOnDestroy", value: true, call: "stop" },
] as const;

/** Checks what only this kind can check. */
export function checkTrigger(call: Call, args: Values): AppPlatformError[] {
  const { definition, platform, label } = call;
  const missing = extendedOnly.filter(
    ({ path, value, call }) => args[path] === value && !isServed(definition.api[call], platform.endpoints),
  );
  const refused = missing.map(({ path, value }) => {
    const expected = "requires the extended endpoints";
    return new InvalidArgumentError(label, { path, expected, got: JSON.stringify(value) });
  });
  return [...refused, ...checkSelection(label, args), ...refuseOtherEnvironments(call, args, selectionOf(args))];
}
