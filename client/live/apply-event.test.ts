import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RecentLog } from '../../domain/cheers/api.ts'
import type { RoomEvent, SessionUpdate } from '../../domain/socket/messages.ts'
import { HOST_ADA, messageOf, person, roomOf } from '../../testing/page/session-page.ts'
import { addMessage, applyEvent, type RoomPage, withCheers, withEarlier, withHistory } from './apply-event.ts'
import { withMe } from './with-people.ts'

const page: RoomPage = { ...roomOf({ seq: 3 }), messages: [messageOf(1, 'grace', 'Hello')] }
const said = (seq: number, id: number): RoomEvent => ({
  type: 'message',
  room: 7,
  seq,
  message: messageOf(id, 'ada', 'Hi')
})
const changed = (seq: number, data: SessionUpdate): RoomEvent => ({ type: 'update', room: 7, seq, data })

test('an event that arrives twice is applied once', { tags: 'D-105' }, () => {
  const once = applyEvent(page, said(4, 2))
  expect(once.messages?.map(({ id }) => id)).toEqual([1, 2])
  expect(once.challengeEvent.seq).toBe(4)
  expect(applyEvent(once, said(4, 2))).toBe(once)
  expect(applyEvent(once, said(3, 9))).toBe(once)
})

test('a message with a known id is not added again', { tags: 'D-105' }, () => {
  expect(applyEvent(page, said(4, 1)).messages).toHaveLength(1)
})

test('people stand in the order of joining, also when their events come the other way round', {
  tags: 'CHAT-06'
}, () => {
  const later = { joined_at: '2030-01-01T10:00:02.000Z' }
  const sooner = { joined_at: '2030-01-01T10:00:01.000Z' }
  const one = applyEvent(page, changed(4, { participants: [person('grace', later)] }))
  const both = applyEvent(one, changed(5, { participants: [person('mary', sooner)] }))
  expect(both.participants.map(({ username }) => username)).toEqual(['ada', 'mary', 'grace'])
  expect(both.stays?.map(({ username }) => username)).toEqual(['ada', 'mary', 'grace'])
})

test('a changed participant keeps the place, a new one comes last, one who left is removed', {
  tags: 'CHAT-06'
}, () => {
  const grace = person('grace')
  const full = applyEvent(page, changed(4, { participants: [grace, person('mary')] }))
  const ready = applyEvent(full, changed(5, { participants: [{ ...grace, is_ready: 1 }] }))
  expect(ready.participants.map(one => [one.username, one.is_ready])).toEqual([
    ['ada', 0],
    ['grace', 1],
    ['mary', 0]
  ])
  const less = applyEvent(ready, changed(6, { left: ['grace'] }))
  expect(less.participants.map(({ username }) => username)).toEqual(['ada', 'mary'])
})

test('totals that an event lacks stay unchanged, for people, for me and for the room', {
  tags: 'D-105'
}, () => {
  const one = { amount: 1, distance: 0, duration: 0 }
  const totals = (uuid: string, amount: number) => ({ [uuid]: { ...one, amount, list_progress: [] } })
  const log = (seq: number, uuid: string, amount: number) =>
    changed(seq, {
      participants: [{ ...HOST_ADA, task_totals: totals(uuid, amount), task_action_totals: { Run: one } }],
      summary: { participants: 1, logs: seq, tasks: { [uuid]: { ...one, amount } } }
    })
  const after = [log(4, 'a', 1), log(5, 'b', 2), log(6, 'a', 3)].reduce(
    (shown, event) => applyEvent(shown, event),
    page
  )
  const expected = { ...totals('a', 3), ...totals('b', 2) }
  expect([after.me?.task_totals, after.participants[0]?.task_totals]).toEqual([expected, expected])
  expect(after.challengeEvent.summary).toMatchObject({ logs: 6, tasks: { a: { amount: 3 }, b: { amount: 2 } } })
})

test('a log of a person missing from a full list does not add them', () => {
  const full = { ...page, participants: Array.from({ length: 500 }, (_, index) => person(`user${index}`)) }
  const late = person('late')
  expect(applyEvent(full, changed(4, { participants: [late] })).participants).toHaveLength(500)
  const come = changed(4, { participants: [late], participants_count: 501 })
  expect(applyEvent(full, come).participants).toHaveLength(501)
})

const logOf = (id: number, more: Partial<RecentLog> = {}): RecentLog => ({
  ...{ id, username: 'grace', task_uuid: null, title: '', amount: id, distance: null, duration: null },
  ...{ day: '2026-05-01', created_at: '2026-05-01T10:00:00.000Z', cheers: 0, cheered: 0, ...more }
})

test('new logs come first, changed ones keep their place and cheers, private ones are removed', {
  tags: 'D-138'
}, () => {
  const full: RoomPage = { ...page, recent_logs: [logOf(2, { cheers: 3, cheered: 1 }), logOf(1)] }
  const recent_logs = [logOf(2, { amount: 9 }), logOf(3), logOf(4)]
  const next = applyEvent(full, changed(4, { recent_logs, unseen_logs: [1] }))
  expect(next.recent_logs?.map(({ id, amount, cheers }) => [id, amount, cheers])).toEqual([
    [4, 4, 0],
    [3, 3, 0],
    [2, 9, 3]
  ])
  const many = Array.from({ length: 30 }, (_, index) => logOf(index + 10))
  const newest = many.map(({ id }) => id).reverse()
  expect(applyEvent(next, changed(5, { recent_logs: many })).recent_logs?.map(({ id }) => id)).toEqual(
    newest.slice(0, 20)
  )
  const { recent_logs: _, ...chat } = page
  expect(applyEvent(chat, changed(4, { recent_logs }))).not.toHaveProperty('recent_logs')
})

test('a cheer counts for everyone, and only my own cheer sets "cheered"', { tags: 'D-138' }, () => {
  const full: RoomPage = { ...page, recent_logs: [logOf(1), logOf(2)] }
  const told = (seq: number, username: string, cheered: 0 | 1, cheers: number) =>
    changed(seq, { new_cheers: [{ log_id: 1, username, cheered, cheers }] })
  const events = [told(4, 'ada', 1, 1), told(5, 'mary', 1, 2), told(6, 'mary', 0, 1)]
  const after = events.reduce((shown, event) => applyEvent(shown, event), full)
  expect(after.recent_logs?.map(({ cheers, cheered }) => [cheers, cheered])).toEqual([
    [1, 1],
    [0, 0]
  ])
})

test('a person who left keeps their turns until then, and comes last after returning', { tags: 'D-93' }, () => {
  const at = (minute: number): string => `2026-05-01T10:0${minute}:00.000Z`
  const full = applyEvent(page, changed(4, { participants: [person('grace', { joined_at: at(1) })] }))
  const less = applyEvent(full, changed(5, { left: ['ada'], left_at: at(2) }))
  expect(less.stays?.map(stay => [stay.username, stay.left_at])).toEqual([
    ['ada', at(2)],
    ['grace', null]
  ])
  const back = applyEvent(less, changed(6, { participants: [person('ada', { joined_at: at(3) })] }))
  expect(back.stays).toEqual([
    { username: 'grace', joined_at: at(1), left_at: null },
    { username: 'ada', joined_at: at(3), left_at: null }
  ])
  expect(applyEvent({ ...page, stays: null }, changed(4, { participants: [person('grace')] })).stays).toBeNull()
})

test('joining elsewhere, or without a response, updates this page', { tags: ['SES-083', 'CHAT-14'] }, () => {
  const outside = { ...roomOf({ seq: 3 }, { me: null, isOwner: false }), participants: [HOST_ADA] }
  const joined = changed(4, { participants: [person('grace')], participants_count: 2 })
  const mine = applyEvent(outside, joined, 'grace')
  expect([mine.me?.username, mine.isOwner, mine.challengeEvent.is_joined]).toEqual(['grace', false, 1])
  expect(applyEvent(outside, joined, 'mary').me).toBeNull()
  // My log may be reported after I have left.
  expect(applyEvent(outside, changed(4, { participants: [person('grace')] }), 'grace').me).toBeNull()
})

test('leaving elsewhere updates this page, and becoming a host enables hosting', { tags: 'D-73' }, () => {
  const out = applyEvent(page, changed(4, { left: ['ada'] }))
  expect([out.me, out.isOwner, out.challengeEvent.is_joined]).toEqual([null, false, 0])
  const guest = { ...roomOf({}, { me: person('grace'), isOwner: false }), participants: [HOST_ADA, person('grace')] }
  const heir = applyEvent(guest, changed(4, { left: ['ada'], participants: [person('grace', { role: 1 })] }))
  expect([heir.me?.role, heir.isOwner]).toEqual([1, true])
})

test('an event removes deleted messages and locks the chat', { tags: 'D-131' }, () => {
  const next = applyEvent(page, changed(4, { deleted_messages: [1], chat_locked: 1 }))
  expect([next.messages, next.challengeEvent.chat_locked]).toEqual([[], 1])
})

test('an absent key changes nothing, and null is a value', { tags: 'CHAT-09' }, () => {
  const next = applyEvent(page, changed(4, { started_at: null }))
  expect(next.challengeEvent.started_at).toBeNull()
  expect(next.challengeEvent.ended_at).toBe(page.challengeEvent.ended_at)
})

const [group] = page.challengeEvent.parts
const partId = group?.parts[0]?.uuid ?? ''
const textOf = (shown: RoomPage) => shown.challengeEvent.parts[0]?.parts[0]?.content
const textEvent = (seq: number, content: string, revision: number) =>
  changed(seq, { part: { uuid: partId, content, revision } })

test('a newer text of a part replaces it, and an older one changes nothing', { tags: ['D-105', 'D-140'] }, () => {
  const newer = applyEvent(page, textEvent(4, 'Two', 2))
  expect(textOf(newer)).toBe('Two')
  expect(textOf(applyEvent(newer, textEvent(5, 'One', 1)))).toBe('Two')
  expect(newer.challengeEvent.parts[0]?.parts[1]).toEqual(group?.parts[1])
})

test('the text of an unknown part changes nothing', { tags: 'D-98' }, () => {
  const unknown = changed(4, { part: { uuid: 'another', content: 'Secret', revision: 9 } })
  expect(applyEvent(page, unknown).challengeEvent.parts).toEqual(page.challengeEvent.parts)
})

test.each<[keyof SessionUpdate, SessionUpdate, object]>([
  ['participants_count', { participants_count: 9 }, { participants_count: 9 }],
  ['content', { content: '<p>New</p>' }, { content: '<p>New</p>' }],
  ['started_at', { started_at: null }, { started_at: null }],
  ['ended_at', { ended_at: null }, { ended_at: null }],
  ['status', { status: 2 }, { status: 2 }],
  ['chat_locked', { chat_locked: 1 }, { chat_locked: 1 }],
  [
    'summary',
    { summary: { participants: 2, logs: 5, tasks: {} } },
    { summary: { participants: 2, logs: 5, tasks: {} } }
  ]
])('an event with %s changes only that', { tags: 'D-105' }, (_, data, after) => {
  expect(applyEvent(page, changed(4, data))).toEqual({
    ...page,
    challengeEvent: { ...page.challengeEvent, ...after, seq: 4 }
  })
})

const NAMES = ['ada', 'grace', 'mary', 'joan']
const anyUpdate: fc.Arbitrary<SessionUpdate> = fc.record(
  {
    participants: fc
      .uniqueArray(fc.constantFrom(...NAMES), { maxLength: 2 })
      .map(names => names.map(name => person(name))),
    left: fc.array(fc.constantFrom(...NAMES), { maxLength: 2 }),
    left_at: fc.constant('2026-05-01T10:05:00.000Z'),
    participants_count: fc.nat(4),
    status: fc.constantFrom<0 | 1 | 2>(0, 1, 2),
    deleted_messages: fc.array(fc.nat(9), { maxLength: 3 }),
    recent_logs: fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 3 }).map(ids => ids.map(id => logOf(id))),
    unseen_logs: fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 2 }),
    removed: fc.array(fc.constantFrom(...NAMES), { maxLength: 1 })
  },
  { requiredKeys: [] }
)
const anyEvents = fc
  .array(fc.oneof(anyUpdate, fc.nat(9)), { maxLength: 15 })
  .map(list =>
    list.map((one, index): RoomEvent => (typeof one === 'number' ? said(4 + index, one) : changed(4 + index, one)))
  )
const lively: RoomPage = {
  ...page,
  challengeEvent: { ...page.challengeEvent, is_joined: 1 },
  recent_logs: []
}

test('events that arrive again later change nothing', { tags: 'D-105' }, () => {
  fc.assert(
    fc.property(anyEvents, fc.array(fc.nat(14)), (events, again) => {
      const once = events.reduce((shown, event) => applyEvent(shown, event), lively)
      let twice = lively
      for (const [index, event] of events.entries()) {
        twice = applyEvent(twice, event)
        // Repeats earlier events, as an echo of a call or a socket that reconnects does.
        for (const earlier of again) if (earlier <= index) twice = applyEvent(twice, events[earlier] as RoomEvent)
      }
      expect(twice).toEqual(once)
    }),
    { seed: 105, numRuns: 200 }
  )
})

test('any events keep people, messages and logs unique, and the stream at 20 logs', {
  tags: 'D-105'
}, () => {
  fc.assert(
    fc.property(anyEvents, events => {
      for (let shown = lively, at = 0; at < events.length; at++) {
        const before = JSON.stringify(shown)
        const next = applyEvent(shown, events[at] as RoomEvent)
        expect(JSON.stringify(shown)).toBe(before)
        shown = next
        const names = shown.participants.map(({ username }) => username)
        expect(new Set(names).size).toBe(names.length)
        expect(shown.challengeEvent.is_joined).toBe(shown.me ? 1 : 0)
        const said = shown.messages?.map(({ id }) => id) ?? []
        expect(said).toEqual([...new Set(said)].sort((a, b) => a - b))
        const logs = shown.recent_logs?.map(({ id }) => id) ?? []
        expect(new Set(logs).size).toBe(logs.length)
        expect(logs.length).toBeLessThanOrEqual(20)
        const present = shown.stays?.filter(({ left_at }) => left_at === null).map(({ username }) => username) ?? []
        expect(new Set(present).size).toBe(present.length)
      }
    }),
    { seed: 106, numRuns: 200 }
  )
})

test('earlier messages go to the front, and known ones are not repeated', { tags: 'CHAT-06' }, () => {
  const shown: RoomPage = { ...page, messages: [5, 6].map(id => messageOf(id, 'ada', 'x')) }
  const earlier = [2, 3, 5].map(id => messageOf(id, 'grace', 'y'))
  const more = withEarlier(shown, earlier, true)
  expect([more.messages?.map(({ id }) => id), more.has_earlier]).toEqual([[2, 3, 5, 6], true])
  expect(more.messages?.[2]?.content).toBe('x')
  // An empty chat has no oldest message, so nothing counts as earlier.
  const empty = { ...page, messages: [] }
  expect(withEarlier(empty, earlier, true)).toBe(empty)
})

test('a reloaded chat keeps older messages only if the loaded ones reach them', {
  tags: 'CHAT-06'
}, () => {
  const before: RoomPage = { ...page, messages: [1, 2, 3, 4].map(id => messageOf(id, 'ada', 'x')), has_earlier: true }
  const loaded = (...ids: number[]): RoomPage => ({ ...page, messages: ids.map(id => messageOf(id, 'ada', 'x')) })
  expect(withHistory(before, loaded(3, 4, 5)).messages?.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5])
  expect(withHistory(before, loaded(3, 4, 5)).has_earlier).toBe(true)
  expect(withHistory(before, loaded(8, 9)).messages?.map(({ id }) => id)).toEqual([8, 9])
  expect(withHistory(before, loaded()).messages).toEqual([])
})

test('messages are sorted by id, whenever they arrive', { tags: 'D-105' }, () => {
  const late = addMessage(applyEvent(page, said(4, 5)), messageOf(3, 'mary', 'Late'))
  expect(late.messages?.map(({ id }) => id)).toEqual([1, 3, 5])
  const { messages: _, ...goals } = page
  expect(addMessage(goals, messageOf(3, 'mary', 'Late'))).toBe(goals)
})

test('a site admin who leaves can still host, and a host who leaves cannot', {
  tags: ['D-73', 'SEC-37']
}, () => {
  const guest = person('ada', { role: 0 })
  const admin = withMe({ ...page, me: guest, isOwner: true }, null)
  expect([admin.isOwner, admin.challengeEvent.is_joined]).toEqual([true, 0])
  expect(withMe(page, null).isOwner).toBe(false)
  expect(withMe(page, page.me)).toBe(page)
})

test('isRemoved is set for the removed person only', { tags: 'D-73' }, () => {
  expect(applyEvent(page, changed(4, { removed: ['ada'], left: ['ada'] }))).toMatchObject({ isRemoved: true, me: null })
  expect(applyEvent(page, changed(4, { removed: ['grace'], left: ['grace'] })).isRemoved).toBe(false)
})

test('the open page of a cancelled session is marked as cancelled', { tags: 'D-139' }, () => {
  expect(applyEvent(page, changed(4, { cancelled: true } as SessionUpdate)).isCancelled).toBe(true)
})

test('cheers for logs that a page does not show change nothing', { tags: 'D-138' }, () => {
  const cheer = { log_id: 99, username: 'ada', cheered: 1 as const, cheers: 1 }
  expect(withCheers({ ...page, recent_logs: [logOf(1)] }, [cheer]).recent_logs).toEqual([logOf(1)])
  const { recent_logs: _, ...chat } = lively
  expect(withCheers(chat, [cheer])).toBe(chat)
})
