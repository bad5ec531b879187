import { z } from "zod";
import { defineResource } from "../../definition/defineKind.js";
import { recordCalls } from "../../platform/endpoint.js";
import { isObject, type Value } from "../../schema/json.js";
import { freeText, uuid } from "../../schema/schemas.js";
import { environment, nameUniqueIn } from "../shared/common.js";
import { arrangement, checkServices, compareOrder, isDefault, planStage, readStage } from "./arrangement.js";

/** In responses, each service is an object. */
function idsOfServices(response: Value): Value {
  if (!Array.isArray(response)) return response;
  return response.map((each) => (isObject(each) ? (each.service_id ?? null) : each));
}

/**
 * A deployment stage. Its position, which responses contain, isn't an output: it would drift whenever another stage is created or moved.
 */
export const deploymentStage = defineResource("DeploymentStage", {
  description:
    "A step in an environment's deployment order. Stages are deployed one after the other, and the services of a stage in parallel. Each service is in exactly one stage. When you delete a stage, its services return to the environment's default stage.",
  args: {
    environmentId: uuid.meta({
      description: "Environment whose services are deployed in stages.",
      response: { path: "environment.id" },
    }),
    name: nameUniqueIn("in the environment"),
    description: freeText.optional().meta({ description: "Description of the stage." }),
    after: uuid.optional().meta({
      description:
        "Stage that is deployed before this one, as a resource or by ID. If this stage isn't already after it, the platform moves it right after it, with the stages of your stack that follow.",
      idOf: { kind: "same kind" },
      returned: "never",
    }),
    services: z
      .array(uuid.meta({ description: "ID of a service.", idOf: { kind: "service" } }))
      .optional()
      .meta({
        description:
          "Services of the stage, as resources or by ID, in any order. They're moved here from their current stages. A service that you no longer list returns to the default stage.",
        items: { key: "id", unique: ["id"] },
        codec: { decode: idsOfServices },
      }),
  },
  outputs: { environment },
  isOfPlatform: isDefault,
  subresources: [arrangement],
  api: recordCalls("/environment/{environmentId}/deploymentStage", "/deploymentStage/{id}"),
  verbs: {
    check: checkServices,
    compareForm: compareOrder,
    plan: planStage,
    read: readStage,
  },
  example: `const db = Database.get("db", config.require("dbId"), { environmentId });
const web = Container.get("web", config.require("webId"));
const data = new DeploymentStage("data", { environmentId, services: [db] });
new DeploymentStage("services", { environmentId, after: data, services: [web] });`,
});
