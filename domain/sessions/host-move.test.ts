import { expect, test } from 'vitest'
import { partsOf, planOf, uuidOf } from '../activities/example-plan.ts'
import { readClock } from './clock.ts'
import { hostMove } from './host-move.ts'
import { begin } from './session.ts'

const T0 = Date.UTC(2026, 0, 1, 12)
type Groups = Parameters<typeof planOf>[0]['parts']

function moveAt(seconds: number, parts: Groups) {
  const waiting = {
    status: 0 as const,
    started_at: null,
    ended_at: null,
    duration: 3600,
    is_manually_started: 1 as const
  }
  return hostMove(readClock(begin({ ...waiting, plan: planOf({ parts }) }, T0), T0 + seconds * 1000))
}

const linked: Groups = [partsOf(1, [{}, {}], { sets: 2 })]

test.each([
  ['the part that runs', 10, linked, { kind: 'skip', part: uuidOf(100), set: 1, next: uuidOf(101) }],
  ['the last part of a set', 70, linked, { kind: 'skip', part: uuidOf(101), set: 1, next: uuidOf(100) }],
  ['the last part of all', 190, linked, { kind: 'end' }],
  ['nothing, once all is over', 300, linked, { kind: 'end' }],
  ['a plan without parts', 10, [], { kind: 'end' }],
  ['a part that waits for the host', 10, [partsOf(1, [{}], { auto_start: 0 })], { kind: 'start', next: uuidOf(100) }],
  [
    'a part that begins by itself later',
    10,
    [partsOf(1, [{ time_from: 100, start_of: 'after_previous_ends' }], { linked: 0 })],
    null
  ]
] as [string, number, Groups, unknown][])(
  'the host is offered one move: %s',
  { tags: 'D-94' },
  (_, seconds, parts, move) => {
    expect(moveAt(seconds, parts)).toEqual(move)
  }
)
