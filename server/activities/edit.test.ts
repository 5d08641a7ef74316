import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { activitiesPage, activityPage, randomActivity } from '../../domain/activities/api.ts'
import {
  type ActivityForm,
  deleteActivity,
  patchActivity,
  storeActivity,
  updateActivity
} from '../../domain/activities/builder-api.ts'
import { createActivityPage, templatesPage, updateActivityPage } from '../../domain/activities/builder-page-api.ts'
import {
  deleteActivityGroup,
  deleteActivityPart,
  patchActivityGroup,
  patchActivityPart,
  reorderActivityParts,
  storeActivityGroup,
  storeActivityPart
} from '../../domain/activities/parts-api.ts'
import { endSession, sessionPage } from '../../domain/sessions/api.ts'
import { storeSession } from '../../domain/sessions/builder-api.ts'
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

type Form = z.input<NonNullable<(typeof storeActivity)['body']>>['challenge']

const make = async (who: Caller, form: Partial<Form> = {}) =>
  (await who.call(storeActivity, { body: { challenge: { title: 'Morning pages', ...form } } })).challenge
const fieldsOf = (body: { errors?: unknown }) => Object.keys((body.errors ?? {}) as object)

test('an activity is created with its whole form, free of charge, and its page shows it', {
  tags: ['ACT-085', 'BLD-09', 'SEC-27']
}, async () => {
  const left = (await ada.user()).all_remaining_tokens
  const { terms } = await ada.visit(createActivityPage)
  const child = terms.find(term => term.parent_id !== null)
  const goal = taskOf({ title: 'Write 3 pages', amount: 3 })
  const made = await make(ada, {
    content: '<p>Write before you read.</p>',
    term_id: child?.id ?? null,
    difficulty: 4,
    participant_limit: 12,
    donation_link: 'https://example.org/give',
    parts: [partGroupOf([partOf({ title: 'Settle' }), partOf({ title: 'Write', task_uuids: [goal.uuid] })])],
    tasks: [taskGroupOf([goal])],
    timers: [{ uuid: randomUUID(), title: 'Blink', duration: 60 }]
  })
  expect(made).toMatchObject({ path: `/activities/${made.slug}`, term_id_1: child?.id, duration: 600 })
  expect((await ada.user()).all_remaining_tokens).toBe(left)
  const { challenge, isOwner } = await ada.visit(activityPage, { challenge: made.slug })
  expect(challenge).toMatchObject({ title: 'Morning pages', difficulty: 4, participant_limit: 12, term_id: child?.id })
  expect(challenge.parts[0]?.parts.map(part => part.title)).toEqual(['Settle', 'Write'])
  expect(challenge.parts[0]?.parts[1]?.task_uuids).toEqual([goal.uuid])
  expect(challenge.tasks[0]?.parts[0]).toMatchObject({ title: 'Write 3 pages', amount: 3 })
  expect(challenge.timers).toHaveLength(1)
  expect(isOwner).toBe(true)
})

test('the bare form is accepted, and two activities with one title have different addresses', async () => {
  const first = await ada.request({ method: 'POST', url: '/challenges', payload: { title: 'Same name' } })
  const second = await ada.request({ method: 'POST', url: '/api/challenges', payload: { title: 'Same name' } })
  expect([first.statusCode, second.statusCode]).toEqual([200, 200])
  expect(first.json().challenge.slug).toBe('same-name')
  expect(second.json().challenge.slug).toMatch(/^same-name-[a-z2-9]{5}$/)
  const digits = await make(ada, { title: '2026' })
  expect(digits.slug).not.toMatch(/^\d+$/)
})

test.each([
  ['no title', {}, 'challenge.title', 'Please set the challenge title.'],
  ['a blank title', { title: '  ' }, 'challenge.title', 'Please set the challenge title.'],
  ['an unknown category', { title: 'A', term_id: 999_999 }, 'challenge.term_id', null],
  ['an unknown difficulty', { title: 'A', difficulty: 5 }, 'challenge.difficulty', null],
  ['a negative limit', { title: 'A', participant_limit: -1 }, 'challenge.participant_limit', null],
  ['a script as link', { title: 'A', donation_link: 'javascript:alert(1)' }, 'challenge.donation_link', null],
  ['a negative duration', { title: 'A', duration: -5 }, 'challenge.duration', null]
])(
  'an activity with %s is refused under its field',
  { tags: ['BLD-11', 'ACT-085'] },
  async (_, challenge, field, text) => {
    const { status, body } = await ada.refused(storeActivity, { body: { challenge } })
    expect(status).toBe(422)
    expect(fieldsOf(body)).toEqual([field])
    if (text) expect(body.message).toBe(text)
  }
)

const uuid = randomUUID()
const at = '2026-03-02T10:00:00Z'
test.each([
  ['a part twice', [partGroupOf([partOf({ uuid }), partOf({ uuid })])], 'challenge.parts.0.parts.1.uuid'],
  ['a group twice', [partGroupOf([], { uuid }), partGroupOf([], { uuid })], 'challenge.parts.1.uuid'],
  ['a part named as its group', [partGroupOf([partOf({ uuid })], { uuid })], 'challenge.parts.0.parts.0.uuid'],
  ['one place twice', [partGroupOf([partOf({ order: 3 }), partOf({ order: 3 })])], 'challenge.parts.0.parts.1.order'],
  ['a negative duration', [partGroupOf([partOf({ duration: -1 })])], 'challenge.parts.0.parts.0.duration'],
  ['a huge duration', [partGroupOf([partOf({ duration: 1e15 })])], 'challenge.parts.0.parts.0.duration'],
  [
    'a date before 1970',
    [partGroupOf([partOf({ started_at: '1969-12-31T00:00:00Z' })])],
    'challenge.parts.0.parts.0.started_at'
  ],
  [
    'a date after 2100',
    [partGroupOf([partOf({ started_at: '2100-01-02T00:00:00Z' })])],
    'challenge.parts.0.parts.0.started_at'
  ],
  [
    'an unknown goal',
    [partGroupOf([partOf({ task_uuids: [randomUUID()] })])],
    'challenge.parts.0.parts.0.task_uuids.0'
  ],
  [
    'no start for a typed date',
    [partGroupOf([partOf({ started_at: at, relative_dates: 0 })])],
    'challenge.parts.0.parts.0.started_at'
  ],
  [
    'zero duration with a date',
    [partGroupOf([partOf({ started_at: at, relative_dates: 0, duration: 0 })])],
    'challenge.parts.0.parts.0.duration'
  ],
  [
    'an unknown start point',
    [partGroupOf([partOf({ start_of: 'whenever' as never })])],
    'challenge.parts.0.parts.0.start_of'
  ],
  [
    'years of parts',
    [partGroupOf(Array.from({ length: 20 }, () => partOf({ duration: 2_592_000 })))],
    'challenge.parts.0.parts.12.duration'
  ],
  [
    'a million timers',
    [
      partGroupOf([
        partOf({ timers: [{ uuid, is_interval: 1, sets: 1000, nested: Array(100).fill({ duration: 1 }) }] })
      ])
    ],
    'challenge.parts.0.parts.0.timers'
  ]
])('a plan with %s is refused under its field', { tags: ['BLD-16', 'BLD-18', 'D-87'] }, async (_, parts, field) => {
  const { status, body } = await ada.refused(storeActivity, { body: { challenge: { title: 'A', parts } } })
  expect(status).toBe(422)
  expect(fieldsOf(body)).toContain(field)
})

test('auto start without linking is refused in a group that the host starts by hand', {
  tags: ['BLD-49', 'D-92']
}, async () => {
  const parts = [partGroupOf([partOf()], { linked: 0, auto_start: 1 })]
  const { body } = await ada.refused(storeActivity, {
    body: { challenge: { title: 'A', parts, is_manually_started: 1 } }
  })
  expect(body.errors).toEqual({ 'challenge.parts.0.auto_start': 'Auto started events must be linked.' })
  await make(ada, { parts, is_manually_started: 0 })
})

test('ten thousand parts are refused', async () => {
  const bare = () => ({ uuid: randomUUID() })
  const many = Array.from({ length: 20 }, () => partGroupOf(Array.from({ length: 500 }, bare)))
  const full = [partGroupOf(Array.from({ length: 10_000 }, () => partOf({ content: 'x'.repeat(100) })))]
  const { status, body } = await ada.refused(storeActivity, { body: { challenge: { title: 'A', parts: many } } })
  expect(status).toBe(422)
  expect(body.errors).toHaveProperty(['challenge.parts'], 'Use at most 500 parts.')
  const large = await ada.refused(storeActivity, { body: { challenge: { title: 'A', parts: full } } })
  expect(large.status).toBe(413)
})

test('single steps cannot grow a plan without limit, and a refused step changes nothing', async () => {
  const { slug } = await make(ada, {})
  const list = Array.from({ length: 200 }, () => ({ uuid: randomUUID(), title: 'x'.repeat(500), link: '' }))
  const add = { params: { challenge: slug }, body: { type: 'task', task: { uuid: '', title: 'A', list } } } as const
  const step = () => ({ ...add, body: { ...add.body, task: { ...add.body.task, uuid: randomUUID() } } })
  for (let i = 0; i < 8; i++) await ada.call(storeActivityPart, step())
  for (let i = 0; i < 2; i++) {
    const { status, body } = await ada.refused(storeActivityPart, step())
    expect(status).toBe(422)
    expect(body.errors).toEqual({ 'challenge.tasks': expect.stringMatching(/^This plan is too long/) })
  }
  const { challenge } = await ada.visit(updateActivityPage, { challenge: slug })
  expect(challenge.tasks[0]?.parts).toHaveLength(8)
})

test('only people who may change an activity see its hidden groups, even in its sessions', {
  tags: 'D-98'
}, async () => {
  const hidden = { hidden: 1 } as const
  const made = await make(ada, {
    parts: [partGroupOf([partOf()]), partGroupOf([partOf()], hidden)],
    tasks: [{ ...taskGroupOf([taskOf()]), ...hidden }]
  })
  const shown = async (who: Caller) => {
    const { challenge } = await who.visit(activityPage, { challenge: made.slug })
    return [challenge.parts.length, challenge.tasks.length]
  }
  expect([await shown(ada), await shown(await world.admin())]).toEqual([
    [2, 1],
    [2, 1]
  ])
  expect([await shown(grace), await shown(world.visitor)]).toEqual([
    [1, 0],
    [1, 0]
  ])
  const started = async (who: Caller) => {
    const { event } = await who.call(storeSession, { body: { activity: made.slug, challenge: {} } })
    return [event.parts.length, event.tasks.length]
  }
  expect([await started(ada), await started(grace)]).toEqual([
    [2, 1],
    [1, 0]
  ])
})

test('rich text loses anything that could run; a title is plain text', { tags: 'D-119' }, async () => {
  const evil = '<h2 onclick="x()">Plan</h2><script>alert(1)</script><a href="javascript:alert(1)">go</a>'
  const kept =
    '<figure class="image image-style-side" style="width:50%"><img src="/uploads/a.png" alt="A" onerror="x()" /></figure>'
  const made = await make(ada, {
    title: '<b>Bold</b> & <script>alert(1)</script>',
    content: `${evil}<iframe src="https://example.org"></iframe>${kept}<pre><code class="language-python evil">a</code></pre>`,
    parts: [partGroupOf([partOf({ title: '<i>1</i>', content: evil })])]
  })
  expect(made.title).toBe('<b>Bold</b> & <script>alert(1)</script>')
  expect(made.content).toContain('<h2>Plan</h2>')
  expect(made.content).toContain('class="image image-style-side" style="width:50%;"')
  expect(made.content).toContain('<code class="language-python">')
  expect(`${made.content}${made.parts[0]?.parts[0]?.content}`).not.toMatch(/script|onclick|onerror|iframe|evil/)
  expect(made.parts[0]?.parts[0]?.title).toBe('<i>1</i>')
})

test('the whole form replaces an activity, and missing fields get their defaults', {
  tags: ['ACT-086', 'D-69']
}, async () => {
  const made = await make(ada, {
    content: '<p>Old</p>',
    difficulty: 6,
    participant_limit: 3,
    parts: [partGroupOf([partOf()])]
  })
  const params = { challenge: made.slug }
  const { challenge } = await ada.call(updateActivity, { params, body: { challenge: { title: 'New name' } } })
  expect(challenge).toMatchObject({
    title: 'New name',
    content: '',
    difficulty: null,
    participant_limit: null,
    parts: []
  })
  expect(challenge.slug).toBe(made.slug)
  const untitled = await ada.refused(updateActivity, { params, body: { challenge: { content: 'x' } } })
  expect(untitled.body.message).toBe('Please set the challenge title.')
})

test('a patch saves the sent keys and leaves all others', { tags: ['ACT-087', 'D-69'] }, async () => {
  const made = await make(ada, { content: '<p>Old</p>', difficulty: 6, parts: [partGroupOf([partOf()])] })
  const params = { challenge: String(made.id) }
  const { challenge } = await ada.call(patchActivity, {
    params,
    body: { challenge: { difficulty: null, hut_id: null } }
  })
  expect(challenge).toEqual({ ...made, difficulty: null, revision: 1 })
  const bare = await ada.request({ method: 'PATCH', url: `/challenges/${made.slug}/patch`, payload: { title: 'Bare' } })
  expect(bare.json().challenge).toMatchObject({ title: 'Bare', content: '<p>Old</p>' })
})

test('an activity stores no dates and no facts of a run', async () => {
  const facts = { pinned: 1, completed_at: at, paused_at: at, ended_at: at, turns: { round: 1, done: ['ada'], at } }
  const made = await make(ada, { parts: [partGroupOf([partOf({ ...facts, started_at: at, relative_dates: 1 })])] })
  expect(made.parts[0]?.parts[0]).toMatchObject({
    pinned: 0,
    completed_at: null,
    paused_at: null,
    started_at: null,
    ended_at: null,
    turns: null
  })
})

test('a join code is made if one is needed and missing, and only editors see it', { tags: 'D-77' }, async () => {
  const made = await make(ada, { needs_code: 1 })
  expect(made.join_code).toMatch(/^[a-z2-9]{6}$/)
  expect((await make(ada, { needs_code: 1, join_code: ' open ' })).join_code).toBe('open')
  expect(await ada.visit(updateActivityPage, { challenge: made.slug })).toMatchObject({ challenge: made })
  const page = await grace.request({ url: `/api/activities/${made.slug}` })
  expect(page.body).not.toContain(made.join_code)
  expect((await grace.request({ url: `/api/challenges/${made.slug}/update` })).statusCode).toBe(403)
  expect((await world.visitor.request({ url: `/api/challenges/${made.slug}/update` })).statusCode).toBe(401)
})

test('only its creator and site admins change or delete an activity', { tags: ['D-64', 'SEC-37'] }, async () => {
  const made = await make(ada, { parts: [partGroupOf([partOf()])] })
  const params = { challenge: made.slug, part: made.parts[0]?.parts[0]?.uuid, uuid: made.parts[0]?.uuid, type: 'part' }
  const group = made.parts[0]?.uuid
  for (const [call, body] of [
    [updateActivity, { challenge: { title: 'Stolen' } }],
    [patchActivity, { challenge: { title: 'Stolen' } }],
    [deleteActivity, undefined],
    [storeActivityPart, { part: partOf() }],
    [patchActivityPart, { part: { title: 'Stolen' } }],
    [reorderActivityParts, { parts: {}, events_group_uuid: group }],
    [deleteActivityPart, undefined],
    [storeActivityGroup, { uuid: randomUUID() }],
    [patchActivityGroup, { title: 'Stolen' }],
    [deleteActivityGroup, undefined]
  ] as const) {
    expect((await grace.refused(call, { params, body })).status, call.path).toBe(403)
    expect((await world.visitor.refused(call, { params, body })).status, call.path).toBe(401)
    const nowhere = { ...params, challenge: 'no-such-activity' }
    expect((await ada.refused(call, { params: nowhere, body })).status, call.path).toBe(404)
  }
  expect((await ada.visit(updateActivityPage, { challenge: made.slug })).challenge).toEqual(made)
  const changed = await admin.call(patchActivity, {
    params: { challenge: made.slug },
    body: { challenge: { title: 'By the admin' } }
  })
  expect(changed.challenge.title).toBe('By the admin')
})

test('a deleted activity disappears everywhere, and its sessions stay with their copy', {
  tags: ['ACT-088', 'D-64']
}, async () => {
  const made = await make(ada, { title: 'Zebra crossing', parts: [partGroupOf([partOf({ title: 'Kept' })])] })
  const params = { challenge: made.slug }
  const { event } = await grace.call(storeSession, { body: { activity: made.slug, challenge: {} } })
  expect((await ada.refused(deleteActivity, { params })).status).toBe(409)
  await grace.call(endSession, { params: { event: event.slug }, body: {} })
  await ada.call(deleteActivity, { params })
  expect((await ada.request({ url: `/api/activities/${made.slug}` })).statusCode).toBe(404)
  expect((await ada.visit(activitiesPage, {}, { q: 'Zebra crossing' })).challenges).toEqual([])
  expect((await ada.refused(deleteActivity, { params })).status).toBe(404)
  const { challengeEvent, breadcrumbs } = await grace.visit(sessionPage, { event: event.slug })
  expect(challengeEvent.parts[0]?.parts[0]?.title).toBe('Kept')
  // No link leads to the deleted activity.
  expect(challengeEvent.challenge).toBeNull()
  expect(breadcrumbs.map(({ path }) => path)).not.toContain(made.path)
})

test('a session due to start prevents deleting, and one due to end does not', {
  tags: 'D-64'
}, async () => {
  const late = await make(ada)
  const start = new Date(world.clock.now() + 600_000).toISOString()
  await ada.call(storeSession, { body: { activity: late.slug, challenge: { started_at: start, duration: 3600 } } })
  world.clock.jump(601_000)
  expect((await ada.refused(deleteActivity, { params: { challenge: late.slug } })).status).toBe(409)
  world.clock.jump(3_600_000)
  await ada.call(deleteActivity, { params: { challenge: late.slug } })
})

describe('pages', () => {
  test('the create page gives everyone an empty form with categories and difficulties', {
    tags: ['BLD-01', 'ACT-079', 'ACT-120']
  }, async () => {
    const data = await world.visitor.visit(createActivityPage)
    expect(data.challenge).toMatchObject({ title: '', parts: [], tasks: [], timers: [], is_preset: 0 })
    expect(data.terms.length).toBeGreaterThan(0)
    expect(data.difficulties).toEqual([
      { value: 3, title: 'Easy' },
      { value: 4, title: 'Normal' },
      { value: 6, title: 'Difficult' }
    ])
  })

  test('a template fills the form with new uuids, without dates, and not as a template', {
    tags: ['BLD-02', 'D-62']
  }, async () => {
    const goal = taskOf({ list: [{ uuid: randomUUID(), title: 'Tick' }], is_list: 1 })
    const made = await make(ada, {
      title: 'Pattern',
      is_preset: 1,
      needs_code: 1,
      parts: [partGroupOf([partOf({ task_uuids: [goal.uuid], timers: [{ uuid: randomUUID(), duration: 5 }] })])],
      tasks: [taskGroupOf([goal])]
    })
    const { challenge } = await grace.visit(createActivityPage, {}, { template: made.slug })
    expect(challenge).toMatchObject({ title: 'Pattern', is_preset: 0, needs_code: 1, join_code: null })
    const uuids = (form: unknown) => new Set(JSON.stringify(form).match(/[0-9a-f]{8}-[0-9a-f-]{27}/g))
    expect(uuids(challenge).size).toBe(uuids(made).size)
    expect([...uuids(challenge)].filter(one => uuids(made).has(one))).toEqual([])
    expect(challenge.parts[0]?.parts[0]?.task_uuids).toEqual([challenge.tasks[0]?.parts[0]?.uuid])
    const copy = await make(grace, challenge as Partial<Form>)
    expect(copy).toMatchObject({ title: 'Pattern', is_preset: 0 })
    expect(copy.slug).not.toBe(made.slug)
    const plain = await make(ada, { title: 'No template' })
    const { challenge: empty } = await grace.visit(createActivityPage, {}, { template: plain.slug })
    expect(empty.title).toBe('')
  })

  describe('a copy of an activity', () => {
    const copyOf = async (person: Caller, slug: string): Promise<ActivityForm> => {
      const { challenge } = await person.visit(createActivityPage, {}, { copy: slug })
      return make(person, { ...challenge, copied_from: slug } as Partial<Form>)
    }
    const seen = async (person: Caller, slug: string) => person.visit(activityPage, { challenge: slug })

    test('has the plan, and credits its source, which lists it', async () => {
      const made = await make(ada, { title: 'Stairs', parts: [partGroupOf([partOf({ title: 'Up' })])] })
      const { challenge, source } = await grace.visit(createActivityPage, {}, { copy: made.slug })
      expect(source).toEqual({ slug: made.slug, title: 'Stairs', path: made.path })
      expect(challenge.parts[0]?.parts[0]).toMatchObject({ title: 'Up' })
      expect(challenge.parts[0]?.parts[0]?.uuid).not.toBe(made.parts[0]?.parts[0]?.uuid)
      const copy = await copyOf(grace, made.slug)
      expect((await seen(ada, copy.slug)).source).toEqual({ title: 'Stairs', path: made.path })
      expect((await seen(ada, made.slug)).copies).toEqual([{ title: 'Stairs', path: copy.path }])
    })

    test('leaves out hidden groups of someone else', { tags: 'D-98' }, async () => {
      const made = await make(ada, { parts: [partGroupOf([partOf({ title: 'Secret' })], { hidden: 1 })] })
      const { challenge } = await grace.visit(createActivityPage, {}, { copy: made.slug })
      expect(challenge.parts).toEqual([])
    })

    test('is not listed while it is unlisted or deleted, and links to no source that is', {
      tags: 'D-159'
    }, async () => {
      const made = await make(ada, { title: 'Hill' })
      const copy = await copyOf(grace, made.slug)
      await grace.call(patchActivity, { params: { challenge: copy.slug }, body: { challenge: { unlisted: 1 } } })
      expect((await seen(ada, made.slug)).copies).toEqual([])
      await ada.call(patchActivity, { params: { challenge: made.slug }, body: { challenge: { unlisted: 1 } } })
      expect((await seen(grace, copy.slug)).source).toBeNull()
      expect((await seen(ada, copy.slug)).source).toMatchObject({ title: 'Hill' })
      await ada.call(deleteActivity, { params: { challenge: made.slug } })
      expect((await seen(ada, copy.slug)).source).toBeNull()
    })

    test('is saved without credit when its source is gone', async () => {
      const made = await make(grace, { title: 'Alone', copied_from: 'no-such-activity' } as Partial<Form>)
      expect((await seen(ada, made.slug)).source).toBeNull()
      const { source, challenge } = await grace.visit(createActivityPage, {}, { copy: 'no-such-activity' })
      expect([source, challenge.title]).toEqual([null, ''])
    })
  })

  test('the template page lists only templates, in pages', { tags: ['BLD-04', 'D-62'] }, async () => {
    const made = await make(ada, { title: 'Newest pattern', is_preset: 1 })
    await make(ada, { title: 'No pattern' })
    const { templates, challengesCount } = await world.visitor.visit(templatesPage)
    expect(templates[0]).toMatchObject({ slug: made.slug, is_preset: 1 })
    expect(templates.every(card => card.is_preset === 1)).toBe(true)
    expect(challengesCount).toBeGreaterThan(0)
  })

  test('the update page gives its creator the stored form', { tags: 'BLD-06' }, async () => {
    const made = await make(ada, { title: 'Mine' })
    const { challenge, terms } = await ada.visit(updateActivityPage, { challenge: made.slug })
    expect(challenge).toEqual(made)
    expect(terms.length).toBeGreaterThan(0)
  })
})

describe('single steps', () => {
  const place = (form: { parts: { parts: { title: string }[] }[] }) =>
    form.parts.map(group => group.parts.map(one => one.title))

  test('a part is added to a group, to the last group, or to a new group', {
    tags: ['BLD-53', 'BLD-57']
  }, async () => {
    const { slug } = await make(ada)
    const params = { challenge: slug }
    const first = await ada.call(storeActivityPart, { params, body: { type: 'part', part: partOf({ title: 'One' }) } })
    expect(place(first.challenge)).toEqual([['One']])
    const group = randomUUID()
    await ada.call(storeActivityGroup, { params, body: { uuid: group, type: 'part', title: 'Second', hidden: 1 } })
    await ada.call(storeActivityPart, { params, body: { part: partOf({ title: 'Two' }) } })
    const into = {
      type: 'part' as const,
      events_group_uuid: first.challenge.parts[0]?.uuid,
      part: partOf({ title: 'Three' })
    }
    const { challenge } = await ada.call(storeActivityPart, { params, body: into })
    expect(place(challenge)).toEqual([['One', 'Three'], ['Two']])
    expect(challenge.parts[1]).toMatchObject({ uuid: group, title: 'Second', hidden: 1, type: 'part' })
    const { challenge: withGoal } = await ada.call(storeActivityPart, {
      params,
      body: { type: 'task', task: taskOf() }
    })
    expect(withGoal.tasks[0]?.parts[0]?.title).toBe('A goal')
  })

  test('removing a goal removes it from the parts too', { tags: 'BLD-54' }, async () => {
    const goal = taskOf()
    const { slug } = await make(ada, {
      parts: [partGroupOf([partOf({ title: 'Stays', task_uuids: [goal.uuid] }), partOf({ title: 'Goes' })])],
      tasks: [taskGroupOf([goal])]
    })
    const { challenge: withoutGoal } = await ada.call(deleteActivityPart, {
      params: { challenge: slug, part: goal.uuid, type: 'task' }
    })
    expect(withoutGoal.tasks[0]?.parts).toEqual([])
    expect(withoutGoal.parts[0]?.parts[0]?.task_uuids).toEqual([])
    const part = withoutGoal.parts[0]?.parts[1]?.uuid ?? ''
    const { challenge } = await ada.call(deleteActivityPart, { params: { challenge: slug, part, type: 'part' } })
    expect(place(challenge)).toEqual([['Stays']])
    for (const wrong of [
      { part, type: 'part' },
      { part: challenge.parts[0]?.parts[0]?.uuid, type: 'goal' }
    ]) {
      expect((await ada.refused(deleteActivityPart, { params: { challenge: slug, ...wrong } })).status).toBe(404)
    }
  })

  test('parts are put in order, and moved between groups', { tags: 'BLD-55' }, async () => {
    const [a, b, c] = [partOf({ title: 'A' }), partOf({ title: 'B' }), partOf({ title: 'C' })] as const
    const made = await make(ada, { parts: [partGroupOf([a, b]), partGroupOf([c])] })
    const params = { challenge: made.slug }
    const [first, second] = made.parts.map(group => group.uuid)
    const body = {
      parts: { [b.uuid]: 0, [c.uuid]: 1, [a.uuid]: 2 },
      events_group_uuid: first ?? '',
      type: 'part' as const
    }
    const { challenge } = await ada.call(reorderActivityParts, { params, body })
    expect(place(challenge)).toEqual([['B', 'C', 'A'], []])
    const refusals: [object, string][] = [
      [{ ...body, parts: { [a.uuid]: 5, [b.uuid]: 5 } }, `parts.${b.uuid}`],
      [{ ...body, parts: { [a.uuid]: 1 } }, `parts.${a.uuid}`],
      [{ ...body, parts: { [uuid]: 7 } }, `parts.${uuid}`],
      [{ ...body, parts: { [a.uuid]: -1 } }, `parts.${a.uuid}`],
      [{ ...body, events_group_uuid: a.uuid }, 'events_group_uuid'],
      [{ ...body, type: 'task', events_group_uuid: second }, 'events_group_uuid']
    ]
    for (const [wrong, field] of refusals) {
      const { status, body: response } = await ada.refused(reorderActivityParts, { params, body: wrong })
      expect([status, fieldsOf(response)]).toEqual([422, [field]])
    }
    expect((await ada.visit(updateActivityPage, params)).challenge).toEqual(challenge)
  })

  test('patching a part saves only the sent keys', { tags: 'BLD-56' }, async () => {
    const made = await make(ada, { parts: [partGroupOf([partOf({ title: 'Old', duration: 60, sets: 3 })])] })
    const params = { challenge: made.slug, part: made.parts[0]?.parts[0]?.uuid ?? '' }
    const { challenge } = await ada.call(patchActivityPart, { params, body: { part: { title: 'New' } } })
    expect(challenge.parts[0]?.parts[0]).toEqual({ ...made.parts[0]?.parts[0], title: 'New' })
    expect((await ada.refused(patchActivityPart, { params, body: { task: { title: 'x' } } })).status).toBe(422)
    expect(
      (await ada.refused(patchActivityPart, { params: { ...params, part: uuid }, body: { part: {} } })).status
    ).toBe(404)
  })

  test('a group is changed, and removed with its parts', {
    tags: ['BLD-47', 'BLD-48', 'BLD-58', 'BLD-59']
  }, async () => {
    const made = await make(ada, { parts: [partGroupOf([partOf()])] })
    const params = { challenge: made.slug, uuid: made.parts[0]?.uuid ?? '' }
    const change = { linked: 0, auto_start: 0, hidden: 1, sets: 4, title: 'Round' } as const
    const { challenge } = await ada.call(patchActivityGroup, { params, body: change })
    expect(challenge.parts[0]).toEqual({ ...made.parts[0], ...change })
    const { challenge: left } = await ada.call(deleteActivityGroup, { params })
    expect(left.parts).toEqual([])
    expect((await ada.refused(deleteActivityGroup, { params })).status).toBe(404)
    expect((await ada.refused(patchActivityGroup, { params, body: change })).status).toBe(404)
  })

  test('a step that would make an invalid plan names its field, and nothing is saved', {
    tags: ['BLD-53', 'BLD-57']
  }, async () => {
    const made = await make(ada, { parts: [partGroupOf([partOf(), partOf()])] })
    const [first, second] = made.parts[0]?.parts ?? []
    const params = { challenge: made.slug, part: second?.uuid ?? '' }
    const twice = await ada.refused(storeActivityPart, { params, body: { part: partOf({ uuid: first?.uuid ?? '' }) } })
    expect(fieldsOf(twice.body)).toEqual(['part.uuid'])
    const group = await ada.refused(storeActivityGroup, { params, body: { uuid: made.parts[0]?.uuid } })
    expect(fieldsOf(group.body)).toEqual(['uuid'])
    const attached = await ada.refused(patchActivityPart, { params, body: { part: { task_uuids: [uuid] } } })
    expect(fieldsOf(attached.body)).toEqual(['part.task_uuids.0'])
    expect((await ada.refused(storeActivityPart, { params, body: { type: 'task', part: partOf() } })).status).toBe(422)
    expect((await ada.visit(updateActivityPage, { challenge: made.slug })).challenge).toEqual(made)
  })
})

test('a random activity has one of the interests if possible, and is never a template', {
  tags: ['ACT-100', 'D-65']
}, async () => {
  const { terms } = await ada.visit(createActivityPage)
  const used = new Set<string>()
  const top = terms.find(term => term.parent_id === null)
  const child = terms.find(term => term.parent_id === top?.id)
  const mine = await make(ada, { title: 'Only here', term_id: child?.id ?? null })
  for (let tries = 0; tries < 12; tries++) {
    const { path } = await world.visitor.call(randomActivity, { body: { interests: [top?.id ?? 0, 'nonsense'] } })
    const { challenge } = await ada.visit(activityPage, { challenge: path.split('/')[2] ?? '' })
    expect(challenge.term_id_0).toBe(top?.id)
    expect(challenge.is_preset).toBe(0)
    used.add(path)
  }
  expect(used.size).toBeGreaterThan(0)
  expect(mine.path).toMatch(/^\/activities\//)
  expect((await ada.call(randomActivity, { body: { interests: [] } })).path).toMatch(/^\/activities\//)
  const bare = await world.visitor.request({ method: 'POST', url: '/api/challenges/random' })
  expect(bare.json().path).toMatch(/^\/activities\//)
})
