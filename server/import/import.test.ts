import { randomUUID } from 'node:crypto'
import Papa from 'papaparse'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { myDaysPage } from '../../domain/days/api.ts'
import { completeGoal, goalPage, newGoal, storeGoal, updateGoal } from '../../domain/goals/api.ts'
import {
  compareLogs,
  type ImportedLog,
  importLogs,
  importPage,
  MOST_AT_ONCE,
  undoImport
} from '../../domain/import/api.ts'
import { guessMapping } from '../../domain/import/columns.ts'
import { firstChoices, readFile } from '../../domain/import/file.ts'
import { readLine } from '../../domain/import/line.ts'
import { UTC } from '../../domain/lib/day.ts'
import { deleteLog, storeQuickLog, updateLog } from '../../domain/logs/api.ts'
import { myLogsPage } from '../../domain/logs/my-logs-api.ts'
import { storeNote } from '../../domain/notes/api.ts'
import { openRoom } from '../../testing/room.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

let world: World
let ada: Caller
let grace: Caller
beforeAll(async () => {
  world = await openWorld()
  ada = await world.as('ada')
  grace = await world.as('grace')
})
afterAll(() => world.close())

const DAY = 86_400_000
const at = (days: number) => new Date(world.clock.now() - days * DAY).toISOString()
const day = (days: number) => at(days).slice(0, 10)
const part = (logs: ImportedLog[], uuid = randomUUID()) => ({ body: { uuid, file_name: 'tracker.csv', logs } })

async function goalOf(person: Caller, fields: object = {}): Promise<number> {
  const tasks = [{ ...newGoal(randomUUID()), title: 'Run', action: 'Run', amount: 100, ...fields }]
  return (await person.call(storeGoal, { body: { challenge: { tasks } } })).goal.id
}
async function totalsOf(person: Caller, id: number) {
  const { goal } = await person.visit(goalPage, { goal: String(id) })
  return [goal.amount_elapsed, goal.distance_elapsed, goal.duration_elapsed]
}
const usesOf = async (person: Caller) => (await person.user()).all_remaining_tokens

test('imported logs count for goals, periods, days and streaks, and cost nothing', {
  tags: 'LOG-28'
}, async () => {
  const goal = await goalOf(ada, { repeats: { every: 'month', weekdays: [] } })
  const before = await usesOf(ada)
  const logs = [
    { at: at(1), goal_id: goal, action: 'Run', amount: 3, distance: 2.5, duration: 600, title: 'By the lake' },
    { day: day(2), goal_id: goal, action: 'Run', amount: 4 },
    { day: day(2), action: 'Read', duration: 60, content: 'Without a goal' },
    { at: at(0), day: day(40), goal_id: goal, amount: 5 }
  ]
  const made = await ada.call(importLogs, part(logs))
  expect(made).toMatchObject({ file_name: 'tracker.csv', logs: 4 })
  expect(await usesOf(ada)).toBe(before)
  const inMonth = [day(1), day(2)].filter(one => one.slice(0, 7) === day(0).slice(0, 7))
  const counted = inMonth.map(one => (one === day(1) ? 3 : 4)).reduce((sum, amount) => sum + amount, 0)
  expect(await totalsOf(ada, goal)).toEqual([12, 2.5, 600])
  expect((await ada.visit(goalPage, { goal: String(goal) })).goal.period?.amount).toBe(counted)
  const { days, streak } = await ada.visit(myDaysPage)
  expect(days).toEqual([day(40), day(2), day(1)].map((one, index) => ({ day: one, logs: index === 1 ? 2 : 1 })))
  expect(streak?.longest).toBe(2)
  const listed = await ada.visit(myLogsPage)
  expect(listed.logs.map(log => [log.day, log.title || log.content || log.amount])).toEqual([
    [day(1), 'By the lake'],
    [day(2), 'Without a goal'],
    [day(2), 4],
    [day(40), 5]
  ])
  expect(listed.logs[0]).toMatchObject({ status: 2, started_at: at(1), elapsed_duration: 600 })
})

test('a part that is sent twice is imported once, and another part belongs to the same import', async () => {
  const goal = await goalOf(grace)
  const first = { ...part([{ day: day(3), goal_id: goal, amount: 1 }]), key: 'the-first-part' }
  const both = await Promise.all([grace.call(importLogs, first), grace.call(importLogs, first)])
  expect([...both, await grace.call(importLogs, first)].map(({ logs }) => logs)).toEqual([1, 1, 1])
  const other = { ...part([{ day: day(3), goal_id: goal, amount: 9 }], first.body.uuid), key: first.key }
  expect((await grace.refused(importLogs, other)).status).toBe(422)
  expect(await grace.call(importLogs, { ...other, key: 'the-second-part' })).toMatchObject({ logs: 2 })
  expect((await grace.visit(importPage)).imports).toMatchObject([{ uuid: first.body.uuid, logs: 2 }])
  expect(await totalsOf(grace, goal)).toEqual([10, 0, 0])
})

test('an import is undone as a whole, with corrected and deleted logs, and stays undone', async () => {
  const hedy = await world.as('hedy')
  const goal = await goalOf(hedy)
  await hedy.call(storeQuickLog, { body: { goal_id: goal, amount: 1 } })
  const sent = part([1, 2, 3].map(amount => ({ day: day(amount), goal_id: goal, amount })))
  const { id } = await hedy.call(importLogs, { ...sent, key: 'undone-later' })
  const [third, second] = (await hedy.visit(myLogsPage)).logs.filter(({ amount }) => amount !== 1)
  await hedy.call(deleteLog, { params: { log: String(third?.id) } })
  await hedy.call(updateLog, { params: { log: String(second?.id) }, body: { amount: 20, day: day(9) } })
  expect(await totalsOf(hedy, goal)).toEqual([22, 0, 0])
  const params = { import: String(id) }
  expect((await ada.refused(undoImport, { params })).status).toBe(404)
  await hedy.call(undoImport, { params })
  expect(await totalsOf(hedy, goal)).toEqual([1, 0, 0])
  expect((await hedy.visit(myLogsPage)).logs).toHaveLength(1)
  expect((await hedy.visit(importPage)).imports).toEqual([])
  expect((await hedy.refused(undoImport, { params })).status).toBe(404)
  expect((await hedy.refused(importLogs, { ...sent, key: 'another-key' })).status).toBe(409)
})

test('a wrong log refuses its part under the field, and stores nothing of it', async () => {
  const [mine, others] = [await goalOf(ada), await goalOf(grace)]
  const done = await goalOf(ada)
  await ada.call(completeGoal, { params: { goal: String(done) } })
  const good = { day: day(1), goal_id: mine, amount: 1 }
  const wrong: [ImportedLog, string][] = [
    [{ ...good, day: '2026-02-30' }, 'logs.1.day'],
    [{ ...good, day: day(-2) }, 'logs.1.day'],
    [{ ...good, day: undefined }, 'logs.1.day'],
    [{ ...good, at: at(-1) }, 'logs.1.at'],
    [{ ...good, goal_id: others }, 'logs.1.goal_id'],
    [{ ...good, goal_id: done }, 'logs.1.goal_id'],
    [{ ...good, amount: -1 }, 'logs.1.amount'],
    [{ ...good, amount: null }, 'logs.1.amount'],
    [{ ...good, duration: 31 * 86_400 }, 'logs.1.duration'],
    [{ ...good, title: 'x'.repeat(256) }, 'logs.1.title']
  ]
  for (const [log, field] of wrong) {
    const { status, body } = await ada.refused(importLogs, part([good, log]))
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]])
  }
  const many = await ada.refused(importLogs, part(Array.from({ length: MOST_AT_ONCE + 1 }, () => good)))
  expect([many.status, Object.keys(many.body.errors ?? {})]).toEqual([422, ['logs']])
  expect((await ada.refused(importLogs, part([]))).status).toBe(422)
  const large = Array.from({ length: 200 }, () => ({ ...good, content: 'x'.repeat(9000) }))
  const { status, body } = await ada.refused(importLogs, part(large))
  expect([status, Object.keys(body.errors ?? {})]).toEqual([413, ['logs']])
  expect(await totalsOf(ada, mine)).toEqual([0, 0, 0])
  expect((await world.visitor.refused(importLogs, part([good]))).status).toBe(401)
})

test('a person imports at most 50,000 logs a day', async () => {
  const limited = await openWorld({ RATE_LIMITS: 'on' })
  const person = await limited.as('ada')
  const account = { id: (await person.user()).id, role_id: 1, registered: new Date(0), is_unconfirmed: false }
  await limited.deps.take(account, { imported: 50_000 - 1 })
  const log = { day: new Date(limited.clock.now()).toISOString().slice(0, 10), amount: 1 }
  await person.call(importLogs, part([log]))
  const { status, body } = await person.refused(importLogs, part([log]))
  await limited.close()
  expect([status, body.message]).toEqual([429, expect.stringContaining('50,000 imported logs a day')])
})

test('importing our own CSV export gives the same logs', { tags: 'D-131' }, async () => {
  const [writer, reader] = [await world.as('katherine'), await world.as('dorothy')]
  const goal = await goalOf(writer, { title: '=1+1', unit: 'books, "thick"' })
  const log = (fields: object) => writer.call(storeQuickLog, { body: { goal_id: goal, status: 2, ...fields } })
  await log({ amount: 1.5, title: '-5 degrees', content: 'Two\nlines, "quoted"\n\n@home ' })
  await log({ distance: 3.25, duration: 754, day: day(3) })
  await openRoom(writer)
  const exported = async (person: Caller) => {
    const { body } = await person.request({ url: '/api/account/export/logs.csv' })
    const [header = [], ...lines] = Papa.parse<string[]>(body.replace('\ufeff', ''), { skipEmptyLines: true }).data
    return { header, lines }
  }
  const { header, lines } = await exported(writer)
  const units = { durations: 'seconds', distances: 'miles', unit: '' } as const
  const reading = { mapping: guessMapping(header), order: 'month first', mark: '.', ...units } as const
  const title = new Map([['=1+1', await goalOf(reader, { title: '=1+1', unit: 'books, "thick"' })]])
  const logs = lines.map(cells => {
    const read = readLine(cells, reading, UTC, world.clock.now())
    if (!read.ok) throw new Error('problems' in read ? read.problems.join() : read.nothing)
    const { goal: name, unit: _, ...log } = read.log
    return { ...log, goal_id: title.get(name) ?? null }
  })
  await reader.call(importLogs, part(logs))
  expect(lines).toHaveLength(2)
  expect((await exported(reader)).lines).toEqual(lines)
})

test("nobody else sees a person's imports", { tags: 'SEC-11' }, async () => {
  const { imports } = await ada.visit(importPage)
  expect((await grace.visit(importPage)).imports.map(({ id }) => id)).not.toContain(imports[0]?.id)
  expect((await world.visitor.request({ url: '/api/my/logs/import' })).statusCode).toBe(401)
})

test('an imported log has the action of its goal, unless the file names one', { tags: 'LOG-28' }, async () => {
  const vera = await world.as('vera')
  const goal_id = await goalOf(vera)
  const sent = [
    { day: day(1), goal_id, amount: 1 },
    { day: day(2), goal_id, amount: 1, action: 'Jog' }
  ]
  await vera.call(importLogs, part(sent))
  expect((await vera.visit(myLogsPage)).logs.map(({ action }) => action)).toEqual(['Run', 'Jog'])
})

test('importing my own export again creates nothing twice', { tags: 'LOG-28' }, async () => {
  const mary = await world.as('mary')
  const goal_id = await goalOf(mary, { title: 'Read', action: 'Read' })
  await mary.call(storeQuickLog, { body: { goal_id, amount: 2, distance: 3.1, title: 'Ada' } })
  await mary.call(
    importLogs,
    part([
      { day: day(3), goal_id, amount: 1 },
      { day: day(3), duration: 60, action: 'Row' }
    ])
  )
  const { body } = await mary.request({ url: '/api/account/export/logs.csv' })
  const rows = Papa.parse<string[]>(body.replace('\ufeff', ''), { skipEmptyLines: true }).data
  const file = rows.map((cells, index) => ({ number: index + 1, cells }))
  const read = readFile(file, firstChoices(file), UTC, world.clock.now())
  const compared = read.logs.map(({ log: { unit: _, ...log } }) => log)
  expect(compared).toHaveLength(3)
  expect((await mary.call(compareLogs, { body: { logs: compared } })).known).toEqual([0, 1, 2])
  const more = compared.map(log => ({ ...log, amount: 9 }))
  expect((await mary.call(compareLogs, { body: { logs: more } })).known).toEqual([])
  expect((await grace.call(compareLogs, { body: { logs: compared } })).known).toEqual([])
})

test('undoing an import deletes its unused new goals, but no others', {
  tags: 'LOG-28'
}, async () => {
  const lise = await world.as('lise')
  const [empty, logged, noted, changed, own] = await Promise.all(
    ['Empty', 'Logged', 'Noted', 'Changed', 'Own'].map(title => goalOf(lise, { title }))
  )
  const others = await goalOf(grace, { title: 'Of Grace' })
  const made_goals = [empty, logged, noted, changed, others] as number[]
  const logs = [...made_goals.slice(0, 4), own as number].map(goal_id => ({ day: day(1), goal_id, amount: 1 }))
  const { id } = await lise.call(importLogs, { body: { ...part(logs).body, made_goals } })
  await lise.call(storeQuickLog, { body: { goal_id: logged as number, amount: 1 } })
  await lise.call(storeNote, { body: { goal_id: noted as number, content: 'Mine' } })
  const tasks = [{ title: 'Changed since' }]
  await lise.call(updateGoal, { params: { goal: String(changed) }, body: { challenge: { tasks } } })
  await lise.call(undoImport, { params: { import: String(id) } })
  const left = (await lise.visit(importPage)).goals.map(({ title }) => title).sort()
  expect(left).toEqual(['Changed since', 'Logged', 'Noted', 'Own'])
  expect((await grace.visit(goalPage, { goal: String(others) })).goal.title).toBe('Of Grace')
})
