/** What does not exist: a program that reads it fails, and a refresh finds it gone. The state tells one from the other. */
import { beforeEach, expect, it } from "vitest";
import { ids } from "../../kinds/shared/ids.js";
import { failureOf, fakePlatform, lifecycle, listing } from "../support/fake-platform.js";

const platform = fakePlatform();
const place = { environmentId: ids.environment };
const absent = "3fa85f64-5717-4562-b3fc-2c963f66afff";
const database = () => lifecycle("Database", platform.url, { endpoints: "extended" });
beforeEach(() => void platform.on(`GET /environment/${ids.environment}/database`, listing()));

it.each([absent, "web", "../container"])(
  "read of %s by a program fails with AP2007 if it does not exist",
  async (id) => {
    const failure = await failureOf(database().get(id, place));
    expect(failure.code).toBe("AP2007");
    expect(failure.message).toContain(`Database.get: there is no Database with id ${id}`);
  },
);

it.each(["", null])("read returns no ID for a missing resource if the state has __managed %j", async (managed) => {
  const state = { ...place, name: "web", __managed: managed };
  expect(await database().read(absent, state)).toMatchObject({ id: "" });
});
