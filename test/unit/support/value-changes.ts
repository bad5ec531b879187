import { isObject, type Value } from "../../support/provider.js";

/** How a platform changes a value that it stores. */
export type Change = (value: Value) => Value;

/** The same for each value at every depth, the innermost first. */
export const inside =
  (change: Change): Change =>
  (value) => {
    if (Array.isArray(value)) return change(value.map(inside(change)));
    if (!isObject(value)) return change(value);
    return change(
      Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inside(change)(each as Value)])),
    );
  };
