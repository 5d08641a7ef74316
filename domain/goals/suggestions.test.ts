import { expect, test } from 'vitest'
import { goalBody } from './fields.ts'
import { GOAL_KINDS, kindsOf } from './kind.ts'
import { suggestions } from './suggestions.ts'

let made = 0
const uuid = () => `00000000-0000-4000-8000-${String(++made).padStart(12, '0')}`

test('each suggestion is a valid goal of its stated kind, and every kind has one', {
  tags: 'GOAL-01'
}, () => {
  const all = suggestions(uuid, 'mi')
  for (const { kind, goal } of all) expect(kindsOf(goalBody.parse(goal))).toEqual([kind])
  expect(new Set(all.map(({ kind }) => kind)).size).toBe(GOAL_KINDS.length)
})

test('suggestions have fitting buttons, and no two uuids are the same', {
  tags: 'GOAL-10'
}, () => {
  const all = suggestions(uuid, 'mi')
  const [books, , , , instrument] = all.map(({ goal }) => goal.quick_log_buttons)
  expect(books).toMatchObject([{ amount: 1 }])
  expect(instrument).toMatchObject([{ duration: 1800 }, { duration: 3600 }])
  const uuids = JSON.stringify(all).match(/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? []
  expect(new Set(uuids).size).toBe(uuids.length)
})
