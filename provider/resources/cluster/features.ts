import { z } from "zod";
import { uuid } from "../../schema/formats.js";
import { setting } from "../../schema/texts.js";

const feature = z
  .strictObject({
    id: uuid.meta({ description: "ID of the feature." }),
    value: setting.meta({
      description: "Value of the feature; a string, a boolean or an object, depending on the feature.",
      response: { path: "value_object.value" },
    }),
  })
  .meta({
    typeName: "ClusterFeature",
    description: "A feature of the cluster.",
    response: {
      only: {
        title: z.string().optional().meta({ description: "Title of the feature." }),
        description: z.string().optional().meta({ description: "Description of the feature." }),
        costPerMonthInCents: z.int().optional().meta({ description: "Cost per month.", unit: "cents" }),
        costPerMonth: z.int().optional().meta({ description: "Cost per month." }),
        currencyCode: z.string().optional().meta({ description: "Currency of the cost." }),
        isCloudProviderPayingFeature: z
          .boolean()
          .optional()
          .meta({ description: "Whether the cloud provider charges for the feature." }),
        cloudProviderFeatureDocumentation: z
          .string()
          .optional()
          .meta({ description: "URL of the cloud provider's documentation." }),
        isPlatformPayingFeature: z
          .boolean()
          .optional()
          .meta({ description: "Whether the platform charges for the feature." }),
        platformFeatureDocumentation: z
          .string()
          .optional()
          .meta({ description: "URL of the platform's documentation." }),
        valueType: z.string().optional().meta({ description: "Type of the value, for example BOOLEAN." }),
        valueObject: z
          .strictObject({
            type: z.string().optional().meta({ description: "Type of the value, for example STRING." }),
            value: setting.optional().meta({ description: "Value." }),
          })
          .optional()
          .meta({ typeName: "ClusterFeatureValue", description: "The value with its type." }),
        isValueUpdatable: z.boolean().optional().meta({ description: "Whether the value can be updated." }),
        acceptedValues: z
          .array(z.string().meta({ description: "An accepted value." }))
          .optional()
          .meta({ description: "Accepted values." }),
      },
    },
  });

/** Features of a cluster. */
export const features = z
  .array(feature)
  .optional()
  .meta({ description: "Features of the cluster.", key: "id", unique: ["id"], items: "partial" });
