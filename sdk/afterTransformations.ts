import type * as pulumi from "@pulumi/pulumi";

/** A resource after its transformations. */
export type Transformed = Pick<pulumi.ResourceTransformationArgs, "props" | "opts">;
type Work = (transformed: Transformed) => Transformed;

interface WithTransformations {
  __transformations?: readonly pulumi.ResourceTransformation[];
}

/** The work for the next resource to be constructed, and for those that have begun. */
let next: Work | undefined;
const works = new WeakMap<object, Work>();
const lists = new WeakMap<object, readonly pulumi.ResourceTransformation[]>();

/** Runs work after the transformations of a resource, of its parents and of the stack, from its constructor. */
export function afterTransformations(work: Work): void {
  next = work;
}

/**
 * Makes a class of resources run that work. The Pulumi SDK has no hook for it: a resource's own transformations run first. But its
 * constructor stores their list in a property of the resource, and then runs what the property has.
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
      // Only once: children have these transformations too.
      works.delete(this);
      return work === undefined ? list : [...list, ({ props, opts }) => work({ props, opts })];
    },
  });
}
