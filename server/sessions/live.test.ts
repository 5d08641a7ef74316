import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { storeActivity } from '../../domain/activities/builder-api.ts'
import { updateActivityPage } from '../../domain/activities/builder-page-api.ts'
import { sendMessage } from '../../domain/chat/api.ts'
import {
  completePart,
  completeSession,
  contributeContent,
  joinSession,
  leaveSession,
  pausePart,
  pollSession,
  resetSession,
  resumePart,
  type Session,
  saveContent,
  sessionLogsPage,
  sessionPage,
  sessionPrompt,
  skipPart,
  startPart,
  startSession,
  startTaskLog,
  storeSessionLog,
  takeBackSkip,
  userIsReady
} from '../../domain/sessions/api.ts'
import { patchSessionGroup, storeSession } from '../../domain/sessions/builder-api.ts'
import { partGroupOf, partOf, taskGroupOf, taskOf } from '../../testing/plans.ts'
import { addressOf } from '../../testing/socket-client.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'
import { MOST_OF_LOGIN } from '../lib/limits/socket-limits.ts'
import { listEventsAfter } from '../realtime/room-rows.ts'

let world: World
let ada: Caller
let grace: Caller
let hedy: Caller
let admin: Caller
beforeAll(async () => {
  world = await openWorld()
  ada = await world.as('ada')
  grace = await world.as('grace')
  hedy = await world.as('hedy')
  admin = await world.admin()
})
afterAll(() => world.close())

type Wish = z.input<NonNullable<(typeof storeSession)['body']>>['challenge']

const make = async (challenge: Wish = {}, members: Caller[] = []) => {
  const { event } = await ada.call(storeSession, { body: { challenge: { title: 'Together', ...challenge } } })
  for (const who of members) {
    world.clock.jump(1000)
    await who.call(joinSession, { params: { event: event.slug }, body: {} })
  }
  return event
}
const roomOf = async (event: string, who = ada) => (await who.visit(sessionPage, { event })).challengeEvent
const states = (event: Session) => event.parts[0]?.parts.map(part => part.active)
const partAt = (event: Session, at: number) => event.parts[0]?.parts[at]?.uuid ?? ''
/** Seconds from the session's start to the start of each part. */
const starts = (event: Session) =>
  event.parts[0]?.parts.map(part =>
    part.started_at === null ? null : (Date.parse(part.started_at) - Date.parse(event.started_at ?? '')) / 1000
  )

describe('parts', () => {
  const three = () => [partGroupOf([partOf(), partOf({ can_complete: 1 }), partOf()])]

  test('the host starts a part by hand; earlier parts are over and later ones follow', {
    tags: 'SES-067'
  }, async () => {
    const event = await make({ parts: three() })
    world.clock.jump(60_000)
    const { event: started } = await ada.call(startPart, {
      params: { event: event.slug, part: partAt(event, 1) },
      body: {}
    })
    expect(states(started)).toEqual([0, 1, 0])
    expect(starts(started)).toEqual([0, 60, 360])
    expect(started.seq).toBe(event.seq + 1)
  })

  test('a group that waits for the host begins with the part that the host starts', async () => {
    const event = await make({ parts: [partGroupOf([partOf(), partOf()], { auto_start: 0 })] })
    expect(states(event)).toEqual([0, 0])
    world.clock.jump(30_000)
    const params = { event: event.slug, part: partAt(event, 0) }
    const { event: started } = await ada.call(startPart, { params, body: {} })
    expect([states(started), starts(started)]).toEqual([
      [1, 0],
      [30, 330]
    ])
  })

  test('resuming a paused part shifts its start, the later parts and the end', {
    tags: ['TMR-05', 'TMR-21', 'D-94']
  }, async () => {
    const event = await make({ parts: three() })
    const params = { event: event.slug, part: partAt(event, 0) }
    world.clock.jump(100_000)
    const { event: paused } = await ada.call(pausePart, { params, body: {} })
    expect(paused.parts[0]?.parts[0]?.paused_at).toBe(new Date(world.clock.now()).toISOString())
    world.clock.jump(1_000_000)
    const { event: resumed } = await ada.call(resumePart, { params, body: {} })
    expect(resumed.parts[0]?.parts[0]?.paused_at).toBeNull()
    expect(starts(resumed)).toEqual([1000, 1300, 1600])
    expect(Date.parse(resumed.ended_at ?? '') - Date.parse(event.ended_at ?? '')).toBe(1_000_000)
    world.clock.jump(250_000)
    expect(states(await roomOf(event.slug, grace))).toEqual([0, 1, 0])
  })

  test('a part that allows it is completed early and the next follows; other parts refuse', {
    tags: 'D-98'
  }, async () => {
    const event = await make({ parts: three() })
    const second = { event: event.slug, part: partAt(event, 1) }
    expect((await ada.refused(completePart, { params: second, body: {} })).status).toBe(409)
    world.clock.jump(360_000)
    const { event: completed } = await ada.call(completePart, { params: second, body: {} })
    expect([states(completed), starts(completed)]).toEqual([
      [0, 0, 1],
      [0, 300, 360]
    ])
    const third = { event: event.slug, part: partAt(event, 2) }
    const { body } = await ada.refused(completePart, { params: third, body: {} })
    expect(body.message).toBe('You can’t complete this part early.')
  })

  test('skipping begins the next part or ends the session, and can be taken back', {
    tags: 'D-94'
  }, async () => {
    const event = await make({ parts: three() })
    const params = { event: event.slug, part: partAt(event, 0) }
    world.clock.jump(60_000)
    const skip = { params, body: { set: 1 } }
    const [first, second] = await Promise.all([ada.call(skipPart, skip), ada.call(skipPart, skip)])
    for (const one of [first, second]) {
      const skipped = one?.event ?? event
      expect([states(skipped), starts(skipped)]).toEqual([
        [0, 1, 0],
        [0, 60, 360]
      ])
      expect(Date.parse(skipped.ended_at ?? '') - Date.parse(skipped.started_at ?? '')).toBe(660_000)
    }
    expect((await roomOf(event.slug)).seq).toBe(event.seq + 1)
    world.clock.jump(10_000)
    const { event: back } = await ada.call(takeBackSkip, { params, body: {} })
    expect([states(back), back.ended_at]).toEqual([[1, 0, 0], event.ended_at])
    await ada.call(skipPart, { params, body: {} })
    world.clock.jump(31_000)
    const late = await ada.refused(takeBackSkip, { params, body: {} })
    expect([late.status, late.body.message]).toEqual([409, 'It’s too late to undo this.'])
    // Nobody looks, so the sweep ends the session when its last part ends.
    world.clock.jump(600_000)
    expect((await roomOf(event.slug, grace)).status).toBe(2)
  })

  test('invalid moves are refused and record no event', async () => {
    const event = await make({ parts: three() })
    const params = { event: event.slug, part: partAt(event, 0) }
    for (const [call, text] of [
      [startPart, 'This part is already running.'],
      [resumePart, 'This part isn’t paused.']
    ] as const) {
      const { status, body } = await ada.refused(call, { params, body: {} })
      expect([status, body.message]).toEqual([409, text])
    }
    expect((await ada.refused(pausePart, { params: { ...params, part: partAt(event, 2) } })).status).toBe(409)
    await ada.call(pausePart, { params, body: {} })
    expect((await ada.refused(pausePart, { params })).status).toBe(409)
    const waiting = await make({ is_manually_started: 1, parts: three() })
    const early = { event: waiting.slug, part: partAt(waiting, 0) }
    for (const call of [startPart, pausePart, resumePart, completePart, skipPart, takeBackSkip]) {
      expect((await ada.refused(call, { params: early })).body.message).toBe('This session isn’t in progress.')
      expect((await ada.refused(call, { params: { ...params, part: randomUUID() } })).status).toBe(404)
    }
    expect((await roomOf(event.slug)).seq).toBe(event.seq + 1)
    expect((await roomOf(waiting.slug)).seq).toBe(0)
  })

  test('only hosts and site admins control the clock', { tags: 'SEC-41' }, async () => {
    const event = await make({ parts: three() }, [grace])
    const params = { event: event.slug, part: partAt(event, 0) }
    for (const call of [startPart, pausePart, resumePart, completePart, skipPart, takeBackSkip]) {
      expect((await grace.refused(call, { params })).status).toBe(403)
      expect((await hedy.refused(call, { params })).status).toBe(403)
      expect((await world.visitor.refused(call, { params })).status).toBe(401)
      expect((await ada.refused(call, { params: { ...params, event: 'nothing' } })).status).toBe(404)
    }
    await admin.call(pausePart, { params, body: {} })
  })

  test('two presses at once count as one, because the row is locked', async () => {
    const event = await make({ parts: three() })
    const params = { event: event.slug, part: partAt(event, 0) }
    const responses = await Promise.all(
      [1, 2, 3].map(() =>
        ada.request({ method: 'POST', url: `/api/challenge-events/${params.event}/parts/${params.part}/pause` })
      )
    )
    expect(responses.map(response => response.statusCode).sort()).toEqual([200, 409, 409])
  })
})

test('readiness toggles or is set before the start, and the room is notified', {
  tags: ['ACT-093', 'SES-091', 'SEC-30', 'D-76']
}, async () => {
  const event = await make({ is_manually_started: 1 }, [grace])
  const params = { event: event.slug }
  const before = (await roomOf(event.slug)).seq
  expect(await grace.call(userIsReady, { params, body: {} })).toMatchObject({
    is_ready: 1,
    participant: { username: 'grace' }
  })
  expect((await grace.call(userIsReady, { params, body: {} })).is_ready).toBe(0)
  expect((await grace.call(userIsReady, { params, body: { is_ready: 1 } })).is_ready).toBe(1)
  expect((await grace.call(userIsReady, { params, body: { is_ready: 1 } })).is_ready).toBe(1)
  const alias = await grace.request({
    method: 'POST',
    url: `/challenges/${event.slug}/user-is-ready`,
    payload: { is_ready: 0 }
  })
  expect(alias.json()).toMatchObject({ is_ready: 0, error: null })
  const { participants, challengeEvent } = await ada.visit(sessionPage, params)
  expect(participants.map(person => [person.username, person.is_ready])).toEqual([
    ['ada', 0],
    ['grace', 0]
  ])
  expect(challengeEvent.seq).toBe(before + 5)
  const { status, body } = await hedy.refused(userIsReady, { params })
  expect([status, body.message]).toEqual([403, 'Please join the challenge to use that feature.'])
  expect((await world.visitor.refused(userIsReady, { params })).status).toBe(401)
  // The session does not start when everyone is ready: the host decides.
  await grace.call(userIsReady, { params, body: { is_ready: 1 } })
  await ada.call(userIsReady, { params, body: { is_ready: 1 } })
  expect((await roomOf(event.slug)).status).toBe(0)
  await ada.call(startSession, { params, body: {} })
  expect((await grace.refused(userIsReady, { params })).status).toBe(409)
})

test('completing finishes my running log, and the session continues for the others', {
  tags: ['SES-099', 'D-74']
}, async () => {
  const goal = taskOf()
  const waiting = await make({ is_manually_started: 1 }, [grace])
  expect((await grace.refused(completeSession, { params: { event: waiting.slug } })).status).toBe(409)
  const event = await make({ tasks: [taskGroupOf([goal])] }, [grace])
  const params = { event: event.slug }
  await grace.call(startTaskLog, { params: { ...params, uuid: goal.uuid }, body: { duration: 600 } })
  await ada.call(startTaskLog, { params: { ...params, uuid: goal.uuid }, body: { duration: 600 } })
  world.clock.jump(60_000)
  const at = new Date(world.clock.now()).toISOString()
  const { participant } = await grace.call(completeSession, { params, body: {} })
  expect(participant).toMatchObject({ username: 'grace', completed_at: at })
  expect(participant.task_totals[goal.uuid]?.duration).toBe(60)
  world.clock.jump(5000)
  expect((await grace.call(completeSession, { params, body: {} })).participant.completed_at).toBe(at)
  const room = await roomOf(event.slug)
  expect(room).toMatchObject({ status: 1, tasks: [{ parts: [{ activeLog: { status: 1 } }] }] })
  expect((await hedy.refused(completeSession, { params })).status).toBe(403)
  expect((await world.visitor.refused(completeSession, { params })).status).toBe(401)
})

test('an admin resets a session to its beginning; what people did and wrote stays', {
  tags: ['ACT-092', 'SEC-39', 'D-78']
}, async () => {
  const goal = taskOf()
  const event = await make({ tasks: [taskGroupOf([goal])], parts: [partGroupOf([partOf(), partOf()])] }, [grace])
  const params = { event: event.slug }
  await grace.call(storeSessionLog, { params, body: { task_uuid: goal.uuid, amount: 3 } })
  await grace.call(completeSession, { params, body: {} })
  await grace.call(startTaskLog, { params: { ...params, uuid: goal.uuid }, body: { amount: 5, duration: 600 } })
  await ada.call(pausePart, { params: { ...params, part: partAt(event, 0) }, body: {} })
  for (const who of [ada, grace]) expect((await who.refused(resetSession, { params })).status).toBe(403)
  expect((await world.visitor.refused(resetSession, { params })).status).toBe(401)
  const { event: fresh } = await admin.call(resetSession, { params, body: {} })
  expect(fresh).toMatchObject({
    status: 0,
    started_at: null,
    ended_at: null,
    is_manually_started: 1,
    participants_count: 2
  })
  expect(fresh.parts[0]?.parts.map(part => [part.started_at, part.paused_at, part.active])).toEqual(
    Array(2).fill([null, null, 0])
  )
  const { logs, participants } = await grace.visit(sessionLogsPage, params)
  // The reset timer is empty.
  expect(logs.map(log => [log.amount, log.status, log.started_at === null])).toEqual([[3, 1, false]])
  expect(participants.map(person => person.completed_at)).toEqual([null, null])
  expect(participants[1]?.task_totals[goal.uuid]?.amount).toBe(3)
  await ada.call(startSession, { params, body: {} })
  expect(states(await roomOf(event.slug))).toEqual([1, 0])
  const alias = await admin.request({ method: 'POST', url: `/challenges/${event.slug}/reset`, payload: {} })
  expect(alias.json().event.status).toBe(0)
})

test('live calls on an activity are refused, since nothing runs on one', {
  tags: ['ACT-092', 'ACT-093', 'D-63']
}, async () => {
  const { challenge: activity } = await ada.call(storeActivity, { body: { challenge: { title: 'A plan' } } })
  for (const path of ['reset', 'user-is-ready']) {
    const refused = await admin.request({ method: 'POST', url: `/challenges/${activity.slug}/${path}`, payload: {} })
    expect(refused.statusCode).toBe(409)
    expect(refused.json().message).toBe('Nothing runs on an activity; do that with a session of it.')
    expect((await admin.request({ method: 'POST', url: `/challenges/none/${path}`, payload: {} })).statusCode).toBe(404)
  }
})

describe('texts', () => {
  const turns = () => [
    partGroupOf([
      partOf({ title: 'Say', edit_content: 1, edit_prompt: 'What did you learn?', duration: 60, per_participant: 1 }),
      partOf({ title: 'Write', edit_content: 1, content: '<p>Start</p>' }),
      partOf({ title: 'Read' })
    ])
  ]

  test('the host replaces the text of the session or of an editable part', {
    tags: ['ACT-097', 'TMR-08', 'D-68']
  }, async () => {
    const event = await make({ content: '<p>Old</p>', parts: turns() }, [grace])
    const params = { event: event.slug }
    const { content } = await ada.call(saveContent, { params, body: { content: '<p>New</p><script>x()</script>' } })
    expect(content).toBe('<p>New</p>')
    await ada.call(saveContent, { params, body: { content: '<p>Part</p>', part_uuid: partAt(event, 1) } })
    const room = await roomOf(event.slug)
    expect(room.content).toBe('<p>New</p>')
    expect(room.parts[0]?.parts[1]?.content).toBe('<p>Part</p>')
    const locked = await ada.refused(saveContent, { params, body: { content: 'x', part_uuid: partAt(event, 2) } })
    expect(locked.status).toBe(409)
    const unknown = await ada.refused(saveContent, { params, body: { content: 'x', part_uuid: randomUUID() } })
    expect([unknown.status, Object.keys(unknown.body.errors ?? {})]).toEqual([422, ['part_uuid']])
    const body = { content: '<p>Stolen</p>' }
    expect((await grace.refused(saveContent, { params, body })).status).toBe(403)
    expect((await world.visitor.refused(saveContent, { params, body })).status).toBe(401)
  })

  test('in a part with turns only the person whose turn it is adds a paragraph', {
    tags: ['ACT-098', 'TMR-06', 'TMR-07', 'D-93']
  }, async () => {
    const event = await make({ parts: turns() }, [grace])
    const params = { event: event.slug }
    const say = { content: 'Shipped <b>it</b>\nand slept', part_uuid: partAt(event, 0) }
    const early = await grace.refused(contributeContent, { params, body: say })
    expect([early.status, early.body.message]).toEqual([403, 'It’s not your turn.'])
    const { content } = await ada.call(contributeContent, { params, body: say })
    expect(content).toBe('<p><strong>ada:</strong> Shipped &lt;b&gt;it&lt;/b&gt;<br />and slept</p>')
    world.clock.jump(60_000)
    expect((await ada.refused(contributeContent, { params, body: say })).status).toBe(403)
    const { content: both } = await grace.call(contributeContent, { params, body: { ...say, content: 'Me too' } })
    expect(both).toBe(`${content}<p><strong>grace:</strong> Me too</p>`)
    expect((await roomOf(event.slug)).parts[0]?.parts[0]?.content).toBe(both)
    expect((await hedy.refused(contributeContent, { params, body: say })).status).toBe(403)
    expect((await world.visitor.refused(contributeContent, { params, body: say })).status).toBe(401)
  })

  test('in other parts every member adds while they run; a part that is not editable refuses', {
    tags: 'D-68'
  }, async () => {
    const event = await make({ parts: turns() }, [grace])
    const params = { event: event.slug }
    const write = { content: 'A line', part_uuid: partAt(event, 1) }
    expect((await grace.refused(contributeContent, { params, body: write })).status).toBe(409)
    world.clock.jump(121_000)
    await ada.call(contributeContent, { params, body: write })
    const { content } = await grace.call(contributeContent, { params, body: write })
    expect(content).toBe('<p>Start</p><p><strong>ada:</strong> A line</p><p><strong>grace:</strong> A line</p>')
    world.clock.jump(300_000)
    const read = { ...write, part_uuid: partAt(event, 2) }
    expect((await grace.refused(contributeContent, { params, body: read })).body.message).toBe(
      'You can’t edit the text of this part.'
    )
    const blank = await ada.refused(contributeContent, { params, body: { ...write, content: '  ' } })
    expect([blank.status, Object.keys(blank.body.errors ?? {})]).toEqual([422, ['content']])
  })

  test('a key adds a paragraph once, even if the turn has passed by the retry', {
    tags: 'TMR-07'
  }, async () => {
    const event = await make({ parts: turns() }, [grace])
    const params = { event: event.slug }
    const body = { content: 'Once', part_uuid: partAt(event, 0) }
    const key = randomUUID()
    expect((await grace.refused(contributeContent, { params, body, key })).status).toBe(403)
    const both = await Promise.all([1, 2].map(() => ada.call(contributeContent, { params, body, key })))
    world.clock.jump(60_000)
    const again = await ada.call(contributeContent, { params, body, key })
    expect([...both, again].map(({ content }) => content)).toEqual(
      Array.from({ length: 3 }, () => '<p><strong>ada:</strong> Once</p>')
    )
    // Keys belong to their author, and a refused call uses up no key.
    const { content } = await grace.call(contributeContent, { params, body, key })
    expect(content).toBe('<p><strong>ada:</strong> Once</p><p><strong>grace:</strong> Once</p>')
  })

  test('saving over text added meanwhile is refused, and the response has the newer text', {
    tags: ['D-140', 'D-68']
  }, async () => {
    const event = await make({ parts: [partGroupOf([partOf({ edit_content: 1, content: '<p>Start</p>' })])] }, [grace])
    const params = { event: event.slug }
    const part_uuid = partAt(event, 0)
    const opened = event.parts[0]?.parts[0]?.revision
    const added = await grace.call(contributeContent, { params, body: { content: 'Mine', part_uuid } })
    const mine = { content: '<p>Corrected</p>', part_uuid }
    const refused = await ada.refused(saveContent, { params, body: { ...mine, revision: opened } })
    const { content, revision } = added
    expect([refused.status, refused.body.newer]).toEqual([409, { content, revision }])
    expect((await roomOf(event.slug)).parts[0]?.parts[0]).toMatchObject({ content, revision })
    const saved = await ada.call(saveContent, { params, body: { ...mine, revision } })
    expect(saved).toMatchObject({ content: mine.content, revision: (revision ?? 0) + 1 })
    // Without a revision the last save wins, as documented.
    expect((await ada.call(saveContent, { params, body: mine })).content).toBe(mine.content)
  })

  test('the room gets the text itself, but nothing of a part hidden from guests', {
    tags: ['D-68', 'D-98', 'D-105']
  }, async () => {
    const shown = partGroupOf([partOf({ edit_content: 1 })], { linked: 0 })
    const hidden = partGroupOf([partOf({ edit_content: 1 })], { hidden: 1, linked: 0 })
    const event = await make({ parts: [shown, hidden] }, [grace])
    const [seen, secret] = event.parts.map(group => group.parts[0]?.uuid ?? '')
    const params = { event: event.slug }
    const said = () => listEventsAfter(world.db, event.id, event.seq + 1, { events: 100, bytes: 1_000_000 })
    for (const part_uuid of [seen, secret]) {
      await ada.call(saveContent, { params, body: { content: '<p>Secret?</p>', part_uuid: part_uuid ?? '' } })
    }
    expect((await said()).map(one => one.type === 'update' && one.data)).toEqual([
      { part: { uuid: seen, content: '<p>Secret?</p>', revision: 1 } },
      { reload: true }
    ])
    // Hiding a group later also removes its texts from stored events.
    const group = event.parts[0]?.uuid ?? ''
    await ada.call(patchSessionGroup, { params: { event: event.slug, uuid: group }, body: { hidden: 1 } })
    expect(JSON.stringify(await said())).not.toContain('Secret?')
  })

  test('a full part refuses more text', async () => {
    const event = await make({ parts: [partGroupOf([partOf({ edit_content: 1, content: 'x'.repeat(49_000) })])] })
    const body = { content: 'y'.repeat(2000), part_uuid: partAt(event, 0) }
    expect((await ada.refused(contributeContent, { params: { event: event.slug }, body })).status).toBe(409)
  })

  test('a full plan refuses longer texts, even from its host', { tags: 'D-68' }, async () => {
    const texts = Array.from({ length: 20 }, () => partOf({ edit_content: 1, content: 'x'.repeat(47_500) }))
    const event = await make({ parts: [partGroupOf(texts)] })
    const params = { event: event.slug }
    for (const at of [0, 1, 2, 3]) {
      await ada.call(saveContent, { params, body: { content: 'y'.repeat(50_000), part_uuid: partAt(event, at) } })
    }
    const refused = await ada.refused(saveContent, {
      params,
      body: { content: '&'.repeat(50_000), part_uuid: partAt(event, 9) }
    })
    expect(refused.status).toBe(409)
    expect((await roomOf(event.slug)).parts[0]?.parts[9]?.content).toBe('x'.repeat(47_500))
  })

  test('the prompt shows the question of the running part and whose turn it is', {
    tags: ['ACT-096', 'D-67']
  }, async () => {
    const event = await make({ parts: turns() }, [grace])
    const params = { event: event.slug }
    const say = { edit_prompt: 'What did you learn?', part_uuid: partAt(event, 0) }
    expect(await grace.call(sessionPrompt, { params })).toEqual({ ...say, active_participant: 'ada' })
    world.clock.jump(60_000)
    expect((await grace.call(sessionPrompt, { params })).active_participant).toBe('grace')
    world.clock.jump(60_000)
    const write = await world.visitor.request({ url: `/challenges/${event.id}/prompt?type=event` })
    expect(write.json()).toEqual({ edit_prompt: '', part_uuid: partAt(event, 1), active_participant: null })
    world.clock.jump(300_000)
    const nothing = { edit_prompt: null, part_uuid: null, active_participant: null }
    expect(await grace.call(sessionPrompt, { params })).toEqual(nothing)
    expect((await ada.request({ url: '/challenges/challenge-hut-tour/prompt' })).json()).toEqual(nothing)
  })

  test('guests get nothing of a hidden part, and add nothing to it', { tags: ['D-98', 'D-67'] }, async () => {
    const part = partOf({ edit_content: 1, edit_prompt: 'A secret question' })
    const event = await make({ parts: [partGroupOf([part], { hidden: 1 })] }, [grace])
    const params = { event: event.slug }
    for (const who of [grace, world.visitor]) {
      expect(await who.call(sessionPrompt, { params })).toMatchObject({ edit_prompt: null, part_uuid: null })
    }
    const body = { content: 'Guessed', part_uuid: part.uuid }
    expect((await grace.refused(contributeContent, { params, body })).status).toBe(422)
    expect(await ada.call(sessionPrompt, { params })).toMatchObject({ edit_prompt: 'A secret question' })
    expect((await ada.call(contributeContent, { params, body })).content).toContain('Guessed')
  })

  test('a person who leaves passes the turn on, also in the prompt', { tags: 'D-93' }, async () => {
    const event = await make({ parts: turns() }, [grace])
    await ada.call(leaveSession, { params: { event: event.slug }, body: {} })
    expect((await grace.call(sessionPrompt, { params: { event: event.slug } })).active_participant).toBe('grace')
  })

  test('under challenges a name means an activity first, and a session with type=event', {
    tags: ['ACT-097', 'ACT-098', 'D-67']
  }, async () => {
    const { challenge } = await ada.call(storeActivity, {
      body: { challenge: { title: 'Texts', parts: [partGroupOf([partOf()])] } }
    })
    const url = `/challenges/${challenge.slug}`
    const saved = await ada.request({
      method: 'PUT',
      url: `${url}/save-content`,
      payload: { content: '<p>New</p><script></script>' }
    })
    expect(saved.json()).toEqual({ content: '<p>New</p>', revision: 1, error: null, error_code: null })
    const part_uuid = challenge.parts[0]?.parts[0]?.uuid
    await ada.request({ method: 'PUT', url: `${url}/save-content`, payload: { content: '<p>Part</p>', part_uuid } })
    const form = (await ada.visit(updateActivityPage, { challenge: challenge.slug })).challenge
    expect([form.content, form.parts[0]?.parts[0]?.content]).toEqual(['<p>New</p>', '<p>Part</p>'])
    const payload = { content: '<p>Stolen</p>', part_uuid: part_uuid ?? '' }
    expect((await grace.request({ method: 'PUT', url: `${url}/save-content`, payload })).statusCode).toBe(403)
    expect((await ada.request({ method: 'PUT', url: `${url}/contribute-content`, payload })).statusCode).toBe(409)
    const event = await make()
    const other = `/challenges/${event.id}/save-content?type=event`
    const put = await ada.request({ method: 'PUT', url: other, payload: { content: '<p>Room</p>' } })
    expect(put.statusCode).toBe(200)
    expect((await roomOf(event.slug)).content).toBe('<p>Room</p>')
  })
})

test('the timers of a goal have every documented field, as in my running log', {
  tags: 'TMR-22..TMR-29'
}, async () => {
  const goal = taskOf({
    timers: [
      { uuid: randomUUID(), title: 'Rounds', is_interval: 1, sets: 3, nested: [{ title: 'Work', duration: 60 }] },
      { uuid: randomUUID(), title: 'Cool down', duration: 60 }
    ]
  })
  const event = await make({ tasks: [taskGroupOf([goal])] })
  const [fresh] = event.tasks[0]?.parts[0]?.timers ?? []
  for (const field of ['uuid', 'title', 'duration', 'is_interval', 'sets', 'nested'])
    expect(fresh).toHaveProperty(field)
  expect(fresh).toMatchObject({ setsRemaining: 3, active: 0, nested: [{ title: 'Work', duration: 60 }] })
  await ada.call(startTaskLog, { params: { event: event.slug, uuid: goal.uuid }, body: { duration: 600 } })
  world.clock.jump(70_000)
  const stand = async (who: Caller) =>
    (await roomOf(event.slug, who)).tasks[0]?.parts[0]?.timers.map(timer => [timer.active, timer.setsRemaining])
  expect(await stand(ada)).toEqual([
    [1, 1],
    [0, 1]
  ])
  expect(await stand(grace)).toEqual([
    [0, 3],
    [0, 1]
  ])
})

test('poll returns the state of a session, and constant values for an activity', {
  tags: ['ACT-094', 'D-67']
}, async () => {
  const event = await make({ content: '<p>Hello</p>' }, [grace])
  const params = { event: event.slug }
  const response = await world.visitor.call(pollSession, { params })
  expect(response).toMatchObject({
    content: '<p>Hello</p>',
    summary: { participants: 2 },
    started_at: event.started_at,
    status: 1,
    participants: [{ username: 'ada' }, { username: 'grace' }]
  })
  const byType = await grace.request({ url: `/challenges/${event.id}/poll?type=event` })
  expect(byType.json()).toEqual(response)
  expect((await grace.request({ url: `/api/challenges/${event.slug}/poll` })).json()).toEqual(response)
  const still = await grace.request({ url: '/api/challenges/challenge-hut-tour/poll' })
  expect(still.json()).toMatchObject({ participants: [], status: 0, started_at: null, content: expect.any(String) })
  expect((await grace.request({ url: '/challenges/nothing/poll' })).statusCode).toBe(404)
})

test('a browser has at most a hundred streams, and may open another when one closes', { tags: 'D-67' }, async () => {
  const { slug } = await make({})
  const address = await addressOf(world.app)
  const cookie = Object.entries(ada.cookies()).map(pair => pair.join('='))
  const open = async (headers: Record<string, string> = { cookie: cookie.join('; ') }) => {
    const stop = new AbortController()
    const { status } = await fetch(`http://${address}/challenge-events/${slug}/stream`, {
      signal: stop.signal,
      headers
    })
    return { status, stop }
  }
  const streams = await Promise.all(Array.from({ length: MOST_OF_LOGIN }, () => open()))
  expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]))
  expect((await open()).status).toBe(429)
  // Visitors have a limit of their own.
  streams.push(await open({}))
  expect(streams.at(-1)?.status).toBe(200)
  streams[0]?.stop.abort()
  const again = async () => {
    streams.push(await open())
    return streams.at(-1)?.status
  }
  await expect.poll(again).toBe(200)
  for (const { stop } of streams) stop.abort()
})

test('the stream sends the state of a session and then its changes in order', {
  tags: ['ACT-095', 'D-67']
}, async () => {
  const event = await make({ content: '<p>One</p>' })
  const params = { event: event.slug }
  const address = `http://${await addressOf(world.app)}`
  const stop = new AbortController()
  const response = await fetch(`${address}/challenge-events/${event.slug}/stream`, { signal: stop.signal })
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let seen = ''
  const next = async (): Promise<{ id: number; data: unknown }> => {
    while (!seen.includes('\n\n')) seen += (await reader?.read())?.value ?? ''
    const [event = '', ...rest] = seen.split('\n\n')
    seen = rest.join('\n\n')
    const [id = '', data = ''] = event.split('\n')
    return { id: Number(id.slice(4)), data: JSON.parse(data.slice(6)) }
  }
  expect(await next()).toMatchObject({ id: event.seq, data: { content: '<p>One</p>', status: 1, participants: [{}] } })
  await ada.call(saveContent, { params, body: { content: '<p>Two</p>' } })
  expect(await next()).toEqual({ id: event.seq + 1, data: { content: '<p>Two</p>' } })
  await grace.call(joinSession, { params, body: {} })
  expect(await next()).toMatchObject({ id: event.seq + 2, data: { changed_participants: [{ username: 'grace' }] } })
  await grace.call(storeSessionLog, { params, body: { amount: 1 } })
  const { data } = await next()
  // Partial lists have keys of their own, so a page does not take them for whole lists.
  expect(data).toMatchObject({ changed_participants: [{ username: 'grace' }], changed_summary: { logs: 1 } })
  expect(data).not.toHaveProperty('participants')
  expect(data).not.toHaveProperty('summary')
  await ada.call(sendMessage, {
    body: { content: 'Welcome, Grace', messageable_type: 'challenge_event', messageable_id: event.id }
  })
  const said = await next()
  expect(said).toMatchObject({ id: event.seq + 4, data: { message: { content: 'Welcome, Grace', username: 'ada' } } })
  stop.abort()
  expect((await fetch(`${address}/api/challenges/nothing/stream`)).status).toBe(404)
})
