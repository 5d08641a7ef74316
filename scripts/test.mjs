/**
 * npm test: all checks and tests, from a fresh clone, with the result in the last line. `npm test -- sessions` runs
 * only the tests whose path contains the word. It builds the page and looks for a Chromium only if one of them is a
 * journey.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { failedChecks } from './lib/checks.mjs'
import { installChromium } from './lib/chromium.mjs'
import { failedTests, fromPlaywright, fromVitest, secondsByProject } from './lib/counts.mjs'
import { install } from './lib/install.mjs'
import { keepTemporaryFilesInMemory } from './lib/memory-folder.mjs'
import { buildPage, buildPageMeanwhile } from './lib/page.mjs'
import { stripServer } from './lib/product.mjs'
import { installPrograms } from './lib/programs.mjs'
import { root, succeeds } from './lib/run.mjs'
import { showsHelp } from './lib/usage.mjs'

showsHelp(
  'npm test [-- WORD ...]',
  `Runs all checks, tests and journeys, and prints their counts in the last line.
With words, runs only the tests whose path contains one of them: npm test -- sessions.
CI=true also fails where a program that some tests need is missing.`
)

install()
keepTemporaryFilesInMemory()

const filter = process.argv.slice(2)
const words = filter.map(word => word.toLowerCase())
const journeys = readdirSync(join(root, 'e2e'))
  .map(name => `e2e/${name}`)
  .filter(name => name.endsWith('.spec.ts') && (words.length === 0 || words.some(word => name.includes(word))))
const seconds = /** @type {Record<string, number>} */ ({})

if (journeys.length > 0) installChromium()
if (journeys.length > 0 && filter.length > 0) timed('page', buildPage)
// Some tests start the server as `npm start` does.
stripServer()
const missing = installPrograms()
const started = Date.now()
const brokenChecks = filter.length > 0 ? [] : await failedChecks(buildPageMeanwhile)
if (process.env.CI === 'true') brokenChecks.push(...missing)
if (filter.length === 0) seconds['page and checks'] = (Date.now() - started) / 1000

const reports = mkdtempSync(join(tmpdir(), 'challenge-hut-tests-'))
const vitestReport = join(reports, 'vitest.json')
const playwrightReport = join(reports, 'playwright.json')

const vitestPassed = timed('all of Vitest', () =>
  succeeds('vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${vitestReport}`,
    ...(filter.length > 0 ? ['--passWithNoTests', ...filter] : [])
  ])
)
Object.assign(seconds, secondsByProject(vitestReport, root))
const failed = failedTests(vitestReport, root)
const counts = [{ passed: 0, failed: brokenChecks.length, skipped: 0 }, fromVitest(vitestReport, vitestPassed)]
if (journeys.length > 0) {
  const playwrightPassed = timed('e2e', () =>
    succeeds('playwright', ['test', '--reporter=list,json', ...journeys], {
      PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport
    })
  )
  counts.push(fromPlaywright(playwrightReport, playwrightPassed))
}
rmSync(reports, { recursive: true })

const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ key) =>
  counts.reduce((total, count) => total + count[key], 0)
console.log('\nSeconds (of a Vitest project: its files added up, of which two or three run at a time)')
for (const [name, value] of Object.entries(seconds)) console.log(`${value.toFixed(1).padStart(7)}  ${name}`)
for (const line of missing) console.log(line)
// Far above, the runner's own report of these can be lost among the lines of the journeys.
for (const line of failed) console.log(`failed test: ${line}`)
for (const name of brokenChecks) console.log(`failed check: ${name}`)
console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`)
process.exitCode = sum('failed') === 0 ? 0 : 1

/**
 * @template Result
 * @param {string} name
 * @param {() => Result} work
 */
function timed(name, work) {
  const from = Date.now()
  const result = work()
  seconds[name] = (Date.now() - from) / 1000
  return result
}
