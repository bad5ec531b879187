/** The variables of services in an exported program. */
import { expect, it } from "vitest";
import { singleFile } from "../../cli/export/files.js";
import { typeErrors } from "../../cli/export/typeErrors.js";
import { bodies } from "../platform/support/bodies.js";
import { openedPlatform } from "../platform/support/opened.js";
import { exportEnvironment, withoutLineBreaks } from "./support/exported-environment.js";
import { declaredBy } from "./support/exported-program.js";

const platform = openedPlatform({ endpoints: "extended" });

const send = async (path: string, body: object) => (await platform.request("POST", path, { body })).body;

/** A container in the environment, and a variable of the environment. Variables of the container have `place`. */
async function addWeb(environment: string) {
  const body = { ...bodies.container.minimal(platform.ids), name: "web" };
  const { id } = await send(`/environment/${environment}/container`, body);
  const { id: region } = await send("/variable", {
    ...{ key: "REGION", value: "eu", is_secret: false },
    ...{ variable_scope: "ENVIRONMENT", variable_parent_id: environment },
  });
  return { id, region, place: { variable_scope: "CONTAINER", variable_parent_id: id } };
}

/** The programs of the tests, compiled at once. */
const written: Record<string, string> = {};

it("exported variables of a service are one argument, with secrets from the configuration", async () => {
  const { environment } = platform.ids;
  const { id, place } = await addWeb(environment);
  const variable = (key: string, value: string, rest: object = {}) =>
    send("/variable", { key, value, is_secret: false, ...place, ...rest });
  const { id: level } = await variable("LOG_LEVEL", "info");
  await variable("API_TOKEN", "s3cr3t-canary-4711", { is_secret: true });
  await variable("DATABASE_URL", "postgres://shop:hunter2hunter2@db.example.com/shop");
  await variable("CONFIG", "a: 1", { mount_path: "/etc/app.yaml" });
  await send(`/variable/${level}/alias`, { key: "LEVEL", alias_scope: "CONTAINER", alias_parent_id: id });

  const { program } = await exportEnvironment(platform, environment);
  const files = singleFile(program);
  const url = ["pulumi.interpolate`postgres://shop:", "{webPassword}@db.example.com/shop`"].join("$");
  expect(withoutLineBreaks(files["index.ts"] ?? "")).toContain(
    `variables: { LOG_LEVEL: "info", DATABASE_URL: ${url}, API_TOKEN: webApiToken }`,
  );
  expect(program.secrets).toMatchObject([{ key: "webPassword", value: "hunter2hunter2" }, { key: "webApiToken" }]);
  expect(files["index.ts"]).not.toMatch(/s3cr3t|hunter2/);
  written["service.ts"] = files["index.ts"] ?? "";
});

it("exported domains are resources, as are variables that the argument `variables` can't contain", async () => {
  const { otherEnvironment: environment } = platform.ids;
  const { id, region, place } = await addWeb(environment);
  await send("/variable", { key: "app.yaml", value: "a: 1", is_secret: true, mount_path: "/etc/app.yaml", ...place });
  // No object in arguments can have this member.
  await send("/variable", { key: "__proto__", value: "x", is_secret: false, ...place });
  await send(`/variable/${region}/alias`, { key: "PLACE", alias_scope: "CONTAINER", alias_parent_id: id });
  await send(`/variable/${region}/override`, { value: "us", override_scope: "CONTAINER", override_parent_id: id });
  await send(`/container/${id}/customDomain`, { domain: "shop.example.com", generate_certificate: true });

  const { program } = await exportEnvironment(platform, environment);
  const files = singleFile(program);
  const on = `container/${id}`;
  expect(declaredBy(files, program).filter(({ kind }) => kind !== "Container")).toMatchObject([
    { resourceName: "web-shop.example.com", args: { on, domain: "shop.example.com", generateCertificate: true } },
    { resourceName: "environment-REGION", args: { on: `environment/${environment}`, value: "eu", secret: false } },
    { resourceName: "web-app.yaml", args: { on, key: "app.yaml", secret: true, mountPath: "/etc/app.yaml" } },
    { resourceName: "web-__proto__", args: { on, key: "__proto__", value: "x" } },
    { resourceName: "web-PLACE", args: { on, key: "PLACE", aliasOf: region } },
    { resourceName: "web-REGION", args: { on, key: "REGION", value: "us", overrides: region } },
  ]);
  written["resources.ts"] = files["index.ts"] ?? "";
});

it("exported external secrets have their names and accesses, also under keys such as DB_PASSWORD", async () => {
  const { organization, project, cluster } = platform.ids;
  const { body: clusters } = await platform.request("GET", `/organization/${organization}/cluster`);
  const access = {
    name: "shop",
    endpoint: { mode: "AWS_SECRET_MANAGER", region: "eu-west-3" },
    authentication: { mode: "AUTOMATICALLY_CONFIGURED" },
  };
  const { body: saved } = await platform.request("PUT", `/organization/${organization}/cluster/${cluster}`, {
    body: { ...clusters.results.find(({ id }: { id: string }) => id === cluster), secret_manager_accesses: [access] },
  });
  const [{ id: secretManagerAccessId }] = saved.secret_manager_accesses;
  const { id: environment } = await send(`/project/${project}/environment`, { name: "external" });
  const { place } = await addWeb(environment);
  const external = { is_secret: false, secret_manager_access_id: secretManagerAccessId };
  await send("/variable", { ...external, key: "DB_PASSWORD", value: "shop/db", ...place });
  await send("/variable", { ...external, key: "KEYSTORE", value: "keys", mount_path: "/etc/keys", ...place });
  const all = { variable_scope: "ENVIRONMENT", variable_parent_id: environment };
  await send("/variable", { ...external, key: "API_TOKEN", value: "shop/token", ...all });

  const { program } = await exportEnvironment(platform, environment);
  const files = singleFile(program);
  expect(program.secrets).toEqual([]);
  expect(declaredBy(files, program)).toMatchObject([
    {
      kind: "Container",
      args: {
        externalSecrets: {
          DB_PASSWORD: { secretManagerAccessId, name: "shop/db" },
          KEYSTORE: { secretManagerAccessId, name: "keys", mountPath: "/etc/keys" },
        },
      },
    },
    { resourceName: "environment-REGION" },
    { resourceName: "environment-API_TOKEN", args: { key: "API_TOKEN", value: "shop/token", secretManagerAccessId } },
  ]);
  written["external.ts"] = files["index.ts"] ?? "";
});

it("export writes no variables with documented endpoints", async () => {
  const { program } = await exportEnvironment(platform, platform.ids.environment, "documented");
  expect(singleFile(program)["index.ts"]).not.toContain("variables");
});

it("exported programs with variables compile", () => expect(typeErrors(written, __dirname)).toEqual([]));
