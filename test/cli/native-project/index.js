const { Project } = require("pulumi-app-platform/native");

new Project("shop", { organizationId: "5c0e2a1d-6b1f-4d2e-9a57-0c5d1f3b7e01" });
