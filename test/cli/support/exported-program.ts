/** Runs an exported program without Pulumi: what it declares, with which arguments. */
import { dirname, join } from "node:path/posix";
import { transformSync } from "esbuild";
import type { Files } from "../../../cli/export/files.js";
import type { Program } from "../../../cli/export/program.js";
import type { Service } from "../../../cli/export/services.js";
import { referenceName } from "../../../provider/definition/references.js";
import { isObject, mapMembers } from "../../../provider/schema/json.js";
import { UNKNOWN, type Values } from "../../support/provider.js";
import { definitionOf } from "../../unit/support/fake-platform.js";

/** A resource that a program declares. */
export interface DeclaredResource {
  readonly kind: string;
  readonly resourceName: string;
  /** With the name filled in, as the SDK does it. */
  readonly args: Values;
}

/** The resources that the files declare, in order. A secret that the platform masks is `UNKNOWN`. */
export function declaredBy(files: Files, program: Program): DeclaredResource[] {
  const declared: DeclaredResource[] = [];
  const services = program.declarations.map(({ service }) => service);
  const secrets = new Map(program.secrets.map(({ key, value }) => [key, value ?? UNKNOWN]));
  const packages: Readonly<Record<string, unknown>> = {
    "@pulumi/pulumi": pulumiWith(secrets),
    "pulumi-app-platform": classesFor(services, declared),
  };
  const loaded = new Map<string, object>();
  const load = (path: string): object => {
    const known = loaded.get(path);
    if (known !== undefined) return known;
    const text = files[path];
    if (text === undefined) throw new Error(`the program has no file ${path}`);
    const module = { exports: {} };
    const { code } = transformSync(text, { loader: "ts", format: "cjs" });
    const required = (name: string) => packages[name] ?? load(`${join(dirname(path), name)}.ts`);
    new Function("require", "module", code)(required, module);
    loaded.set(path, module.exports);
    return module.exports;
  };
  load("index.ts");
  return declared;
}

/** The part of Pulumi's SDK that programs use, with plain values as outputs. */
function pulumiWith(secrets: ReadonlyMap<string, string>) {
  return {
    Config: class {
      requireSecret(key: string): string {
        const value = secrets.get(key);
        if (value === undefined) throw new Error(`the program requires ${key}, and the export does not say so`);
        return value;
      }
    },
    ComponentResource: class {
      registerOutputs() {}
    },
    interpolate: (texts: readonly string[], ...values: unknown[]) =>
      texts.map((text, index) => `${text}${index < values.length ? String(values[index]) : ""}`).join(""),
  };
}

function classesFor(services: readonly Service[], declared: DeclaredResource[]): object {
  const classOf = (kind: string) =>
    class {
      constructor(resourceName: string, args: Values) {
        declared.push({ kind, resourceName, args: { name: resourceName, ...withReferences(args) } });
        const service = services.find(({ id, definition }) => id === args.adoptId && definition.kind === kind);
        Object.assign(this, service?.values, { id: service?.id, [reference]: `${referenceTo(kind)}/${service?.id}` });
      }
    };
  return Object.fromEntries(services.map(({ definition: { kind } }) => [kind, classOf(kind)]));
}

/** Where a resource has the text by which arguments name it. */
const reference = Symbol("reference");

function referenceTo(kind: string): string | undefined {
  return referenceName(definitionOf(kind));
}

/** The arguments with what names each resource in its place, as the SDK does it. */
function withReferences(args: Values): Values {
  return mapMembers(args, (value) => (isObject(value) && reference in value ? (value[reference] as string) : value));
}
