/**
 * A webhook and an alert rule, which this provider has no resources for, and a list that is read from the API. The
 * [guide](../how-to/api-objects.md) explains how to describe the endpoints of your API.
 */
import * as pulumi from "@pulumi/pulumi";
import { ApiObject, getApiObjectOutput } from "pulumi-app-platform";

const config = new pulumi.Config();
const parameters = { organizationId: config.require("organizationId") };

// A full replacement (PUT): what others have set on the platform is sent back.
const hook = new ApiObject("hook", {
  path: "/organization/{organizationId}/webhook",
  parameters,
  body: { kind: "SLACK", target_url: "https://hooks.example.com/deployments", events: ["DEPLOYED"] },
  // pulumi config set --secret targetSecret …
  secretBody: { target_secret: config.requireSecret("targetSecret") },
  nameMember: "target_url",
});

// A merge patch (PATCH): only what changes is sent.
const slow = new ApiObject("slow", {
  path: "/organization/{organizationId}/alertRule",
  parameters,
  body: { ruleName: "slow deployments", conditions: [{ metric: "duration", above: 600 }] },
  nameMember: "ruleName",
  update: { method: "PATCH" },
});

const webhooks = getApiObjectOutput({ path: hook.path, parameters }, { dependsOn: [hook] });

export const hookId = hook.id;
export const slowId = slow.id;
export const kinds = webhooks.apply(({ response }) =>
  (response as { results: { kind: string }[] }).results.map(({ kind }) => kind),
);
