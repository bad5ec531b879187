import { EmptyState } from "../parts/empty-state.js";

/** The shortest way to a first service. */
export function NoServices({ id }: { readonly id: string }) {
  return (
    <EmptyState title="This environment has no services yet.">
      <p>Run a Pulumi program against this platform:</p>
      <pre>
        {[
          `export APP_PLATFORM_BASE_URL=${location.origin}`,
          "export APP_PLATFORM_TOKEN=…   # create one in the controls",
          "pulumi up",
        ].join("\n")}
      </pre>
      <p>or create a service with the API:</p>
      <pre>
        {[
          `curl ${location.origin}/environment/${id}/database \\`,
          '  -H "Authorization: Bearer $APP_PLATFORM_TOKEN" -H "Content-Type: application/json" \\',
          `  -d '{"name": "main", "type": "POSTGRESQL", "version": "16", "mode": "CONTAINER"}'`,
        ].join("\n")}
      </pre>
      <p>
        <a href="#/controls">Create a token</a> · <a href="./reference/">See the API reference</a>
      </p>
    </EmptyState>
  );
}
