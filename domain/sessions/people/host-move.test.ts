import { expect, test } from 'vitest'
import { partsOf, planOf, uuidOf } from '../../activities/example-plan.ts'
import { readClock } from '../clock.ts'
import { begin } from '../session.ts'
import { hostMove } from './host-move.ts'

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
  ['skip the running part', 10, linked, { kind: 'skip', part: uuidOf(100), set: 1, next: uuidOf(101) }],
  ['skip the last part of a set', 70, linked, { kind: 'skip', part: uuidOf(101), set: 1, next: uuidOf(100) }],
  ['end the session in the last part', 190, linked, { kind: 'end' }],
  ['end the session when all parts are over', 300, linked, { kind: 'end' }],
  ['end a session without parts', 10, [], { kind: 'end' }],
  [
    'start a part that waits for the host',
    10,
    [partsOf(1, [{}], { auto_start: 0 })],
    { kind: 'start', next: uuidOf(100) }
  ],
  [
    'nothing before a part that begins by itself',
    10,
    [partsOf(1, [{ time_from: 100, start_of: 'after_previous_ends' }], { linked: 0 })],
    null
  ]
] as [string, number, Groups, unknown][])('the host can %s', { tags: 'D-94' }, (_, seconds, parts, move) => {
  expect(moveAt(seconds, parts)).toEqual(move)
})
