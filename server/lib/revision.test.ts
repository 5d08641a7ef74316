import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { register, updateProfile } from '../../domain/accounts/api.ts'
import { activityPage } from '../../domain/activities/api.ts'
import { patchActivity, storeActivity, updateActivity } from '../../domain/activities/builder-api.ts'
import { updateActivityPage } from '../../domain/activities/builder-page-api.ts'
import { goalPage, newGoal, storeGoal, updateGoal } from '../../domain/goals/api.ts'
import { patchGroup, storeGroup, updateGroupPage } from '../../domain/groups/api.ts'
import { attachChallenge } from '../../domain/groups/attachment-api.ts'
import type { Newer } from '../../domain/lib/refusal.ts'
import { myNotesPage, storeNote, updateNote } from '../../domain/notes/api.ts'
import { saveTaskListProgress } from '../../domain/session-goals/api.ts'
import { contributeContent, joinSession, saveContent, sessionPage } from '../../domain/sessions/api.ts'
import { patchSession, storeSession, updateSession, updateSessionPage } from '../../domain/sessions/builder-api.ts'
import { partGroupOf, partOf } from '../../testing/plans.ts'
import { type Caller, createCaller, openWorld, registration, type World } from '../../testing/world.ts'

let world: World
let ada: Caller
beforeAll(async () => {
  world = await openWorld()
  ada = await world.as('ada')
})
afterAll(() => world.close())

/** Something that two people edit. `name` is the field that they change. */
interface Editable {
  revision: number
  save: (name: string, revision?: number) => Promise<unknown>
  refused: (name: string, revision: number) => ReturnType<Caller['refused']>
  read: () => Promise<{ name: string; revision: number }>
  /** The name of the field in the newer state. */
  field?: string
}

const parts = () => [partGroupOf([partOf({ edit_content: 1 })])]
const waiting = async () =>
  (
    await ada.call(storeSession, {
      body: { activity: null, challenge: { title: 'First', is_manually_started: 1 } }
    })
  ).event

let people = 0
const KINDS: Record<string, () => Promise<Editable>> = {
  'an activity': async () => {
    const { challenge } = await ada.call(storeActivity, { body: { challenge: { title: 'First' } } })
    const params = { challenge: challenge.slug }
    const body = (title: string, revision?: number) => ({ challenge: { title, revision } })
    return {
      revision: challenge.revision,
      save: (name, revision) => ada.call(updateActivity, { params, body: body(name, revision) }),
      refused: (name, revision) => ada.refused(patchActivity, { params, body: body(name, revision) }),
      async read() {
        const { title, revision } = (await ada.visit(updateActivityPage, params)).challenge
        expect((await ada.visit(activityPage, params)).challenge.revision).toBe(revision)
        return { name: title, revision }
      }
    }
  },
  'a session': async () => {
    const event = await waiting()
    const params = { event: event.slug }
    const body = (title: string, revision?: number) => ({ challenge: { title, revision } })
    return {
      revision: event.revision,
      save: (name, revision) => ada.call(updateSession, { params, body: body(name, revision) }),
      refused: (name, revision) => ada.refused(patchSession, { params, body: body(name, revision) }),
      async read() {
        const { title, revision } = (await ada.visit(updateSessionPage, params)).challengeEvent
        expect((await ada.visit(sessionPage, params)).challengeEvent.revision).toBe(revision)
        return { name: title, revision }
      }
    }
  },
  'the text of a session': async () => {
    const event = await waiting()
    const params = { event: event.slug }
    const body = (name: string, revision?: number) => ({ content: `<p>${name}</p>`, revision })
    return {
      revision: event.revision,
      field: 'content',
      save: (name, revision) => ada.call(saveContent, { params, body: body(name, revision) }),
      refused: (name, revision) => ada.refused(saveContent, { params, body: body(name, revision) }),
      async read() {
        const { content, revision } = (await ada.visit(sessionPage, params)).challengeEvent
        return { name: content.replace(/<.*?>/g, ''), revision }
      }
    }
  },
  'a group': async () => {
    const { group } = await ada.call(storeGroup, { body: { title: 'First' } })
    const params = { hut: group.slug }
    return {
      revision: group.revision,
      save: (title, revision) => ada.call(patchGroup, { params, body: { title, revision } }),
      refused: (title, revision) => ada.refused(patchGroup, { params, body: { title, revision } }),
      async read() {
        const { title, revision } = (await ada.visit(updateGroupPage, params)).group
        return { name: title, revision }
      }
    }
  },
  'a goal': async () => {
    const body = { challenge: { tasks: [{ ...newGoal(randomUUID()), title: 'First' }] } }
    const { goal } = await ada.call(storeGoal, { body })
    const params = { goal: String(goal.id) }
    const change = (title: string, revision?: number) => ({ challenge: { tasks: [{ title, revision }] } })
    return {
      revision: goal.revision,
      save: (name, revision) => ada.call(updateGoal, { params, body: change(name, revision) }),
      refused: (name, revision) => ada.refused(updateGoal, { params, body: change(name, revision) }),
      async read() {
        const { title, revision } = (await ada.visit(goalPage, params)).goal
        return { name: title, revision }
      }
    }
  },
  'a note': async () => {
    const { id, revision } = await ada.call(storeNote, { body: { title: 'First' } })
    const params = { note: String(id) }
    return {
      revision,
      save: (title, revision) => ada.call(updateNote, { params, body: { title, revision } }),
      refused: (title, revision) => ada.refused(updateNote, { params, body: { title, revision } }),
      async read() {
        const found = (await ada.visit(myNotesPage)).notes.find(note => note.id === id)
        return { name: found?.title ?? '', revision: found?.revision ?? -1 }
      }
    }
  },
  'a profile': async () => {
    const me = createCaller(world, 'someone')
    const { user } = await me.call(register, { body: { ...registration(`emmy${++people}`), first_name: 'First' } })
    const body = (first_name: string, revision?: number) => ({ userData: { first_name, revision } })
    return {
      revision: user.revision,
      field: 'first_name',
      save: (name, revision) => me.call(updateProfile, { body: body(name, revision) }),
      refused: (name, revision) => me.refused(updateProfile, { body: body(name, revision) }),
      async read() {
        const { first_name, revision } = await me.user()
        return { name: first_name, revision }
      }
    }
  }
}

const newerOf = ({ body }: Awaited<ReturnType<Caller['refused']>>) => body.newer as Newer

describe.each(Object.entries(KINDS))('two save %s', { tags: 'D-140' }, (_, make) => {
  test('an edit of an older state is refused with the newer one, and an edit without a revision wins', async () => {
    const { revision, save, refused, read, field = 'title' } = await make()
    await save('Second', revision)
    const stored = await read()
    expect(stored).toEqual({ name: 'Second', revision: revision + 1 })
    const late = await refused('Third', revision)
    expect(late.status).toBe(409)
    expect(newerOf(late).revision).toBe(revision + 1)
    expect(newerOf(late)[field]).toContain('Second')
    expect(await read()).toEqual(stored)
    await save('Third', newerOf(late).revision)
    await save('Fourth')
    expect(await read()).toEqual({ name: 'Fourth', revision: revision + 3 })
  })

  test('of many saves at once only one succeeds', async () => {
    const { revision, refused, read, save } = await make()
    const tries = await Promise.allSettled(['B', 'C', 'D'].map(name => save(name, revision)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await read()).revision).toBe(revision + 1)
    expect((await refused('E', revision)).status).toBe(409)
  })
})

test('an edit of a goal keeps the ticks that others made meanwhile', { tags: 'D-140' }, async () => {
  const list = ['Boots', 'Tent', 'Map'].map(title => ({ uuid: randomUUID(), title }))
  const [boots, tent] = list.map(({ uuid }) => uuid) as [string, string]
  const body = { challenge: { tasks: [{ title: 'Pack', unit: 'kg', list, is_list: 1 as const }] } }
  const { goal } = await ada.call(storeGoal, { body })
  const params = { goal: String(goal.id) }
  const tick = (changes: Record<string, 0 | 1>) =>
    ada.call(saveTaskListProgress, { body: { changes, goal_id: goal.id } })
  // Two tabs, and each knows only its own tick.
  await tick({ [boots]: 1 })
  expect((await tick({ [tent]: 1 })).items).toEqual([boots, tent])
  const rename = { challenge: { tasks: [{ title: 'Pack light' }] } }
  const saved = await ada.call(updateGoal, { params, body: rename })
  expect(saved.goal).toMatchObject({ title: 'Pack light', unit: 'kg' })
  expect(saved.goal.list.map(({ done }) => done)).toEqual([1, 1, 0])
  const edited = { challenge: { tasks: [{ list, revision: goal.revision }] } }
  expect((await ada.refused(updateGoal, { params, body: edited })).status).toBe(409)
})

test('contributions in a room and a new group make an open form outdated', { tags: 'D-140' }, async () => {
  const grace = await world.as('grace')
  const { event } = await ada.call(storeSession, {
    body: { activity: null, challenge: { title: 'Write', duration: 3600, parts: parts() } }
  })
  const params = { event: event.slug }
  const part_uuid = event.parts[0]?.parts[0]?.uuid ?? ''
  await grace.call(joinSession, { params, body: {} })
  await grace.call(contributeContent, { params, body: { content: 'Mine', part_uuid } })
  const late = await ada.refused(patchSession, {
    params,
    body: { challenge: { title: 'X', revision: event.revision } }
  })
  expect(JSON.stringify(newerOf(late))).toContain('Mine')

  const { challenge } = await ada.call(storeActivity, { body: { challenge: { title: 'Shared' } } })
  const { group } = await ada.call(storeGroup, { body: { title: 'Hikers' } })
  await ada.call(attachChallenge, { params: { hut: group.slug, challenge: challenge.slug } })
  const older = await ada.refused(updateActivity, {
    params: { challenge: challenge.slug },
    body: { challenge: { title: 'Y', revision: challenge.revision } }
  })
  expect(newerOf(older).hut_id).toBe(group.id)
})

test.each([-1, 1.5, '1'])('a revision of %j is refused under its field', { tags: 'D-140' }, async revision => {
  const { challenge } = await ada.call(storeActivity, { body: { challenge: { title: 'Numbered' } } })
  const { status, body } = await ada.refused(updateActivity, {
    params: { challenge: challenge.slug },
    body: { challenge: { title: 'Numbered', revision: revision as number } }
  })
  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['challenge.revision']])
})
