import { expect, test } from 'vitest'
import { readExport, wrongRows } from './exported.ts'
import { isExport } from './moving.ts'

const PROFILE = {
  ...{ id: 12, created_at: '2026-01-01T00:00:00+00:00', email: 'ada@example.org', time_zone: 'Europe/Berlin' },
  ...{ day_start: 4, rest_days: [7], has_streaks: true, distance_unit: 'km' }
}
const PLAN = { version: 1, parts: [], tasks: [], timers: [] }
const FILE = {
  ...{ format: 'challenge-hut-export', version: 1, site: 'Old Hut', exported_at: '2026-11-29T00:00:00Z' },
  profile: [PROFILE],
  goals: [{ id: 5, place: 9 }, { id: 7 }, { id: 8, place: 1 }],
  logs: [{ id: 3 }],
  activity_lists: [{ id: 2, title: 'Rainy days', activities: ['squats'] }],
  activities: [
    { id: 4, slug: 'squats', title: 'Squats', duration: 600, plan: PLAN, needs_code: false, term_id: 3 },
    { id: 6, slug: 'odd', title: '', plan: PLAN }
  ],
  messages: [{ id: 1 }, { id: 2 }],
  goal_reminders: [{ goal_id: 5, at: '09:30' }],
  persons: [
    { id: 1, username: 'ada', is_current: true, introduction: 'Hi' },
    { id: 2, username: 'pen', is_current: false, introduction: '' }
  ]
}

test('an export gives its rows in the person’s order, and names what stays behind', () => {
  const text = JSON.stringify(FILE)
  expect(isExport(text)).toBe(true)
  expect(readExport(text)).toMatchObject({
    site: 'Old Hut',
    source: expect.stringMatching(/^moved\.12\./),
    rows: {
      goals: [{ id: 8, reminder: null }, { id: 7 }, { id: 5, reminder: { at: '09:30' } }],
      logs: [{ id: 3 }],
      notes: []
    },
    activities: [{ id: 4, slug: 'squats', title: 'Squats', needs_code: 0, plan: { parts: [] } }],
    lists: [{ id: 2, title: 'Rainy days', activities: ['squats'] }],
    wrong: ['activity 6: title: Please set the challenge title.'],
    settings: { time_zone: 'Europe/Berlin', day_start: 4, rest_days: [7], has_streaks: 1, distance_unit: 'km' },
    left: [
      'Others take part in these, so they stay there: chat messages (2).',
      'These can’t come along yet, so set them up again: introductions of your pages (1).'
    ]
  })
})

test.each([
  ['an activity', { activities: [{ id: 6, slug: 'a', title: 'A', plan: null }] }, /^activity “A”: plan: /],
  ['a list', { activity_lists: [{ id: 2, title: '' }] }, /^list 2: title: /],
  ['an item', { items: [{ id: 2, title: 'Hi', slug: 3 }] }, /^item “Hi”: slug: /],
  ['settings', { profile: [{ ...PROFILE, time_zone: 'Mars/Olympus' }] }, /^settings: time_zone: /]
])('%s that can’t be read gets a line with its reason', (_, rows, line) => {
  expect(readExport(JSON.stringify({ ...FILE, activities: [], ...rows }))).toMatchObject({
    wrong: [expect.stringMatching(line)]
  })
})

test('goals on the profile, titles of pages and links of notes to goals get a line with the reason', () => {
  const person = { id: 1, username: 'ada', title: 'Ada writes', is_current: true }
  const note = { id: 1, content: '<p><a href="/my/goals/5">Read</a></p>' }
  const sections = {
    goals: [
      { id: 5, is_public: true },
      { id: 6, is_public: false }
    ],
    notes: [note, { id: 2, todo: 'See /my/goals/6' }, { id: 3, content: '<p>/my/goals</p>' }],
    persons: [person, { ...person, id: 2, title: 'ada' }, { ...person, id: 3, title: '' }]
  }
  const read = (more: object) => readExport(JSON.stringify({ ...FILE, messages: [], activities: [], ...more }))
  expect(read(sections)).toMatchObject({
    left: [
      'Only you see what moves in, so show these again: goals on your profile (1).',
      'These can’t come along yet, so set them up again: titles of your pages (1).'
    ],
    wrong: ['2 notes link to goals. Goals have other addresses here, so change their links.']
  })
  expect(read({ notes: [note], persons: [] })).toMatchObject({
    left: [],
    wrong: ['1 note links to a goal. Goals have other addresses here, so change its link.']
  })
})

test('rows that the server can’t restore get a line before it tries', () => {
  const log = { id: 3, day: '2026-01-31', amount: -1 }
  const rows = { goals: [{ id: 5, title: 'Read', status: 9 }], logs: [log], notes: [{ id: 1 }] }
  expect(wrongRows({ rows }, Date.parse('2026-11-29T00:00:00Z'))).toEqual([
    expect.stringMatching(/^goal “Read”: status: /),
    expect.stringMatching(/^log 2026-01-31: amount: /),
    expect.stringMatching(/^note 1: created_at: /)
  ])
})

test('a running timer is over with the time that it ran until the export', () => {
  const timer = { id: 3, status: 1, duration: 600, elapsed_duration: 0, started_at: '2026-11-28T23:59:00Z' }
  const paused = { ...timer, id: 4, status: 3, elapsed_duration: 5 }
  const read = readExport(
    JSON.stringify({ ...FILE, activities: [], logs: [timer, paused, { ...timer, duration: 20 }] })
  )
  expect(read).toMatchObject({
    rows: { logs: [{ elapsed_duration: 60 }, { elapsed_duration: 5 }, { elapsed_duration: 20 }] },
    wrong: ['3 timers ran or were paused. They arrive as done.']
  })
})

test('items of another name of the account are mentioned', { tags: 'D-36' }, () => {
  const item = (id: number, person_id: number) => ({
    ...{ id, person_id, slug: `s${id}`, title: 'T', status: 1, is_book: false },
    ...{ created_at: PROFILE.created_at, updated_at: PROFILE.created_at }
  })
  const persons = [
    { id: 1, username: 'ada', is_current: true },
    { id: 2, username: 'pen', is_current: false },
    { id: 3, username: 'nobody', is_current: false }
  ]
  expect(
    readExport(JSON.stringify({ ...FILE, activities: [], persons, items: [item(1, 1), item(2, 2)] }))
  ).toMatchObject({ wrong: ['1 item was written as pen. It arrives under your current name.'] })
})

test.each([
  ['half of a file', JSON.stringify(FILE).slice(0, -20), 'This export is broken or not complete.'],
  ['another JSON file', '{"format":"challenge-hut-export"}', 'This export is broken or not complete.'],
  [
    'a newer version',
    JSON.stringify({ ...FILE, version: 2 }),
    'This export is from a newer version of Challenge Hut. Update this hut first.'
  ],
  [
    'an account without a date',
    JSON.stringify({ ...FILE, profile: [{ ...PROFILE, created_at: 'soon' }] }),
    'This export doesn’t say whose it is.'
  ]
])('%s gets one sentence', (_, text, sentence) => {
  expect(readExport(text)).toBe(sentence)
})
