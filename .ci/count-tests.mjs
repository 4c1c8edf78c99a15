// Prints one line from the test runner's own results: Tests: N passed, N failed, N skipped.
import { readFileSync } from 'node:fs'

const file = process.argv[2]
let results
try {
  results = JSON.parse(readFileSync(file, 'utf8'))
} catch {
  console.error('the tests left no results')
  console.log('Tests: 0 passed, 1 failed, 0 skipped')
  process.exit(1)
}
const { numPassedTests: passed, numFailedTests, numPendingTests: pending, numTodoTests: todo } = results
// A file that breaks before its first test fails without a failed test: it counts as one.
const brokenFiles = results.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
const failed = numFailedTests + brokenFiles.length
// The mathematics is checked everywhere or nowhere: its tests need nothing that a machine could lack.
const pure = results.testResults.filter((file) =>
  /\/packages\/(methods|answers|core|statistics|formats)\//.test(file.name),
)
const unchecked = pure.flatMap((file) =>
  file.assertionResults.filter(({ status }) => status !== 'passed' && status !== 'failed'),
)
const golden = pure.some(
  (file) => file.name.endsWith('/methods/src/decide.test.ts') && file.assertionResults.length > 0,
)
if (unchecked.length > 0 || !golden)
  console.error(`mathematics must not be skipped: ${unchecked.map(({ title }) => title).join(', ')}`)
console.log(`Tests: ${passed} passed, ${failed} failed, ${pending + todo} skipped`)
process.exit(failed > 0 || passed === 0 || unchecked.length > 0 || !golden ? 1 : 0)
