import { refersTo } from "../../provider/definition/references.js";
import { isIgnored } from "../../provider/schema/facts.js";
import { type Field, type Fields, isChildren, isSecretMember, type ObjectField } from "../../provider/schema/field.js";
import { isAbsent, isObject, UNKNOWN, type Value, type Values } from "../../provider/schema/json.js";
import type { Declared } from "./addresses.js";
import { type Code, codeOfJson, literal, type Member, type NameOf, object, type Reference, reference } from "./code.js";
import { announcedName, announcesSecret, isSecretName, isSecretValue } from "./credentials.js";
import { idName, labelOfId, type SharedIds } from "./identifiers.js";
import { textMember } from "./services.js";
import type { TextPosition, Texts } from "./texts.js";

interface Coding {
  readonly texts: Texts;
  readonly ids: SharedIds;
}

/** Where a value is in the arguments of a service. */
interface Surroundings {
  readonly service: Declared;
  /** Name of the innermost member. */
  readonly member: string;
  /** Name of the member around it. */
  readonly parent: string;
  readonly path: string;
  readonly isOptional: boolean;
  /** Words for the name of a secret here. */
  readonly words: readonly string[];
  /** Whether its name says that it is a secret. */
  readonly isNamedSecret: boolean;
}

export function argumentCode(service: Declared, args: Values, coding: Coding): Member[] {
  const { body } = service.definition;
  return secretsWithVariables(
    body.members,
    membersCode(body, args, service.values, { service, path: "", member: "" }, coding),
  );
}

/** A service's secrets are written with its other variables: the SDK passes them in the argument for secrets. */
function secretsWithVariables(fields: Fields, members: Member[]): Member[] {
  const inOrder = (form: Field["separate"]) => members.filter(([name]) => fields[name]?.separate === form);
  const all = [...inOrder("open"), ...inOrder("secret")].flatMap(([, code]) =>
    code.type === "object" ? code.members : [],
  );
  const argument = Object.keys(fields).find((name) => fields[name]?.separate === "open");
  const others = members.filter(([name]) => ![...inOrder("open"), ...inOrder("secret")].some(([own]) => own === name));
  return argument === undefined || all.length === 0 ? others : [...others, [argument, object(all)]];
}

function membersCode(
  field: ObjectField,
  values: Values,
  response: Values,
  within: Pick<Surroundings, "service" | "path" | "member">,
  coding: Coding,
): Member[] {
  return Object.entries(field.members).flatMap(([name, member]): Member[] => {
    const value = values[name];
    if (value === undefined) return [];
    // In `{ key: "password", value: … }`, the sibling names the value.
    const isNameOfSecret = name === "value" && !isAbsent(values.secretManagerAccessId);
    const title = name === "value" && !isNameOfSecret ? titleIn(values) : undefined;
    const sibling = textMember(values, "name") ?? textMember(values, "key");
    const position: Surroundings = {
      service: within.service,
      member: name,
      parent: within.member,
      path: within.path === "" ? name : `${within.path}.${name}`,
      isOptional: !member.required,
      words: title === undefined ? [sibling ?? "", name] : [title],
      isNamedSecret: title !== undefined && isSecretName(title),
    };
    if (member.separate === "secret" && isObject(value)) {
      const secrets = Object.entries(value).map(([key, each]): Member => {
        const here = { ...position, path: `${position.path}.${key}`, words: [key] };
        return [key, secretCode(each as Value, here, coding)];
      });
      return [[name, object(secrets)]];
    }
    if (isSecretMember(member, values) && !isNameOfSecret) return [[name, secretCode(value, position, coding)]];
    if (isNameOfSecret || isReadable(field, member, values, response))
      return [[name, readable(textCode(String(value), position, coding))]];
    return [[name, valueCode(member, value, response[name], response, position, coding)]];
  });
}

/** Whether the platform shows the value in any case, because another member decides whether it's secret, and it isn't. */
function isReadable({ members }: ObjectField, { secret }: Field, values: Values, response: Values): boolean {
  const decides = typeof secret === "object" ? secret.if : undefined;
  const sibling = decides === undefined ? undefined : members[decides];
  return (
    sibling !== undefined && response[decides as string] === false && isIgnored(sibling, { ...response, ...values })
  );
}

/** The code with secrets as plain values. */
function readable(code: Code): Code {
  const shown = (to: Reference): Reference => (to.of === "secret" ? { ...to, isReadable: true } : to);
  if (code.type === "reference") return reference(shown(code.to));
  if (code.type !== "text") return code;
  return {
    type: "text",
    segments: code.segments.map((segment) => (typeof segment === "string" ? segment : shown(segment))),
  };
}

/** The name of the member `value` of an object, from its other members. */
function titleIn(values: Values): string | undefined {
  return textMember(values, "key") ?? textMember(values, "name");
}

function secretCode(value: Value, position: Surroundings, { texts }: Coding): Code {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return texts.secret(value === UNKNOWN ? undefined : text, textPosition(position));
}

function valueCode(
  field: Field,
  value: Value,
  response: Value | undefined,
  siblings: Values,
  position: Surroundings,
  coding: Coding,
): Code {
  if (field.type === "object" && isObject(value)) {
    return object(membersCode(field, value, isObject(response) ? response : {}, position, coding));
  }
  if (field.type === "array" && Array.isArray(value)) return listCode(field.item, value, response, position, coding);
  if (field.type === "record" && isObject(value)) {
    const entries = Object.entries(value).map(([name, inner]): Member => {
      const words = !isChildren(field) ? position.words : [name];
      const path = `${position.path}.${name}`;
      const here = { ...position, member: name, path, words, isNamedSecret: isSecretName(name), isOptional: false };
      return [name, valueCode(field.value, inner as Value, undefined, {}, here, coding)];
    });
    return object(entries);
  }
  if (field.type === "json") return jsonCode(value, position, coding);
  if (field.type === "service" && isObject(value)) return resourceCode(String(value.id), position, coding);
  if (typeof value !== "string" || field.type !== "string" || field.identifies) return literal(value as string);
  if (field.format === "guid") return idCode(field, value, siblings, position, coding);
  if (refersTo(field).length > 0) return resourceCode(value, position, coding);
  const described = position.service.definition.sources?.[position.member];
  if (described !== undefined) return sourceCode(value, siblings[described], position, coding);
  return textCode(value, position, coding);
}

/** A reference to a variable: one that the platform has created for a service in the program, or one by ID. */
function sourceCode(id: string, described: Value | undefined, position: Surroundings, { texts }: Coding): Code {
  const builtIn = texts.builtIn(textMember(described, "key") ?? "", textPosition(position));
  return builtIn ?? texts.code(id, textPosition(position));
}

/** A reference by kind and ID, as the resource itself if the program declares it. */
function resourceCode(text: string, position: Surroundings, { texts }: Coding): Code {
  const code = texts.code(text, textPosition(position));
  const last = code.type === "text" ? code.segments.at(-1) : code.type === "reference" ? code.to : undefined;
  const isWhole = typeof last === "object" && last.of === "service" && last.output === "id";
  return isWhole ? reference({ of: "service", variable: last.variable }) : code;
}

function listCode(
  item: Field,
  values: readonly Value[],
  response: Value | undefined,
  position: Surroundings,
  coding: Coding,
): Code {
  const items = values.map((value, index) => {
    const before = values[index - 1];
    const sibling = Array.isArray(response) ? response[index] : undefined;
    const path = `${position.path}[${index}]`;
    const isAnnounced = announcesSecret(before, value);
    const words = isAnnounced ? [announcedName(String(before))] : position.words;
    const here = { ...position, path, words, isNamedSecret: isAnnounced || position.isNamedSecret, isOptional: false };
    return valueCode(item, value, sibling, {}, here, coding);
  });
  return { type: "array", items };
}

/** Free-form JSON: names of members, and flags in lists, show which texts are secret. */
function jsonCode(value: Value, position: Surroundings, coding: Coding): Code {
  let index = 0;
  const ofText = (text: string, name: string) => {
    index += 1;
    const here = { ...position, path: `${position.path} ${index}`, words: [name], isNamedSecret: isSecretName(name) };
    return textCode(text, { ...here, isOptional: true }, coding);
  };
  const nameOf: NameOf = (within, key) => {
    if (isObject(within)) return key === "value" ? titleIn(within) : undefined;
    const [before, item] = Array.isArray(within) ? [within[Number(key) - 1], within[Number(key)]] : [];
    return announcesSecret(before, item) ? announcedName(String(before)) : undefined;
  };
  return codeOfJson(value, ofText, nameOf);
}

function textCode(text: string, position: Surroundings, { texts }: Coding): Code {
  const where = textPosition(position);
  return position.isNamedSecret && isSecretValue(text) ? texts.secret(text, where) : texts.code(text, where);
}

function idCode(field: Field, id: string, siblings: Values, position: Surroundings, { texts, ids }: Coding): Code {
  if (field.inPath && ids.fixed.has(position.member)) return reference({ of: "constant", variable: position.member });
  const shared = ids.of(id);
  if (shared !== undefined) return reference({ of: "constant", variable: shared.variable });
  const code = texts.code(id, textPosition(position));
  if (code.type === "literal")
    ids.found(id, idName(position.member, position.parent), labelOfId(position.member, field, siblings));
  return code;
}

function textPosition({ service, path, words, isOptional }: Surroundings): TextPosition {
  const { variable, id } = service;
  return { variable, context: variable, position: `${id} ${path}`, words, isOptional };
}
