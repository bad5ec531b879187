/** The kubeconfig of a cluster: what it was given, or an invented one. */
import { createHash } from "node:crypto";
import { parse } from "yaml";
import { z } from "zod";
import { secret } from "../schema/secrets.js";
import { isObject } from "../schema/values.js";
import type { Cluster } from "./environment.js";

const mostBytes = 64 * 1024;

function hasClusters(text: string): boolean {
  try {
    const content: unknown = parse(text, { logLevel: "silent" });
    return isObject(content) && Array.isArray(content.clusters);
  } catch {
    return false;
  }
}

export const kubeconfigRequest = secret(
  z
    .string()
    .refine((text) => Buffer.byteLength(text) <= mostBytes, `must have at most ${mostBytes} bytes`)
    .refine((text) => Buffer.byteLength(text) > mostBytes || hasClusters(text), "must be YAML with a list of clusters"),
);

/** Base64 of something that depends on the cluster alone. */
function invented(cluster: Cluster, what: string): string {
  return createHash("sha256").update(`${what} ${cluster.id}`).digest("base64");
}

function certificate(cluster: Cluster): string {
  const body = `-----BEGIN CERTIFICATE-----\n${invented(cluster, "certificate")}\n-----END CERTIFICATE-----\n`;
  return Buffer.from(body).toString("base64");
}

/** Only a cluster that somebody else has created is given its kubeconfig. */
export function takesKubeconfig({ config }: Cluster): boolean {
  return config.kubernetes === "PARTIALLY_MANAGED";
}

/** Well-formed, always the same for a cluster, and for a server that does not exist. */
export function inventedKubeconfig(cluster: Cluster): string {
  const name = `platform-${cluster.id.slice(0, 8)}`;
  return `apiVersion: v1
kind: Config
current-context: ${name}
clusters:
  - name: ${name}
    cluster:
      server: https://${name}.kubernetes.invalid
      certificate-authority-data: ${certificate(cluster)}
contexts:
  - name: ${name}
    context:
      cluster: ${name}
      user: ${name}
users:
  - name: ${name}
    user:
      token: ${invented(cluster, "token")}
`;
}
