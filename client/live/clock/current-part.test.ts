import { expect, test } from 'vitest'
import { type Part, type PartGroup, part as partFields, partGroup } from '../../../domain/activities/plan.ts'
import type { Session } from '../../../domain/sessions/api.ts'
import { readClock } from '../../../domain/sessions/clock.ts'
import { START, sessionOf } from '../../../testing/page/session-page.ts'
import { readNow } from './current-part.ts'

const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const at = (seconds: number): string => new Date(START + seconds * 1000).toISOString()

function groupWith(number: number, parts: Partial<Part>[], more: Partial<PartGroup> = {}): Session['parts'][number] {
  const made = parts.map((part, order) => ({
    ...partFields.parse({ uuid: uuid(number + order + 1), order, duration: 300, ...part }),
    active: 0 as const
  }))
  return { ...partGroup.parse({ uuid: uuid(number) }), type: 'part', ...more, parts: made }
}
function shown(parts: Session['parts'], seconds: number, more: Partial<Session> = {}) {
  const session = sessionOf({ parts, ...more })
  const now = START + seconds * 1000
  return readNow(session, readClock({ ...session, plan: session }, now), now)
}
const DRILLS = [groupWith(10, [{ title: 'Warm up' }, { title: 'Run' }, { title: 'Rest' }])]

test('readNow returns the running part, its time left, and the next part', { tags: ['TMR-03', 'TMR-04'] }, () => {
  expect(shown(DRILLS, 75)).toMatchObject({
    title: 'Warm up',
    seconds: 225,
    share: 0.75,
    step: null,
    isPaused: false,
    also: [],
    next: { title: 'Run', inSeconds: 225 }
  })
})

test('the moment a part ends, the next one has its full time left', { tags: 'TMR-04' }, () => {
  expect(shown(DRILLS, 299.5)).toMatchObject({ title: 'Warm up', seconds: 0.5 })
  expect(shown(DRILLS, 300)).toMatchObject({ title: 'Run', seconds: 300, share: 1, next: { title: 'Rest' } })
})

test('before the start the ring counts down and names the first part', { tags: 'SES-060' }, () => {
  const soon = { status: 0 as const, is_manually_started: 0 as const }
  expect(shown(DRILLS, -900, soon)).toMatchObject({
    title: 'Starts in',
    seconds: 900,
    share: 0.25,
    next: { title: 'Warm up', inSeconds: 900 }
  })
  // If the wait is longer than the session, the ring is full.
  expect(shown(DRILLS, -90_000, soon).share).toBe(1)
})

test('without a start time there is nothing to count', { tags: 'D-83' }, () => {
  const waits = shown(DRILLS, 0, { status: 0, started_at: null, ended_at: null })
  expect(waits).toMatchObject({ title: 'Awaiting participants', seconds: null, share: 0 })
  expect(waits.next).toEqual({ title: 'Warm up', inSeconds: null })
})

test('an ended session has no next part and no time left', { tags: 'SES-064' }, () => {
  expect(shown(DRILLS, 60, { status: 2, ended_at: at(50) })).toMatchObject({ title: 'Ended', share: 0, next: null })
})

test('of parallel parts, the ring shows the one that ends first', { tags: 'TMR-04' }, () => {
  const parts = [groupWith(10, [{ title: 'Long' }]), groupWith(20, [{ title: 'Short', duration: 120 }])]
  expect(shown(parts, 60)).toMatchObject({
    title: 'Short',
    also: [{ uuid: uuid(11), title: 'Long', seconds: 240 }]
  })
  expect(shown(parts, 121)).toMatchObject({ title: 'Long', also: [] })
})

/** A part that was paused half a minute after its start. `pinned` is the set in which it runs. */
const PAUSED = { title: 'Paused', started_at: at(0), pinned: 1, paused_at: at(30) }

test('a paused part keeps its time left, and the ring prefers a running part', { tags: ['TMR-05', 'D-94'] }, () => {
  const alone = [groupWith(10, [{ ...PAUSED, duration: 60 }])]
  expect([shown(alone, 40), shown(alone, 200)].map(now => [now.seconds, now.isPaused])).toEqual([
    [30, true],
    [30, true]
  ])
  const beside = [...alone, groupWith(20, [{ title: 'Runs' }])]
  expect(shown(beside, 200)).toMatchObject({ title: 'Runs', isPaused: false, also: [{ title: 'Paused', seconds: 30 }] })
})

test('the part after a paused one has no start time', { tags: 'D-94' }, () => {
  const parts = [groupWith(10, [PAUSED, { title: 'Then' }])]
  expect(shown(parts, 200).next).toEqual({ title: 'Then', inSeconds: null })
})

test('a part that waits for the host has no start time, and parts with one come first', { tags: 'D-92' }, () => {
  const parts = [
    groupWith(10, [{ title: 'By hand' }], { linked: 0, auto_start: 0 }),
    groupWith(20, [{ title: 'Now' }, { title: 'Later' }])
  ]
  expect(shown(parts, 60).next).toEqual({ title: 'Later', inSeconds: 240 })
  expect(shown(parts.slice(0, 1), 60).next).toEqual({ title: 'By hand', inSeconds: null })
})

test('a part without a title is called "Untitled part"', () => {
  expect(shown([groupWith(10, [{}, {}])], 60)).toMatchObject({
    title: 'Untitled part',
    next: { title: 'Untitled part' }
  })
})

test('the step names the running interval timer, its time left and its number', { tags: ['TMR-09', 'TMR-11'] }, () => {
  const nested = [
    { title: 'Run', duration: 60 },
    { title: '', duration: 30 }
  ]
  const timers = [{ uuid: uuid(90), title: '', is_interval: 1 as const, sets: 1, nested, duration: 0 }]
  const parts = [groupWith(10, [{ title: 'Intervals', is_interval: 1, sets: 3, timers, duration: 0 }])]
  expect(shown(parts, 90 + 15).step).toEqual({ title: 'Run · 2 of 3', seconds: 45, share: 0.75 })
  expect(shown(parts, 70).step).toEqual({ title: 'Interval · 1 of 3', seconds: 20, share: 20 / 30 })
})

test('a step that runs once has no number', { tags: 'TMR-09' }, () => {
  const timers = [
    {
      uuid: uuid(90),
      title: '',
      is_interval: 1 as const,
      sets: 1,
      nested: [{ title: 'Hold', duration: 60 }],
      duration: 0
    }
  ]
  const parts = [groupWith(10, [{ title: 'Plank', is_interval: 1, sets: 1, timers, duration: 0 }])]
  expect(shown(parts, 10).step?.title).toBe('Hold')
})
