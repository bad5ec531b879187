import { describe, expect, it } from "vitest";
import { recordOf } from "../../kinds/index.js";
import { ids } from "../../kinds/shared/ids.js";
import { fakePlatform, lifecycle } from "../support/fake-platform.js";

const platform = fakePlatform();

describe("username and password of a Database", () => {
  const path = `/database/${ids.database}`;
  const { fixture } = recordOf("Database");
  const read = async (response: readonly [number, object?]) => {
    platform.on(`GET ${path}`, [200, fixture.response]).on(`GET ${path}/masterCredentials`, response);
    const { outputs } = await lifecycle("Database", platform.url, { endpoints: "extended" }).read(
      ids.database,
      fixture.outputs,
    );
    return outputs as Record<string, unknown>;
  };

  it("are outputs with the values of masterCredentials", async () => {
    const credentials = { host: "db.internal", port: 5432, login: "app", password: "p4ssw0rd!" };
    expect(await read([200, credentials])).toMatchObject({ username: "app", password: "p4ssw0rd!" });
  });

  it("are omitted if masterCredentials returns 404 or null", async () => {
    for (const response of [[404], [200, { login: null, password: null }]] as const) {
      const outputs = await read(response);
      for (const name of ["username", "password"]) expect(outputs).not.toHaveProperty(name);
    }
  });
});
