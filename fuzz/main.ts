/** `npm run fuzz` prints a table, keeps each finding in the corpus, and exits with 1 if there is one. */
import { parseArgs } from 'node:util'
import { stopAll } from '../bench/lib/children.ts'
import { printTable, type Row } from '../bench/lib/row.ts'
import { buildProduct } from '../scripts/lib/product.mjs'
import { showsHelp } from '../scripts/lib/usage.mjs'
import { growthOfLives, MOST_GROWTH } from '../soak/lib/judge.ts'
import { storeEvidence } from '../testing/evidence.ts'
import { fuzzCalls } from './calls.ts'
import { fuzzEvents } from './events.ts'
import { keep } from './lib/corpus.ts'
import { type Ground, openGround } from './lib/ground.ts'
import { PURE_TARGETS, type PureName } from './lib/pure-worker.ts'
import type { Finding, Limits, Outcome } from './lib/run.ts'
import { fuzzPure } from './pure.ts'
import { fuzzSockets } from './sockets.ts'

const TARGETS = ['html', 'csv', 'sentences', 'plans', 'events', 'sockets', 'calls'] as const
type Target = (typeof TARGETS)[number]
const USAGE = 'npm run fuzz [-- TARGET ... --seed N --for SECONDS --calls N --evidence]'
const OPTIONS = {
  seed: { type: 'string' },
  for: { type: 'string' },
  calls: { type: 'string' },
  evidence: { type: 'boolean' }
} as const
const MOST_SHOWN = 30

showsHelp(USAGE, `Sends hostile input to ${TARGETS.join(', ')}. fuzz/README.md describes it.`)

async function fuzz(target: Target, ground: Ground | null, limits: Limits): Promise<Outcome> {
  if (target in PURE_TARGETS) return fuzzPure(target as PureName, limits)
  if (!ground) throw new Error(`${target} needs the product`)
  if (target === 'events') return fuzzEvents(ground, limits)
  return target === 'sockets' ? fuzzSockets(ground, limits) : fuzzCalls(ground, limits)
}

function rowOf({ target, cases, findings, notes }: Outcome): Row {
  const measured = `${cases.toLocaleString('en')} inputs, ${findings.length} findings (${notes.join(', ')})`
  return { what: target, measured, goal: '0 findings', passed: findings.length === 0 }
}

/** What the product itself shows after all inputs: its log, its ledger and its memory. */
async function rowsOf(ground: Ground): Promise<{ rows: Row[]; findings: Finding[] }> {
  const faults = await ground.audit().catch(error => [`the audit failed: ${error}`])
  const findings = [
    ...ground.errors.map(problem => ({ target: 'log', problem, input: null })),
    ...faults.map(problem => ({ target: 'ledger', problem, input: null }))
  ]
  const zero = (what: string, count: number): Row => ({ what, measured: String(count), goal: '0', passed: count === 0 })
  const growth = growthOfLives(ground.memory).map(
    ({ minutes, early, late, growth }): Row => ({
      what: `growth of its memory, ${minutes.toFixed(0)} minutes`,
      measured: `${(growth * 100).toFixed(1)} % (${Math.round(early / 1e6)} to ${Math.round(late / 1e6)} MB)`,
      goal: `≤ ${MOST_GROWTH * 100} %`,
      passed: growth <= MOST_GROWTH
    })
  )
  return {
    rows: [zero('errors in its log', ground.errors.length), zero('faults in its ledger', faults.length), ...growth],
    findings
  }
}

function refuse(text: string): never {
  console.error(`${text} Usage: ${USAGE}`)
  process.exit(2)
}

/** The arguments of the command. */
function readArguments(): { chosen: Target[]; limits: Limits; isEvidence: boolean } {
  const { values, positionals, tokens } = parseArgs({
    allowPositionals: true,
    strict: false,
    tokens: true,
    options: OPTIONS
  })
  for (const token of tokens) {
    if (token.kind === 'option' && !Object.hasOwn(OPTIONS, token.name))
      refuse(`There is no argument ${process.argv[token.index + 2]}.`)
  }
  const unknown = positionals.find(name => !TARGETS.some(target => target === name))
  if (unknown) refuse(`There is no target ${unknown}.`)
  const number = (name: 'seed' | 'for' | 'calls', otherwise: number): number => {
    const value = Number(values[name] ?? otherwise)
    return value > 0 ? value : refuse(`${name} has to be a number above 0.`)
  }
  return {
    chosen: TARGETS.filter(target => positionals.length === 0 || positionals.includes(target)),
    isEvidence: values.evidence === true,
    limits: {
      seed: number('seed', 1),
      // Without any limit each target runs for a minute.
      seconds: number('for', values.calls ? Number.POSITIVE_INFINITY : 60),
      cases: number('calls', Number.POSITIVE_INFINITY)
    }
  }
}

async function main(): Promise<void> {
  const { chosen, limits, isEvidence } = readArguments()
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void stopAll().finally(() => process.exit(1)))
  const needsProduct = chosen.some(target => ['events', 'sockets', 'calls'].includes(target))
  if (needsProduct) buildProduct()
  const ground = needsProduct ? await openGround() : null
  const rows: Row[] = []
  const findings: Finding[] = []
  try {
    for (const target of chosen) {
      const outcome = await fuzz(target, ground, limits)
      rows.push(rowOf(outcome))
      findings.push(...outcome.findings)
    }
    const after = ground && (await rowsOf(ground))
    rows.push(...(after?.rows ?? []))
    findings.push(...(after?.findings ?? []))
  } finally {
    await ground?.close()
  }
  for (const { target, problem, input } of findings.slice(0, MOST_SHOWN)) {
    console.log(`${target}: ${problem.slice(0, 500)}\n  ${JSON.stringify(input).slice(0, 1000)}`)
  }
  for (const finding of findings) keep(finding)
  printTable(rows)
  if (isEvidence) {
    const names = chosen.length === TARGETS.length ? '' : ` -- ${chosen.join(' ')}`
    storeEvidence(`npm run fuzz${names}`, { repeatedBy: `seed ${limits.seed}`, rows })
  }
  if (rows.some(({ passed }) => passed === false)) process.exitCode = 1
}

main().catch(error => {
  console.error(error)
  process.exitCode = 1
})
