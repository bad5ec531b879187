// What Fastify and libsql need at least to store a JSON body durably and to read it again: no token, no validation, no rules.
import { createRequire } from "node:module";

// Those that the backend depends on.
const fromBackend = createRequire(new URL("../../backend/package.json", import.meta.url));
const Fastify = fromBackend("fastify");
const Database = fromBackend("libsql");

const database = new Database(process.argv[2]);
// As the backend opens its data file.
database.pragma("journal_mode = WAL");
database.pragma("synchronous = FULL");
database.exec("CREATE TABLE document (id TEXT PRIMARY KEY, body TEXT NOT NULL)");
const insert = database.prepare("INSERT INTO document VALUES (?, ?)");
const select = database.prepare("SELECT body FROM document WHERE id = ?");

const server = Fastify();
server.post("/document", (request, reply) => {
  const id = crypto.randomUUID();
  const document = { id, ...request.body };
  insert.run(id, JSON.stringify(document));
  reply.code(201).send(document);
});
server.get("/document/:id", (request, reply) => {
  reply.type("application/json; charset=utf-8").send(select.get(request.params.id).body);
});
await server.listen({ port: 0, host: "127.0.0.1" });
process.stdout.write(`${server.server.address().port}\n`);
