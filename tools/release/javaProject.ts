/** What Maven needs to build the Java SDK and a program that uses it. */
import { javaClass } from "../generate/languages/java.js";
import { javaGroup } from "./address.js";

/** The release of Pulumi's Java SDK that the generated code is compiled with, and the annotations of that code. */
const dependencies = [
  ["com.pulumi", "pulumi", "1.36.1"],
  ["com.google.code.findbugs", "jsr305", "3.0.2"],
] as const;

/** The `pom.xml` of the SDK. */
export function sdkPom(version: string): string {
  return pom([javaGroup(), "pulumi-app-platform", version], dependencies);
}

/** The `pom.xml` of a program: Pulumi's host for Java runs the class that it names. */
export function programPom(version: string): string {
  const sdk = [javaGroup(), "pulumi-app-platform", version] as const;
  return pom(["com.example", "shop", "1.0"], [sdk], [["exec.mainClass", javaClass]]);
}

type Coordinates = readonly [group: string, artifact: string, version: string];

function pom(
  own: Coordinates,
  needed: readonly Coordinates[],
  properties: readonly (readonly [name: string, value: string])[] = [],
): string {
  const coordinates = ([group, artifact, version]: Coordinates) => [
    `<groupId>${group}</groupId>`,
    `<artifactId>${artifact}</artifactId>`,
    `<version>${version}</version>`,
  ];
  const indented = (lines: readonly string[]) => lines.map((line) => `  ${line}`);
  const element = (name: string, lines: readonly string[]) => [`<${name}>`, ...indented(lines), `</${name}>`];
  const compiled = [
    ["maven.compiler.source", "11"],
    ["maven.compiler.target", "11"],
    ["project.build.sourceEncoding", "UTF-8"],
  ] as const;
  const lines = [
    "<modelVersion>4.0.0</modelVersion>",
    ...coordinates(own),
    ...element(
      "properties",
      [...compiled, ...properties].map(([name, value]) => `<${name}>${value}</${name}>`),
    ),
    ...element(
      "dependencies",
      needed.flatMap((each) => element("dependency", coordinates(each))),
    ),
  ];
  return `<project xmlns="http://maven.apache.org/POM/4.0.0">\n${indented(lines).join("\n")}\n</project>\n`;
}
