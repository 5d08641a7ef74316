/** `npm run soak` prints a table and exits with 1 if something failed. README.md explains its settings. */
import { stopAll } from '../bench/lib/children.ts'
import { printTable, type Row } from '../bench/lib/row.ts'
import { buildProduct } from '../scripts/lib/product.mjs'
import { takesNothing } from '../scripts/lib/usage.mjs'
import { withoutRedis } from '../testing/servers/redis.ts'
import type { Journal } from './lib/journal.ts'
import { growthOfLives, isExplained, MOST_GROWTH, slowestMinute } from './lib/judge.ts'
import { soak, unexplained } from './soak.ts'

const MOST_MS = 200
/** Defaults of the settings. */
const [MINUTES, PEOPLE, SEED, NODES] = [30, 24, 1, 3]
const MOST_SHOWN = 30

function pick<Kind>(kinds: readonly Kind[], nth: number): Kind {
  return kinds[nth % kinds.length] as Kind
}

/** Reads a number from the environment. */
function setting(name: string, otherwise: number): number {
  const value = Number(process.env[name] || otherwise)
  if (!(value > 0)) throw new Error(`${name} has to be a number above 0.`)
  return value
}

function judge(journal: Journal): Row[] {
  const { reads, restarts, memory, failures, made, events, sockets, writes, checks } = journal
  const slowest = slowestMinute(reads, restarts)
  const lives = growthOfLives(memory)
  const problems = unexplained(journal).length
  const acknowledged = made.filter(({ id }) => id !== null).length
  const excused = failures.filter(failure => isExplained(failure, restarts)).length
  const percent = (share: number): string => `${share > 0 ? '+' : ''}${(share * 100).toFixed(1)} %`
  const mb = (bytes: number): string => (bytes / 1e6).toFixed(0)
  const count = (number: number): string => number.toLocaleString('en')
  return [
    { what: 'reads', measured: count(reads.length), goal: '', passed: null },
    { what: 'writes that were acknowledged', measured: count(writes), goal: '', passed: null },
    {
      what: 'of them looked at in the end',
      measured: `${count(acknowledged)} rows by their keys, ${count(checks.size)} states`,
      goal: '',
      passed: null
    },
    { what: 'events on sockets', measured: `${count(events)} on ${count(sockets)}`, goal: '', passed: null },
    { what: 'restarts', measured: String(restarts.length), goal: '', passed: null },
    {
      what: '99 of 100 reads, in the slowest minute',
      measured: slowest
        ? `${slowest.ms.toFixed(0)} ms (minute ${slowest.minute} of ${slowest.minutes}, ${count(slowest.reads)} reads; slowest ${slowest.path})`
        : 'too few reads',
      goal: `< ${MOST_MS} ms`,
      passed: slowest && slowest.ms < MOST_MS
    },
    ...lives.map(({ life, minutes, early, late, growth }) => ({
      what: `growth of ${life}, ${minutes.toFixed(0)} minutes`,
      measured: `${percent(growth)} (${mb(early)} to ${mb(late)} MB)`,
      goal: `≤ ${percent(MOST_GROWTH)}`,
      passed: growth <= MOST_GROWTH
    })),
    { what: 'errors that a restart explains', measured: count(excused), goal: '', passed: null },
    { what: 'all other errors', measured: count(problems), goal: '0', passed: problems === 0 }
  ]
}

/** Shows failures that differ only in numbers and names once. */
function showProblems(problems: string[]): void {
  const alike = [
    ...Map.groupBy(problems, problem => problem.slice(13).replaceAll(/[\d-]+|[0-9a-f]{8,}/g, '#')).values()
  ]
  for (const group of alike.slice(0, MOST_SHOWN)) console.log(`${group.length} × ${group[0]}`)
  if (alike.length > MOST_SHOWN) console.log(`and ${alike.length - MOST_SHOWN} other kinds`)
}

async function main(): Promise<void> {
  takesNothing(
    'npm run soak',
    `Lets people use several nodes while everything is restarted, and prints a table and every unexplained error.
Settings are environment variables: MINUTES (${MINUTES}), PEOPLE (${PEOPLE}), SEED (${SEED}), NODES (${NODES}) and BUS (redis or postgresql).
soak/README.md describes them.`
  )
  const minutes = setting('MINUTES', MINUTES)
  const people = setting('PEOPLE', PEOPLE)
  const share = (of: number): number => Math.max(1, Math.round((people * of) / 24))
  buildProduct()
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void stopAll().finally(() => process.exit(1)))
  const redis = process.env.BUS !== 'postgresql' && !withoutRedis
  const restartEvery = Math.min(75, minutes * 10)
  const cycle = (['kill', 'postgres', 'stop', 'redis'] as const).filter(what => redis || what !== 'redis')
  const journal = await soak({
    seconds: minutes * 60,
    seed: setting('SEED', SEED),
    nodes: Math.max(2, setting('NODES', NODES)),
    redis,
    people: { visitors: share(6), members: share(9), hosts: share(3), diarists: share(4), writers: share(2) },
    thinkMs: 2000,
    restartEvery,
    // Leaves some time without restarts at the end.
    restarts: Array.from({ length: Math.floor((minutes * 60) / restartEvery) - 1 }, (_, nth) => pick(cycle, nth)),
    tell: line => console.log(line)
  })
  const rows = judge(journal)
  printTable(rows)
  showProblems(unexplained(journal))
  if (rows.some(({ passed }) => passed === false)) process.exitCode = 1
}

main().catch(error => {
  console.error(error)
  process.exitCode = 1
})
