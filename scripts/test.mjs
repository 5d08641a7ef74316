/**
 * npm test: everything that a machine can say about the product, from a fresh clone, in one line at the end.
 * `npm test -- sessions` runs only the tests whose file name contains the word, and builds the page and looks for a
 * Chromium only when one of them is a journey.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { failedChecks } from './lib/checks.mjs'
import { installChromium } from './lib/chromium.mjs'
import { fromPlaywright, fromVitest, secondsByProject } from './lib/counts.mjs'
import { install } from './lib/install.mjs'
import { keepTemporaryFilesInMemory } from './lib/memory-folder.mjs'
import { buildPage } from './lib/page.mjs'
import { installRedis, NO_REDIS } from './lib/redis.mjs'
import { inBackground, root, succeedsBeside } from './lib/run.mjs'

install()
keepTemporaryFilesInMemory()

const filter = process.argv.slice(2)
const words = filter.map(word => word.toLowerCase())
const journeys = readdirSync(join(root, 'e2e'))
  .map(name => `e2e/${name}`)
  .filter(name => name.endsWith('.spec.ts') && (words.length === 0 || words.some(word => name.includes(word))))
const seconds = /** @type {Record<string, number>} */ ({})

if (journeys.length > 0) {
  installChromium()
  await timed('page', async () => buildPage())
}
const hasRedis = installRedis()

const reports = mkdtempSync(join(tmpdir(), 'challenge-hut-tests-'))
const vitestReport = join(reports, 'vitest.json')
const playwrightReport = join(reports, 'playwright.json')

const checks = filter.length > 0 ? Promise.resolve(/** @type {string[]} */ ([])) : timed('checks', failedChecks)
// Both wait now and then: for a socket, a process, a page. Beside each other they leave no core idle.
const [brokenChecks, vitestPassed, playwrightPassed] = await Promise.all([
  checks,
  timed('all of Vitest', () =>
    succeedsBeside('vitest', [
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${vitestReport}`,
      ...(filter.length > 0 ? ['--passWithNoTests', ...filter] : [])
    ])
  ),
  journeys.length > 0 && checks.then(() => timed('e2e', playJourneys))
])
if (!hasRedis && process.env.CI === 'true') brokenChecks.push('redis-server for the tests')
Object.assign(seconds, secondsByProject(vitestReport, root))
const counts = [{ passed: 0, failed: brokenChecks.length, skipped: 0 }, fromVitest(vitestReport, vitestPassed)]
if (journeys.length > 0) counts.push(fromPlaywright(playwrightReport, playwrightPassed))
rmSync(reports, { recursive: true })

const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ key) =>
  counts.reduce((total, count) => total + count[key], 0)
console.log('\nSeconds (Vitest runs beside the checks and then e2e; of its projects: their files added up)')
for (const [name, value] of Object.entries(seconds)) console.log(`${value.toFixed(1).padStart(7)}  ${name}`)
if (!hasRedis) console.log(NO_REDIS)
for (const name of brokenChecks) console.log(`failed check: ${name}`)
console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`)
process.exitCode = sum('failed') === 0 ? 0 : 1

async function playJourneys() {
  const { passed, output } = await inBackground('playwright', ['test', '--reporter=list,json', ...journeys], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport
  })
  console.log(output)
  return passed
}

/**
 * @template Result
 * @param {string} name
 * @param {() => Promise<Result>} work
 */
async function timed(name, work) {
  const from = Date.now()
  const result = await work()
  seconds[name] = (Date.now() - from) / 1000
  return result
}
