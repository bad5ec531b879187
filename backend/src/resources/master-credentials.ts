/** How administrators log in to a database. */
import { z } from "zod";
import { secret } from "../schema/secrets.js";
import { text } from "../schema/texts.js";
import { integer } from "../schema/values.js";

export const masterCredentials = z
  .object({ host: text, port: integer(), login: text, password: secret(text) })
  .meta({ id: "MasterCredentials" });
export type MasterCredentials = z.output<typeof masterCredentials>;
