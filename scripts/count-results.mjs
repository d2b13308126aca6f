/**
 * `node scripts/count-results.mjs RESULTS STATUS`: prints `N passed, N failed` from vitest's JSON report.
 * A test file that could not be loaded counts as one failure, and so does a run that ended badly without a failed test.
 */
import { readFileSync } from 'node:fs';

const [file, status] = process.argv.slice(2);
const { passed, failed } = count(file, Number(status));
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);

function count(resultsFile, exitStatus) {
  const text = readFileSync(resultsFile, 'utf8');
  if (text === '') return { passed: 0, failed: 1 };
  const report = JSON.parse(text);
  const unloaded = report.testResults.filter(
    (suite) => suite.status === 'failed' && suite.assertionResults.length === 0,
  );
  const failures = report.numFailedTests + unloaded.length;
  return { passed: report.numPassedTests, failed: failures === 0 && exitStatus !== 0 ? 1 : failures };
}
