// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of generated programs.
/** Credentials never reach an exported program, and what isn't a credential stays readable in it. */
import { describe, expect, it } from "vitest";
import { credentialsIn, isSecretName } from "../../cli/export/credentials.js";
import { notesOn } from "../../cli/export/notes.js";
import type { Program } from "../../cli/export/program.js";
import {
  credentialsOf,
  expectProportionalTime,
  harmlessTexts,
  listsWithCredentials,
  namesOfSecrets,
  textsWithCredentials,
  withoutMarks,
} from "../support/credentials.js";
import type { Values } from "../support/provider.js";
import { exportServices, image, service, textOf, withoutLineBreaks } from "./support/exported-environment.js";

const ids = { db: "7d1c2f30-0000-4000-8000-0000000000d1", web: "7d1c2f30-0000-4000-8000-0000000000a1" };
const host = "db-7d1c2f30.databases.internal";
const engine = { type: "POSTGRESQL", version: "16", mode: "CONTAINER", host, port: 5432 };
const database = service("Database", "shop-db", engine, ids.db);

const container = (values: Values, name = "web", id = ids.web) =>
  service("Container", name, { ...image, ...values }, id);
const programOf = (values: Values) => exportServices([database, container(values)], "e");
const notesOf = (program: Program) => notesOn(program, { services: [], unlisted: [], unreadable: 0 });

/** What a container is given to be scaled in these ways. */
const scaledBy = (...configurations: Values[]): Values => ({
  maxRunningInstances: 3,
  autoscaling: { mode: "KEDA", scalers: configurations.map((each) => ({ scalerType: "x", role: "PRIMARY", ...each })) },
});

/** The arguments of the container as the program has them, on one line; secrets by their keys. */
function argumentsIn(program: Program): string {
  const [, list = ""] = /arguments: (\[[\s\S]*?\]),\n/.exec(textOf(program)) ?? [];
  return list.replaceAll(/\s*\n\s*/g, " ").replaceAll("pulumi.interpolate", "");
}

type Row = readonly [text: string, code: string, secrets: readonly string[]];
const key = "AKIA4XXXXXXXXXXXXXXX";
const credentials: readonly Row[] = [
  [`pg://shop:hunter2@${host}:5432/x`, "`pg://shop:${shopDbPassword}@${shopDb.host}:${shopDb.port}/x`", ["hunter2"]],
  ["mongodb+srv://u:a@b@one,two/db?x=1", "`mongodb+srv://u:${webPassword}@one,two/db?x=1`", ["a@b"]],
  ["https://x0ff3e1b0a9c8d7e@git.acme.io/x.git", "`https://${webToken}@git.acme.io/x.git`", ["x0ff3e1b0a9c8d7e"]],
  [`https://${key}:hunter2@s3.acme.io`, "`https://${webUser}:${webPassword}@s3.acme.io`", [key, "hunter2"]],
  ["--password=hunter2", "`--password=${webPassword}`", ["hunter2"]],
  ["--db-password='two words'", "`--db-password='${webDbPassword}'`", ["two words"]],
  ["run --api-key abc123 --port 80", "`run --api-key ${webApiKey} --port 80`", ["abc123"]],
  ["MYSQL_PWD=hunter2 mysqldump", "`MYSQL_PWD=${webMysqlPwd} mysqldump`", ["hunter2"]],
  ["curl -u admin:hunter2 https://h", "`curl -u admin:${webPassword} https://h`", ["hunter2"]],
  [`host=${host} port=5432 password=x`, "`host=${shopDb.host} port=${shopDb.port} password=${webPassword}`", ["x"]],
  ['{"clientSecret": "abc", "id": 7}', '`{"clientSecret": "${webClientSecret}", "id": 7}`', ["abc"]],
];

describe("credential in a text", () => {
  it.each(credentials)("becomes a secret of the configuration: %s", (text, code, secrets) => {
    const program = programOf({ arguments: [text] });
    expect(argumentsIn(program)).toBe(`[${code}]`);
    expect(program.secrets.map(({ value }) => value)).toEqual(secrets);
  });

  it.each([
    ["after a flag", { arguments: ["--password", "hunter2hunter2"] }],
    ["in a file", { entrypoint: "sh -c 'echo token: hunter2hunter2'" }],
    ["in a description", { description: "password: hunter2hunter2" }],
    [
      "in the configuration of a scaler",
      scaledBy(
        { configJson: { nested: [{ password: "hunter2hunter2" }] } },
        { configYaml: "password: hunter2hunter2\n" },
      ),
    ],
    [
      "repeated without a flag or a name",
      { arguments: ["--password=hunter2hunter2", "x hunter2hunter2 y"], description: "hunter2hunter2" },
    ],
  ] satisfies [string, Values][])("becomes a secret: %s", (_, values) => {
    const program = programOf(values);
    expect(textOf(program)).not.toContain("hunter2");
    expect(JSON.stringify(notesOf(program))).not.toContain("hunter2");
    expect(program.secrets).toHaveLength(1);
  });

  it("becomes one secret for all services that have the credential", () => {
    const url = (user: string) => `postgres://${user}:a long password@${host}:5432/x`.replaceAll(" ", "-");
    const services = ["one", "two"].map((name, index) =>
      container({ arguments: [url(name)] }, name, `${ids.web}${index}`),
    );
    const program = exportServices([...services, database], "e");
    expect(program.secrets.map(({ key }) => key)).toEqual(["shopDbPassword"]);
  });
});

describe("detection of credentials", () => {
  const places: [place: string, argumentsWith: (list: readonly string[]) => Values][] = [
    ["arguments", (list) => ({ arguments: [...list] })],
    ["free JSON", (list) => scaledBy({ configJson: { nested: [{ list: [...list] }] } })],
  ];
  describe.each(places)("in %s", (_, valuesWith) => {
    it.each([...textsWithCredentials.map((text) => [text]), ...listsWithCredentials])("finds %s %s", (...marked) => {
      const program = programOf(valuesWith(marked.map(withoutMarks)));
      for (const credential of marked.flatMap(credentialsOf)) expect(textOf(program)).not.toContain(credential);
      expect(program.secrets.length).toBeGreaterThan(0);
    });
  });

  it.each(["-var=token=‹hunter2-x9›", "-var=db_password=‹second-x9›"])(
    "finds %s in the arguments of an action",
    (marked) => {
      const values = {
        actionExtraArguments: { plan: [withoutMarks(marked)] },
        terraformVariablesSource: { tfVarFilePaths: [], tfVars: [] },
      };
      const program = exportServices([service("TerraformService", "net", values, ids.web)], "e");
      expect(withoutLineBreaks(textOf(program))).toContain("actionExtraArguments: { plan: [pulumi.interpolate`-var=");
      for (const credential of credentialsOf(marked)) expect(textOf(program)).not.toContain(credential);
    },
  );

  it("isSecretName recognizes every listed name of a secret, such as password", () => {
    expect(namesOfSecrets.filter((name) => !isSecretName(name))).toEqual([]);
  });

  it("takes time in proportion to the text", () => {
    const parts = ["password", "a", "a=", "token=", "://a:", "-", "--password ", "mysql ", '\\"', "token: |\n", ",a.b"];
    expectProportionalTime(credentialsIn, parts);
  });
});

it("text without a credential is exported unchanged", () => {
  const texts = [
    ...harmlessTexts,
    ...["postgres://$USER:$PASSWORD@db/x", "--password-file=/run/secrets/password", "--token=${TOKEN}"],
    ...["--secret={{ .Values.secret }}", "https://example.com:8080/a@b", "mail@example.com", "--max-tokens=5"],
    ...["--keyboard=de", "Basic authentication", "--db-port=5432", `x${host}`, `${host}.example.com`],
  ];
  const program = programOf({ arguments: texts });
  expect(program.secrets).toEqual([]);
  for (const text of texts) expect(textOf(program)).toContain(JSON.stringify(text));
});

describe("secret by definition", () => {
  const network = (value: Values) => {
    const terraformVariablesSource = { tfVarFilePaths: [], tfVars: [{ key: "db_password", secret: true, ...value }] };
    return exportServices([service("TerraformService", "net", { terraformVariablesSource }, ids.web)], "e");
  };

  it("is required from the configuration if the platform returns the value", () => {
    const triggerAuthentication = { name: "queue", configYaml: "pass: guest\n" };
    const program = programOf(scaledBy({ configJson: {}, triggerAuthentication }));
    expect(program.secrets).toMatchObject([{ key: "webQueueConfigYaml", value: "pass: guest\n" }]);
    expect(withoutLineBreaks(textOf(program))).toContain('{ name: "queue", configYaml: webQueueConfigYaml }');
  });

  it("is required from the configuration if the platform masks the value", () => {
    const program = network({});
    expect(program.secrets).toEqual([{ key: "netDbPassword", usedBy: ['TerraformService "net"'] }]);
    expect(withoutLineBreaks(textOf(program))).toContain('{ key: "db_password", value: netDbPassword, secret: true }');
    expect(notesOf(program).at(-1)).toBe(
      'The platform masks these secrets, so only you can set them:\n  pulumi config set --secret netDbPassword  # TerraformService "net"',
    );
  });

  it("includes a value with secret: false if its key is the name of a secret", () => {
    const text = withoutLineBreaks(textOf(network({ value: "hunter2", secret: false })));
    expect(text).toContain("value: netDbPassword, secret: false");
  });
});
