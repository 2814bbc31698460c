"use strict";
// How the site's search orders what it finds: pages that explain, then the reference, then one
// name after the other, and last what tells of the past.
const LATER = { changelog: 100, results: 40, genindex: 40 };

// `var`, since the site declares its own where there is none.
var Scorer = {
  score: ([page, , , , score, , kind]) =>
    score - (LATER[page] ?? 0) - (page.startsWith("reference/") ? 10 : 0) - (kind === "object" ? 8 : 0),
  objNameMatch: 22, // the very name of something in the library
  objPartialMatch: 4,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 20,
  partialTitle: 12,
  term: 5,
  partialTerm: 2,
};
