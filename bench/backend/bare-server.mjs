// The minimum that Fastify needs to store a JSON body durably and to return it: no token, no validation, no rules.
import { fdatasyncSync, openSync, writeSync } from "node:fs";
import { createRequire } from "node:module";

// The version that the backend depends on.
const Fastify = createRequire(new URL("../../backend/package.json", import.meta.url))("fastify");

const file = openSync(process.argv[2], "a");
const documents = new Map();

const server = Fastify();
server.post("/document", (request, reply) => {
  const document = { id: crypto.randomUUID(), ...request.body };
  const body = JSON.stringify(document);
  writeSync(file, `${body}\n`);
  fdatasyncSync(file);
  documents.set(document.id, body);
  reply.code(201).send(document);
});
server.get("/document/:id", (request, reply) => {
  reply.type("application/json; charset=utf-8").send(documents.get(request.params.id));
});
await server.listen({ port: 0, host: "127.0.0.1" });
process.stdout.write(`${server.server.address().port}\n`);
