/** Imports across days and zones, at the same moment, and later changes of their logs. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { myDaysPage, updateDays } from '../../domain/days/api.ts'
import { deleteGoal, goalPage, newGoal, storeGoal, updateGoal } from '../../domain/goals/api.ts'
import { type ImportedLog, importLogs, importPage, undoImport } from '../../domain/import/api.ts'
import { deleteLog, updateLog } from '../../domain/logs/api.ts'
import { myLogsPage } from '../../domain/logs/my-logs-api.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const HOUR = 3_600_000
const part = (logs: ImportedLog[], uuid = randomUUID()) => ({ body: { uuid, file_name: 'tracker.csv', logs } })
const iso = (at: number) => new Date(at).toISOString()
async function goalOf(person: Caller, fields: object = {}): Promise<number> {
  const tasks = [{ ...newGoal(randomUUID()), title: 'Run', action: 'Run', unit: 'laps', ...fields }]
  return (await person.call(storeGoal, { body: { challenge: { tasks } } })).goal.id
}
const doneOf = async (person: Caller, goal: number) =>
  (await person.visit(goalPage, { goal: String(goal) })).goal.amount_elapsed
const logsOf = async (person: Caller) => (await person.visit(myLogsPage)).logs
const refusedFields = async (person: Caller, log: ImportedLog) => {
  const { status, body } = await person.refused(importLogs, part([log]))
  return [status, Object.keys(body.errors ?? {})]
}

test('a day that has begun for its person can be imported, and a later one is refused, in every zone', {
  tags: 'D-52'
}, async () => {
  // It is 09:00 in UTC on 2 March.
  const zones: [string, string, string][] = [
    ['Pacific/Kiritimati', '2026-03-02', '2026-03-03'],
    ['Pacific/Pago_Pago', '2026-03-01', '2026-03-02'],
    ['UTC', '2026-03-02', '2026-03-03']
  ]
  for (const [time_zone, today, tomorrow] of zones) {
    const person = await world.as(`of-${time_zone.split('/').at(-1)?.toLowerCase().replace('_', '-')}`)
    await person.call(updateDays, { body: { time_zone } })
    await person.call(importLogs, part([{ day: today, amount: 1 }]))
    expect([time_zone, ...(await refusedFields(person, { day: tomorrow, amount: 1 }))]).toEqual([
      time_zone,
      422,
      ['logs.0.day']
    ])
    expect((await person.visit(myDaysPage)).days).toEqual([{ day: today, logs: 1 }])
  }
})

test("an instant counts for the person's day by their day start, and the present is no future", {
  tags: 'D-52'
}, async () => {
  const ada = await world.as('ada')
  await ada.call(updateDays, { body: { time_zone: 'America/New_York', day_start: 4 } })
  // 3:59 and 4:00 in New York.
  const early = Date.UTC(2026, 1, 10, 8, 59, 59, 999)
  await ada.call(importLogs, part([early, early + 1].map(at => ({ at: iso(at), amount: 1 }))))
  expect((await ada.visit(myDaysPage)).days.map(({ day }) => day)).toEqual(['2026-02-09', '2026-02-10'])
  const now = world.clock.now()
  await ada.call(importLogs, part([{ at: iso(now), amount: 1 }]))
  expect(await refusedFields(ada, { at: iso(now + 1), amount: 1 })).toEqual([422, ['logs.0.at']])
})

test('parts of one import that arrive at once are all stored under one import', { tags: 'LOG-28' }, async () => {
  const grace = await world.as('grace')
  const goal_id = await goalOf(grace)
  const uuid = randomUUID()
  const sent = [1, 2, 3, 4].map(amount => grace.call(importLogs, part([{ day: '2026-02-01', goal_id, amount }], uuid)))
  expect((await Promise.all(sent)).map(({ logs }) => logs).sort()).toEqual([1, 2, 3, 4])
  expect((await grace.visit(importPage)).imports).toMatchObject([{ uuid, logs: 4 }])
  expect(await doneOf(grace, goal_id)).toBe(10)
})

test('a part that arrives while its import is undone is undone too, or refused', { tags: 'LOG-28' }, async () => {
  const hedy = await world.as('hedy')
  const goal_id = await goalOf(hedy)
  const uuid = randomUUID()
  const log = { day: '2026-02-01', goal_id, amount: 1 }
  const { id } = await hedy.call(importLogs, part([log], uuid))
  const [late] = await Promise.all([
    hedy.request({ method: 'POST', url: importLogs.path, payload: part([log], uuid).body }),
    hedy.call(undoImport, { params: { import: String(id) } })
  ])
  expect([200, 409]).toContain(late.statusCode)
  expect(await doneOf(hedy, goal_id)).toBe(0)
  expect(await logsOf(hedy)).toEqual([])
})

test('two calls at once undo an import once, and a retry of an undone part stores nothing', {
  tags: 'LOG-28'
}, async () => {
  const joan = await world.as('joan')
  const goal_id = await goalOf(joan)
  const sent = { ...part([{ day: '2026-02-01', goal_id, amount: 5 }]), key: 'undone-meanwhile' }
  const { id } = await joan.call(importLogs, sent)
  const undo = () => joan.request({ method: 'DELETE', url: `/api/imports/${id}` })
  const both = await Promise.all([undo(), undo()])
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404])
  expect(await doneOf(joan, goal_id)).toBe(0)
  // The response to the first try was lost, and its logs are deleted already.
  expect(await joan.call(importLogs, sent)).toMatchObject({ id, logs: 1 })
  expect(await logsOf(joan)).toEqual([])
})

test('an import can be undone after its goal was deleted, its logs moved, or its unit changed', {
  tags: 'LOG-28'
}, async () => {
  const mary = await world.as('mary')
  const [kept, gone] = [await goalOf(mary), await goalOf(mary)]
  const logs = [kept, gone].flatMap(goal_id => [1, 2].map(amount => ({ day: '2026-03-01', goal_id, amount })))
  const { id } = await mary.call(importLogs, part(logs))
  await mary.call(deleteGoal, { params: { goal: String(gone) } })
  const [first] = await logsOf(mary)
  await mary.call(updateLog, { params: { log: String(first?.id) }, body: { amount: 30, day: '2026-01-31' } })
  await mary.call(updateGoal, {
    params: { goal: String(kept) },
    body: { challenge: { tasks: [{ unit: 'rounds', action: 'Race' }] } }
  })
  await mary.call(undoImport, { params: { import: String(id) } })
  expect(await doneOf(mary, kept)).toBe(0)
  expect(await mary.visit(myDaysPage)).toMatchObject({ days: [], weeks: [] })
})

test("deleting one log of an import keeps the import's count of logs", {
  tags: 'LOG-28'
}, async () => {
  const vera = await world.as('vera')
  await vera.call(importLogs, part([1, 2].map(amount => ({ day: '2026-02-01', amount }))))
  for (const { id } of await logsOf(vera)) await vera.call(deleteLog, { params: { log: String(id) } })
  expect((await vera.visit(importPage)).imports).toMatchObject([{ logs: 2 }])
  expect((await vera.visit(myDaysPage)).days).toEqual([])
})

test('two people may use the same name for an import', async () => {
  const [lise, olga] = [await world.as('lise'), await world.as('olga')]
  const uuid = randomUUID()
  const made = (person: Caller) => person.call(importLogs, part([{ day: '2026-02-01', amount: 1 }], uuid))
  const [one, two] = [await made(lise), await made(olga)]
  expect(one.id).not.toBe(two.id)
  await lise.call(undoImport, { params: { import: String(one.id) } })
  expect((await olga.visit(importPage)).imports).toMatchObject([{ uuid, logs: 1 }])
})

test('a duration without an instant ends now, and one with an instant begins then', { tags: 'LOG-28' }, async () => {
  const rosa = await world.as('rosa')
  const now = world.clock.now()
  const at = iso(now - 2 * HOUR)
  const day = iso(now).slice(0, 10)
  await rosa.call(
    importLogs,
    part([
      { day, duration: 600 },
      { at, duration: 600 }
    ])
  )
  const starts = (await logsOf(rosa)).map(({ started_at }) => started_at).sort()
  expect(starts).toEqual([at, iso(now - 600_000)].sort())
})

test.each(['0', '-1', 'x', '9'.repeat(20)])('an import with the id %s is not found', async id => {
  const tess = await world.as('tess')
  expect((await tess.refused(undoImport, { params: { import: id } })).status).toBe(404)
})
