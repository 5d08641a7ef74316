/** The two files of an export for people who have nothing, deleted much, or write meanwhile. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendMessage } from '../../domain/chat/api.ts'
import { LINES } from '../../domain/export/export.ts'
import { deleteGoal, newGoal, storeGoal } from '../../domain/goals/api.ts'
import { importLogs } from '../../domain/import/api.ts'
import { deleteLog, storeQuickLog } from '../../domain/logs/api.ts'
import { deleteMessage, muteUser } from '../../domain/moderation/api.ts'
import { deleteNote, storeNote } from '../../domain/notes/api.ts'
import { saveDraft } from '../../domain/publishing/draft-api.ts'
import { joinSession, leaveSession, storeSessionLog } from '../../domain/sessions/api.ts'
import { openRoom } from '../../testing/room.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'
import { write } from '../../testing/writing.ts'

const ALL = '/api/account/export'
const LOGS = '/api/account/export/logs.csv'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

type Everything = Record<string, Record<string, unknown>[]>
const everythingOf = async (person: Caller): Promise<Everything> => (await person.request({ url: ALL })).json()
async function logsOf(person: Caller): Promise<string[][]> {
  const { body, headers } = await person.request({ url: LOGS })
  const lines = body.slice(1).split('\r\n').slice(0, -1)
  expect(headers[LINES]).toBe(String(lines.length - 1))
  return lines.slice(1).map(line => line.split(','))
}
async function goalOf(person: Caller, fields: object = {}): Promise<number> {
  const tasks = [{ ...newGoal(randomUUID()), title: 'Read', unit: 'pages', action: 'Read', ...fields }]
  return (await person.call(storeGoal, { body: { challenge: { tasks } } })).goal.id
}

test('a new person exports complete files: their profile, and no logs', { tags: 'D-131' }, async () => {
  const ada = await world.as('ada')
  const everything = await everythingOf(ada)
  expect(everything.profile).toMatchObject([{ username: 'ada', email: 'ada@example.org' }])
  for (const name of ['goals', 'logs', 'notes', 'messages', 'items', 'payments', 'reminders']) {
    expect([name, everything[name]]).toEqual([name, []])
  }
  expect(everything.ledger).toMatchObject([{ action: 'welcome', amount: 1000 }])
  expect(await logsOf(ada)).toEqual([])
})

test('the name of a file has the UTC day on which it was written', { tags: 'D-131' }, async () => {
  const ada = await world.as('ada')
  const day = new Date(world.clock.now()).toISOString().slice(0, 10)
  const names = await Promise.all(
    [ALL, LOGS].map(async url => (await ada.request({ url })).headers['content-disposition'])
  )
  expect(names).toEqual([
    `attachment; filename="challenge-hut-${day}-everything.json"`,
    `attachment; filename="challenge-hut-${day}-logs.csv"`
  ])
})

test('deleted things are in neither file, but what I said to others is', { tags: 'D-131' }, async () => {
  const [grace, hedy] = [await world.as('grace'), await world.as('hedy')]
  const [kept, gone] = [await goalOf(grace, { title: 'Kept' }), await goalOf(grace, { title: 'Gone' })]
  for (const goal_id of [kept, gone]) await grace.call(storeQuickLog, { body: { goal_id, amount: 1 } })
  const { log } = await grace.call(storeQuickLog, { body: { goal_id: kept, amount: 7 } })
  await grace.call(deleteLog, { params: { log: String(log.id) } })
  await grace.call(deleteGoal, { params: { goal: String(gone) } })
  const note = await grace.call(storeNote, { body: { title: 'xyzzy' } })
  await grace.call(deleteNote, { params: { note: String(note.id) } })
  const { id } = await openRoom(grace, [hedy])
  const say = (person: Caller, content: string) =>
    person.call(sendMessage, { body: { content, messageable_type: 'challenge_event', messageable_id: id } })
  const { message } = await say(grace, 'plugh')
  await grace.call(deleteMessage, { params: { message: String(message.id) } })
  await say(grace, 'What I said')
  await say(hedy, 'What she said')
  await grace.call(muteUser, { params: { username: 'hedy' } })

  const everything = await everythingOf(grace)
  const text = JSON.stringify(everything)
  for (const word of ['xyzzy', 'plugh', '"Gone"', 'What she said'])
    expect([word, text.includes(word)]).toEqual([word, false])
  expect(everything.goals).toMatchObject([{ title: 'Kept', amount_done: 1 }])
  expect(everything.messages).toMatchObject([{ content: 'What I said' }])
  expect(everything.mutes).toMatchObject([{ username: 'hedy' }])
  expect((await logsOf(grace)).map(([, goal]) => goal)).toEqual(['Kept'])
})

test("an exported log names its session, and its goal's action and unit or its own action", async () => {
  const joan = await world.as('joan')
  const { event, title } = await openRoom(joan)
  await joan.call(storeSessionLog, { params: { event }, body: { amount: 2, action: 'Walk' } })
  const goal_id = await goalOf(joan)
  await joan.call(storeQuickLog, { body: { goal_id, duration: 600, title: 'Timer' } })
  const lines = await logsOf(joan)
  expect(lines.map(([, goal, action]) => [goal, action])).toEqual([
    ['', 'Walk'],
    ['Read', 'Read']
  ])
  expect(lines[0]?.[9]).toBe(title)
  expect(lines[1]?.slice(4, 8)).toEqual(['pages', '', '0', 'Timer'])
})

test('imported logs are exported with their import, and drafts with their item', { tags: 'D-131' }, async () => {
  const mary = await world.as('mary')
  const body = { uuid: randomUUID(), file_name: 'tracker.csv', logs: [{ day: '2026-01-05', amount: 3 }] }
  await mary.call(importLogs, { body })
  const item = await write(mary, { title: 'Long', content: '<p>Before</p>' })
  const typed = { title: 'Longer', content: '<p>Typing</p>', revision: 0, saves: 0 }
  await mary.call(saveDraft, { params: { item: item.slug }, body: typed })
  const everything = await everythingOf(mary)
  expect(everything.imports).toMatchObject([{ file_name: 'tracker.csv', logs: 1 }])
  expect(everything.logs).toMatchObject([{ day: '2026-01-05', amount: 3 }])
  expect(everything.items).toMatchObject([{ slug: item.slug, content: '<p>Before</p>' }])
  expect(everything.item_drafts).toMatchObject([{ item: item.slug, title: 'Longer', content: '<p>Typing</p>' }])
  expect((await logsOf(mary))[0]?.at(-1)).toBe('2026-01-05')
})

test('a session that I left is exported as one I was in', { tags: 'D-131' }, async () => {
  const [vera, lise] = [await world.as('vera'), await world.as('lise')]
  const { event } = await openRoom(vera)
  await lise.call(joinSession, { params: { event }, body: {} })
  await lise.call(leaveSession, { params: { event }, body: {} })
  expect((await everythingOf(lise)).participants).toMatchObject([{ session: event, left_at: expect.any(String) }])
  expect((await everythingOf(lise)).sessions).toEqual([])
  expect((await everythingOf(vera)).sessions).toMatchObject([{ slug: event }])
})

test('changes during an export do not break its file', async () => {
  const olga = await world.as('olga')
  const goal_id = await goalOf(olga)
  const press = () => olga.call(storeQuickLog, { body: { goal_id, amount: 1 } })
  for (let nth = 0; nth < 3; nth++) await press()
  const [everything, csv] = await Promise.all([everythingOf(olga), olga.request({ url: LOGS }), press(), press()])
  expect(everything.logs?.length).toBeGreaterThanOrEqual(3)
  const lines = csv.body.trimEnd().split('\r\n').slice(1)
  expect(new Set(lines).size).toBeGreaterThan(0)
  expect(lines.length).toBeGreaterThanOrEqual(3)
  expect(lines.length).toBeLessThanOrEqual(5)
})

test('nobody gets the file of another person by naming them', { tags: 'D-131' }, async () => {
  const [rosa, tess] = [await world.as('rosa'), await world.as('tess')]
  const { id } = await tess.user()
  for (const url of [`${ALL}?user=${id}`, `${ALL}?username=tess`, `${LOGS}?user_id=${id}`]) {
    const { body, statusCode } = await rosa.request({ url })
    expect([statusCode, body.includes('tess')]).toEqual([200, false])
  }
  const other = await rosa.request({ url: ALL, headers: { 'x-person': String(id) } })
  expect([other.statusCode, other.json().error_code]).toEqual([409, 'OTHER_PERSON'])
})
