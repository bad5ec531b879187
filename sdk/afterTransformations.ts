import type * as pulumi from "@pulumi/pulumi";

/** What transformations have made of a resource. */
export type Transformed = Pick<pulumi.ResourceTransformationArgs, "props" | "opts">;
type Work = (transformed: Transformed) => Transformed;

interface WithTransformations {
  __transformations?: readonly pulumi.ResourceTransformation[];
}

/** The work for the resource that is constructed next, and for those that have begun. */
let next: Work | undefined;
const works = new WeakMap<object, Work>();
const lists = new WeakMap<object, readonly pulumi.ResourceTransformation[]>();

/** Runs work once the transformations of a resource, those of its parents and those of the stack are done, from its constructor. */
export function afterTransformations(work: Work): void {
  next = work;
}

/**
 * Makes a class of resources do that work. The Pulumi SDK has no place for it: a resource's own transformations run first. But its
 * constructor keeps the list of them in a property of the resource, and then runs what that property has.
 */
export function doingWorkAfterTransformations(prototype: object): void {
  Object.defineProperty(prototype, "__transformations", {
    configurable: true,
    set(this: object, list: readonly pulumi.ResourceTransformation[]) {
      lists.set(this, list);
      if (next !== undefined) works.set(this, next);
      next = undefined;
    },
    get(this: object): WithTransformations["__transformations"] {
      const list = lists.get(this) ?? [];
      const work = works.get(this);
      // Once: children have these transformations too.
      works.delete(this);
      return work === undefined ? list : [...list, ({ props, opts }) => work({ props, opts })];
    },
  });
}
