import { expect, test } from 'vitest'
import { liveliest } from './liveliest.ts'

const card = (name: string, more: object = {}) => ({
  ...{ name, status: 1 as const, needs_code: 0 as const, is_joined: 0 as const },
  ...{ participant_limit: null, participants_count: 1 },
  ...more
})

test('home features the running session with the most people, and the first of two equal ones', () => {
  const cards = [card('tour'), card('reading', { participants_count: 3 }), card('writing', { participants_count: 3 })]
  expect(liveliest(cards)?.name).toBe('reading')
})

test.each([
  ['does not run yet', { status: 0 }],
  ['is over', { status: 2 }],
  ['needs a code', { needs_code: 1 }],
  ['the viewer has joined', { is_joined: 1 }],
  ['is full', { participant_limit: 9, participants_count: 9 }]
])('home leaves out a session that %s', (_, more) => {
  expect(liveliest([card('crowd', { participants_count: 5, ...more }), card('tour')])?.name).toBe('tour')
  expect(liveliest([card('crowd', { participants_count: 5, ...more })])).toBeUndefined()
})
