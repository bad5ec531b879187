export { type Kind as KindName, kindNames } from "../kinds/kindNames.js";
