import { z } from "zod";
import { defineResource } from "../../definition/defineResource.js";
import { createAs, createNew } from "../../lifecycle/create.js";
import { extended } from "../../platform/endpoint.js";
import { uuid } from "../../schema/formats.js";
import { freeText } from "../../schema/texts.js";
import { environment } from "../shared/environment.js";
import { nameUniqueIn } from "../shared/name.js";
import { arrange, isDefault, readStage, updateStage, withoutArrangement } from "./arrangement.js";
import { checkServices } from "./checkServices.js";

/**
 * A deployment stage. Its place in the order, which responses contain, is no output: it would differ at each refresh after another
 * stage was created or moved.
 */
export const deploymentStage = defineResource("DeploymentStage", {
  description:
    "Services of an environment that are deployed side by side. The stages of an environment are deployed one after the other; a service is in exactly one. A delete puts its services back into the environment's default stage.",
  args: {
    environmentId: uuid.meta({
      description: "Environment whose services are deployed in stages.",
      responsePath: "environment.id",
    }),
    name: nameUniqueIn("in the environment"),
    description: freeText.optional().meta({ description: "Description of the stage." }),
    after: uuid.optional().meta({
      description:
        "Stage of the environment that is deployed before this one, as a resource or by its ID. This one is moved right after it only if it is not behind it already.",
      idOf: "same kind",
      sentApart: true,
      writeOnly: true,
    }),
    services: z
      .array(uuid.meta({ description: "ID of a service.", idOf: "service" }))
      .optional()
      .meta({
        description:
          "Services of the stage, as resources or by their IDs, in any order. They are taken out of the stages that they are in; one that is no longer listed is put back into the default stage.",
        key: "id",
        unique: ["id"],
        responseItem: "service_id",
        sentApart: true,
      }),
  },
  outputs: { environment },
  isOfPlatform: isDefault,
  api: {
    create: extended("POST /environment/{environmentId}/deploymentStage"),
    list: extended("GET /environment/{environmentId}/deploymentStage"),
    read: extended("GET /deploymentStage/{id}"),
    update: extended("PUT /deploymentStage/{id}"),
    delete: extended("DELETE /deploymentStage/{id}"),
  },
  verbs: {
    check: checkServices,
    create: createAs(async (scope, args) => {
      const created = await createNew(scope, withoutArrangement(scope, args));
      return { id: created.id, state: await arrange(scope, created, args) };
    }),
    read: readStage,
    update: updateStage,
  },
  example: `const db = Database.get("db", config.require("dbId"), { environmentId });
const web = Container.get("web", config.require("webId"));
const data = new DeploymentStage("data", { environmentId, services: [db] });
new DeploymentStage("services", { environmentId, after: data, services: [web] });`,
});
