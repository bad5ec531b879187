import { z } from "zod";
import { gitUrl, uuid } from "../../schema/formats.js";
import { integer } from "../../schema/integers.js";
import { text } from "../../schema/texts.js";
import { gitProvider } from "../shared/git.js";

const nginxParameters = z
  .strictObject({
    replicaCount: integer(0).optional().meta({ description: "Number of instances." }),
    defaultSslCertificate: text
      .optional()
      .meta({ description: "Certificate used where no other matches, as `namespace/secret`." }),
    publishStatusAddress: text.optional().meta({ description: "Address that the ingress controller publishes." }),
    annotationMetalLbLoadBalancerIps: text
      .optional()
      .meta({ description: "Addresses that MetalLB assigns to the load balancer." }),
    annotationExternalDnsKubernetesTarget: text.optional().meta({ description: "Target that external-dns writes." }),
  })
  .optional()
  .meta({ typeName: "NginxParameters", description: "Settings of the ingress controller." });

const certManagerParameters = z
  .strictObject({
    kubernetesNamespace: text.optional().meta({ description: "Namespace of cert-manager." }),
  })
  .optional()
  .meta({ typeName: "CertManagerParameters", description: "Settings of cert-manager." });

const metalLbParameters = z
  .strictObject({
    ipAddressPools: z
      .array(text.meta({ description: "Address pool." }))
      .optional()
      .meta({ description: "Address pools.", key: "pool" }),
  })
  .optional()
  .meta({ typeName: "MetalLbParameters", description: "Settings of MetalLB." });

const eksAnywhereParameters = z
  .strictObject({
    gitRepository: z
      .strictObject({
        url: gitUrl.optional().meta({ description: "URL of the repository." }),
        gitTokenId: uuid.optional().meta({ description: "Git token that gives access to the repository." }),
        branch: text.optional().meta({ description: "Branch to read." }),
        provider: gitProvider.optional(),
      })
      .optional()
      .meta({
        typeName: "EksAnywhereGitRepository",
        description: "Git repository that holds the cluster's specification.",
      }),
    yamlFilePath: text.optional().meta({ description: "Path of the specification in the repository." }),
  })
  .optional()
  .meta({ typeName: "EksAnywhereParameters", description: "Settings of EKS Anywhere." });

/** Settings of the components that the platform installs into a cluster. */
export const infrastructureChartsParameters = z
  .strictObject({ nginxParameters, certManagerParameters, metalLbParameters, eksAnywhereParameters })
  .optional()
  .meta({
    typeName: "InfrastructureChartsParameters",
    description: "Settings of the components that the platform installs into the cluster.",
  });
