import { expect, test } from 'vitest'
import { part, task } from '../activities/plan.ts'
import { aboutSession, listed, readiness, startersText } from './lobby.ts'

const uuid = '00000000-0000-4000-8000-000000000001'
const group = { uuid, title: '', linked: 1, auto_start: 1, hidden: 0, sets: 1 } as const

function about(titles: string[], goals: number, duration = 1800): string {
  const parts = titles.map(title => ({ ...part.parse({ uuid, title }), active: 0 as const }))
  const tasks = Array.from({ length: goals }, () => task.parse({ uuid, title: 'Water' }))
  return aboutSession({
    duration,
    parts: [{ ...group, type: 'part', parts }],
    tasks: [{ ...group, type: 'task', parts: tasks }]
  } as never)
}

test.each([
  [about([], 0), '30 min together on one clock.'],
  [about(['Warm up'], 1), '30 min together on one clock: Warm up. 1 goal to log.'],
  [about(['Warm up', ' ', 'Walk'], 2, 5400), '1 h 30 min together on one clock: Warm up and Walk. 2 goals to log.'],
  [about([], 0, 0), 'Together on one clock.']
])('aboutSession describes a session: %s', { tags: 'SES-049' }, (sentence, expected) => {
  expect(sentence).toBe(expected)
})

test('listed shows the first four of many names', () => {
  expect(listed([...'abcde'])).toBe('a, b, c, d and e')
  expect(listed([...'abcdef'])).toBe('a, b, c, d and 2 more')
})

test('a host who starts by hand need not be ready, any other host must', { tags: 'D-76' }, () => {
  const people = [
    { role: 1, is_ready: 0 as const },
    { role: 0, is_ready: 1 as const },
    { role: 0, is_ready: 0 as const }
  ]
  expect(readiness(people, true)).toEqual({ ready: 1, asked: 2 })
  expect(readiness(people, false)).toEqual({ ready: 1, asked: 3 })
  expect(readiness([{ role: 1, is_ready: 1 }], true)).toEqual({ ready: 1, asked: 1 })
})

test('startersText names all hosts', { tags: 'SES-067' }, () => {
  const ada = { role: 1, username: 'ada' }
  expect(startersText([ada, { role: 0, username: 'bob' }])).toBe('ada')
  expect(startersText([ada, { role: 1, username: 'grace' }])).toBe('ada or grace')
  expect(startersText([])).toBe('the host')
})
