/** Whether everything is run, as `npm run test:full` does, or only what stands for it. */
export const isFull = process.env.FULL === "1";
