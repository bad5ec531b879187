import { describe, expect, it } from "vitest";
import { nobody, servedEndpoints } from "../../../../cli/doctor/servedEndpoints.js";

/** Requests of a platform that responds with 404 to all of them; `isServed` tells which paths it knows. */
function asked(isServed: (path: string) => boolean, isSame = false) {
  const paths: string[] = [];
  const ask = async (path: string) => {
    paths.push(path);
    const detail = isServed(path) && !isSame ? `There is nothing with the id ${nobody}.` : `Not found: ${path}`;
    return { status: 404, headers: {}, text: JSON.stringify({ detail }) };
  };
  return { paths, served: servedEndpoints(ask) };
}

const isControl = (path: string) => path === `/container/${nobody}`;

describe("servedEndpoints", () => {
  it("returns unknown after two requests if unknown paths and unknown resources get the same 404", async () => {
    const { paths, served } = asked(isControl, true);
    expect(await served).toBe("unknown");
    expect(paths).toHaveLength(2);
  });

  it("returns all if every path that the full API reads is known, and requests each of them once", async () => {
    const { paths, served } = asked((path) => !path.endsWith("/nothing-is-served-here"));
    expect(await served).toBe("all");
    expect(paths.length).toBeGreaterThan(20);
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths.filter((path) => !path.includes(nobody))).toEqual(["/variable"]);
  });

  it("returns none if only paths of the basic API are known", async () => {
    expect(await asked(isControl).served).toBe("none");
  });

  it("returns the missing calls if the platform serves a part of the full API", async () => {
    const isPart = (path: string) => isControl(path) || path.startsWith("/project/");
    const lacking = await asked(isPart).served;
    expect(lacking).toContain("GET /organization/{organizationId}/project");
    expect([...lacking].filter((call) => call.startsWith("GET /project/"))).toEqual([]);
  });
});
