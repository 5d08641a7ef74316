import { expect, test } from 'vitest'
import type { RecentLog } from '../../../domain/cheers/api.ts'
import { readClock } from '../../../domain/sessions/clock.ts'
import { person, roomOf, START, WATER } from '../../../testing/page/session-page.ts'
import { happenings } from './happenings.ts'

const at = (seconds: number) => new Date(START + seconds * 1000).toISOString()
const logOf = (id: number, seconds: number, more: Partial<RecentLog> = {}): RecentLog => ({
  ...{ id, username: 'grace', task_uuid: null, title: '', amount: null, distance: null, duration: null },
  ...{ day: '2026-05-01', created_at: at(seconds), cheers: 0, cheered: 0, ...more }
})

/** The happenings at so many seconds after the start, one per line. */
function linesAt(
  seconds: number,
  changes: { recent_logs?: RecentLog[]; participants?: ReturnType<typeof person>[] },
  most = 20
) {
  const room = { ...roomOf(), ...changes }
  const clock = readClock({ ...room.challengeEvent, plan: room.challengeEvent }, START + seconds * 1000)
  return happenings(room, clock, most, 'mi').map(one => {
    if (one.kind === 'log') return `${one.log.username}: ${one.what}${one.goal && ` for ${one.goal}`}`
    return one.kind === 'join' ? `${one.username} came` : `${one.title} began`
  })
}

test('happenings lists logs, joins and started parts, newest first', { tags: 'D-138' }, () => {
  const recent_logs = [logOf(1, 20, { amount: 2, task_uuid: WATER })]
  expect(linesAt(30, { recent_logs, participants: [person('mary', { joined_at: at(10) })] })).toEqual([
    'grace: 2 glasses for Drink water',
    'mary came',
    'Warm up began'
  ])
})

test('happenings leaves out people who joined before the start', () => {
  expect(linesAt(30, { participants: [person('ada'), person('mary', { joined_at: at(0) })] })).toEqual([
    'Warm up began'
  ])
})

test.each([
  [{ amount: 1, task_uuid: WATER }, 'grace: 1 glass for Drink water'],
  [{ distance: 3.5, title: 'Run' }, 'grace: 3.5 miles for Run'],
  [{ duration: 90 }, 'grace: 1 min 30 s'],
  [{ amount: 2, distance: 1, duration: 60 }, 'grace: 2 times, 1 mile, 1 min'],
  [{ title: 'Done' }, 'grace:  for Done'],
  [{ amount: 1, task_uuid: 'gone' }, 'grace: 1 time']
])('a log is described by its amounts: %j', { tags: 'D-138' }, (more, text) => {
  expect(linesAt(1, { recent_logs: [logOf(1, 1, more)] })[0]).toBe(text)
})

test('happenings returns at most the given number', () => {
  const recent_logs = Array.from({ length: 9 }, (_, index) => logOf(index, index, { amount: index + 1 }))
  expect(linesAt(100, { recent_logs }, 3)).toEqual(['grace: 9 times', 'grace: 8 times', 'grace: 7 times'])
})
