/** A run that adopts by name what an earlier one has created: requests grow with the number of resources, not its square. */
import { expect, it } from "vitest";
import type { Values } from "../../provider/schema/json.js";
import { container } from "../kinds/container/fixture.js";
import { ids } from "../kinds/shared/ids.js";
import { lifecycle, pretendPlatform } from "./pretend-platform.js";

const platform = pretendPlatform();

const count = 20;
const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;
const names = Array.from({ length: count }, (_, index) => `web-${index}`);
/** Every other one exists already. */
const isThere = (index: number) => index % 2 === 0;

it("reads each list once, while it creates what is missing", async () => {
  const path = `/environment/${ids.environment}/container`;
  const itemOf = (index: number) => ({ ...container.response, id: idOf(index), name: names[index] });
  const existing = names.map((_, index) => itemOf(index)).filter((_, index) => isThere(index));
  platform.on(`GET ${path}`, [200, { results: existing }]);
  platform.on(`POST ${path}`, ({ body }) => {
    const index = names.indexOf(String((body as Values).name));
    return isThere(index) ? [409, { status: 409, error: "Conflict" }] : [201, itemOf(index)];
  });
  for (const [index] of names.entries()) platform.on(`GET /container/${idOf(index)}`, [200, itemOf(index)]);
  const { create, told } = lifecycle("Container", platform.url, { onExisting: "adopt" });
  for (const [index, name] of names.entries()) {
    const made = await create({ ...container.program, ...container.path, name });
    expect(made.id).toBe(idOf(index));
  }
  expect(told).toHaveLength(existing.length);
  expect(platform.lines().filter((line) => line === `GET ${path}`)).toHaveLength(1);
});
