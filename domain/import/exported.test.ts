import { expect, test } from 'vitest'
import { readExport } from './exported.ts'
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
  messages: [{ id: 1 }, { id: 2 }]
}

test('an export gives its rows in the person’s order, and names what stays behind', () => {
  const text = JSON.stringify(FILE)
  expect(isExport(text)).toBe(true)
  expect(readExport(text)).toMatchObject({
    site: 'Old Hut',
    source: expect.stringMatching(/^moved\.12\./),
    rows: { goals: [{ id: 8 }, { id: 7 }, { id: 5 }], logs: [{ id: 3 }], notes: [] },
    activities: [{ id: 4, slug: 'squats', title: 'Squats', needs_code: 0, plan: { parts: [] } }],
    lists: [{ id: 2, title: 'Rainy days', activities: ['squats'] }],
    settings: { time_zone: 'Europe/Berlin', day_start: 4, rest_days: [7], has_streaks: 1, distance_unit: 'km' },
    left: [{ name: 'chat messages', count: 2 }]
  })
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
