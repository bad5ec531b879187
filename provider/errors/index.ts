export * from "./plan.js";
export * from "./request.js";
export * from "./resource.js";
