// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of generated programs.
/** Names, order and references in exported programs. */
import { describe, expect, it } from "vitest";
import { singleFile, splitFiles } from "../../cli/export/files.js";
import type { Service } from "../../cli/export/services.js";
import type { Values } from "../support/provider.js";
import {
  exportServices,
  image,
  textOf as programText,
  service,
  withoutLineBreaks,
} from "./support/exported-environment.js";
import { declaredBy } from "./support/exported-program.js";

const { registryId } = image;
const idOf = (index: number) => `7d1c2f30-0000-4000-8000-${String(index).padStart(12, "0")}`;

const container = (name: string, index: number, values: Values = {}) =>
  service("Container", name, { ...image, ...values }, idOf(index));
const database = (name: string, index: number, host: string) =>
  service("Database", name, { type: "REDIS", version: "7", mode: "CONTAINER", host, port: 6379 }, idOf(index));

const variables = (services: readonly Service[]) =>
  exportServices(services, "e").declarations.map(({ service: { variable } }) => variable);
const textOf = (services: readonly Service[]) => programText(exportServices(services, "e"));

describe("TypeScript variable of an exported service", () => {
  it.each([
    ["shop-db", "shopDb"],
    ["default", "defaultContainer"],
    ["arguments", "argumentsContainer"],
    ["environment-id", "environmentIdContainer"],
    ["Container", "container"],
    ["2fa", "container2Fa"],
    ["数据库", "container"],
    ["Größe d'été", "grosseDete"],
    ["HTTPServer2", "httpServer2"],
    ["x".repeat(128), "x".repeat(40)],
  ])("is derived from the service's name: %s: %s", (name, variable) => {
    expect(variables([container(name, 1)])).toEqual([variable]);
  });

  it("ends with the kind if its name is in use, and with a number if that is in use, too", () => {
    const same = [container("web", 1), database("web", 2, "h"), container("we b", 3), container("WEB!", 4)];
    expect(variables(same)).toEqual(["web", "webDatabase", "weBContainer", "web2"]);
    const alike = [container("a-b", 1), container("a.b", 2), container("a_b", 3)];
    expect(variables(alike)).toEqual(["aB", "aBContainer", "aB2"]);
  });

  it("has a file whose name differs from the others in more than letter case", () => {
    const files = Object.keys(splitFiles(exportServices([container("myApp", 1), database("myapp", 2, "h")], "e")));
    expect(new Set(files.map((file) => file.toLowerCase())).size).toBe(4);
  });
});

describe("Pulumi name of an exported service", () => {
  it.each(['say "hi"', "it's", "back`tick ${x}", "Größe 数据库 🚀", "a\\b", "x".repeat(128)])(
    "is the name on the platform: %s",
    (name) => {
      const program = exportServices([container(name, 1)], "e");
      expect(declaredBy(singleFile(program), program)).toMatchObject([{ resourceName: name, args: { name } }]);
      expect(textOf([container(name, 1)])).not.toContain("name:");
    },
  );

  it.each([
    ["two colons", "a::b"],
    ["a line break", "two\nlines"],
    ["a line separator", "a\u2028b"],
  ])("has only letters if Pulumi doesn't accept the platform's name, which `name` keeps: %s (%j)", (_, name) => {
    const program = exportServices([container(name, 1)], "e");
    const [declared] = declaredBy(singleFile(program), program);
    expect(declared?.resourceName).toMatch(/^[A-Za-z]+$/);
    expect(declared?.args.name).toBe(name);
  });
});

const host = "cache-1.internal";

describe("resource in an exported program", () => {
  it("is declared after the resources that it refers to", () => {
    const web = container("a", 1, { arguments: [`redis://${host}:6379`], description: idOf(3) });
    const text = textOf([web, container("b", 3), database("z", 2, host)]);
    expect(text.match(/^const \w+ = new/gm)).toEqual(["const b = new", "const z = new", "const a = new"]);
    expect(text).toContain("description: b.id,");
  });
});

describe("reference in an exported program", () => {
  it("is a literal value if two services would refer to each other", () => {
    const one = container("one", 1, { description: `see ${idOf(2)} and ${idOf(1)}` });
    const two = container("two", 2, { description: `see ${idOf(1)}` });
    const text = textOf([one, two]);
    expect(text).toContain(`description: pulumi.interpolate\`see \${two.id} and ${idOf(1)}\`,`);
    expect(text).toContain(`description: "see ${idOf(1)}",`);
  });

  it("is plain text, not a reference, for a host that several services share, or a port without its host", () => {
    const databases = [database("a", 1, host), database("b", 2, host)];
    const text = textOf([...databases, container("c", 3, { arguments: [host, "6379"] })]);
    expect(withoutLineBreaks(text)).toContain(`arguments: ["${host}", "6379"]`);
  });

  it("is found in 3,000 chained services without a stack overflow", () => {
    const link = (_: unknown, index: number) => container(`s${index}`, index, { description: idOf(index + 1) });
    const chain = Array.from({ length: 3000 }, link);
    const { declarations } = exportServices(chain, "e");
    expect(declarations[0]?.service.name).toBe("s2999");
  });
});

describe("ID in an exported program", () => {
  const registry = (id: string, name: string) => ({ registryId: id, registry: { id, name } });

  it("is a constant named after its argument if several services have the ID", () => {
    const text = textOf([container("a", 1, registry(registryId, "Docker\nHub")), container("b", 2)]);
    expect(text).toContain(`const registryId = "${registryId}"; // Docker Hub\n`);
    expect(text.match(/^ {2}registryId,$/gm)).toHaveLength(2);
  });

  it("is a constant named after its resource if one argument has several IDs", () => {
    const services = [1, 2, 3, 4].map((index) =>
      container(`s${index}`, index, index % 2 ? registry(registryId, "docker hub") : registry(idOf(99), "ecr")),
    );
    expect(textOf(services)).toMatch(/const dockerHubRegistryId = .*\nconst ecrRegistryId = /);
  });

  it("is a literal value if only one argument has the ID", () => {
    expect(textOf([container("a", 1)])).toContain(`registryId: "${registryId}",`);
  });
});

describe("argument with several lines in an exported program", () => {
  it.each([
    ["quotes, a placeholder and a backslash", "FROM a\nRUN `b` ${c} \\d\n"],
    ["line breaks of Windows", "a\r\nb\r\n"],
    ["tabs", "\ta\n\tb"],
    ["a line break at the end", "one line\n"],
    ["a null character", "a\u0000\nb"],
  ])("has the same value as on the platform: %s", (_, text) => {
    const program = exportServices([container("a", 1, { description: text })], "e");
    expect(declaredBy(singleFile(program), program)[0]?.args.description).toBe(text);
  });
});

describe("unknown value in an export", () => {
  it("is omitted, with a note, if the argument is optional", () => {
    const ports = [{ internalPort: 80, publiclyAccessible: true, protocol: "QUIC" }];
    const program = exportServices([container("a", 1, { ports })], "e");
    const mismatch = { path: "ports[0].protocol", got: '"QUIC"', isOmitted: true };
    expect(program.declarations[0]?.violations).toMatchObject([mismatch]);
    const written = "ports: [{ internalPort: 80, publiclyAccessible: true }]";
    expect(withoutLineBreaks(programText(program))).toContain(written);
  });

  it("is written, with a note, if the argument is required", () => {
    const oracle = service("Database", "a", { type: "ORACLE", version: "7", mode: "CONTAINER" }, idOf(1));
    const [declaration] = exportServices([oracle], "e").declarations;
    expect(declaration?.violations).toMatchObject([{ path: "type", isOmitted: false }]);
  });
});
