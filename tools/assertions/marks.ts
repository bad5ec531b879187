/** A test runs the assertion. */
export const executed = 1;
/** It was turned into its opposite. */
export const turned = 2;
/** A test failed when it was turned. */
export const noticed = 4;
