import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventsPage, homePage } from '../../domain/browse/api.ts'
import { sessionChatPage } from '../../domain/chat/api.ts'
import { storeGroup } from '../../domain/groups/api.ts'
import {
  endSession,
  joinSession,
  leaveSession,
  type Session,
  sessionLogsPage,
  sessionPage,
  startSession
} from '../../domain/sessions/api.ts'
import { storeSession } from '../../domain/sessions/builder-api.ts'
import { setUses } from '../../testing/token-balance.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const TOUR = 'challenge-hut-tour'
const at = (ms = 0) => new Date(world.clock.now() + ms).toISOString()
type Wish = Parameters<typeof open>[1]

/** A session of the tour's activity, hosted by that person. */
async function open(host: Caller, challenge: { [Key in keyof Session]?: unknown } = {}): Promise<Session> {
  const { event } = await host.call(storeSession, { body: { activity: TOUR, challenge: challenge as object } })
  return event
}

const to = ({ slug }: { slug: string }) => ({ params: { event: slug } })
const enter = (person: Caller, event: { slug: string }) => person.call(joinSession, { ...to(event), body: {} })
const look = async (event: { slug: string }, person: Caller = world.visitor) =>
  person.visit(sessionPage, { event: event.slug })

/** Sets a column that no call sets yet. */
const set = (event: Session, change: string) =>
  world.db.$client.query(`update sessions set ${change} where id = $1`, [event.id])
const eventsOf = async (event: Session) => {
  const { rows } = await world.db.$client.query(
    'select seq, event from room_events where session_id = $1 order by seq',
    [event.id]
  )
  return rows
}

test('a quick start without a time begins now', {
  tags: ['SES-016', 'SES-071..SES-073', 'SES-092', 'SES-093', 'SEC-28']
}, async () => {
  const ada = await world.as('ada')
  const response = await ada.call(storeSession, {
    body: { activity: TOUR, challenge: { title: '', started_at: null, ended_at: null, hut_id: null, status: 1 } }
  })
  const { event, error, error_code, ...itself } = response
  expect([error, error_code]).toEqual([null, null])
  expect(itself).toEqual(event)
  expect(event).toMatchObject({
    title: 'Challenge Hut tour',
    status: 1,
    started_at: at(),
    ended_at: at(3600_000),
    duration: 3600,
    remaining: 3600,
    path: `/sessions/${event.slug}`,
    challenge: { slug: TOUR }
  })
  expect(event.slug).toMatch(/^challenge-hut-tour-[a-z2-9]{5}$/)
  const [first, second] = event.parts[0]?.parts ?? []
  expect(first?.started_at).toBe(at())
  expect(second?.started_at).toBe(at((first?.duration ?? 0) * 1000))
})

test('a quick start with a time waits for that time', { tags: ['SES-017', 'SES-059'] }, async () => {
  const ada = await world.as('ada')
  const event = await open(ada, { title: 'Later', started_at: at(1800_000), duration: 600, status: 0 })
  expect(event).toMatchObject({
    title: 'Later',
    status: 0,
    started_at: at(1800_000),
    ended_at: at(2400_000),
    remaining: 1800,
    is_manually_started: 0
  })
})

test.each<[string, Wish]>([
  ['asks for it', { is_manually_started: 1, duration: 600 }],
  ['is not started and has no time', { status: 0, duration: 600 }]
])('a session that %s waits for its host', { tags: ['SES-059', 'D-83'] }, async (_, wish) => {
  const event = await open(await world.as('ada'), wish)
  expect(event).toMatchObject({ status: 0, is_manually_started: 1, started_at: null, ended_at: null, remaining: null })
})

test('a manual start with a start date is refused under the date', { tags: 'D-83' }, async () => {
  const ada = await world.as('ada')
  const challenge = { is_manually_started: 1, started_at: at(60_000) } as const
  const { status, body } = await ada.refused(storeSession, { body: { activity: TOUR, challenge } })
  expect([status, body.errors]).toEqual([
    422,
    { 'challenge.started_at': 'A session that starts by hand has no start date. Choose one or the other.' }
  ])
})

test('the end gives the duration if none is sent', { tags: 'SES-092' }, async () => {
  const ada = await world.as('ada')
  expect((await open(ada, { started_at: at(60_000), ended_at: at(960_000) })).duration).toBe(900)
  expect((await open(ada, { ended_at: at(900_000) })).duration).toBe(900)
  const { status } = await ada.refused(storeSession, { body: { activity: TOUR, challenge: { ended_at: at(-1000) } } })
  expect(status).toBe(422)
})

test('a session lasts between 5 minutes and 1 month', { tags: ['SES-002', 'SES-003', 'D-84'] }, async () => {
  const ada = await world.as('ada')
  for (const duration of [300, 2_592_000]) expect((await open(ada, { duration })).duration).toBe(duration)
  for (const duration of [1, 299, 2_592_001]) {
    const { status, body } = await ada.refused(storeSession, { body: { activity: TOUR, challenge: { duration } } })
    expect([status, body.errors]).toEqual([
      422,
      { 'challenge.duration': 'The session must last between 5 minutes and 1 month.' }
    ])
  }
})

test.each([
  ['no title and no activity', { activity: null, challenge: {} }, 'challenge.title'],
  ['no duration at all', { challenge: { title: 'A', duration: 0 } }, 'challenge.duration'],
  ['a start in the past', { challenge: { title: 'A', started_at: '2020-01-01T00:00:00Z' } }, 'challenge.started_at'],
  ['a start that is not a date', { challenge: { title: 'A', started_at: 'tomorrow' } }, 'challenge.started_at'],
  ['a status', { challenge: { title: 'A', status: 2 } }, 'challenge.status']
])('a session with %s is refused under its field', { tags: ['SES-092', 'API-48'] }, async (_, body, field) => {
  const { status, body: refusal } = await (await world.as('ada')).refused(storeSession, { body })
  expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, [field]])
})

test('a session may have no activity; otherwise it copies the plan', { tags: 'D-71' }, async () => {
  const ada = await world.as('ada')
  const { event } = await ada.call(storeSession, { body: { challenge: { title: 'Alone' } } })
  expect(event).toMatchObject({ title: 'Alone', challenge: null, parts: [], tasks: [] })
  expect((await ada.refused(storeSession, { body: { activity: 'no-such', challenge: {} } })).status).toBe(404)
})

test('the creator is host free of charge and takes a place', { tags: ['SEC-41', 'D-75'] }, async () => {
  const barbara = await world.as('barbara')
  const event = await open(barbara)
  expect((await barbara.user()).all_remaining_tokens).toBe(1000)
  expect(event).toMatchObject({ participants_count: 1, is_joined: 1, can_join: 0 })
  const { me, isOwner, participants } = await look(event, barbara)
  expect(me).toMatchObject({ username: 'barbara', role: 1, is_creator: 1 })
  expect([isOwner, participants.length]).toEqual([true, 1])
})

test('a person without tokens cannot create a session', { tags: ['SEC-32', 'D-75'] }, async () => {
  const broke = await world.as('broke')
  await setUses(world, broke, 0)
  const { status, body } = await broke.refused(storeSession, { body: { activity: TOUR, challenge: {} } })
  expect([status, body.error_code]).toEqual([402, 'INSUFFICIENT_TOKENS'])
  expect((await broke.visit(homePage, {}, { joined: 1 })).challenges).toEqual([])
})

test('a join costs one use and returns the participant', {
  tags: ['SES-018', 'SES-076', 'SES-095', 'TOK-04', 'TOK-16', 'SEC-17']
}, async () => {
  const ada = await world.as('ada')
  const wilma = await world.as('wilma')
  const event = await open(ada)
  const response = await wilma.request({
    method: 'POST',
    url: `/challenge-events/${event.slug}/join`,
    payload: { client_uuid: 'tab-1' }
  })
  expect(response.statusCode).toBe(200)
  expect(response.json()).toMatchObject({
    username: 'wilma',
    client_uuid: 'tab-1',
    role: 0,
    is_ready: 0,
    error: null,
    error_code: null
  })
  expect(response.headers['x-tokens-left']).toBe('999')
  const { challengeEvent, participants } = await look(event, wilma)
  expect(challengeEvent).toMatchObject({ participants_count: 2, is_joined: 1, can_join: 0 })
  expect(participants.map(({ username }) => username)).toEqual(['ada', 'wilma'])
  expect((await eventsOf(event)).at(-1).event.data).toMatchObject({
    participants: [{ username: 'wilma' }],
    participants_count: 2,
    summary: { participants: 2 }
  })
})

test('joining again returns the participant and charges nothing', { tags: 'D-72' }, async () => {
  const event = await open(await world.as('ada'))
  const xenia = await world.as('xenia')
  for (let press = 0; press < 3; press++) expect((await enter(xenia, event)).participant.username).toBe('xenia')
  await Promise.all([enter(xenia, event), enter(xenia, event)])
  expect((await xenia.user()).all_remaining_tokens).toBe(999)
  expect((await look(event)).challengeEvent.participants_count).toBe(2)
})

test('pressing Join several times at once is one join and one charge', { tags: 'D-72' }, async () => {
  const event = await open(await world.as('ada'))
  const mary = await world.as('mary')
  const responses = await Promise.all([1, 2, 3, 4, 5].map(() => enter(mary, event)))
  expect(responses.map(({ participant }) => participant.username)).toEqual(Array(5).fill('mary'))
  expect((await mary.user()).all_remaining_tokens).toBe(999)
  expect((await look(event)).challengeEvent.participants_count).toBe(2)
})

test('refusals of a join come in the documented order and cost nothing', {
  tags: ['D-72', 'SES-083', 'SES-085', 'SES-096', 'D-77']
}, async () => {
  const ada = await world.as('ada')
  const nobody = await world.as('nobody')
  await setUses(world, nobody, 0)
  const event = await open(ada)
  await set(event, "participant_limit = 1, needs_code = true, join_code = ' Secret ', is_preset = true, status = 2")
  const refusal = async (query = {}) => {
    const { status, body } = await nobody.refused(joinSession, { ...to(event), query, body: {} })
    return [status, body.error_code, body.message]
  }
  expect(await refusal()).toEqual([409, undefined, 'You can’t join a template.'])
  await set(event, 'is_preset = false')
  expect(await refusal()).toEqual([409, undefined, 'This session has ended.'])
  await set(event, 'status = 1')
  expect(await refusal()).toEqual([
    409,
    undefined,
    'This session is full and is not accepting additional participants.'
  ])
  await set(event, 'participant_limit = 2')
  expect((await refusal()).slice(0, 2)).toEqual([403, 'WRONG_CODE'])
  expect((await refusal({ join_code: 'guess' })).slice(0, 2)).toEqual([403, 'WRONG_CODE'])
  expect((await refusal({ join_code: 'secret' })).slice(0, 2)).toEqual([402, 'INSUFFICIENT_TOKENS'])
  expect((await look(event)).challengeEvent).toMatchObject({ participants_count: 1, can_join: 1 })
  await setUses(world, nobody, 1)
  await nobody.call(joinSession, { ...to(event), query: { join_code: ' SECRET ' }, body: {} })
  expect((await nobody.user()).all_remaining_tokens).toBe(0)
})

test('a join code in the body works too', { tags: 'D-77' }, async () => {
  const event = await open(await world.as('ada'))
  await set(event, "needs_code = true, join_code = 'abc'")
  const grace = await world.as('grace')
  await grace.call(joinSession, { ...to(event), body: { join_code: 'abc' } })
  expect((await look(event, grace)).me?.username).toBe('grace')
})

test('the last places are given once, however many people press Join at once', {
  tags: ['SES-083', 'SES-084', 'D-60']
}, async () => {
  const event = await open(await world.as('ada'))
  await set(event, 'participant_limit = 3')
  const crowd = await Promise.all(Array.from({ length: 10 }, (_, index) => world.as(`crowd${index}`)))
  const responses = await Promise.all(
    crowd.map(person =>
      person.request({ method: 'POST', url: `/api/challenge-events/${event.slug}/join`, payload: {} })
    )
  )
  const statuses = responses.map(({ statusCode }) => statusCode).sort()
  expect(statuses).toEqual([200, 200, ...Array(8).fill(409)])
  expect((await look(event)).challengeEvent).toMatchObject({ participants_count: 3, can_join: 0 })
  const left = await Promise.all(crowd.map(async person => (await person.user()).all_remaining_tokens))
  expect(left.toSorted()).toEqual([...Array(8).fill(1000), 999, 999].toSorted())
})

test('a limit of null means no limit, and a limit of 0 means full', { tags: 'D-60' }, async () => {
  const event = await open(await world.as('ada'))
  expect(event).toMatchObject({ participant_limit: null })
  await enter(await world.as('grace'), event)
  await set(event, 'participant_limit = 0')
  expect((await (await world.as('hedy')).refused(joinSession, { ...to(event), body: {} })).status).toBe(409)
})

test('a free session costs nothing to join', { tags: ['D-15', 'SES-123'] }, async () => {
  const event = await open(await world.as('ada'))
  await set(event, 'is_free = true')
  const poor = await world.as('poor')
  await setUses(world, poor, 0)
  await enter(poor, event)
  expect((await look(event, poor)).challengeEvent).toMatchObject({ is_free: 1, is_joined: 1 })
  expect((await poor.user()).all_remaining_tokens).toBe(0)
})

test('leaving frees the place without a refund, and rejoining is free', {
  tags: ['SES-080', 'SES-090', 'SES-100', 'D-73', 'D-72', 'SEC-18']
}, async () => {
  const event = await open(await world.as('ada'))
  await set(event, 'participant_limit = 2')
  const ida = await world.as('ida')
  await enter(ida, event)
  expect(await ida.call(leaveSession, { ...to(event), body: {} })).toEqual({ error: null, error_code: null })
  expect((await look(event, ida)).me).toBeNull()
  expect((await look(event)).challengeEvent).toMatchObject({ participants_count: 1, can_join: 1 })
  expect((await eventsOf(event)).at(-1).event.data).toMatchObject({ left: ['ida'], participants_count: 1 })
  expect((await ida.user()).all_remaining_tokens).toBe(999)
  // Leaving twice changes nothing more.
  await ida.call(leaveSession, { ...to(event), body: {} })
  expect((await look(event)).challengeEvent.participants_count).toBe(1)
  await setUses(world, ida, 0)
  await enter(ida, event)
  expect((await look(event)).challengeEvent.participants_count).toBe(2)
})

test('when the host leaves, the first who joined becomes host; in an empty room the next to join', {
  tags: 'D-73'
}, async () => {
  const [ada, grace, hedy] = await Promise.all(['ada', 'grace', 'hedy'].map(name => world.as(name)))
  if (!ada || !grace || !hedy) throw new Error('three people')
  const event = await open(ada, { is_manually_started: 1 })
  await enter(grace, event)
  world.clock.jump(1000)
  await enter(hedy, event)
  await ada.call(leaveSession, { ...to(event), body: {} })
  expect((await look(event)).participants).toMatchObject([
    { username: 'grace', role: 1 },
    { username: 'hedy', role: 0 }
  ])
  expect((await eventsOf(event)).at(-1).event.data).toMatchObject({
    left: ['ada'],
    participants: [{ username: 'grace', role: 1 }]
  })
  await grace.call(leaveSession, { ...to(event), body: {} })
  await hedy.call(leaveSession, { ...to(event), body: {} })
  await enter(ada, event)
  expect((await look(event)).participants).toMatchObject([{ username: 'ada', role: 1 }])
  await ada.call(startSession, { ...to(event), body: {} })
})

test('the host starts a waiting session once', {
  tags: ['SES-067', 'SES-071..SES-075', 'SES-077', 'SES-097', 'SEC-45']
}, async () => {
  const ada = await world.as('ada')
  const waiting = await open(ada, { is_manually_started: 1, duration: 600 })
  expect(waiting.parts[0]?.parts[0]?.started_at).toBeNull()
  world.clock.jump(1000)
  const { event, error } = await ada.call(startSession, { ...to(waiting), body: { client_uuid: 'a' } })
  expect(error).toBeNull()
  expect(event).toMatchObject({ status: 1, started_at: at(), ended_at: at(600_000) })
  expect(event.parts[0]?.parts[0]?.started_at).toBe(at())
  const again = await ada.refused(startSession, { ...to(waiting), body: {} })
  expect([again.status, again.body.errors]).toEqual([409, ['This session has already started.']])
  expect((await eventsOf(event)).filter(({ event }) => event.data?.status === 1)).toHaveLength(1)
})

test('a countdown start falls on a full second, is announced at once, and happens by itself', {
  tags: ['SES-065', 'SES-067', 'SES-070']
}, async () => {
  const ada = await world.as('ada')
  const waiting = await open(ada, { is_manually_started: 1, duration: 600 })
  const startsAt = (): number => Math.ceil(world.clock.now() / 1000) * 1000 + 5000
  world.clock.jump(350)
  const started_at = new Date(startsAt()).toISOString()
  const { event } = await ada.call(startSession, { ...to(waiting), body: { countdown: 5 } })
  expect(event).toMatchObject({ status: 0, started_at, ended_at: new Date(startsAt() + 600_000).toISOString() })
  expect((await eventsOf(event)).at(-1)?.event.data).toMatchObject({ status: 0, started_at })
  const again = await ada.refused(startSession, { ...to(waiting), body: { countdown: 5 } })
  expect([again.status, again.body.errors]).toEqual([409, ['This session has a start time and will start on its own.']])
  const endless = await ada.refused(startSession, { ...to(waiting), body: { countdown: 61 } })
  expect([endless.status, Object.keys(endless.body.errors ?? {})]).toEqual([422, ['countdown']])
  world.clock.advance(6000)
  await world.workers.sweep.done()
  expect((await eventsOf(event)).at(-1)?.event.data).toMatchObject({ status: 1, started_at })
})

test('starting a scheduled or ended session, or as a guest, is refused with errors', {
  tags: ['SES-068', 'SES-070', 'D-83']
}, async () => {
  const ada = await world.as('ada')
  const grace = await world.as('grace')
  const timed = await open(ada, { started_at: at(3600_000) })
  const early = await ada.refused(startSession, { ...to(timed), body: {} })
  expect([early.status, early.body.errors]).toEqual([409, ['This session has a start time and will start on its own.']])
  const ended = await open(ada)
  await ada.call(endSession, { ...to(ended), body: {} })
  expect((await ada.refused(startSession, { ...to(ended), body: {} })).body.errors).toEqual(['This session has ended.'])
  const waiting = await open(ada, { is_manually_started: 1 })
  await enter(grace, waiting)
  const guest = await grace.refused(startSession, { ...to(waiting), body: {} })
  expect([guest.status, guest.body.errors]).toEqual([403, ['Only the host of this session can do that.']])
  expect((await look(waiting)).challengeEvent.status).toBe(0)
})

test('a site admin may start and end any session', { tags: ['SEC-36', 'SEC-37'] }, async () => {
  const admin = await world.admin()
  const waiting = await open(await world.as('ada'), { is_manually_started: 1 })
  expect((await admin.call(startSession, { ...to(waiting), body: {} })).event.status).toBe(1)
  expect((await admin.call(endSession, { ...to(waiting), body: {} })).event.status).toBe(2)
})

test('the host ends a running session for everyone; other people and states are refused', {
  tags: ['SES-063', 'SES-078', 'SES-098', 'D-74']
}, async () => {
  const ada = await world.as('ada')
  const grace = await world.as('grace')
  const running = await open(ada)
  await enter(grace, running)
  expect((await grace.refused(endSession, { ...to(running), body: {} })).status).toBe(403)
  world.clock.jump(5000)
  const { event } = await ada.call(endSession, { ...to(running), body: {} })
  expect(event).toMatchObject({ status: 2, ended_at: at(), remaining: null, can_join: 0 })
  expect((await eventsOf(event)).at(-1).event.data).toMatchObject({ status: 2, ended_at: at() })
  expect((await ada.refused(endSession, { ...to(running), body: {} })).status).toBe(409)
  const waiting = await open(ada, { is_manually_started: 1 })
  expect((await ada.refused(endSession, { ...to(waiting), body: {} })).status).toBe(409)
})

test('a session and its participants have every documented field', {
  tags: ['SES-101', 'SES-102', 'SES-104', 'SES-107..SES-142', 'SES-001', 'SEC-03']
}, async () => {
  const ada = await world.as('ada')
  const event = await open(ada)
  for (const page of [sessionPage, sessionLogsPage, sessionChatPage]) {
    const { challengeEvent, participants } = await world.visitor.visit(page, { event: event.slug })
    for (const field of [
      ...['id', 'slug', 'path', 'title', 'content', 'status', 'is_preset', 'started_at', 'started_at_obj', 'ended_at'],
      ...['duration', 'participant_limit', 'participants_count', 'donation_link', 'join_code', 'needs_code', 'is_free'],
      ...['is_manually_started', 'can_join', 'is_joined', 'category_name', 'difficulty', 'hut_id', 'parts', 'tasks'],
      ...['quick_log_buttons', 'my_goals', 'messages', 'logs', 'summary']
    ]) {
      expect(challengeEvent).toHaveProperty(field)
    }
    for (const field of ['username', 'client_uuid', 'role', 'is_ready', 'task_totals', 'task_action_totals']) {
      expect(participants[0]).toHaveProperty(field)
    }
    expect(challengeEvent.started_at_obj).toBe(challengeEvent.started_at)
  }
})

test('the join code is shown to hosts and admins only, on every page', { tags: ['SES-121', 'D-77'] }, async () => {
  const ada = await world.as('ada')
  const grace = await world.as('grace')
  const event = await open(ada)
  await set(event, "needs_code = true, join_code = 'swordfish'")
  await grace.call(joinSession, { ...to(event), query: { join_code: 'swordfish' }, body: {} })
  const codeFor = async (person: Caller) => (await look(event, person)).challengeEvent.join_code
  expect([await codeFor(ada), await codeFor(await world.admin())]).toEqual(['swordfish', 'swordfish'])
  for (const person of [grace, world.visitor]) {
    expect(await codeFor(person)).toBeNull()
    for (const path of ['', '/chat', '/logs']) {
      for (const prefix of ['/api', '']) {
        const response = await person.request({ url: `${prefix}/sessions/${event.slug}${path}` })
        expect(response.body).not.toContain('swordfish')
      }
    }
    expect((await person.request({ url: '/api/events' })).body).not.toContain('swordfish')
    expect((await look(event, person)).challengeEvent.needs_code).toBe(1)
  }
})

test('a session is found by id and slug, at both of its addresses', { tags: ['D-39', 'D-40'] }, async () => {
  const event = await open(await world.as('ada'))
  for (const name of [event.slug, String(event.id)]) {
    for (const base of [`/sessions/${name}`, `/activities/${TOUR}/events/${name}`]) {
      for (const page of ['', '/logs', '/chat']) {
        const response = await world.visitor.request({ url: `/api${base}${page}` })
        expect([base, page, response.json().serverData?.challengeEvent.id]).toEqual([base, page, event.id])
      }
    }
  }
  for (const missing of ['no-such', '999999', '99999999999999999999', '-1', "'"]) {
    const response = await world.visitor.request({ url: `/api/sessions/${encodeURIComponent(missing)}` })
    expect([missing, response.statusCode]).toEqual([missing, 404])
  }
})

test('the tour is running and free at its constant address', { tags: 'D-122' }, async () => {
  const { challengeEvent } = await world.visitor.visit(sessionPage, { event: '10' })
  expect(challengeEvent).toMatchObject({ id: 10, status: 1, is_free: 1, ended_at: null, challenge: { slug: TOUR } })
})

test('the list shows running sessions first, then the soonest start, or mine on request', {
  tags: ['ACT-003', 'ACT-017', 'D-55', 'D-57']
}, async () => {
  const lise = await world.as('lise')
  const waiting = await open(lise, { title: 'Order waiting', is_manually_started: 1 })
  const later = await open(lise, { title: 'Order later', started_at: at(7200_000) })
  const soon = await open(lise, { title: 'Order soon', started_at: at(600_000) })
  const running = await open(lise, { title: 'Order running' })
  const template = await open(lise, { title: 'Order template' })
  await set(template, 'is_preset = true')
  const over = await open(lise, { title: 'Order over' })
  await lise.call(endSession, { ...to(over), body: {} })
  const expected = [running, soon, later, waiting].map(({ slug }) => slug)
  const queries: Record<string, string>[] = [{ q: 'order' }, { joined: '1' }]
  for (const query of queries) {
    const { challenges, challengesCount } = await lise.visit(eventsPage, {}, query)
    expect(challenges.map(({ slug }) => slug)).toEqual(expected)
    expect(challengesCount).toBe(4)
    expect(challenges.every(({ is_joined }) => is_joined === 1)).toBe(true)
  }
  const { challenges } = await lise.visit(eventsPage, {}, { templates: 1 })
  expect(challenges.map(({ slug }) => slug)).toEqual([template.slug])
  const found = await lise.visit(eventsPage, {}, { q: 'orderr runing' })
  expect(found.challenges.map(({ slug }) => slug)).toContain(running.slug)
})

test('a session is found by its category, its group and words of its description', { tags: 'D-58' }, async () => {
  const hedy = await world.as('hedy')
  const { group } = await hedy.call(storeGroup, { body: { title: 'Axolotl keepers' } })
  const { terms } = await world.visitor.visit(homePage)
  const term = terms.find(({ title }) => title === 'Yoga')
  const form = { title: 'Numbat', content: '<p>With a capybara</p>', hut_id: group.id, term_id: term?.id ?? 0 }
  const { event } = await hedy.call(storeSession, { body: { challenge: form } })
  const found = async (q: string) => (await world.visitor.visit(homePage, {}, { q })).challenges.map(({ slug }) => slug)
  for (const q of ['numbat', 'axolotl', 'CAPYBARA', 'capy', 'yoga axolotl capybara', 'axolotl numbta']) {
    expect([q, await found(q)]).toEqual([q, [event.slug]])
  }
  for (const q of ['bara with', 'capybara platypus']) expect([q, await found(q)]).toEqual([q, []])
})

test('many sessions found by their description are listed in order and counted up to 100', {
  tags: ['D-57', 'D-58']
}, async () => {
  const event = await open(await world.as('hedy'), {
    title: 'Wombat',
    content: 'By tapir',
    started_at: at(999 * 86400_000)
  })
  // The table stores the latest first.
  await world.db.$client.query(`insert into sessions
    (user_id, slug, title, content, plan, duration, status, started_at, participants_count, created_at, updated_at)
    select user_id, 'wombat-' || n, n, content, plan, duration, 0, started_at - n * interval '1 hour', 0, now(), now()
    from sessions, generate_series(1, 1100) n where id = ${event.id}`)
  const pages = [
    ['tapir', 1, 1100],
    ['tapi', 1, 1100],
    ['tapi', 10, 1010],
    ['tapir', 110, 10]
  ] as const
  for (const [q, page, first] of pages) {
    const { challenges, challengesCount } = await world.visitor.visit(homePage, {}, { q, page: String(page) })
    expect(challenges.map(({ title }) => title)).toEqual(
      Array.from({ length: 11 }, (_, at) => String(first - at || 'Wombat'))
    )
    expect(challengesCount).toBe(100)
  }
  await world.db.$client.query(`delete from sessions where slug like 'wombat-%'`)
})

test('a session is found by the title of its activity too', { tags: 'D-58' }, async () => {
  const ada = await world.as('ada')
  const { event } = await ada.call(storeSession, {
    body: { activity: 'lean-coffee', challenge: { title: 'Something else' } }
  })
  const found = await world.visitor.visit(eventsPage, {}, { q: 'LEAN cofee' })
  expect(found.challenges.map(({ slug }) => slug)).toEqual([event.slug])
})

test('visitors are refused every call, and a missing session is not found', {
  tags: ['SES-081', 'SEC-48', 'SEC-55', 'D-18']
}, async () => {
  const ada = await world.as('ada')
  const event = await open(ada)
  for (const call of [joinSession, leaveSession, startSession, endSession]) {
    const refused = await world.visitor.refused(call, { ...to(event), body: {} })
    expect([refused.status, refused.body.message]).toEqual([401, 'Please sign in to use that feature.'])
    expect((await ada.refused(call, { params: { event: 'no-such' }, body: {} })).status).toBe(404)
  }
  expect((await world.visitor.refused(storeSession, { body: { activity: TOUR, challenge: {} } })).status).toBe(401)
})
