/** A platform that returns more than the API document has: a proxy in this process in front of the backend. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { isObject, type Value, type Values } from "../../../provider/schema/json.js";

/** The member that every object of a response has besides those of the document. */
export const newMember = "brand_new_member";
/** The value of every enum that only responses have. */
const newWord = "BRAND_NEW";

/** Objects whose members are the program's own. */
const freeForm = /^(config_json|action_extra_arguments|default_rule_labels)$/;

/** Words that only responses have, by the path of their member. */
const words =
  /(^|\.)(service_type|job_type|origin|triggered_by|value_type)$|(registry|infrastructure_outputs)\.kind$|^(status|deployment_status)$/;

function enriched(value: Value, path = ""): Value {
  if (Array.isArray(value)) return value.map((item) => enriched(item, path));
  if (!isObject(value)) return typeof value === "string" && words.test(path) ? newWord : value;
  const members = Object.entries(value).map(([name, each]): [string, Value] => {
    const here = path === "" || path === "results" ? name : `${path}.${name}`;
    return [name, freeForm.test(name) ? (each as Value) : enriched(each as Value, here)];
  });
  return { ...Object.fromEntries(members), [newMember]: { kind: newWord, items: [newWord, 7, null] } };
}

export interface RicherPlatform {
  readonly url: string;
  /** The bodies of all requests so far, in one text. */
  sent(): string;
  close(): Promise<void>;
}

export async function richerPlatform(behind: string): Promise<RicherPlatform> {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      const body = Buffer.concat(chunks);
      bodies.push(body.toString("utf8"));
      const { authorization = "", "content-type": type = "application/json" } = request.headers;
      const answer = await fetch(`${behind}${request.url}`, {
        method: request.method ?? "GET",
        headers: { authorization, ...(body.length === 0 ? {} : { "content-type": type }) },
        ...(body.length === 0 ? {} : { body }),
      });
      const text = await answer.text();
      response.writeHead(answer.status, { "content-type": "application/json" });
      response.end(text === "" ? "" : JSON.stringify(enriched(JSON.parse(text) as Values)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent: () => bodies.join("\n"),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
