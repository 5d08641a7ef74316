import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { storeActivity } from '../../domain/activities/builder-api.ts'
import { createActivityPage } from '../../domain/activities/builder-page-api.ts'
import {
  contributeContent,
  endSession,
  joinSession,
  leaveSession,
  sessionPage,
  storeSessionQuickLog
} from '../../domain/sessions/api.ts'
import {
  createSessionPage,
  deleteSessionGroup,
  deleteSessionPart,
  patchSession,
  patchSessionGroup,
  patchSessionPart,
  reorderSessionParts,
  storeSession,
  storeSessionGroup,
  storeSessionPart,
  updateSession,
  updateSessionPage
} from '../../domain/sessions/builder-api.ts'
import { partGroupOf, partOf, taskGroupOf, taskOf } from '../../testing/plans.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

let world: World
let ada: Caller
let grace: Caller
let admin: Caller
beforeAll(async () => {
  world = await openWorld()
  ada = await world.as('ada')
  grace = await world.as('grace')
  admin = await world.admin()
})
afterAll(() => world.close())

type Wish = z.input<NonNullable<(typeof storeSession)['body']>>['challenge']

const make = async (who: Caller, challenge: Wish = {}, activity: string | null = null) =>
  (await who.call(storeSession, { body: { activity, challenge: { title: 'Write together', ...challenge } } })).event
const waiting = (who: Caller, challenge: Wish = {}) => make(who, { is_manually_started: 1, ...challenge })
const inSeconds = (seconds: number) => new Date(world.clock.now() + seconds * 1000).toISOString()
const fieldsOf = (body: { errors?: unknown }) => Object.keys((body.errors ?? {}) as object)
const seqOf = async (event: string) => (await ada.visit(sessionPage, { event })).challengeEvent.seq

test('the whole form creates a session with its own plan', {
  tags: ['SES-092', 'SES-093', 'BLD-10']
}, async () => {
  const goal = taskOf({ title: 'Words', amount: 500 })
  const start = inSeconds(3600)
  const event = await make(ada, {
    content: '<p>Bring tea.</p><script>x()</script>',
    started_at: start,
    duration: 1800,
    difficulty: 3,
    participant_limit: 4,
    needs_code: 1,
    join_code: 'tea',
    donation_link: 'https://example.org/give',
    parts: [partGroupOf([partOf({ title: 'One' }), partOf({ title: 'Two', task_uuids: [goal.uuid] })])],
    tasks: [taskGroupOf([goal])],
    timers: [{ uuid: randomUUID(), title: 'Blink', duration: 60 }]
  })
  expect(event).toMatchObject({
    path: `/sessions/${event.slug}`,
    content: '<p>Bring tea.</p>',
    status: 0,
    started_at: start,
    ended_at: inSeconds(5400),
    participant_limit: 4,
    difficulty: 3,
    needs_code: 1,
    join_code: 'tea'
  })
  expect(event.parts[0]?.parts.map(part => [part.title, part.started_at])).toEqual([
    ['One', start],
    ['Two', inSeconds(3900)]
  ])
  expect(event.tasks[0]?.parts[0]?.title).toBe('Words')
})

test('a part keeps the date that was sent for it, even without relative_dates', {
  tags: ['BLD-85', 'D-91']
}, async () => {
  const start = inSeconds(3600)
  const later = inSeconds(4200)
  const parts = [partGroupOf([partOf({ duration: 60 }), partOf({ started_at: later })], { linked: 0 })]
  const event = await make(ada, { started_at: start, duration: 1800, parts })
  expect(event.parts[0]?.parts[1]).toMatchObject({ relative_dates: 0, started_at: later })
})

test('settings missing in the form come from the activity, including its code', {
  tags: ['D-70', 'D-77']
}, async () => {
  const { challenge } = await ada.call(storeActivity, {
    body: {
      challenge: {
        title: 'With code',
        needs_code: 1,
        difficulty: 6,
        content: '<p>C</p>',
        parts: [partGroupOf([partOf()])]
      }
    }
  })
  const event = await make(ada, { title: '', difficulty: null }, challenge.slug)
  expect(event).toMatchObject({ title: 'With code', needs_code: 1, difficulty: null, content: '<p>C</p>' })
  expect(event.join_code).toBe(challenge.join_code)
  expect(event.parts[0]?.parts).toHaveLength(1)
  const other = await make(ada, { parts: [] }, challenge.slug)
  expect(other.parts).toEqual([])
})

test('someone who starts a session of another person’s activity gets a new join code', {
  tags: 'D-77'
}, async () => {
  const form = { title: 'With a secret', needs_code: 1, join_code: 'her secret' } as const
  const { challenge } = await ada.call(storeActivity, { body: { challenge: form } })
  const event = await make(grace, { title: '' }, challenge.slug)
  expect(event).toMatchObject({ needs_code: 1, join_code: expect.stringMatching(/^[a-z2-9]{6}$/) })
  const typed = await make(grace, { title: '', join_code: 'my own' }, challenge.slug)
  expect(typed.join_code).toBe('my own')
})

test.each([
  ['no title', { title: '' }, 'challenge.title', 'Please set the challenge title.'],
  ['duration 0', { duration: 0 }, 'challenge.duration', 'Please set the challenge duration.'],
  ['299 seconds', { duration: 299 }, 'challenge.duration', 'The session must last between 5 minutes and 1 month.'],
  [
    'more than a month',
    { duration: 2_592_001 },
    'challenge.duration',
    'The session must last between 5 minutes and 1 month.'
  ],
  ['an unknown category', { term_id: 999_999 }, 'challenge.term_id', 'There’s no such category.'],
  [
    'a part without length but with a date',
    { parts: [partGroupOf([partOf({ duration: 0, started_at: '2026-05-01T10:00:00Z', relative_dates: 0 })])] },
    'challenge.parts.0.parts.0.duration',
    'The duration cannot be 0.'
  ],
  [
    'a part before its start',
    { parts: [partGroupOf([partOf({ started_at: '2026-01-01T10:00:00Z', relative_dates: 0 })])] },
    'challenge.parts.0.parts.0.started_at',
    "The start date of timer #1 must occur after the challenge's start date."
  ],
  [
    'a part with a date in a session without a start',
    {
      is_manually_started: 1,
      parts: [partGroupOf([partOf({ started_at: '2026-05-01T10:00:00Z', relative_dates: 0 })])]
    },
    'challenge.parts.0.parts.0.started_at',
    'Please set the challenge start date. The challenge start date must be set if any timer dates are set.'
  ],
  [
    'auto start without linking',
    { is_manually_started: 1, parts: [partGroupOf([partOf()], { linked: 0 })] },
    'challenge.parts.0.auto_start',
    'Auto started events must be linked.'
  ]
] as [string, Wish, string, string][])(
  'a session with %s is refused in the documented words',
  { tags: ['BLD-12', 'BLD-13', 'BLD-14', 'BLD-16..BLD-18', 'BLD-49', 'D-84'] },
  async (_, challenge, field, text) => {
    const { status, body } = await ada.refused(storeSession, { body: { challenge: { title: 'A', ...challenge } } })
    expect(status).toBe(422)
    expect(body.errors).toEqual({ [field]: text })
    expect(body.message).toBe(text)
  }
)

test('overlapping parts are refused, each under its own field and once in the message', {
  tags: ['BLD-19', 'BLD-20']
}, async () => {
  const typed = (at: string) => partOf({ started_at: at, relative_dates: 0, duration: 600 })
  const parts = [
    partGroupOf([typed('2026-05-01T10:00:00Z'), typed('2026-05-01T10:05:00Z'), typed('2026-05-01T10:20:00Z')], {
      linked: 0,
      auto_start: 0
    })
  ]
  const challenge = { title: 'A', started_at: '2026-05-01T10:00:00Z', parts }
  const { body } = await ada.refused(storeSession, { body: { challenge } })
  expect(body.message).toBe(
    "Parts cannot overlap. The start dates must not occur before the previous timer's end date."
  )
  expect(body.errors).toEqual({
    'challenge.parts.0.parts.1.started_at':
      "The start date of timer #2 must not occur before the previous timer's end date."
  })
})

test('only a site admin makes a session free', { tags: 'D-15' }, async () => {
  expect((await ada.refused(storeSession, { body: { challenge: { title: 'A', is_free: 1 } } })).status).toBe(403)
  expect((await make(admin, { is_free: 1 })).is_free).toBe(1)
  const event = await waiting(ada)
  const params = { event: event.slug }
  expect((await ada.refused(patchSession, { params, body: { challenge: { is_free: 1 } } })).status).toBe(403)
  const freed = await admin.call(patchSession, { params, body: { challenge: { is_free: 1 } } })
  expect(freed.event.is_free).toBe(1)
  // The host's page sends back everything it has.
  const { event: saved } = await ada.call(patchSession, { params, body: { challenge: freed.event as never } })
  expect(saved.is_free).toBe(1)
})

test('sending back the whole session changes only what was edited, and the room is notified', {
  tags: 'SES-094'
}, async () => {
  const event = await waiting(ada, {
    content: '<p>A</p>',
    parts: [partGroupOf([partOf()])],
    tasks: [taskGroupOf([taskOf()])]
  })
  const params = { event: event.slug }
  const { event: same } = await ada.call(patchSession, { params, body: { challenge: event as never } })
  expect(same).toEqual({ ...event, seq: same.seq, revision: event.revision + 1 })
  const { event: changed } = await ada.call(patchSession, {
    params,
    body: { challenge: { ...same, title: 'Renamed', content: '<p>B</p>' } as never }
  })
  expect(changed).toMatchObject({ title: 'Renamed', content: '<p>B</p>', slug: event.slug })
  expect(changed.seq).toBe(same.seq + 1)
  const bare = await ada.request({
    method: 'PATCH',
    url: `/challenge-events/${event.id}/patch`,
    payload: { title: 'Bare' }
  })
  expect(bare.json().event).toMatchObject({ title: 'Bare', content: '<p>B</p>' })
})

test('the whole form replaces a session; missing times stay', {
  tags: 'D-69'
}, async () => {
  const event = await make(ada, {
    started_at: inSeconds(7200),
    duration: 1800,
    difficulty: 6,
    parts: [partGroupOf([partOf()])]
  })
  const params = { event: event.slug }
  const { event: saved } = await ada.call(updateSession, { params, body: { challenge: { title: 'Bare' } } })
  expect(saved).toMatchObject({
    title: 'Bare',
    difficulty: null,
    parts: [],
    started_at: event.started_at,
    duration: 1800
  })
  const { status, body } = await ada.refused(updateSession, { params, body: { challenge: {} } })
  expect([status, body.message]).toEqual([422, 'Please set the challenge title.'])
})

const LATE = { at: 3600, title: 'Soon' }

test('a new start moves the dates of all parts; without a start they are empty', { tags: 'D-91' }, async () => {
  const event = await make(ada, {
    started_at: inSeconds(7200),
    duration: 1800,
    parts: [partGroupOf([partOf(), partOf()])]
  })
  const params = { event: event.slug }
  const start = inSeconds(9000)
  const { event: moved } = await ada.call(patchSession, { params, body: { challenge: { started_at: start } } })
  expect(moved).toMatchObject({ started_at: start, ended_at: inSeconds(10_800) })
  expect(moved.parts[0]?.parts.map(part => part.started_at)).toEqual([start, inSeconds(9300)])
  const { event: undated } = await ada.call(patchSession, { params, body: { challenge: { started_at: null } } })
  expect(undated).toMatchObject({ started_at: null, ended_at: null, is_manually_started: 1, status: 0 })
  expect(undated.parts[0]?.parts.map(part => part.started_at)).toEqual([null, null])
  const { event: ended } = await ada.call(patchSession, {
    params,
    body: { challenge: { started_at: start, ended_at: inSeconds(9000 + 900) } }
  })
  expect(ended).toMatchObject({ duration: 900, ended_at: inSeconds(9900) })
  for (const [wrong, field] of [
    [{ started_at: inSeconds(-120) }, 'challenge.started_at'],
    [{ is_manually_started: 1, started_at: inSeconds(600) }, 'challenge.started_at'],
    [{ parts: [partGroupOf([partOf({ duration: 60, alerts: [LATE] })])] }, 'challenge.parts.0.parts.0.alerts.0.at'],
    [{ duration: 0 }, 'challenge.duration'],
    [{ duration: 60 }, 'challenge.duration'],
    [{ title: ' ' }, 'challenge.title'],
    [{ term_id: 999_999 }, 'challenge.term_id']
  ] as const) {
    const { status, body } = await ada.refused(patchSession, { params, body: { challenge: wrong } })
    expect([status, fieldsOf(body)]).toEqual([422, [field]])
  }
})

test('a session moved to a nearer start begins on time', async () => {
  const event = await make(ada, { started_at: inSeconds(7200), duration: 600 })
  const start = inSeconds(10)
  await ada.call(patchSession, { params: { event: event.slug }, body: { challenge: { started_at: start } } })
  await world.pass(10_000)
  const { challengeEvent } = await ada.visit(sessionPage, { event: event.slug })
  expect(challengeEvent).toMatchObject({ status: 1, started_at: start })
})

describe('while it runs', () => {
  const running = async () => {
    const parts = [partGroupOf([partOf({ title: 'A' }), partOf({ title: 'B' }), partOf({ title: 'C' })])]
    const event = await make(ada, { duration: 3600, parts })
    world.clock.jump(400_000)
    return event
  }

  test('the running part is flagged active', { tags: ['BLD-88', 'TMR-04'] }, async () => {
    const event = await running()
    expect(event.parts[0]?.parts.map(part => part.active)).toEqual([1, 0, 0])
    const { challengeEvent } = await grace.visit(sessionPage, { event: event.slug })
    expect(challengeEvent.parts[0]?.parts.map(part => part.active)).toEqual([0, 1, 0])
  })

  test('future parts and the length of the running part may change, and dates follow', async () => {
    const event = await running()
    const [group] = event.parts
    const [a, b, c] = group?.parts ?? []
    const parts = [
      { ...group, parts: [a, { ...b, duration: 600 }, { ...c, title: 'Later', duration: 60 }, partOf({ order: 3 })] }
    ]
    const { event: saved } = await ada.call(patchSession, {
      params: { event: event.slug },
      body: { challenge: { parts } as never }
    })
    const start = Date.parse(event.started_at ?? '')
    const dates = saved.parts[0]?.parts.map(part => (Date.parse(part.started_at ?? '') - start) / 1000)
    expect(dates).toEqual([0, 300, 900, 960])
    expect(saved.parts[0]?.parts[2]?.title).toBe('Later')
  })

  test('a part that has begun cannot change its length, place or group, or be removed', async () => {
    const event = await running()
    const [group] = event.parts
    const [a, b, c] = group?.parts ?? []
    const params = { event: event.slug }
    const tries: [string, unknown[]][] = [
      ['a shorter past', [{ ...group, parts: [{ ...a, duration: 60 }, b, c] }]],
      ['another order', [{ ...group, parts: [{ ...b, order: 0 }, { ...a, order: 1 }, c] }]],
      ['something before', [{ ...group, parts: [partOf({ order: 0 }), { ...a, order: 1 }, { ...b, order: 2 }] }]],
      ['without the past', [{ ...group, parts: [b, c] }]],
      ['an end in the past for what runs', [{ ...group, parts: [a, { ...b, duration: 30 }, c] }]],
      ['no group', []]
    ]
    for (const [name, parts] of tries) {
      const { status, body } = await ada.refused(patchSession, { params, body: { challenge: { parts } } })
      expect([status, body.message], name).toEqual([
        422,
        'This part has started. What’s already happened can’t change.'
      ])
    }
    const gone = { ...params, part: a?.uuid ?? '', type: 'part' }
    expect((await ada.refused(deleteSessionPart, { params: gone })).status).toBe(422)
    const { event: after } = await ada.call(deleteSessionPart, { params: { ...gone, part: c?.uuid ?? '' } })
    expect(after.parts[0]?.parts.map(part => part.title)).toEqual(['A', 'B'])
  })

  test('sent facts of a run are ignored', async () => {
    const event = await running()
    const [group] = event.parts
    const facts = { pinned: 1, completed_at: inSeconds(-10), paused_at: inSeconds(-5), started_at: inSeconds(-300) }
    const parts = [{ ...group, parts: (group?.parts ?? []).map(part => ({ ...part, ...facts })) }]
    const { event: saved } = await ada.call(patchSession, {
      params: { event: event.slug },
      body: { challenge: { parts } as never }
    })
    expect(saved.parts[0]?.parts.map(part => [part.pinned, part.completed_at, part.paused_at])).toEqual(
      Array(3).fill([0, null, null])
    )
    expect(saved.parts[0]?.parts[0]?.started_at).toBe(event.started_at)
  })

  test('the end follows the duration but never into the past; the start stays', async () => {
    const event = await running()
    const params = { event: event.slug }
    const { event: longer } = await ada.call(patchSession, { params, body: { challenge: { duration: 7200 } } })
    expect(Date.parse(longer.ended_at ?? '') - Date.parse(event.ended_at ?? '')).toBe(3_600_000)
    const { status, body } = await ada.refused(patchSession, { params, body: { challenge: { duration: 300 } } })
    expect([status, fieldsOf(body)]).toEqual([422, ['challenge.duration']])
    const moved = await ada.refused(patchSession, { params, body: { challenge: { started_at: inSeconds(100) } } })
    expect(moved.status).toBe(409)
  })
})

test('an ended session keeps its plan and times; its title and text may still change', async () => {
  const event = await make(ada, { duration: 600, parts: [partGroupOf([partOf()])] })
  const params = { event: event.slug }
  await ada.call(endSession, { params, body: {} })
  const { challengeEvent: ended } = await ada.visit(sessionPage, params)
  const { event: saved } = await ada.call(patchSession, {
    params,
    body: { challenge: { ...ended, title: 'It was good', content: '<p>Thanks</p>' } as never }
  })
  expect(saved).toMatchObject({ title: 'It was good', content: '<p>Thanks</p>', status: 2, ended_at: ended.ended_at })
  for (const wrong of [{ parts: [] }, { duration: 900 }, { started_at: inSeconds(1000) }]) {
    expect((await ada.refused(patchSession, { params, body: { challenge: wrong } })).status).toBe(409)
  }
})

test('only its host and site admins change a session or see its form', { tags: ['SEC-41', 'D-64'] }, async () => {
  const event = await waiting(ada, { needs_code: 1, parts: [partGroupOf([partOf()])] })
  expect(event.join_code).toMatch(/^[a-z2-9]{6}$/)
  await grace.call(joinSession, { params: { event: event.slug }, body: { join_code: event.join_code ?? '' } })
  const params = { event: event.slug, part: event.parts[0]?.parts[0]?.uuid, uuid: event.parts[0]?.uuid, type: 'part' }
  for (const [call, body] of [
    [updateSession, { challenge: { title: 'Stolen' } }],
    [patchSession, { challenge: { title: 'Stolen' } }],
    [storeSessionPart, { part: partOf() }],
    [patchSessionPart, { part: { title: 'Stolen' } }],
    [reorderSessionParts, { parts: {}, events_group_uuid: params.uuid }],
    [deleteSessionPart, undefined],
    [storeSessionGroup, { uuid: randomUUID() }],
    [patchSessionGroup, { title: 'Stolen' }],
    [deleteSessionGroup, undefined]
  ] as const) {
    expect((await grace.refused(call, { params, body })).status, call.path).toBe(403)
    expect((await world.visitor.refused(call, { params, body })).status, call.path).toBe(401)
    expect((await ada.refused(call, { params: { ...params, event: 'nothing' }, body })).status, call.path).toBe(404)
  }
  expect((await grace.request({ url: `/api/events/${event.slug}/update` })).statusCode).toBe(403)
  expect((await world.visitor.request({ url: `/api/events/${event.slug}/update` })).statusCode).toBe(401)
  expect(await seqOf(event.slug)).toBe(1)
  const saved = await admin.call(patchSession, {
    params: { event: event.slug },
    body: { challenge: { title: 'Admin' } }
  })
  expect(saved.event.title).toBe('Admin')
})

test('the single steps of the builder work on a session', { tags: 'BLD-60..BLD-66' }, async () => {
  const event = await waiting(ada)
  const params = { event: event.slug }
  const [a, b] = [partOf({ title: 'A' }), partOf({ title: 'B' })]
  await ada.call(storeSessionPart, { params, body: { part: a } })
  await ada.call(storeSessionPart, { params, body: { part: b } })
  await ada.call(storeSessionPart, { params, body: { type: 'task', task: taskOf({ title: 'G' }) } })
  const uuid = randomUUID()
  const { event: grouped } = await ada.call(storeSessionGroup, { params, body: { uuid, type: 'part' } })
  expect(grouped.parts.map(group => group.parts.map(part => part.title))).toEqual([['A', 'B'], []])
  expect(grouped.tasks[0]?.parts[0]?.title).toBe('G')
  const moved = { parts: { [b.uuid]: 0 }, events_group_uuid: uuid, type: 'part' as const }
  const { event: reordered } = await ada.call(reorderSessionParts, { params, body: moved })
  expect(reordered.parts.map(group => group.parts.map(part => part.title))).toEqual([['A'], ['B']])
  const { event: patched } = await ada.call(patchSessionPart, {
    params: { ...params, part: a.uuid },
    body: { part: { title: '<b>A</b>', content: '<p onclick="x()">Do</p>' } }
  })
  expect(patched.parts[0]?.parts[0]).toMatchObject({ title: '<b>A</b>', content: '<p>Do</p>', duration: 300 })
  const { event: hidden } = await ada.call(patchSessionGroup, {
    params: { ...params, uuid },
    body: { hidden: 1, sets: 2 }
  })
  expect(hidden.parts[1]).toMatchObject({ hidden: 1, sets: 2 })
  expect((await grace.visit(sessionPage, params)).challengeEvent.parts).toHaveLength(1)
  await ada.call(deleteSessionPart, { params: { ...params, part: a.uuid, type: 'part' } })
  const { event: left } = await ada.call(deleteSessionGroup, { params: { ...params, uuid } })
  expect(left.parts.map(group => group.parts)).toEqual([[]])
})

test('groups and parts have every documented field', { tags: 'BLD-67..BLD-94' }, async () => {
  const event = await make(ada, { parts: [partGroupOf([partOf()])] })
  const [group] = event.parts
  for (const field of ['uuid', 'type', 'parts', 'linked', 'auto_start', 'hidden', 'sets'])
    expect(group).toHaveProperty(field)
  for (const field of [
    ...['uuid', 'order', 'title', 'content', 'started_at', 'ended_at', 'paused_at', 'duration', 'per_participant'],
    ...['edit_prompt', 'edit_content', 'relative_dates', 'time_from', 'start_of', 'active', 'can_complete'],
    ...['task_uuids', 'is_custom_duration', 'is_interval', 'timers', 'sets']
  ]) {
    expect(group?.parts[0]).toHaveProperty(field)
  }
})

test('the create page is empty or filled from an activity, and offers activities to choose from', {
  tags: ['BLD-07', 'D-71', 'D-132']
}, async () => {
  const { challenge } = await ada.call(storeActivity, {
    body: { challenge: { title: 'To run', difficulty: 3, parts: [partGroupOf([partOf({ duration: 8100 })])] } }
  })
  const bare = await ada.visit(createSessionPage)
  expect(bare).toMatchObject({ challenge: null, challengeEvent: { title: '', duration: 3600, parts: [] } })
  expect(bare.challenges[0]).toEqual({ slug: challenge.slug, title: 'To run', path: challenge.path })
  const { challengeEvent, ...rest } = await grace.visit(createSessionPage, {}, { challenge: challenge.slug })
  expect(challengeEvent).toMatchObject({ title: 'To run', difficulty: 3, duration: 8100, started_at: null })
  expect(rest.challenge?.slug).toBe(challenge.slug)
  const event = await make(grace, challengeEvent as never, challenge.slug)
  expect(event).toMatchObject({ title: 'To run', status: 1 })
  expect(event.challenge?.slug).toBe(challenge.slug)
  expect((await world.visitor.visit(createSessionPage)).challenges.length).toBeGreaterThan(0)
})

test('a template session waits, cannot be joined, and fills the form of an activity', {
  tags: 'D-80'
}, async () => {
  const event = await make(ada, { title: 'Pattern', is_preset: 1, parts: [partGroupOf([partOf({ title: 'One' })])] })
  expect(event).toMatchObject({ status: 0, is_preset: 1, can_join: 0 })
  expect((await grace.refused(joinSession, { params: { event: event.slug }, body: {} })).status).toBe(409)
  const { challenge } = await grace.visit(createActivityPage, {}, { template: event.slug })
  expect(challenge).toMatchObject({ title: 'Pattern', is_preset: 0, parts: [{ parts: [{ title: 'One' }] }] })
  expect(challenge.parts[0]?.parts[0]?.uuid).not.toBe(event.parts[0]?.parts[0]?.uuid)
  const plain = await waiting(ada)
  expect((await grace.visit(createActivityPage, {}, { template: plain.slug })).challenge.title).toBe('')
})

test('hosts put goals into the plan of a session, even if they became host later; others do not', {
  tags: ['SGL-07', 'SEC-47']
}, async () => {
  const event = await make(ada)
  const params = { event: event.slug }
  await grace.call(joinSession, { params, body: {} })
  const add = (title: string) => ({ params, body: { challenge: { tasks: [taskGroupOf([taskOf({ title })])] } } })
  expect((await grace.refused(patchSession, add('Hers'))).status).toBe(403)
  await ada.call(patchSession, add('Write'))
  const titles = async () =>
    (await world.visitor.visit(sessionPage, params)).challengeEvent.tasks.flatMap(group =>
      group.parts.map(task => task.title)
    )
  expect(await titles()).toEqual(['Write'])
  await ada.call(leaveSession, { params, body: {} })
  await grace.call(patchSession, add('Hers'))
  expect(await titles()).toEqual(['Hers'])
  await grace.call(storeSessionQuickLog, {
    params,
    body: {
      task_uuid: (await grace.visit(sessionPage, params)).challengeEvent.tasks[0]?.parts[0]?.uuid ?? '',
      amount: 1
    }
  })
})

test('the update page shows the host the stored form', { tags: 'BLD-08' }, async () => {
  const event = await waiting(ada, { needs_code: 1, join_code: 'open', parts: [partGroupOf([partOf()])] })
  const { challengeEvent, terms, difficulties } = await ada.visit(updateSessionPage, { event: event.slug })
  expect(challengeEvent).toMatchObject({ id: event.id, title: event.title, join_code: 'open', status: 0, is_free: 0 })
  expect(terms.length).toBeGreaterThan(0)
  expect(difficulties).toHaveLength(3)
  const { event: saved } = await ada.call(updateSession, {
    params: { event: event.slug },
    body: { challenge: challengeEvent as never }
  })
  expect(saved).toEqual({ ...event, seq: saved.seq, revision: event.revision + 1 })
})

test('the quick form starts a session of an hour', { tags: 'D-70' }, async () => {
  const { event } = await ada.call(storeSession, { body: { activity: 'challenge-hut-tour', challenge: {} } })
  expect(event).toMatchObject({ status: 1, duration: 3600 })
})

describe('a form that was opened before a contribution', { tags: 'D-140' }, () => {
  /** The form does not send the revision it started from. */
  const UNSAID = { difficulty: null, revision: undefined }
  const written = async (content = '<p>Start</p>') => {
    const event = await make(ada, { duration: 3600, parts: [partGroupOf([partOf({ edit_content: 1, content })])] })
    const { challengeEvent: form } = await ada.visit(updateSessionPage, { event: event.slug })
    await grace.call(joinSession, { params: { event: event.slug }, body: {} })
    const body = { content: 'Mine', part_uuid: form.parts[0]?.parts[0]?.uuid ?? '' }
    const { content: whole } = await grace.call(contributeContent, { params: { event: event.slug }, body })
    return { event, form, whole, params: { event: event.slug } }
  }
  const textOf = async (event: string) =>
    (await ada.visit(sessionPage, { event })).challengeEvent.parts[0]?.parts[0]?.content

  test('saves a new title and keeps the contribution', async () => {
    const { event, form, whole, params } = await written()
    await ada.call(updateSession, { params, body: { challenge: { ...form, ...UNSAID, title: 'New title' } } })
    expect(await textOf(event.slug)).toBe(whole)
    expect((await ada.visit(sessionPage, params)).challengeEvent.title).toBe('New title')
  })

  test('is refused if it changes the same text, and saves nothing', async () => {
    const { event, form, whole, params } = await written()
    const parts = form.parts.map(group => ({
      ...group,
      parts: group.parts.map(part => ({ ...part, content: '<p>Rewritten</p>' }))
    }))
    const refused = await ada.refused(updateSession, {
      params,
      body: { challenge: { ...form, ...UNSAID, title: 'X', parts } }
    })
    expect([refused.status, fieldsOf(refused.body)]).toEqual([422, ['challenge.parts.0.parts.0.content']])
    expect(await textOf(event.slug)).toBe(whole)
    expect((await ada.visit(sessionPage, params)).challengeEvent.title).not.toBe('X')
  })

  test('may change the text if it was opened afterwards', async () => {
    const { event, params } = await written()
    const { challengeEvent: form } = await ada.visit(updateSessionPage, params)
    const parts = form.parts.map(group => ({
      ...group,
      parts: group.parts.map(part => ({ ...part, content: '<p>Rewritten</p>' }))
    }))
    await ada.call(updateSession, { params, body: { challenge: { ...form, difficulty: null, parts } } })
    expect(await textOf(event.slug)).toBe('<p>Rewritten</p>')
  })
})
