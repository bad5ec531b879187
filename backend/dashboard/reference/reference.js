// Shows the OpenAPI document that the platform serves. A file of its own: the page allows no inline scripts.
async function show() {
  const response = await fetch("../openapi.json");
  const document_ = await response.json();
  // The document names a usual address; requests go to the platform that has sent this page.
  document_.servers = [{ url: location.origin }];
  globalThis.SwaggerUIBundle({
    domNode: document.getElementById("reference"),
    spec: document_,
    deepLinking: true,
    docExpansion: "list",
    defaultModelsExpandDepth: 0,
    // The default asks a server elsewhere whether the document is valid.
    validatorUrl: null,
    persistAuthorization: false,
    syntaxHighlight: { activated: false },
  });
}

show().catch((error) => {
  document.getElementById("reference").textContent = `The API reference cannot be shown: ${error.message}`;
});
