import { Commands, PulumiCommands } from "../parts/commands.js";
import { EmptyState } from "../parts/empty-state.js";

/** The shortest way to a first service. */
export function NoServices({ id }: { readonly id: string }) {
  return (
    <EmptyState title="This environment has no services yet.">
      <PulumiCommands />
      <p>Or create a service with the API:</p>
      <Commands
        lines={[
          `curl ${location.origin}/environment/${id}/database \\`,
          '  -H "Authorization: Bearer $APP_PLATFORM_TOKEN" -H "Content-Type: application/json" \\',
          `  -d '{"name": "main", "type": "POSTGRESQL", "version": "16", "mode": "CONTAINER"}'`,
        ]}
      />
      <p>
        <a href="./reference/">See the API reference</a>
      </p>
    </EmptyState>
  );
}
