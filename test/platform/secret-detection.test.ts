import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isSecretArgument, isSecretName, withoutCredentials } from "../../backend/src/schema/secret-texts.js";
import {
  credentialsOf,
  expectProportionalTime,
  harmlessTexts,
  listsWithCredentials,
  namesOfSecrets,
  textsWithCredentials,
  withoutMarks,
} from "../support/credentials.js";
import { holds } from "../support/seeds.js";

const secret = "s3cr3tValue";

describe("credential detection", () => {
  const hide = (before: string | undefined, text: string) =>
    isSecretArgument(before, text) ? "" : withoutCredentials(text);

  it.each(
    [...textsWithCredentials.map((text) => [text]), ...listsWithCredentials].map(
      (texts) => [texts.join(" "), texts] as const,
    ),
  )("hides the credentials in %s", (_, marked) => {
    const given = marked.map(withoutMarks);
    const shown = given.map((text, index) => hide(given[index - 1], text)).join("\n");
    for (const credential of marked.flatMap(credentialsOf)) expect(shown).not.toContain(credential);
  });

  it("leaves texts without credentials and member names unchanged", () => {
    const messages = [
      "cpu must be an integer from 1 to 32000",
      "The request isn't valid: argocd_token is required; name is required.",
    ];
    const harmless = [...harmlessTexts, ...messages];
    expect(harmless.map((text) => withoutCredentials(text))).toEqual(harmless);
  });
});

it("isSecretName is true for the names of secrets", () => {
  expect(namesOfSecrets.filter((name) => !isSecretName(name))).toEqual([]);
  expect(["author", "name", "bypass", "replicas"].filter(isSecretName)).toEqual(["bypass"]);
});

it("isSecretArgument is false for a flag or a port", () => {
  expect([isSecretArgument("--token", "--verbose"), isSecretArgument("--port", "80")]).toEqual([false, false]);
});

describe("masking of credentials in texts", () => {
  it.each([
    ["the URL of a git repository", `https://${secret}@github.com/a/b.git`, "https://••••••@github.com/a/b.git"],
    ["an option with =", `--password=${secret} --verbose`, "--password=•••••• --verbose"],
    ["an option with a space", `--api-key ${secret} --port 80`, "--api-key •••••• --port 80"],
    ["a query of a URL", `https://x.example/?sig=${secret}&page=2`, "https://x.example/?sig=••••••&page=2"],
    ["JSON", `{"token": "${secret}", "size": 2}`, '{"token": ••••••, "size": 2}'],
    ["a YAML text of several lines", `password: >-\n  ${secret}\n  ${secret}\nsize: 2`, "password: ••••••size: 2"],
    ["the option -p of mysql", `mysql -h db -p${secret}`, "mysql -h db -p••••••"],
    ["a private key (PEM)", `-----BEGIN RSA PRIVATE KEY-----\n${secret}\n-----END RSA PRIVATE KEY-----`, "••••••"],
  ])("masks only the secret in %s", (_what, text, expected) => {
    expect(withoutCredentials(text)).toBe(expected);
  });

  it("reports each masked text without quotes", () => {
    const hidden: string[] = [];
    withoutCredentials(`password="${secret}" redis://:other@host`, "***", (text) => hidden.push(text));
    expect(hidden).toEqual([secret, ":other"]);
  });

  it("masks a secret after a name such as password in any text", async () => {
    const names = fc.constantFrom(...namesOfSecrets);
    const between = fc.constantFrom("=", ": ", ":", '="', '": "', "='", '="\\', "=,", ": &");
    await holds(
      fc.property(fc.string(), names, between, fc.string(), (before, name, sign, after) => {
        expect(withoutCredentials(`${before} ${name}${sign}${secret} ${after}`)).not.toContain(secret);
      }),
      100,
    );
  });

  it("takes time in proportion to the text, whatever it contains", () => {
    const parts = ["password", "a", "://a:", "-", "--password ", "-----BEGIN ", "mysql ", "eyJa.", '"', "token:"];
    expectProportionalTime(withoutCredentials, parts);
  });
});
