import { bodies } from "../../platform/support/bodies.js";
import type { ActingRecord, Args } from "../lifecycleRecord.js";

/** A container that is deployed by id, created by hand in each environment. */
export const deployed = { environment: "", otherEnvironment: "" };

export const acts: ActingRecord = {
  async prepare({ request, ids }) {
    const body = { ...bodies.container.minimal(ids), tag: "1.0" };
    for (const place of ["environment", "otherEnvironment"] as const) {
      deployed[place] = (await request("POST", `/environment/${ids[place]}/container`, { body })).body.id;
    }
  },
  target: ({ containers }: Args) => (containers as readonly { readonly id: string }[])[0]?.id,
  async actByHand({ request, ids }) {
    const body = { containers: [{ id: deployed.otherEnvironment, image_tag: "9.9" }] };
    await request("POST", `/environment/${ids.otherEnvironment}/service/deploy`, { body });
  },
  needs: (ids) => ids.otherEnvironment,
};
