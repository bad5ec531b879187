/** A Vault, as far as Pulumi uses one to protect the key of a stack's secrets. Its answer is always the key below. */
import { createServer, type Server } from "node:http";
import { portOf } from "./listening.js";

/** The key of every stack that the Vault protects. */
export const DATA_KEY = Buffer.alloc(32, "key");

/** Starts it, and has every run of the CLI find it. */
export async function startVault(): Promise<Server> {
  const response = JSON.stringify({ data: { plaintext: DATA_KEY.toString("base64") } });
  const server = createServer((request, answer) => {
    request.resume();
    answer.end(response);
  });
  process.env.VAULT_ADDR = `http://127.0.0.1:${await portOf(server)}`;
  return server;
}
