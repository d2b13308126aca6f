/** Measures the engine against the limits of the machine and against SQLite. docs/performance.md. */

import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { readArguments } from './arguments';
import { longestBlocks } from './figures/blocks';
import { columnRename, manyInserts, manyUpdates, compareInserts } from './figures/bulk';
import { frontMatterParse } from './figures/front-matter';
import { walks } from './figures/graph';
import { callsDuringMerge, manyClients } from './figures/http';
import { lastChanges } from './figures/change-feed';
import { journalGrowth } from './figures/journal';
import { holdRows, rowMemory } from './figures/memory';
import { coldOpen, warmOpen } from './figures/open';
import { formulas, groups, joins, months, rollups } from './figures/join-and-group';
import { oldVersion } from './figures/old-version';
import { indexedQuery, oneRow, unindexedQuery } from './figures/query';
import { indexBuild, indexMemory, wordSearch } from './figures/search';
import { nestedNotes } from './figures/nested';
import { staticVectors } from './figures/static-vectors';
import { nearestVectors, vectorMemory } from './figures/vectors';
import { branches } from './figures/within';
import { concurrentInserts, singleInserts } from './figures/write';
import type { GoalId } from './goals';
import { runLoad } from './http-load';
import type { Comparison } from './measure';
import { printResult, saveResults } from './report';
import type { Result } from './result';
import { savedNote } from './figures/saved-note';
import { leaveCopies } from './vault/copies';

type Measured = Result | readonly Result[];

/** H2 is measured with H1. */
const FIGURES: Readonly<Record<Exclude<GoalId, 'H2'>, (size: number) => Measured | Promise<Measured>>> = {
  O1: warmOpen,
  O2: coldOpen,
  O4: frontMatterParse,
  Q1: indexedQuery,
  Q2: unindexedQuery,
  Q3: oneRow,
  Q4: groups,
  Q5: joins,
  Q7: rollups,
  Q8: formulas,
  Q9: months,
  Q6: branches,
  S1: wordSearch,
  S3: indexBuild,
  S4: indexMemory,
  G1: walks,
  C1: lastChanges,
  C2: oldVersion,
  W1: singleInserts,
  W2: concurrentInserts,
  W3: manyInserts,
  W4: manyUpdates,
  W5: columnRename,
  J1: journalGrowth,
  M1: rowMemory,
  V1: nearestVectors,
  V2: vectorMemory,
  V3: staticVectors,
  B1: longestBlocks,
  N1: savedNote,
  N2: nestedNotes,
  H1: manyClients,
  H3: callsDuringMerge,
};

/** Bulk writes are one migration: more at once is no use that anybody has. */
const LARGEST_BULK = 10_000;
const BULK: ReadonlySet<string> = new Set(['W3', 'W4', 'W5', 'J1', 'N2', 'H3']);

/** Figures of several processes: what one of them sees. */
const COMPARISONS: Readonly<Partial<Record<string, (size: number) => Promise<Comparison>>>> = { W3: compareInserts };

const { sizes, wants, hold, compare } = readArguments(process.argv.slice(2));
if (!isMainThread) await runLoad();
else if (hold !== null) await holdRows(hold, sizes[0] as number);
else if (compare !== null) await printComparison(compare, sizes[0] as number);
else await measureAll();

/** In the child. */
async function printComparison(goal: string, size: number): Promise<void> {
  leaveCopies();
  console.log(JSON.stringify(await COMPARISONS[goal]?.(size)));
}

async function measureAll(): Promise<void> {
  const results: Result[] = [];
  for (const size of sizes) {
    for (const [goal, measure] of Object.entries(FIGURES)) {
      if (!wants(goal)) continue;
      if (BULK.has(goal) && size > LARGEST_BULK) continue;
      for (const result of [await measure(size)].flat()) {
        printResult(result);
        results.push(result);
      }
    }
  }
  const missed = results.filter(({ verdict }) => verdict === 'missed').length;
  const unjudged = results.filter(({ verdict }) => verdict === 'not judged').length;
  const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'results');
  console.log(
    `${results.length} figures, ${missed} missed, ${unjudged} not judged (the anchor’s slowest run took more than twice its fastest, or the figure is lost in noise).`,
  );
  console.log(`Saved in ${path.relative(process.cwd(), saveResults(folder, results))}.`);
}
