export type * as input from "./input.js";
export type * as output from "./output.js";
