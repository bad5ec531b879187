/** Arguments of a kind that are right, as many as one likes: fast-check's arbitraries, built from its definition. */
import fc from "fast-check";
import { isMet } from "../../../provider/schema/facts.js";
import { recordOf } from "../../kinds/index.js";
import { formatTexts } from "../../support/formats.js";
import type {
  ArrayField,
  Field,
  Fields,
  ObjectField,
  ResourceDefinition,
  StringField,
  Value,
  Values,
} from "../../support/provider.js";
import { itemsOf } from "../../support/provider.js";

const word = fc.stringMatching(/^[a-z][a-z0-9-]{0,12}$/);

function arbitraryText(field: StringField): fc.Arbitrary<Value> {
  if (field.format !== undefined) return formatTexts[field.format].sample;
  if (field.compared === "ignoring case") return word;
  if (field.pattern !== undefined) return fc.stringMatching(new RegExp(field.pattern));
  const { minLength = 0 } = field;
  // A text that must not be empty must not be blank either.
  const text = fc.string({ minLength, maxLength: 24, unit: "grapheme" });
  return fc.oneof(
    word,
    text.filter((each) => minLength === 0 || each.trim() !== ""),
  );
}

const numbers = fc.array(fc.integer(), { maxLength: 3 });
const json = fc.oneof(fc.integer(), fc.string(), fc.boolean(), fc.constant(null), numbers);

export function arbitraryValue(field: Field): fc.Arbitrary<Value> {
  switch (field.type) {
    case "string":
      return arbitraryText(field);
    case "integer":
      return fc.integer({ min: field.min ?? 0, max: Math.min(field.max ?? 100_000, 100_000) });
    case "boolean":
      return fc.boolean();
    case "enum":
      return fc.constantFrom(...field.values);
    case "object":
      return arbitraryObject(field);
    case "array":
      return arbitraryList(field);
    case "record":
      return fc.dictionary(word, arbitraryValue(field.value), { maxKeys: 3 }) as fc.Arbitrary<Value>;
    case "json":
      if (field.shape === "setting")
        return fc.oneof(fc.string(), fc.boolean(), fc.dictionary(word, json, { maxKeys: 3 })) as fc.Arbitrary<Value>;
      if (field.words !== undefined) return fc.oneof(fc.boolean(), fc.constantFrom(...field.words));
      return fc.dictionary(word, json, { maxKeys: 3 }) as fc.Arbitrary<Value>;
    case "service":
      return fc.record({ kind: fc.constantFrom("Container", "Database"), id: fc.uuid() }) as fc.Arbitrary<Value>;
  }
}

function arbitraryMembers(members: Fields): fc.Arbitrary<Values> {
  const specified = Object.entries(members).filter(([, { whenOmitted }]) => !whenOmitted?.isAssigned);
  const entries = specified.map(([name, field]) => {
    const value = field.nullable ? fc.oneof(arbitraryValue(field), fc.constant(null)) : arbitraryValue(field);
    return [name, value] as const;
  });
  const requiredKeys = entries.map(([name]) => name).filter((name) => members[name]?.required);
  return fc.record(Object.fromEntries(entries), { requiredKeys, noNullPrototype: true }) as fc.Arbitrary<Values>;
}

function arbitraryObject(field: ObjectField): fc.Arbitrary<Value> {
  const alternatives = field.alternatives ?? [];
  const choices = alternatives.flat();
  const shared = Object.fromEntries(Object.entries(field.members).filter(([name]) => !choices.includes(name)));
  if (alternatives.length === 0) return arbitraryMembers(shared).map((values) => fitting(field, values));
  const used = alternatives.map((names) =>
    fc.constantFrom(...names).chain((sure) => {
      const specified = names.map((name) => {
        const member = field.members[name] as Field;
        return [name, { ...member, required: name === sure || member.required }] as const;
      });
      return arbitraryMembers(Object.fromEntries(specified));
    }),
  );
  return fc
    .tuple(arbitraryMembers(shared), fc.oneof(...used))
    .map(([one, other]) => fitting(field, { ...one, ...other }));
}

/** The values less what does not go together by rules that stand for themselves. */
function fitting(field: ObjectField, values: Values): Values {
  const fit = { ...values };
  if (field.name === "DockerfileFragment") fit.type = fit.path === undefined ? "inline" : "file";
  if (field.name === "JobSchedule" && fit.lifecycleType !== undefined) fit.onStart ??= {};
  for (const [name, member] of Object.entries(field.members)) {
    const siblings = { ...(member.when?.allowed?.protocol ? { protocol: "HTTP" } : {}), ...fit };
    if (member.when?.allowed !== undefined && isMet(member.when.allowed, siblings) === false) delete fit[name];
  }
  return fit;
}

function arbitraryList(field: ArrayField): fc.Arbitrary<Value> {
  const { minItems = 0 } = field;
  const { key } = itemsOf(field);
  const bounds = { minLength: minItems, maxLength: Math.max(3, minItems) };
  if (key === undefined) {
    return fc.array(arbitraryValue(field.item), bounds).map((items) =>
      // At least one scaler counts.
      items.map((item, index) =>
        index === 0 && (item as Values)?.scalerType ? { ...(item as Values), enabled: true } : item,
      ),
    );
  }
  if (field.item.type !== "object") return fc.uniqueArray(arbitraryValue(field.item), bounds);
  const item = arbitraryValue(field.item) as fc.Arbitrary<Values>;
  return fc.uniqueArray(item, { ...bounds, selector: (each) => each[key] }).map((items) =>
    items.map((each, index) => ({
      ...each,
      ...(each.isDefault === true && index > 0 ? { isDefault: false } : {}),
      ...(key === "internalPort" && each.name !== undefined ? { name: `port-${each.internalPort}` } : {}),
    })),
  );
}

/** Where a resource comes from, and what only some endpoints can do, are proven elsewhere. */
export const notArbitrary: readonly string[] = [
  ...["connection", "adoptId", "cloneFrom", "advancedSettings", "deploymentRestrictions"],
  ...["services", "skippedServices", "wholeEnvironment", "waitFor", "variables", "secretVariables", "externalSecrets"],
  // Beside it, there are no files.
  "values",
];

/** All arguments of a new resource, in any combination that is right. */
export function arbitraryArguments(definition: ResourceDefinition): fc.Arbitrary<Values> {
  const members = Object.fromEntries(Object.entries(definition.args).filter(([name]) => !notArbitrary.includes(name)));
  return arbitraryMembers(members).map((values) => {
    const args = fitting(definition.body, values);
    if (definition.args.minRunningInstances !== undefined) args.maxRunningInstances = -1;
    if (definition.args.minRunningNodes !== undefined) args.maxRunningNodes = 200_000;
    return recordOf(definition.kind).arguments.valid?.(args) ?? args;
  });
}
