/** An invented kubeconfig: well-formed, always the same for a cluster, and for a server that does not exist. */
import { createHash } from "node:crypto";
import type { Cluster } from "./environment.js";

/** Base64 of something that depends on the cluster alone. */
function invented(cluster: Cluster, what: string): string {
  return createHash("sha256").update(`${what} ${cluster.id}`).digest("base64");
}

function certificate(cluster: Cluster): string {
  const body = `-----BEGIN CERTIFICATE-----\n${invented(cluster, "certificate")}\n-----END CERTIFICATE-----\n`;
  return Buffer.from(body).toString("base64");
}

export function kubeconfigOf(cluster: Cluster): string {
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
