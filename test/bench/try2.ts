import { createRows, loadingRows } from "./plugin/rows.js";

void (async () => {
  for (const rows of [await loadingRows(), await createRows()])
    console.table(
      rows.map(({ what, value, spread, own, other }) => ({
        what: what.slice(0, 50),
        value,
        spread: spread.join("–"),
        own,
        other,
      })),
    );
})();
