/** Members whose own keys are the program's and travel untouched. */
const untouched = new Set(["configJson", "defaultRuleLabels", "actionExtraArguments"]);

/** Arguments as the API document spells them: written here on its own, so that a wrong spelling cannot cancel itself out. */
export function asWire(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asWire);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      untouched.has(name) ? member : asWire(member),
    ]),
  );
}
