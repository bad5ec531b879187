export { isFull } from "../full.js";
