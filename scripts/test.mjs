/**
 * npm test: everything that a machine can say about the product, from a fresh clone, in one line at the end.
 * `npm test -- sessions` runs only the tests whose file name contains the word.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { failedChecks } from './lib/checks.mjs'
import { installChromium } from './lib/chromium.mjs'
import { fromPlaywright, fromVitest } from './lib/counts.mjs'
import { install } from './lib/install.mjs'
import { buildPage } from './lib/page.mjs'
import { succeeds } from './lib/run.mjs'

install()
installChromium()

const filter = process.argv.slice(2)
const brokenChecks = filter.length > 0 ? [] : failedChecks()
buildPage()

const reports = mkdtempSync(join(tmpdir(), 'challenge-hut-tests-'))
const vitestReport = join(reports, 'vitest.json')
const playwrightReport = join(reports, 'playwright.json')

const vitestPassed = succeeds('vitest', [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${vitestReport}`,
  ...(filter.length > 0 ? ['--passWithNoTests', ...filter] : [])
])
const playwrightPassed = succeeds('playwright', ['test', '--reporter=list,json', '--pass-with-no-tests', ...filter], {
  PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport
})

const counts = [
  { passed: 0, failed: brokenChecks.length, skipped: 0 },
  fromVitest(vitestReport, vitestPassed),
  fromPlaywright(playwrightReport, playwrightPassed)
]
rmSync(reports, { recursive: true })

const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ key) =>
  counts.reduce((total, count) => total + count[key], 0)
for (const name of brokenChecks) console.log(`failed check: ${name}`)
console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`)
process.exitCode = sum('failed') === 0 ? 0 : 1
