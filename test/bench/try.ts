import { stackRows } from "./stacks/rows.js";

void stackRows(Number(process.argv[2] ?? 20)).then((rows) =>
  console.table(
    rows.map(({ what, value, spread, own, other }) => ({
      what: what.slice(0, 50),
      value,
      spread: spread.join("–"),
      own,
      other,
    })),
  ),
);
