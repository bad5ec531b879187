import type { Check } from "../check.js";

const adminOnly = "deletes, updates of databases, and GitOps settings";

/** What the token may do. */
export const role: Check = {
  name: "role",
  needs: ["acceptedToken", "claims"],
  run({ facts }) {
    const claimed = facts.claims?.role;
    if (claimed === "admin") return { status: "ok", message: "admin: every operation." };
    if (claimed === "editor") {
      return { status: "ok", message: `editor: creates and updates; ${adminOnly} need the role admin.` };
    }
    if (claimed === "viewer") {
      return {
        status: "warning",
        message: "The role viewer only reads: `pulumi preview` works, `pulumi up` fails with AP3002.",
        cure: `use a token with the role editor, or admin for ${adminOnly}`,
      };
    }
    return { status: "ok", message: "the token doesn't say its role; the platform decides with each request." };
  },
};
