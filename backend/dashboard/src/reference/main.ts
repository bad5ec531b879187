/** The API reference: Swagger UI, with the OpenAPI document that the platform serves. */
import SwaggerUI from "swagger-ui-dist/swagger-ui-es-bundle.js";
import "swagger-ui-dist/swagger-ui.css";
import "../styles/base.css";
import "../styles/layout.css";
import "../styles/reference.css";
import { read } from "../platform/ask.js";
import { applyTheme } from "../theme.js";

/** The document names another address if the platform has another port; the policy of the page allows only its own. */
const withoutServers = { wrapComponents: { ServersContainer: () => () => null } };

async function show(domNode: HTMLElement): Promise<void> {
  const document = await read<object>("../openapi.json");
  SwaggerUI({
    domNode,
    spec: { ...document, servers: [{ url: location.origin }] },
    plugins: [withoutServers],
    deepLinking: true,
    docExpansion: "none",
    filter: true,
    tryItOutEnabled: true,
    displayRequestDuration: true,
    // The list of schemas repeats what the operations show.
    defaultModelsExpandDepth: -1,
    // It would send the document to a server of Swagger.
    validatorUrl: null,
  });
}

applyTheme();
const root = document.getElementById("app") as HTMLElement;
show(root).catch((error: Error) => {
  root.textContent = `Can't show the API reference: ${error.message}`;
});
