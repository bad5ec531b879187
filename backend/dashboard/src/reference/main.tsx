/** The API reference: a page of its own, rendered from the OpenAPI document that the platform serves. */
import { render } from "preact";
import { useState } from "preact/hooks";
import { Notices } from "../parts/notices.js";
import { ask } from "../platform/ask.js";
import { applyTheme } from "../theme.js";
import { type ApiDocument, operationsOf } from "./document.js";
import { OperationView } from "./operation-view.js";
import "../styles/base.css";
import "../styles/layout.css";
import "../styles/parts.css";
import "../styles/controls.css";
import "../styles/reference.css";

function Reference({ document }: { readonly document: ApiDocument }) {
  const [token, setToken] = useState("");
  return (
    <>
      <header>
        <a class="brand" href="../">
          Application Platform
        </a>
      </header>
      <main class="reference">
        <h1>API reference</h1>
        <p>
          {document.info.summary} To try them, paste a token. <a href="../#/controls">Create a token</a>
        </p>
        <label class="field">
          <span>Token</span>
          <input
            type="password"
            autocomplete="off"
            onInput={({ currentTarget }) => setToken(currentTarget.value.trim())}
          />
        </label>
        {document.tags.map(({ name, description }) => (
          <section key={name} aria-labelledby={`tag-${name}`}>
            <h2 id={`tag-${name}`}>{name}</h2>
            <p>{description}</p>
            {operationsOf(document, name).map((operation) => (
              <OperationView key={operation.operationId} document={document} operation={operation} token={token} />
            ))}
          </section>
        ))}
      </main>
      <Notices />
    </>
  );
}

async function show(root: HTMLElement): Promise<void> {
  const found = await ask<ApiDocument>("GET", "../openapi.json");
  render(<Reference document={found} />, root);
  // The browser looks for the place in the address before it is there.
  document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

applyTheme();
const root = document.getElementById("app") as HTMLElement;
show(root).catch((error: Error) => {
  root.textContent = `Can't show the API reference: ${error.message}`;
});
