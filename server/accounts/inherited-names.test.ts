/** Words that every JavaScript object inherits, as names of people and of their things. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { register } from '../../domain/accounts/api.ts'
import { USERNAME_TAKEN } from '../../domain/accounts/username.ts'
import { sendMessage, sessionChatPage } from '../../domain/chat/api.ts'
import { myDaysPage } from '../../domain/days/api.ts'
import { getFaces, storeFace } from '../../domain/faces/api.ts'
import { myGoalsPage, storeGoal } from '../../domain/goals/api.ts'
import { fillPath } from '../../domain/lib/endpoint.ts'
import { own } from '../../domain/lib/own.ts'
import type { DataOf } from '../../domain/lib/page.ts'
import { storeActivityQuickLog } from '../../domain/logs/api.ts'
import { removeParticipant } from '../../domain/moderation/api.ts'
import { sessionHutPage, storeSessionPost } from '../../domain/posts/api.ts'
import { personPage } from '../../domain/publishing/api.ts'
import { storeItem } from '../../domain/publishing/item-api.ts'
import { storePerson } from '../../domain/publishing/person-api.ts'
import {
  joinSession,
  sessionLogsPage,
  sessionOverTimePage,
  sessionPage,
  storeSessionQuickLog
} from '../../domain/sessions/api.ts'
import { patchSession } from '../../domain/sessions/builder-api.ts'
import { photo, upload } from '../../testing/input/pictures.ts'
import { taskGroupOf, taskOf } from '../../testing/plans.ts'
import { openRoom, type Room } from '../../testing/room.ts'
import { type Caller, openWorld, registration, type World } from '../../testing/world.ts'

interface SessionJson {
  serverData: Pick<DataOf<typeof sessionPage>, 'participants'>
}

const INHERITED = Object.getOwnPropertyNames(Object.prototype)

let world: World
let ada: Caller
let room: Room
let uuid: string
beforeAll(async () => {
  world = await openWorld()
  ada = await world.as('ada')
  room = await openRoom(ada)
  const goal = taskOf({ title: 'Anything', action: 'Do', unit: 'times' })
  uuid = goal.uuid
  await ada.call(patchSession, {
    params: { event: room.event },
    body: { challenge: { tasks: [taskGroupOf([goal])] } }
  })
})
afterAll(() => world.close())

/** A person who registered before the name was reserved. */
async function holderOf(name: string): Promise<Caller> {
  const before = `before-${INHERITED.indexOf(name)}`
  const person = await world.as(before)
  await world.db.$client.query(`
    with u as (update users set username = '${name}' where username = '${before}'),
      p as (update persons set username = '${name}' where username = '${before}')
    update names set name = '${name}' where name = '${before}'`)
  return person
}

test.each(INHERITED)('an older account with the name %s works like any other', { tags: 'D-27' }, async name => {
  const person = await holderOf(name)
  const params = { event: room.event }
  expect(await person.user()).toMatchObject({ username: name })
  await person.call(joinSession, { params, body: {} })
  await person.call(storeSessionQuickLog, { params, body: { task_uuid: uuid, amount: 2, action: name } })
  await person.call(sendMessage, {
    body: { content: `I am ${name}`, messageable_type: 'challenge_event', messageable_id: room.id }
  })
  await person.call(storeSessionPost, { params, body: { item: { content: `Signed, ${name}` } } })
  const face = (await upload(person, await photo(), { url: fillPath(storeFace.path, { person: name }) })).json()

  for (const viewer of [ada, person, world.visitor]) {
    const { participants, challengeEvent } = await viewer.visit(sessionPage, params)
    const shown = participants.find(({ username }) => username === name)
    expect(own(shown?.task_totals, uuid)).toMatchObject({ amount: 2 })
    // Zod omits `__proto__` from its results, so this test reads the raw JSON.
    const { serverData } = (await viewer.request({ url: `/api/sessions/${room.event}` })).json<SessionJson>()
    const sent = serverData.participants.find(({ username }) => username === name)
    expect(own(sent?.task_action_totals, name)).toEqual({ amount: 2, distance: 0, duration: 0 })
    expect(own(challengeEvent.summary.tasks, uuid)?.amount).toBeGreaterThanOrEqual(2)
    for (const page of [sessionChatPage, sessionHutPage, sessionLogsPage, sessionOverTimePage]) {
      await viewer.visit<typeof sessionHutPage>(page as never, params)
    }
    expect(await viewer.visit(personPage, { username: name })).toMatchObject({ person: { username: name }, face })
    expect((await viewer.request({ url: `/${name}`, headers: { accept: 'text/html' } })).statusCode).toBe(200)
  }
  const { faces } = (await world.visitor.request({ url: `${getFaces.path}?usernames=ada,${name}` })).json()
  expect([Object.keys(faces), own(faces, name)]).toEqual([[name], face])
  expect((await person.visit(myDaysPage, {})).weeks).toMatchObject([{ action: name, this_week: { logs: 1 } }])
  await ada.call(removeParticipant, { params: { ...params, username: name } })
  expect((await ada.visit(sessionPage, params)).participants.map(({ username }) => username)).not.toContain(name)
})

test.each(INHERITED)('nobody new can take the name %s', { tags: 'D-27' }, async username => {
  const body = { ...registration(username), email: `new-${INHERITED.indexOf(username)}@example.org` }
  expect((await world.visitor.refused(register, { body })).body.errors).toEqual({ username: USERNAME_TAKEN })
  expect((await ada.refused(storePerson, { body: { username } })).body.errors).toEqual({ username: USERNAME_TAKEN })
})

test.each(INHERITED)('an item, a goal, a unit and an activity may have the name %s', { tags: 'D-27' }, async title => {
  const { item } = await ada.call(storeItem, { body: { title } })
  expect(item.title).toBe(title)
  expect((await world.visitor.request({ url: item.path, headers: { accept: 'text/html' } })).statusCode).toBe(200)
  const { goals } = await ada.call(storeGoal, {
    body: { challenge: { tasks: [{ title, action: title, unit: title, amount: 1 }] } }
  })
  await ada.call(storeActivityQuickLog, { body: { goal_id: goals[0]?.id ?? 0, amount: 1 } })
  expect((await ada.visit(myGoalsPage, {})).my_goals.map(goal => goal.unit)).toContain(title)
  const { weeks } = await ada.visit(myDaysPage, {})
  expect(weeks).toContainEqual(expect.objectContaining({ action: title }))
})

test.each(INHERITED)('%s works in a query, a path or a body like any other word', async word => {
  for (const url of [
    `/api/events?${word}=1`,
    `/api/events?q=${word}`,
    `/sitemap/${word}-1.xml`,
    `/api/${word}/${word}`
  ]) {
    expect((await world.visitor.request({ url })).statusCode).toBeLessThan(500)
  }
  const body = `{ "challenge": { "title": "A walk", "duration": 60, "${word}": { "constructor": 1 } } }`
  const headers = { 'content-type': 'application/json' }
  const { statusCode } = await ada.request({ method: 'POST', url: '/api/challenge-events', payload: body, headers })
  expect(statusCode).toBeLessThan(500)
})
