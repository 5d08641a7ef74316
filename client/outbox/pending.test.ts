/** The pure functions that add waiting items to the server's state. */
import { expect, test } from 'vitest'
import { messageOf } from '../../testing/page/session-page.ts'
import { withoutEchoes } from '../chat/chat.ts'
import { withTicks } from '../goals/checklist/ticks.ts'
import { pendingOf } from '../goals/goal-presses.ts'
import { clientUuid } from '../lib/client-uuid.ts'
import { withWaiting } from '../sessions/goals/quick-log.ts'

type Press = Parameters<typeof withWaiting>[2][number]

const press = (amount: number | null, base: number, more: { distance?: number; task?: string } = {}): Press => ({
  body: { task_uuid: more.task ?? 'water', amount, distance: more.distance ?? null, type: 'task' },
  seen: { session: 7, base: { amount: base, distance: 0 } }
})

test.each([
  ['nothing waits', 2, [], [2, 0]],
  ['one press waits', 2, [press(1, 2)], [3, 0]],
  ['three wait', 0, [press(1, 0), press(1, 0), press(1, 0)], [3, 0]],
  ['the socket reported one before its response', 1, [press(1, 0), press(1, 0), press(1, 0)], [3, 0]],
  ['the socket reported all of them', 3, [press(1, 0), press(1, 0), press(1, 0)], [3, 0]],
  ['the first has its response, and the others count from there', 1, [press(1, 1), press(1, 1)], [3, 0]],
  ['another device logged more meanwhile', 9, [press(1, 0)], [9, 0]],
  ['a press of another goal', 2, [press(5, 0, { task: 'walk' })], [2, 0]],
  ['a distance', 0, [press(null, 0, { distance: 1.5 })], [0, 1.5]],
  ['a timer, whose time counts when the server has started it', 2, [press(null, 2)], [2, 0]]
])('totals in a room: %s', { tags: 'SGL-25' }, (_, amount, items, [sum, distance]) => {
  const totals = { amount, distance: 0, duration: 60 }
  expect(withWaiting(totals, 'water', items)).toEqual({ amount: sum, distance, duration: 60 })
})

const goalPress = (goal_id: number, amount: number | null, distance: number | null = null) => ({
  body: { goal_id, amount, distance, duration: 600 }
})

test.each([
  ['nothing waits', [], { amount: 0, distance: 0 }],
  ['two of this goal', [goalPress(5, 1), goalPress(5, 2, 0.5)], { amount: 3, distance: 0.5 }],
  ['one of another goal', [goalPress(6, 1)], { amount: 0, distance: 0 }],
  ['only a timer', [goalPress(5, null)], { amount: 0, distance: 0 }],
  [
    'finished time',
    [{ body: { goal_id: 5, duration: 600, status: 2 as const } }],
    { amount: 0, distance: 0, duration: 600 }
  ]
])('waiting logs add to a personal goal: %s', { tags: 'GOAL-41' }, (_, items, sum) => {
  expect(pendingOf(5, items)).toEqual({ duration: 0, ...sum })
})

const list = (goal_id: number | string, ...items: string[]) => ({
  body: { goal_id, items, challenge_event_id: null, person: 1 }
})

test.each([
  ['nothing waits', [], ['soil']],
  ['a list of this goal', [list(1, 'soil', 'seeds')], ['soil', 'seeds']],
  ['everything was unticked', [list(1)], []],
  ['the newest of two', [list(1, 'seeds'), list(1, 'water')], ['water']],
  ['a list of another goal', [list('uuid', 'seeds')], ['soil']]
])('ticked items: %s', { tags: 'TMR-20' }, (_, waiting, ticked) => {
  expect(withTicks({ goal: 1 }, ['soil'], waiting)).toEqual(ticked)
})

const said = (key: string, content: string, after = 5) => ({
  key,
  tries: 0,
  body: { content, messageable_id: 7, messageable_type: 'challenge_event' as const },
  seen: { after }
})
const echo = (id: number, content: string, client_uuid: string | null = clientUuid()) => ({
  ...messageOf(id, 'ada', content),
  client_uuid
})

test.each([
  ['no echo has arrived', [said('a', 'Hi'), said('b', 'Hi')], [], ['a', 'b']],
  ['the echo came before the response', [said('a', 'Hi')], [echo(6, 'Hi')], []],
  ['the same text sent twice, with one echo', [said('a', 'Hi'), said('b', 'Hi')], [echo(6, 'Hi')], ['b']],
  ['the same text in an older message', [said('a', 'Hi')], [echo(5, 'Hi')], ['a']],
  ['the same text by another person', [said('a', 'Hi')], [echo(6, 'Hi', 'other')], ['a']],
  ['another text', [said('a', 'Hi')], [echo(6, 'Ho')], ['a']]
])('messages shown as being sent: %s', { tags: 'CHAT-18' }, (_, items, messages, keys) => {
  expect(withoutEchoes(items, messages).map(({ key }) => key)).toEqual(keys)
})
