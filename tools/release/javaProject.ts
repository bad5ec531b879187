/** What Maven needs to build the Java SDK and a program that uses it. */
import { javaClass } from "../generate/languages/java.js";
import { address, javaGroup, ownerOf } from "./address.js";

/** The release of Pulumi's Java SDK that the generated code is compiled with, and the annotations of that code. */
const dependencies = [
  ["com.pulumi", "pulumi", "1.36.1"],
  ["com.google.code.findbugs", "jsr305", "3.0.2"],
] as const;

/** Attaches what Maven Central requires beside the classes, signs everything, and sends it there. */
const central = [
  ["org.apache.maven.plugins", "maven-source-plugin", "3.3.1", "jar-no-fork"],
  ["org.apache.maven.plugins", "maven-javadoc-plugin", "3.11.2", "jar"],
  ["org.apache.maven.plugins", "maven-gpg-plugin", "3.2.7", "sign"],
  ["org.sonatype.central", "central-publishing-maven-plugin", "0.8.0", ""],
] as const;

/** The `pom.xml` of the SDK. `--activate-profiles central deploy` publishes it. */
export function sdkPom(version: string): string {
  const license = ["<name>Apache-2.0</name>", "<url>https://www.apache.org/licenses/LICENSE-2.0.txt</url>"];
  const about = [
    "<name>pulumi-app-platform</name>",
    "<description>A Pulumi provider for the Application Platform API.</description>",
    `<url>${address.site}</url>`,
    ...element("licenses", element("license", license)),
    ...element("developers", element("developer", [`<name>${ownerOf()}</name>`])),
    ...element("scm", [
      `<url>${address.repository}</url>`,
      `<connection>scm:git:${address.repository}.git</connection>`,
    ]),
  ];
  const plugins = central.flatMap(([group, artifact, plugin, goal]) =>
    element("plugin", [
      ...coordinates([group, artifact, plugin]),
      ...(goal === ""
        ? ["<extensions>true</extensions>"]
        : element(
            "executions",
            element("execution", [
              `<id>${goal}</id>`,
              ...(goal === "sign" ? ["<phase>verify</phase>"] : []),
              ...element("goals", [`<goal>${goal}</goal>`]),
            ]),
          )),
    ]),
  );
  const profile = ["<id>central</id>", ...element("build", element("plugins", plugins))];
  return pom([javaGroup(), "pulumi-app-platform", version], dependencies, {
    about,
    profiles: element("profiles", element("profile", profile)),
  });
}

/** The `pom.xml` of a program: Pulumi's host for Java runs the class that it names. */
export function programPom(version: string): string {
  const sdk = [javaGroup(), "pulumi-app-platform", version] as const;
  return pom(["com.example", "shop", "1.0"], [sdk], { properties: [["exec.mainClass", javaClass]] });
}

const indented = (lines: readonly string[]) => lines.map((line) => `  ${line}`);

function element(name: string, lines: readonly string[]): string[] {
  return [`<${name}>`, ...indented(lines), `</${name}>`];
}

function coordinates([group, artifact, version]: Coordinates): string[] {
  return [`<groupId>${group}</groupId>`, `<artifactId>${artifact}</artifactId>`, `<version>${version}</version>`];
}

type Coordinates = readonly [group: string, artifact: string, version: string];

function pom(
  own: Coordinates,
  needed: readonly Coordinates[],
  more: {
    readonly properties?: readonly (readonly [name: string, value: string])[];
    readonly about?: readonly string[];
    readonly profiles?: readonly string[];
  } = {},
): string {
  const { properties = [], about = [], profiles = [] } = more;
  const compiled = [
    ["maven.compiler.source", "11"],
    ["maven.compiler.target", "11"],
    ["project.build.sourceEncoding", "UTF-8"],
  ] as const;
  const lines = [
    "<modelVersion>4.0.0</modelVersion>",
    ...coordinates(own),
    ...about,
    ...element(
      "properties",
      [...compiled, ...properties].map(([name, value]) => `<${name}>${value}</${name}>`),
    ),
    ...element(
      "dependencies",
      needed.flatMap((each) => element("dependency", coordinates(each))),
    ),
    ...profiles,
  ];
  return `<project xmlns="http://maven.apache.org/POM/4.0.0">\n${indented(lines).join("\n")}\n</project>\n`;
}
