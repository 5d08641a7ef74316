import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { myDaysPage } from '../../domain/days/api.ts'
import { sourceOf } from '../../domain/export/keys.ts'
import { completeGoal, goalPage, myGoalsPage, newGoal, pauseGoal, storeGoal } from '../../domain/goals/api.ts'
import { importLogs, importPage, undoImport } from '../../domain/import/api.ts'
import { neededOf } from '../../domain/import/moved-rows.ts'
import { MOVED, type Moved, moveIn } from '../../domain/import/moving.ts'
import { deleteLog, storeQuickLog } from '../../domain/logs/api.ts'
import { myLogsPage } from '../../domain/logs/my-logs-api.ts'
import { myNotesPage, storeNote } from '../../domain/notes/api.ts'
import { reminderSettingsPage } from '../../domain/reminders/api.ts'
import { removeGoalReminder } from '../../domain/reminders/goal-api.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

interface Exported {
  profile: { id: number; created_at: string }[]
  goals: { id: number }[]
  logs: { id: number }[]
  notes: { id: number }[]
}

let old: World
let hut: World
let ada: Caller
let file: Exported
beforeAll(async () => {
  ;[old, hut] = await Promise.all([openWorld(), openWorld()])
  // The people of the new hut have other ids than those of the old one.
  await hut.as('hedy')
  ada = await old.as('ada')
  file = await liveInOldHut()
})
afterAll(() => Promise.all([old.close(), hut.close()]))

/** Goals of several kinds with logs and notes, exported. */
async function liveInOldHut(): Promise<Exported> {
  const make = async (fields: object) => {
    const tasks = [{ ...newGoal(randomUUID()), ...fields }]
    return (await ada.call(storeGoal, { body: { challenge: { tasks } } })).goal
  }
  const daily = { every: 'day', weekdays: [] }
  const run = await make({ title: 'Run', action: 'Run', amount: 5, unit: 'laps', repeats: daily })
  const coffee = await make({ title: 'Coffee', amount: 2, is_limit: 1, repeats: daily })
  const book = await make({ title: 'Book', amount: 300, unit: 'pages', link: 'https://example.org' })
  const past = [3, 2, 1].flatMap(days => {
    const at = new Date(old.clock.now() - days * 86_400_000).toISOString()
    return [
      { at, goal_id: run.id, amount: 5, distance: 1.5, duration: 600, content: 'wet' },
      { at, goal_id: coffee.id, amount: days }
    ]
  })
  await ada.call(importLogs, { body: { uuid: randomUUID(), file_name: 'tracker.csv', logs: past } })
  await ada.call(storeQuickLog, { body: { goal_id: book.id, amount: 300 } })
  await ada.call(completeGoal, { params: { goal: String(book.id) } })
  await ada.call(pauseGoal, { params: { goal: String(coffee.id) } })
  await ada.call(storeNote, { body: { title: 'Plan', content: 'Go early', goal_id: run.id } })
  const { payload } = await ada.request({ url: '/api/account/export' })
  return JSON.parse(payload) as Exported
}

async function restore(person: Caller, uuid = randomUUID()) {
  const source = sourceOf(file.profile[0] ?? { id: 0, created_at: '' })
  const results = []
  for (const section of MOVED) {
    const rows = file[section].map(row => ({ id: row.id, ...neededOf(section, row) }))
    const body = { uuid, file_name: 'everything.json', account: source, section: section as Moved, rows }
    results.push(await person.call(moveIn, { body }))
  }
  return results
}

const counts = (results: { added: number; existing: number }[]) =>
  results.map(({ added, existing }) => [added, existing])

/** Everything that a person's pages show of goals, logs, days and notes, without ids. */
async function shown(person: Caller): Promise<unknown> {
  const { my_goals } = await person.visit(myGoalsPage)
  const pages = await Promise.all(my_goals.map(({ id }) => person.visit(goalPage, { goal: String(id) })))
  const { logs } = await person.visit(myLogsPage)
  const { streak, days } = await person.visit(myDaysPage)
  const { notes } = await person.visit(myNotesPage)
  const all = { my_goals, histories: pages.map(({ history, progress }) => ({ history, progress })), logs, streak, days }
  return JSON.parse(JSON.stringify({ ...all, notes }), (name, value) =>
    ['id', 'uuid', 'goal_id', 'import_id', 'path', 'created_at', 'username', 'revision'].includes(name)
      ? undefined
      : value
  )
}

test('a restored account shows the same figures, and a second restore adds nothing', { tags: 'LOG-28' }, async () => {
  const grace = await hut.as('grace')
  expect(counts(await restore(grace))).toEqual([
    [3, 0],
    [7, 0],
    [1, 0]
  ])
  expect(await shown(grace)).toEqual(await shown(ada))
  expect(counts(await restore(grace))).toEqual([
    [0, 3],
    [0, 7],
    [0, 1]
  ])
  expect(await shown(grace)).toEqual(await shown(ada))
})

test('a goal brings its reminder, unless the person has changed it here', { tags: 'LOG-28' }, async () => {
  const olga = await hut.as('olga')
  const source = sourceOf(file.profile[0] ?? { id: 0, created_at: '' })
  const reminder = { at: '09:30', weekdays: [1, 2], at_night: false }
  const rows = file.goals.map((goal, index) => ({ ...goal, reminder: index === 0 ? reminder : null }))
  const body = { file_name: 'a.json', account: source, section: 'goals' as const, rows }
  const restored = async (uuid: string) => {
    await olga.call(moveIn, { body: { ...body, uuid } })
    return (await olga.visit(reminderSettingsPage)).goals
  }
  const [shown, ...more] = await restored(randomUUID())
  expect([shown, more]).toMatchObject([{ title: 'Run', ...reminder, at_night: 0 }, []])
  await olga.call(removeGoalReminder, { params: { goal: String(shown?.goal_id) } })
  expect(await restored(randomUUID())).toEqual([])
})

test('undoing a restore removes what it added, and it can be restored again', { tags: 'LOG-28' }, async () => {
  const joan = await hut.as('joan')
  const before = await shown(joan)
  const [result] = await restore(joan)
  await joan.call(undoImport, { params: { import: String(result?.import.id) } })
  expect(await shown(joan)).toEqual(before)
  expect((await joan.visit(importPage)).imports).toEqual([])
  expect(counts(await restore(joan))[1]).toEqual([7, 0])
  expect(await shown(joan)).toEqual(await shown(ada))
})

test('an own export adds only what is no longer there', { tags: 'LOG-28' }, async () => {
  expect(counts(await restore(ada))).toEqual([
    [0, 3],
    [0, 7],
    [0, 1]
  ])
  const before = await shown(ada)
  const [log] = (await ada.visit(myLogsPage)).logs
  await ada.call(deleteLog, { params: { log: String(log?.id) } })
  expect(await shown(ada)).not.toEqual(before)
  expect(counts(await restore(ada))[1]).toEqual([1, 6])
  expect(await shown(ada)).toEqual(before)
  expect(counts(await restore(ada))[1]).toEqual([0, 7])
})

test('two tabs that restore the same file add each row once', { tags: 'LOG-28' }, async () => {
  const mary = await hut.as('mary')
  const [first, second] = await Promise.all([restore(mary), restore(mary)])
  const added = [...first, ...second].reduce((sum, one) => sum + one.added, 0)
  expect(added).toBe(11)
  expect(await shown(mary)).toEqual(await shown(ada))
})

test('a restore that was killed in the middle and runs again ends as if it ran once', { tags: 'LOG-28' }, async () => {
  const vera = await hut.as('vera')
  const source = sourceOf(file.profile[0] ?? { id: 0, created_at: '' })
  const killed = randomUUID()
  const part = (section: Moved, rows: { id: number }[]) => {
    const needed = rows.map(row => ({ id: row.id, ...neededOf(section, row) }))
    const body = { uuid: killed, file_name: 'everything.json', account: source, section, rows: needed }
    return vera.call(moveIn, { body })
  }
  await part('goals', file.goals)
  await part('logs', file.logs.slice(0, 3))
  // The page was closed, so the next try is another import.
  expect(counts(await restore(vera))).toEqual([
    [0, 3],
    [4, 3],
    [1, 0]
  ])
  expect(await shown(vera)).toEqual(await shown(ada))
})

test('a row that can’t be read is named, and the others are restored', { tags: 'LOG-28' }, async () => {
  const lise = await hut.as('lise')
  const [goal] = file.goals
  const rows = [goal, { ...goal, id: 99_999, title: '' }].map(row => ({ id: 0, ...row }))
  const body = { uuid: randomUUID(), file_name: 'a.json', account: 'moved.1.abc', section: 'goals' as const, rows }
  const result = await lise.call(moveIn, { body })
  expect(result).toMatchObject({
    added: 1,
    existing: 0,
    wrong: [{ id: 99_999, problem: expect.stringMatching(/^title: /) }]
  })
})

test('rows of one person’s file never reach another person’s goals', { tags: 'LOG-28' }, async () => {
  const [emmy, rosa] = [await hut.as('emmy'), await hut.as('rosa')]
  await restore(emmy)
  const source = sourceOf(file.profile[0] ?? { id: 0, created_at: '' })
  const rows = file.logs.map(row => ({ ...row }))
  await rosa.call(moveIn, { body: { uuid: randomUUID(), file_name: 'a.json', account: source, section: 'logs', rows } })
  expect((await rosa.visit(myLogsPage)).logs.map(({ goal_id }) => goal_id)).toEqual(rows.map(() => null))
  expect(await shown(emmy)).toEqual(await shown(ada))
})
