/**
 * `npm run kills` kills the product in ten ways while people use it. Everything that the product confirmed must exist
 * once and be paid for once. It prints a table and exits with 1 if something is missing.
 */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { printTable, type Row } from '../bench/lib/row.ts'
import { newGoal } from '../domain/goals/api.ts'
import { buildProduct } from '../scripts/lib/product.mjs'
import { showsHelp } from '../scripts/lib/usage.mjs'
import { openDatabase } from '../server/db/database.ts'
import { connectionOf } from '../server/db/postgres/address.ts'
import { audit } from '../server/tokens/audit.ts'
import { storeEvidence } from '../testing/evidence.ts'
import { seededRandom } from '../testing/random.ts'
import { registration } from '../testing/world.ts'
import { KINDS, type Kind, startVictim, type Victim } from './lib/victim.ts'

const USAGE = 'npm run kills [-- --kills N --seed N --evidence]'
const PEOPLE = 4
/** A new person can pay for a thousand. */
const MOST_WRITES = 600

showsHelp(USAGE, 'Kills the product in ten ways while people use it, and checks that nothing confirmed is lost.')

const TABLES = { goal: 'goals', log: 'logs', message: 'messages' } as const
type Made = keyof typeof TABLES

interface Writes {
  /** The confirmed ids. */
  ids: Record<Made, number[]>
  ending: boolean
}

/** Registers people and writes as them, one call after another, each with a key until it succeeds. */
async function write(victim: Victim, name: string, writes: Writes): Promise<void> {
  for (let round = 0; !writes.ending; round++) {
    const cookie = await registerAs(victim, `${name}-${round}`, writes)
    const post = (path: string, body: object) => send(victim, cookie, path, body)
    const { event } = await post('/api/challenge-events', { challenge: { title: 'Kills' } })
    for (let made = 0; made < MOST_WRITES && !writes.ending; made += 3) {
      const tasks = [{ ...newGoal(randomUUID()), title: 'Go on' }]
      const { goal } = await post('/api/goals/store', { challenge: { tasks } })
      writes.ids.goal.push(goal.id)
      const { log } = await post('/api/logs/store-quick-log', { goal_id: goal.id, amount: 1 })
      writes.ids.log.push(log.id)
      const said = { content: 'Here', messageable_type: 'challenge_event', messageable_id: event.id }
      const { message } = await post('/api/messages', said)
      writes.ids.message.push(message.id)
      await wait(20)
    }
  }
}

/** Registration has no key, so each try has another name. Returns the cookies. */
async function registerAs(victim: Victim, name: string, writes: Writes): Promise<string> {
  for (let tries = 0; ; tries++) {
    const response = await fetch(`${victim.address()}/api/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(registration(`${name}-${tries}`))
    }).catch(() => null)
    if (response?.ok)
      return response.headers
        .getSetCookie()
        .map(cookie => cookie.split(';')[0])
        .join('; ')
    if (writes.ending && tries > 100) throw new Error('nobody can register')
    await wait(50)
  }
}

async function send(victim: Victim, cookie: string, path: string, body: object) {
  const headers = { 'content-type': 'application/json', cookie, 'idempotency-key': randomUUID() }
  for (;;) {
    const response = await fetch(victim.address() + path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body)
    }).catch(() => null)
    const text = await response?.text().catch(() => null)
    if (response?.ok && text) return JSON.parse(text)
    if (response && response.status < 500) throw new Error(`${path} returned ${response.status}: ${text}`)
    await wait(50)
  }
}

/** The confirmed writes that are missing or were not charged once, and the rows that nobody confirmed. */
async function faultsOf(victim: Victim, { ids }: Writes): Promise<string[]> {
  const faults: string[] = []
  for (const [kind, table] of Object.entries(TABLES) as [Made, string][]) {
    const rows = await victim.query<{ id: number; charges: number }>(
      `select t.id::int, count(l.id)::int as charges from ${table} t
       left join ledger l on l.action = $1 and l.subject_id = t.id where t.request_key is not null group by t.id`,
      [kind]
    )
    const charges = new Map(rows.map(row => [row.id, row.charges]))
    for (const id of ids[kind])
      if (charges.get(id) !== 1) faults.push(`${kind} ${id} has ${charges.get(id) ?? 'no row and no'} charges`)
    if (new Set(ids[kind]).size !== rows.length)
      faults.push(`${rows.length} rows in ${table}, ${ids[kind].length} confirmed`)
  }
  return faults
}

async function main(): Promise<void> {
  const options = { kills: { type: 'string' }, seed: { type: 'string' }, evidence: { type: 'boolean' } } as const
  const { values } = parseArgs({ options })
  const [kills, seed] = [Number(values.kills ?? 500), Number(values.seed ?? 1)]
  if (!(kills > 0 && seed > 0)) throw new Error(`Give numbers above 0. Usage: ${USAGE}`)
  buildProduct()
  const random = seededRandom(seed)
  const folder = await mkdtemp(join(tmpdir(), 'hut-kills-'))
  const victim = await startVictim(folder)
  const writes: Writes = { ids: { goal: [], log: [], message: [] }, ending: false }
  const confirmed = () => Object.values(writes.ids).reduce((sum, { length }) => sum + length, 0)
  const outages = new Map<Kind, number[]>(KINDS.map(kind => [kind, []]))
  const people = Array.from({ length: PEOPLE }, (_, nth) => write(victim, `p${nth}`, writes))
  const failed = Promise.race(people.map(person => person.then(() => new Promise<never>(() => {}))))
  for (let nth = 0; nth < kills; nth++) {
    const kind = KINDS[nth % KINDS.length] as Kind
    // Each kill comes in the middle of work.
    const before = confirmed()
    while (confirmed() < before + PEOPLE) await Promise.race([wait(5), failed])
    await wait(random() * 150)
    outages.get(kind)?.push(await Promise.race([victim.kill(kind, random), failed]))
    if (nth % 50 === 49) console.log(`${nth + 1} kills, ${confirmed()} confirmed writes`)
  }
  writes.ending = true
  await Promise.all(people)
  const faults = await faultsOf(victim, writes)
  const db = openDatabase((await connectionOf(join(folder, 'postgres'))) ?? {}, console)
  const { findings } = await audit(db)
  await db.$client.end()
  await victim.stop()
  await rm(folder, { recursive: true, force: true })
  for (const fault of [...faults, ...findings].slice(0, 30)) console.log(fault)
  const rows: Row[] = [
    ...[...outages].map(([kind, times]) => ({
      what: kind,
      measured: `${times.length} times, ready after at most ${(Math.max(0, ...times) / 1000).toFixed(1)} s`,
      goal: '',
      passed: null
    })),
    { what: 'confirmed writes', measured: confirmed().toLocaleString('en'), goal: '', passed: null },
    { what: 'lost, doubled or charged wrongly', measured: `${faults.length}`, goal: '0', passed: faults.length === 0 },
    {
      what: 'faults in the ledger and totals',
      measured: `${findings.length}`,
      goal: '0',
      passed: findings.length === 0
    }
  ]
  printTable(rows)
  if (values.evidence) storeEvidence('npm run kills', { repeatedBy: `${kills} kills, seed ${seed}`, rows })
  if (rows.some(({ passed }) => passed === false)) process.exitCode = 1
}

main().catch(error => {
  console.error(error)
  process.exit(1)
})
