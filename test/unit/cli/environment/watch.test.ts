import { describe, expect, it } from "vitest";
import type { EnvironmentView, ServiceView } from "../../../../cli/environment/environmentView.js";
import { changeLines, rewriting } from "../../../../cli/environment/watch.js";
import { printable } from "../../../../cli/screen.js";

const service = (id: string, changes: Partial<ServiceView> = {}): ServiceView => ({
  ...{ kind: "Container", id, name: id, version: "1", state: "READY", deploymentStatus: "UP_TO_DATE" },
  ...{ lastDeploymentDate: null, deploymentRequestId: null, isPartOfLastDeployment: null, ...changes },
});
const view = (...services: ServiceView[]): EnvironmentView => ({ environmentId: "e", environment: null, services });

describe("status --watch", () => {
  it("prints a line for each added, changed and removed service", () => {
    const before = view(service("a"), service("b"), service("c"));
    const after = view(service("a"), service("b", { state: "DEPLOYING", version: "2" }), service("d", { name: null }));
    expect(changeLines(before, after)).toEqual([
      'Container "b": READY → DEPLOYING, version 1 → 2',
      "Container with id d is new: READY",
      'Container "c" is gone',
    ]);
  });

  it("prints a line for each added, renamed and removed resource of an unknown kind", () => {
    const other = (id: string, name: string | null = id) => ({ kind: "StaticSite", id, name });
    const before = { ...view(), others: [other("a"), other("b"), other("c")] };
    const after = { ...view(), others: [other("a"), other("b", "B"), other("d", null)] };
    expect(changeLines(before, after)).toEqual([
      'StaticSite "B": name b → B',
      "StaticSite with id d is new",
      'StaticSite "c" is gone',
    ]);
  });

  it("rewrites the lines that it wrote before, at most as many as the terminal has", () => {
    let written = "";
    const show = rewriting({ columns: 20, rows: 4, write: (text) => (written += printable(text)) }, ({ services }) =>
      services.map(({ id }) => id),
    );
    show(view(service("a")), undefined);
    show(view(...["a", "b", "c", "d", "e"].map((id) => service(id))), undefined);
    show(view(service("z")), undefined);
    expect(written).toBe("a\n\u001b[1A\u001b[0Ja\nb\n… and 3 more lines\n\u001b[3A\u001b[0Jz\n");
  });
});
