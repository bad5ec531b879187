import { useState } from "preact/hooks";
import { Breakable } from "../parts/breakable.js";
import { CopyButton } from "../parts/copy-button.js";
import { type ApiDocument, bodySchema, type Operation, resolved, sampleOf } from "./document.js";
import { SchemaView } from "./schema-view.js";

interface OperationProps {
  readonly document: ApiDocument;
  readonly operation: Operation;
  /** What the user has pasted; sent with every request. */
  readonly token: string;
}

interface Answer {
  readonly status: string;
  readonly body: string;
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** The path with its parameters; a parameter without a value keeps its name in braces. */
function pathOf({ path, parameters = [] }: Operation, values: Readonly<Record<string, string>>): string {
  const filled = path.replace(/\{(\w+)\}/g, (whole, name) => (values[name] ? encodeURIComponent(values[name]) : whole));
  const query = new URLSearchParams(
    parameters
      .filter(({ in: place, name }) => place === "query" && values[name])
      .map(({ name }) => [name, values[name] ?? ""]),
  ).toString();
  return query === "" ? filled : `${filled}?${query}`;
}

async function send(method: string, path: string, token: string, body: string | undefined): Promise<Answer> {
  const headers = {
    ...(token === "" ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { "content-type": "application/json" }),
  };
  const response = await fetch(path, { method, headers, ...(body === undefined ? {} : { body }) });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json") === true && text !== "";
  return {
    status: `${response.status} ${response.statusText}`,
    body: isJson ? JSON.stringify(JSON.parse(text), null, 2) : text,
  };
}

/** A form that sends the request from this page, and the same request as a command. */
function TryIt({ document, operation, token }: OperationProps) {
  const { method, operationId, parameters = [], requestBody } = operation;
  const schema = requestBody && bodySchema(requestBody);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [body, setBody] = useState(schema && JSON.stringify(sampleOf(document, schema), null, 2));
  const [answer, setAnswer] = useState<Answer>();
  const path = pathOf(operation, values);
  const curl = [
    `curl -X ${method} ${quoted(location.origin + path)}`,
    `-H "Authorization: Bearer $APP_PLATFORM_TOKEN"`,
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(body)}`]),
  ].join(" \\\n  ");
  const submit = (event: Event) => {
    event.preventDefault();
    send(method, path, token, body).then(setAnswer, (error: Error) => setAnswer({ status: error.message, body: "" }));
  };
  return (
    <form onSubmit={submit} aria-label={`Try ${operationId}`}>
      {parameters.map(({ name, description, required }) => (
        <label class="field" key={name}>
          <span>
            <code>{name}</code> {description}
          </span>
          <input
            name={name}
            required={required}
            onInput={({ currentTarget }) => setValues((current) => ({ ...current, [name]: currentTarget.value }))}
          />
        </label>
      ))}
      {body !== undefined && (
        <label class="field">
          <span>Body</span>
          <textarea name="body" rows={8} value={body} onInput={({ currentTarget }) => setBody(currentTarget.value)} />
        </label>
      )}
      <pre class="command">{curl}</pre>
      <div class="actions">
        <button type="submit">Send</button>
        <CopyButton text={curl} label="Copy as curl" done="Command copied." />
      </div>
      {answer !== undefined && (
        <div role="status">
          <p class="answer">{answer.status}</p>
          {answer.body !== "" && <pre class="command">{answer.body}</pre>}
        </div>
      )}
    </form>
  );
}

function Details(props: OperationProps) {
  const { document, operation } = props;
  const request = operation.requestBody && bodySchema(operation.requestBody);
  return (
    <>
      <p>{operation.description}</p>
      <h3>Request</h3>
      {request !== undefined && <SchemaView document={document} schema={request} />}
      <TryIt {...props} />
      <h3>Responses</h3>
      {Object.entries(operation.responses).map(([status, given]) => {
        const response = resolved(document, given);
        const schema = bodySchema(response);
        return (
          <details key={status} class="response">
            <summary>
              <code>{status}</code> {response.description}
            </summary>
            {schema !== undefined && <SchemaView document={document} schema={schema} />}
          </details>
        );
      })}
    </>
  );
}

/** One operation; its address is `#` and its operation ID. What it holds is rendered once it is opened. */
export function OperationView(props: OperationProps) {
  const { method, path, summary, operationId } = props.operation;
  const [isOpen, setOpen] = useState(location.hash === `#${operationId}`);
  return (
    <details
      id={operationId}
      class="operation"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <code class={`method ${method.toLowerCase()}`}>{method}</code>
        <code>
          <Breakable text={path} />
        </code>{" "}
        <span class="hint">{summary}</span>
      </summary>
      {isOpen && <Details {...props} />}
    </details>
  );
}
