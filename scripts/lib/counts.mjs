/**
 * Counts tests in the JSON reports of the two test runners. A runner that failed without naming a test (a file that
 * does not load, an unhandled rejection, no report at all) counts as one failure, so that it cannot look green.
 */
import { readFileSync } from 'node:fs'
import { relative, sep } from 'node:path'

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * @param {string} file
 * @param {boolean} succeeded whether the runner itself ended well
 * @returns {Counts}
 */
export function fromVitest(file, succeeded) {
  const report = read(file)
  return counted(succeeded, {
    passed: report?.numPassedTests,
    failed: report?.numFailedTests,
    skipped: report && report.numPendingTests + report.numTodoTests
  })
}

/**
 * @param {string} file
 * @param {boolean} succeeded
 * @returns {Counts}
 */
export function fromPlaywright(file, succeeded) {
  const stats = read(file)?.stats
  return counted(succeeded, {
    passed: stats?.expected,
    // Without retries there is no flaky test. If someone turns retries on, a flaky test still counts as failed.
    failed: stats && stats.unexpected + stats.flaky,
    skipped: stats?.skipped
  })
}

/**
 * Seconds that the tests of each project took, added up over its files; `sandbox`, `testing`, `soak`, `fuzz` and `simulation` belong to the server's.
 * @param {string} file Vitest's report
 * @param {string} root
 * @returns {Record<string, number>}
 */
export function secondsByProject(file, root) {
  /** @type {Record<string, number>} */
  const seconds = {}
  for (const { name, startTime, endTime } of read(file)?.testResults ?? []) {
    const folder = relative(root, name).split(sep)[0] ?? ''
    const project = ['sandbox', 'testing', 'soak', 'fuzz', 'simulation'].includes(folder) ? 'server' : folder
    seconds[project] = (seconds[project] ?? 0) + (endTime - startTime) / 1000
  }
  return seconds
}

/**
 * The tests of Vitest that failed, each with the beginning of its message, and the files that did not load.
 * @param {string} file Vitest's report
 * @param {string} root
 * @returns {string[]}
 */
export function failedTests(file, root) {
  return (read(file)?.testResults ?? []).flatMap((/** @type {any} */ { name, status, message, assertionResults }) => {
    const path = relative(root, name)
    const failed = assertionResults.filter((/** @type {any} */ test) => test.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [`${path}: ${message}`] : []
    return failed.map(
      (/** @type {any} */ test) =>
        `${path}: ${test.fullName}\n  ${(test.failureMessages[0] ?? '').split('\n').slice(0, 6).join('\n')}`
    )
  })
}

/**
 * @param {boolean} succeeded
 * @param {Partial<Counts>} counts
 */
function counted(succeeded, { passed = 0, failed = 0, skipped = 0 }) {
  return { passed, failed: succeeded ? failed : Math.max(failed, 1), skipped }
}

/** @param {string} file */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
