import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteGoal, goalLogsPage, goalNotesPage, goalPage, newGoal, storeGoal } from '../../domain/goals/api.ts'
import { deleteNote, myNotesPage, storeNote, updateNote } from '../../domain/notes/api.ts'
import { setUses } from '../../testing/token-balance.ts'
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

const NOTE = { title: 'Winter', content: 'Read by the fire', todo: 'Fetch wood', done: 'Chimney swept' }
const params = ({ id }: { id: number }) => ({ note: String(id) })
const titles = async (person: Caller, query: Record<string, string | number> = {}) =>
  (await person.visit(myNotesPage, {}, query)).notes.map(({ title }) => title)
async function aGoal(person: Caller) {
  const body = { challenge: { tasks: [{ ...newGoal(randomUUID()), title: 'Read 12 books' }] } }
  return (await person.call(storeGoal, { body })).goal
}

test('a note is written, listed with its fields and changed', {
  tags: ['NOTE-01', 'NOTE-12', 'NOTE-15', 'NOTE-16', 'NOTE-20..NOTE-27', 'MYS-25', 'SEC-12']
}, async () => {
  const olga = await world.as('olga')
  const made = await olga.call(storeNote, { body: NOTE })
  expect(made).toEqual({
    ...NOTE,
    id: expect.any(Number),
    goal_id: null,
    goal: null,
    created_at: new Date(world.clock.now()).toISOString(),
    revision: 0
  })
  expect((await olga.visit(myNotesPage)).notes).toEqual([made])
  const saved = await olga.call(updateNote, { params: params(made), body: { done: 'All of it' } })
  expect(saved).toEqual({ ...made, done: 'All of it', revision: 1 })
  expect((await olga.visit(myNotesPage)).notes).toEqual([saved])
})

test('a note costs one use, changing and deleting it none, and a retry creates it once', {
  tags: ['TOK-06', 'TOK-14']
}, async () => {
  const mary = await world.as('mary')
  const { all_remaining_tokens: before } = await mary.user()
  const key = randomUUID()
  const made = await mary.call(storeNote, { body: NOTE, key })
  expect(await mary.call(storeNote, { body: NOTE, key })).toEqual(made)
  expect((await mary.refused(storeNote, { body: { title: 'Other' }, key })).status).toBe(422)
  await mary.call(updateNote, { params: params(made), body: { title: 'Snow' } })
  await mary.call(deleteNote, { params: params(made) })
  expect((await mary.user()).all_remaining_tokens).toBe(before - 1)
  expect(await mary.refused(storeNote, { body: NOTE, key })).toMatchObject({
    status: 404,
    body: { message: 'This note was deleted.' }
  })
  await setUses(world, mary, 0)
  expect((await mary.refused(storeNote, { body: NOTE })).body.error_code).toBe('INSUFFICIENT_TOKENS')
  expect(await titles(mary)).toEqual([])
})

test('deleting a note erases its text from the database', { tags: 'D-53' }, async () => {
  const made = await ada.call(storeNote, { body: { content: 'xyzzy', todo: 'xyzzy' } })
  await ada.call(deleteNote, { params: params(made) })
  const { rows } = await world.db.execute(
    sql`select title, content, todo, done from notes where id = ${made.id} and deleted_at is not null`
  )
  expect(rows).toEqual([{ title: '', content: '', todo: '', done: '' }])
  expect((await ada.refused(updateNote, { params: params(made), body: NOTE })).status).toBe(404)
})

test('a note needs no title, but some text, even after a change', { tags: ['NOTE-13', 'D-53'] }, async () => {
  const { body } = await ada.refused(storeNote, { body: { title: ' ' } })
  expect(body.errors).toEqual({ content: expect.stringMatching(/^Write something/) })
  const made = await ada.call(storeNote, { body: { todo: 'Fetch wood' } })
  expect((await ada.refused(updateNote, { params: params(made), body: { todo: '' } })).status).toBe(422)
  await ada.call(updateNote, { params: params(made), body: { todo: '', done: 'Wood fetched' } })
})

test("a note about a goal is on the goal's pages, names it, and is deleted with it", {
  tags: ['GOAL-53', 'GOAL-58', 'NOTE-17', 'NOTE-18', 'D-47']
}, async () => {
  const goal = await aGoal(ada)
  const made = await ada.call(storeNote, { body: { ...NOTE, goal_id: goal.id } })
  expect(made).toMatchObject({ goal_id: goal.id, goal: { id: goal.id, title: 'Read 12 books' } })
  for (const page of [goalPage, goalLogsPage, goalNotesPage]) {
    expect((await ada.visit(page, { goal: String(goal.id) })).notes).toEqual([made])
  }
  expect(await titles(ada)).toContain('Winter')
  await ada.call(deleteGoal, { params: { goal: String(goal.id) } })
  expect((await ada.visit(myNotesPage)).notes.map(({ id }) => id)).not.toContain(made.id)
  expect((await ada.refused(updateNote, { params: params(made), body: NOTE })).status).toBe(404)
})

test('nobody else sees, changes or deletes a note, or writes about a goal that is not theirs', {
  tags: ['D-130', 'SEC-12']
}, async () => {
  const made = await ada.call(storeNote, { body: NOTE })
  for (const call of [updateNote, deleteNote]) {
    expect((await grace.refused(call, { params: params(made), body: { title: 'Mine' } })).status).toBe(404)
    expect((await world.visitor.refused(call, { params: params(made), body: { title: 'Mine' } })).status).toBe(401)
  }
  expect(await titles(grace)).toEqual([])
  const goal_id = (await aGoal(ada)).id
  expect((await grace.refused(storeNote, { body: { ...NOTE, goal_id } })).status).toBe(404)
  const own = await grace.call(storeNote, { body: NOTE })
  expect((await grace.refused(updateNote, { params: params(own), body: { goal_id } })).status).toBe(404)
})

test('a search finds notes that have each of its words somewhere, in any case, page by page', async () => {
  const hedy = await world.as('hedy')
  await hedy.call(storeNote, { body: { title: 'Snow', content: 'Boots 50% off' } })
  await hedy.call(storeNote, { body: { title: 'Sun_hat', todo: 'Snow globe' } })
  expect(await titles(hedy, { q: 'SNOW' })).toEqual(['Sun_hat', 'Snow'])
  expect(await titles(hedy, { q: 'snow boots' })).toEqual(['Snow'])
  expect(await titles(hedy, { q: '0%' })).toEqual(['Snow'])
  expect(await titles(hedy, { q: 'n_h' })).toEqual(['Sun_hat'])
  expect(await titles(hedy, { q: '\\' })).toEqual([])
  expect(await titles(hedy, { q: 'snow', page: 2 })).toEqual([])
})
