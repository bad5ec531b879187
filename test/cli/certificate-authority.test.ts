/** A platform whose certificate is of an authority that only the company knows. */
import { writeFile } from "node:fs/promises";
import { createServer } from "node:https";
import { join } from "node:path";
import { expect, test } from "vitest";
import { certificate, certificateAuthority } from "../support/certificates.js";
import { jwtNamed } from "../support/jwt.js";
import { portOf } from "../support/listening.js";
import { openedFolder } from "../support/opened-folder.js";
import { runProcess } from "./support/run-process.js";
import { withClock } from "./support/servers.js";

const folder = openedFolder("certificate-authority");

test("doctor reaches a platform with a private certificate authority through NODE_EXTRA_CA_CERTS", async () => {
  const authority = await certificateAuthority();
  const server = createServer(await certificate({ authority }), withClock(0));
  const file = join(folder, "authority.pem");
  await writeFile(file, authority.cert);
  const baseUrl = `https://localhost:${await portOf(server)}`;
  const settings = { APP_PLATFORM_BASE_URL: baseUrl, APP_PLATFORM_TOKEN: jwtNamed("ada") };
  const addressOf = async (env: Record<string, string>) => {
    const { checks } = (await runProcess(["doctor", "--json"], { env: { ...settings, ...env } })).json();
    return checks.find(({ name }: { name: string }) => name === "address");
  };
  expect(await addressOf({})).toMatchObject({ status: "failure", message: expect.stringContaining("authority") });
  expect(await addressOf({ NODE_EXTRA_CA_CERTS: file })).toMatchObject({ status: "ok" });
  server.close().closeAllConnections();
});
