/** That no request which takes something away can be sent outside the gate: by the types, by who issues grants, and by the client. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { callsOf } from "../../../provider/definition/kind.js";
import { definitions } from "../../../provider/kinds/index.js";
import { type Grant, issueGrant } from "../../../provider/platform/endpoint.js";
import { ids } from "../../kinds/shared/ids.js";
import { type ApiRequest, endpoint, extended } from "../../support/provider.js";
import { connected, fakePlatform } from "../support/fake-platform.js";

const root = join(__dirname, "../../..");
const parts = { members: {}, purpose: "Deleting" };

/** How a module gets hold of what issues grants, or of everything that is beside it. */
const issuing = /(?:import|export)\s+(?:\{[^}]*\bissueGrant\b[^}]*\}|\*(?: as \w+)?)\s+from\s+"[^"]*\/endpoint\.js"/;

describe("destructive requests", () => {
  it("don't compile without a grant", () => {
    const cancel = endpoint(18, "POST /environment/{environmentId}/cancelDeployment");
    // @ts-expect-error A delete needs a grant.
    const deleting: ApiRequest = { ...parts, endpoint: extended("DELETE /container/{id}") };
    // @ts-expect-error So does a stop.
    const stopping: ApiRequest = { ...parts, endpoint: extended("POST /environment/{environmentId}/stop") };
    // @ts-expect-error And a cancellation.
    const canceling: ApiRequest = { ...parts, endpoint: cancel };
    const reading: ApiRequest = { ...parts, endpoint: extended("GET /container/{id}") };
    const destructive = [deleting, stopping, canceling, reading].map(({ endpoint: call }) => call.isDestructive);
    expect(destructive).toEqual([true, true, true, false]);
  });

  it("don't compile with another object as a grant", () => {
    // @ts-expect-error An object of one's own isn't a grant.
    const grant: Grant = {};
    expect(grant).toEqual({});
  });

  it.each(definitions)("are exactly the DELETE, stop and cancel calls of $kind", (definition) => {
    const { owned } = definition;
    const calls = [...Object.values(callsOf(definition)), ...Object.values({ ...owned?.api })];
    const takesAway = ({ method, path }: (typeof calls)[number]) =>
      method === "DELETE" || /\/(?:stop|cancelDeployment|service\/delete)$/.test(path);
    expect(calls.filter((call) => call.isDestructive)).toEqual(calls.filter(takesAway));
  });

  it("get grants from provider/deletion/rules.ts alone", () => {
    const files = ["provider", "cli", "sdk"].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".ts"))
        .map((file) => join(folder, file)),
    );
    const isIssuing = (file: string) => issuing.test(readFileSync(join(root, file), "utf8"));
    expect(files.filter(isIssuing)).toEqual(["provider/deletion/rules.ts"]);
  });
});

describe("client.send › destructive request", () => {
  const platform = fakePlatform();
  const line = `DELETE /container/${ids.container}`;
  const call = extended("DELETE /container/{id}");
  const members = { id: ids.container };
  const granted: Record<string, unknown> = {
    "it has no grant": undefined,
    "its grant is an object that nobody issued": {},
    "its grant is for another resource": issueGrant(call, { id: ids.job }),
    "its grant is for another path": issueGrant(extended("DELETE /job/{id}"), members),
    "its grant is for another method": issueGrant(
      // @ts-expect-error A grant for a PUT can't be typed.
      extended("PUT /container/{id}"),
      members,
    ),
  };

  it.each(Object.keys(granted))("throws and sends nothing if %s", async (name) => {
    const { client } = connected(platform.url).platform;
    const request = { ...parts, members, endpoint: call, grant: granted[name] } as ApiRequest;
    await expect(client.send(request)).rejects.toThrow("DELETE /container/{id} wasn't granted");
    expect(platform.lines()).toEqual([]);
  });

  it("is sent if its grant is for the same method, path and resource", async () => {
    platform.on(line, [204]);
    const { client } = connected(platform.url).platform;
    await client.send({ ...parts, members, endpoint: call, grant: issueGrant(call, members) });
    expect(platform.lines()).toEqual([line]);
  });
});
