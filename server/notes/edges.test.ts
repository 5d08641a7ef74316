/** Notes that are sent twice, late, by two pages, or about a deleted goal. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { completeGoal, deleteGoal, goalNotesPage, newGoal, storeGoal, updateGoal } from '../../domain/goals/api.ts'
import { deleteNote, myNotesPage, storeNote, updateNote } from '../../domain/notes/api.ts'
import { setUses } from '../../testing/token-balance.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const params = ({ id }: { id: number }) => ({ note: String(id) })
const titles = async (person: Caller, query: Record<string, string | number> = {}) =>
  (await person.visit(myNotesPage, {}, query)).notes.map(({ title }) => title)
const write = (person: Caller, title: string, more: object = {}) => person.call(storeNote, { body: { title, ...more } })
async function goalOf(person: Caller, title = 'Read'): Promise<number> {
  const tasks = [{ ...newGoal(randomUUID()), title }]
  return (await person.call(storeGoal, { body: { challenge: { tasks } } })).goal.id
}

test('many presses with one key at once write one note and take one use', { tags: 'TOK-06' }, async () => {
  const ada = await world.as('ada')
  const before = (await ada.user()).all_remaining_tokens
  const press = () => ada.call(storeNote, { body: { title: 'Once' }, key: 'one-press-alone' })
  const made = await Promise.all([press(), press(), press()])
  expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  expect((await ada.user()).all_remaining_tokens).toBe(before - 1)
  // The same key of another person is a different key.
  const grace = await world.as('grace')
  const other = await grace.call(storeNote, { body: { title: 'Once' }, key: 'one-press-alone' })
  expect(other.id).not.toBe(made[0]?.id)
})

test('the last use pays for one of two notes at once, and a refused note takes none', {
  tags: 'TOK-06'
}, async () => {
  const poor = await world.as('poor')
  await setUses(world, poor, 1)
  const press = (title: string) => poor.request({ method: 'POST', url: '/api/notes', payload: { title } })
  const both = await Promise.all([press('One'), press('Two')])
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 402])
  expect(await titles(poor)).toHaveLength(1)
  await setUses(world, poor, 1)
  await poor.refused(storeNote, { body: { title: ' ', content: '\n' } })
  await poor.refused(storeNote, { body: { title: 'About nothing', goal_id: 999_999 } })
  expect((await poor.user()).all_remaining_tokens).toBe(1)
})

test("one of two saves at once from the same state is refused with the other's text", {
  tags: 'D-140'
}, async () => {
  const hedy = await world.as('hedy')
  const note = await write(hedy, 'Begun')
  const save = (title: string) =>
    hedy.request({ method: 'PATCH', url: `/api/notes/${note.id}`, payload: { title, revision: 0 } })
  const both = await Promise.all([save('Here'), save('There')])
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  const [saved] = await titles(hedy)
  expect(both.find(({ statusCode }) => statusCode === 409)?.json().newer).toMatchObject({ title: saved, revision: 1 })
})

test('fields that are not sent stay, and an empty change changes nothing', {
  tags: 'NOTE-16'
}, async () => {
  const joan = await world.as('joan')
  const goal_id = await goalOf(joan)
  const note = await write(joan, 'Whole', { content: 'Text', todo: 'Next', done: 'Before', goal_id })
  expect(await joan.call(updateNote, { params: params(note), body: {} })).toEqual({ ...note, revision: 1 })
  const loose = await joan.call(updateNote, { params: params(note), body: { goal_id: null } })
  expect(loose).toEqual({ ...note, goal_id: null, goal: null, revision: 2 })
  const goal = String(goal_id)
  expect((await joan.visit(goalNotesPage, { goal })).notes).toEqual([])
})

test("a note moves between goals, shows the goal's new title, and may be about a completed goal", {
  tags: 'NOTE-17'
}, async () => {
  const mary = await world.as('mary')
  const [one, two] = [await goalOf(mary, 'One'), await goalOf(mary, 'Two')]
  const note = await write(mary, 'Moved', { goal_id: one })
  await mary.call(completeGoal, { params: { goal: String(two) } })
  const moved = await mary.call(updateNote, { params: params(note), body: { goal_id: two } })
  expect(moved.goal).toEqual({ id: two, title: 'Two' })
  const renamed = { params: { goal: String(two) }, body: { challenge: { tasks: [{ title: 'Deux' }] } } }
  await mary.call(updateGoal, renamed)
  expect((await mary.visit(myNotesPage)).notes[0]?.goal?.title).toBe('Deux')
  await mary.call(deleteGoal, { params: { goal: String(one) } })
  expect(await titles(mary)).toEqual(['Moved'])
  await mary.call(deleteGoal, { params: { goal: String(two) } })
  expect(await titles(mary)).toEqual([])
})

test('a note cannot be written about a goal that is being deleted', { tags: 'D-47' }, async () => {
  const vera = await world.as('vera')
  const goal_id = await goalOf(vera)
  const [made, gone] = await Promise.all([
    vera.request({ method: 'POST', url: '/api/notes', payload: { title: 'At once', goal_id } }),
    vera.call(deleteGoal, { params: { goal: String(goal_id) } })
  ])
  expect([[200, 404].includes(made.statusCode), gone]).toEqual([true, expect.anything()])
  // The note was either written before and deleted with the goal, or never written.
  expect(await titles(vera)).toEqual([])
  expect((await vera.refused(storeNote, { body: { title: 'Late', goal_id } })).status).toBe(404)
})

test('a note that is deleted twice, or while it is saved, is gone', async () => {
  const lise = await world.as('lise')
  const note = await write(lise, 'Gone')
  const remove = () => lise.request({ method: 'DELETE', url: `/api/notes/${note.id}` })
  const both = await Promise.all([remove(), remove()])
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404])
  expect((await lise.refused(deleteNote, { params: params(note) })).status).toBe(404)
})

test('notes and searches have pages with one extra note, newest first', {
  tags: 'D-22'
}, async () => {
  const olga = await world.as('olga')
  for (let nth = 1; nth <= 12; nth++) await write(olga, `Note ${nth}`, nth % 2 ? { todo: 'Odd one' } : {})
  const first = await titles(olga)
  expect([first.length, first[0], first.at(-1)]).toEqual([11, 'Note 12', 'Note 2'])
  expect(await titles(olga, { page: 2 })).toEqual(['Note 2', 'Note 1'])
  expect(await titles(olga, { page: 3 })).toEqual([])
  expect(await titles(olga, { q: ' odd ', page: 1 })).toEqual([
    'Note 11',
    'Note 9',
    'Note 7',
    'Note 5',
    'Note 3',
    'Note 1'
  ])
  expect(await titles(olga, { q: '' })).toEqual(first)
})
