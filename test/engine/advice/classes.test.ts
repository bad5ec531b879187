/** Which errors have advice, and where tests follow it. */
import { expect, it } from "vitest";
import { InvalidArgumentError } from "../../../provider/errors/index.js";
import { errorClasses } from "../../../tools/generate/errorsOf.js";
import { more } from "../../support/more.js";
import { areas } from "./support.js";

/** Errors whose advice leads to other people: no run can follow it. */
const outside = ["InternalError"];
/** Errors without advice. */
const silent = ["InvalidArgumentError"];

it("a test does what the advice of each error class says, except InternalError (nobody can) and InvalidArgumentError (none)", () => {
  const followed = new Set(Object.values(areas).flat());
  expect([...followed, ...outside, ...silent].sort()).toEqual(Object.keys(errorClasses).sort());
});

it("advice of AP1203 (InvalidArgumentError) is only the link to its section", () => {
  const issue = { path: "cpu", expected: "must be an integer from 1 to 32000", got: "0" };
  expect(new InvalidArgumentError('Container "web"', issue).message).toBe(
    `AP1203: Container "web": cpu must be an integer from 1 to 32000; got 0.${more("AP1203")}`,
  );
});
