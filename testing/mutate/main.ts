/**
 * `npm run mutate` changes one operator or value of a rule after another, and shows the changes that no test notices.
 * Stryker is downloaded into a cache at the first run: as a dependency, its 180 packages would be a fifth of all.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { printTable, type Row } from '../../bench/lib/row.ts'
import { showsHelp } from '../../scripts/lib/usage.mjs'
import { storeEvidence } from '../evidence.ts'
import { type Mutant, type Report, survivorsOf, tallyOf } from './report.ts'
import { RULES } from './rules.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const CACHE = join(ROOT, 'node_modules/.cache/stryker')
const STRYKER = join(CACHE, 'node_modules/@stryker-mutator/core/bin/stryker.js')
const VERSION = '10.1.1'
const LEAST = 90
const USAGE = 'npm run mutate [-- RULE ... --evidence]'

showsHelp(
  USAGE,
  `Changes the rules of domain one by one, and shows what no test notices: ${Object.keys(RULES).join(', ')}.`
)

/** The tests of `domain` alone, on one core. */
const TESTS = `import { defineConfig } from 'vitest/config'
export default defineConfig({
  test: { strictTags: false, isolate: false, maxWorkers: 1, include: ['domain/**/*.test.ts'], testTimeout: 5000 }
})
`

function install(): void {
  mkdirSync(CACHE, { recursive: true })
  writeFileSync(join(CACHE, 'vitest.config.mjs'), TESTS)
  if (existsSync(STRYKER)) return
  writeFileSync(join(CACHE, 'package.json'), '{ "private": true }')
  // Without its peers it uses the project's Vitest.
  const packages = ['core', 'vitest-runner'].map(name => `@stryker-mutator/${name}@${VERSION}`)
  const args = ['install', '--no-audit', '--no-fund', '--legacy-peer-deps', '--loglevel=error', ...packages]
  if (spawnSync('npm', args, { cwd: CACHE, stdio: 'inherit' }).status !== 0)
    throw new Error('Stryker is not installed.')
}

/** Runs all mutants of a file. */
function mutate(file: string): Mutant[] {
  const reportFile = join(CACHE, 'report.json')
  const configFile = join(CACHE, 'stryker.json')
  writeFileSync(
    configFile,
    JSON.stringify({
      plugins: ['@stryker-mutator/vitest-runner'],
      testRunner: 'vitest',
      vitest: { configFile: 'node_modules/.cache/stryker/vitest.config.mjs' },
      mutate: [file],
      concurrency: 1,
      // A timeout counts as killed, so a busy machine must not cause one.
      timeoutMS: 60_000,
      ignorePatterns: ['*', '!domain/**', '!package.json'],
      // Stryker would rewrite it with functions that TypeScript 7 lacks.
      tsconfigFile: 'none.json',
      reporters: ['json'],
      jsonReporter: { fileName: reportFile },
      // Vitest finds no related tests below a folder called node_modules.
      tempDirName: join(tmpdir(), 'challenge-hut-mutate'),
      logLevel: 'error'
    })
  )
  const { status } = spawnSync(process.execPath, [STRYKER, 'run', configFile], { cwd: ROOT, stdio: 'inherit' })
  if (status !== 0) throw new Error(`Stryker failed at ${file}.`)
  const { files } = JSON.parse(readFileSync(reportFile, 'utf8')) as Report
  return Object.values(files).flatMap(({ source, mutants }) => mutants.map(mutant => ({ ...mutant, file, source })))
}

function rowOf(what: string, mutants: readonly Mutant[]): Row {
  const { killed, judged, words, percent } = tallyOf(mutants)
  return {
    what,
    measured: `${percent.toFixed(1)} % (${killed} of ${judged} mutants killed; ${words} of words not judged)`,
    goal: `≥ ${LEAST} %`,
    passed: percent >= LEAST
  }
}

const names = process.argv.slice(2).filter(name => name !== '--evidence')
const wrong = names.find(name => !Object.hasOwn(RULES, name))
if (wrong) {
  console.error(`There is no argument ${wrong}. Usage: ${USAGE}`)
  process.exit(2)
}
install()
const isEvidence = process.argv.includes('--evidence')
const all: Mutant[] = []
const rows: Row[] = []
for (const [name, files] of Object.entries(RULES)) {
  if (names.length > 0 && !names.includes(name)) continue
  const mutants = files.flatMap(mutate)
  for (const survivor of survivorsOf(mutants)) console.log(survivor)
  const row = rowOf(name, mutants)
  const repeatedBy = `Stryker ${VERSION}`
  // All of them take an hour, so each is stored when it is there.
  if (isEvidence) storeEvidence(`npm run mutate -- ${name}`, { repeatedBy, rows: [row] })
  rows.push(row)
  all.push(...mutants)
}
rows.push(rowOf('all of these', all))
printTable(rows)
if (rows.at(-1)?.passed === false) process.exitCode = 1
