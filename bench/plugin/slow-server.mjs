// Responds to every request with the same container after 20 ms: in a process of its own, so that it takes no time of the client's.
import { createServer } from "node:http";

const [, , text, delay] = process.argv;
const body = JSON.parse(text);
let count = 0;
const server = createServer((request, response) => {
  request.resume();
  request.once("end", () =>
    setTimeout(() => {
      count += 1;
      const id = `00000000-0000-4000-8000-${String(count).padStart(12, "0")}`;
      response.writeHead(201, { "content-type": "application/json" });
      response.end(JSON.stringify({ ...body, id }));
    }, Number(delay)),
  );
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => process.stdout.write(`${server.address().port}\n`));
