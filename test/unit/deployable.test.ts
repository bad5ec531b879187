import { describe, expect, it } from "vitest";
import { deployable } from "../../provider/resources/deployable.js";
import { definitions } from "../../provider/resources/index.js";

describe("the services that a deployment accepts as resources", () => {
  it("are the kinds whose definition says how a deployment names them", () => {
    const stated = definitions.filter(({ deployedAs }) => deployedAs !== undefined);
    expect(deployable.map(({ kind }) => kind)).toEqual(stated.map(({ kind }) => kind));
  });
});
