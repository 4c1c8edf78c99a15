// Prints how long each suite took, what failed and why, and one line from the results of the test runner's runs: Tests: N passed, N failed, N skipped.
import { readFileSync } from 'node:fs'

const runs = process.argv.slice(2).map((file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    console.error(`${file}: the tests left no results`)
    console.log('Tests: 0 passed, 1 failed, 0 skipped')
    process.exit(1)
  }
})
const testResults = runs.flatMap((run) => run.testResults)
const sum = (count) => runs.reduce((total, run) => total + run[count], 0)
const passed = sum('numPassedTests')
const skipped = sum('numPendingTests') + sum('numTodoTests')
// A file that breaks before its first test fails without a failed test: it counts as one.
const brokenFiles = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
const failed = sum('numFailedTests') + brokenFiles.length
// The mathematics is checked everywhere or nowhere: its tests need nothing that a machine could lack.
const pure = testResults.filter((file) => /\/packages\/(methods|answers|core|statistics|formats)\//.test(file.name))
const unchecked = pure.flatMap((file) =>
  file.assertionResults.filter(({ status }) => status !== 'passed' && status !== 'failed'),
)
const golden = pure.some(
  (file) => file.name.endsWith('/methods/src/decide.test.ts') && file.assertionResults.length > 0,
)
if (unchecked.length > 0 || !golden)
  console.error(`mathematics must not be skipped: ${unchecked.map(({ title }) => title).join(', ')}`)
console.log(timeTable(testResults))
console.log(failures(testResults))
console.log(`Tests: ${passed} passed, ${failed} failed, ${skipped} skipped`)
process.exit(failed > 0 || passed === 0 || unchecked.length > 0 || !golden ? 1 : 0)

/** The failed tests with the first lines of why: a log is cut from its beginning, so they stand at its end. */
function failures(files) {
  const shown = files.flatMap((file) => {
    const name = file.name.slice(file.name.search(/(packages|apps|test\/src)\//))
    const failedTests = file.assertionResults.filter(({ status }) => status === 'failed')
    if (failedTests.length === 0 && file.status === 'failed') return [`FAILED ${name}\n${firstLines(file.message)}`]
    return failedTests.map(
      ({ fullName, failureMessages }) => `FAILED ${name} > ${fullName}\n${firstLines(failureMessages.join('\n'))}`,
    )
  })
  return [...shown.slice(0, 20), ...(shown.length > 20 ? [`and ${shown.length - 20} more`] : [])].join('\n')
}

function firstLines(text = '') {
  return text.slice(0, 3000).split('\n').slice(0, 25).join('\n')
}

/** Seconds by suite, a folder of tests each, the longest first, and the file that takes most of it. Files run side by side. */
function timeTable(files) {
  const suites = new Map()
  for (const { name, startTime, endTime } of files) {
    const suite = /(packages|apps|test\/src)\/[^/]+/.exec(name)?.[0] ?? 'other'
    const { seconds = 0, count = 0, longest = { seconds: 0 } } = suites.get(suite) ?? {}
    const file = { seconds: (endTime - startTime) / 1000, name: name.slice(name.indexOf(suite) + suite.length + 1) }
    const slower = file.seconds > longest.seconds ? file : longest
    suites.set(suite, { seconds: seconds + file.seconds, count: count + 1, longest: slower })
  }
  const rows = [...suites].toSorted(([, one], [, other]) => other.seconds - one.seconds)
  const lines = rows.map(
    ([suite, { seconds, count, longest }]) =>
      `${suite.padEnd(26)}${seconds.toFixed(0).padStart(7)} s${String(count).padStart(6)} files   ${longest.seconds.toFixed(0)} s ${longest.name}`,
  )
  return ['', 'Time by suite:', ...lines, ''].join('\n')
}
