import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SessionStatus } from '../status.ts'
import { joinCheck } from './join.ts'
import {
  GUESTS_CANNOT_WAIT,
  HAS_PLACE,
  heldPlaces,
  NO_WAITLIST,
  offerEnd,
  offerStart,
  passOn,
  settleWaitlist,
  type Waiting,
  type Waitlist,
  waitCheck
} from './waitlist.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NOON = Date.UTC(2026, 4, 5, 12)
const { NotStarted, Running } = SessionStatus

const person = (user_id: number, more: Partial<Waiting> = {}): Waiting => ({
  ...{ user_id, rank: user_id, time_zone: 'UTC', suspended: false, opens_at: null, told_at: null },
  ...more
})
const offered = (user_id: number, at: number): Waiting => person(user_id, { opens_at: at, told_at: at })
const line = (entries: Waiting[], more: Partial<Waitlist> = {}): Waitlist => ({
  ...{ status: NotStarted, startsAt: NOON + 6 * HOUR, limit: 2, people: 2, entries },
  ...more
})
const holders = ({ entries }: { entries: readonly Waiting[] }) =>
  entries.filter(({ opens_at }) => opens_at !== null).map(({ user_id }) => user_id)

describe('an offer', { tags: 'D-151' }, () => {
  test.each([
    ['lasts half an hour', NOON + 6 * HOUR, NOON + 30 * MINUTE],
    ['ends ten minutes before the start', NOON + 25 * MINUTE, NOON + 15 * MINUTE],
    ['lasts half an hour without a planned start', null, NOON + 30 * MINUTE]
  ])('%s', (_, startsAt, end) => {
    expect(offerEnd(NOON, startsAt)).toBe(end)
  })

  const night = Date.parse('2026-05-05T21:30:00Z')
  test.each([
    ['at 23:30 waits for the morning', 'Europe/Berlin', '2026-05-06T18:00:00Z', '2026-05-06T05:00:00Z'],
    ['at 23:30 is made at once when the start is at nine', 'Europe/Berlin', '2026-05-06T07:00:00Z', null],
    [
      'at 23:30 waits when the start is a minute after nine',
      'Europe/Berlin',
      '2026-05-06T07:01:00Z',
      '2026-05-06T05:00:00Z'
    ],
    ['at 23:30 is made at once without a planned start', 'Europe/Berlin', null, null],
    ['at 21:30 is made at once', 'UTC', '2026-05-06T18:00:00Z', null],
    ['at 3:15 waits for the same morning', 'Asia/Kathmandu', '2026-05-06T18:00:00Z', '2026-05-06T01:15:00Z']
  ])('%s', (_, zone, starts, expected) => {
    const startsAt = starts === null ? null : Date.parse(starts)
    expect(offerStart(night, zone, startsAt)).toBe(expected === null ? night : Date.parse(expected))
  })

  test('begins at seven when the clocks change in the night', () => {
    const at = Date.parse('2026-03-28T22:00:00Z')
    expect(offerStart(at, 'Europe/Berlin', at + 24 * HOUR)).toBe(Date.parse('2026-03-29T05:00:00Z'))
  })

  test('goes to the first in line, and holds the place from then on', () => {
    const one = settleWaitlist(line([person(3), person(1), person(2)], { people: 1 }), NOON)
    expect([holders(one), one.offered, one.nextAt]).toEqual([[1], [1], NOON + 30 * MINUTE])
    const again = settleWaitlist(line(one.entries, { people: 1 }), NOON + 1)
    expect([holders(again), again.offered]).toEqual([[1], []])
  })

  test('that has passed takes its person off the list and goes to the next', () => {
    const {
      lapsed,
      offered: told,
      entries
    } = settleWaitlist(line([offered(1, NOON), person(2)], { people: 1 }), NOON + 30 * MINUTE)
    expect([lapsed, told, entries.map(({ user_id }) => user_id)]).toEqual([[1], [2], [2]])
  })

  test('of the night holds the place, and its person is told in the morning', () => {
    const startsAt = night + 48 * HOUR
    const morning = Date.parse('2026-05-06T05:00:00Z')
    const list = line([person(1, { time_zone: 'Europe/Berlin' })], { people: 1, startsAt })
    const held = settleWaitlist(list, night)
    expect([holders(held), held.offered, held.nextAt]).toEqual([[1], [], morning])
    const told = settleWaitlist({ ...list, entries: held.entries }, morning)
    expect([told.offered, told.nextAt]).toEqual([[1], morning + 30 * MINUTE])
    // The server was down until noon.
    const late = settleWaitlist({ ...list, entries: held.entries }, morning + 5 * HOUR)
    expect([late.offered, late.lapsed, late.nextAt]).toEqual([[1], [], morning + 5.5 * HOUR])
    // The host moves the start to eight.
    const moved = settleWaitlist({ ...list, entries: held.entries, startsAt: morning + HOUR }, night + 1)
    expect([moved.offered, moved.nextAt]).toEqual([[1], night + 1 + 30 * MINUTE])
  })

  test('is taken back when its place is gone, the last one first', () => {
    const entries = [offered(1, NOON), offered(2, NOON), person(3)]
    const fewer = settleWaitlist(line(entries, { limit: 3 }), NOON + 1)
    expect([holders(fewer), fewer.lapsed]).toEqual([[1], []])
    const more = settleWaitlist(line(fewer.entries, { limit: 4 }), NOON + 2)
    expect([holders(more), more.offered]).toEqual([[1, 2], [2]])
  })

  test('passes over suspended people, who keep their place', () => {
    const list = settleWaitlist(line([person(1, { suspended: true }), person(2)], { people: 1 }), NOON)
    expect([holders(list), list.entries.length]).toEqual([[2], 2])
  })

  test('goes to everyone when the host removes the limit', () => {
    expect(settleWaitlist(line([person(1), person(2)], { limit: null }), NOON).offered).toEqual([1, 2])
  })
})

describe('from ten minutes before the start', { tags: 'D-151' }, () => {
  const startsAt = NOON + 10 * MINUTE

  test('everyone who waits is told about a free place, once', () => {
    const list = line([person(1), offered(2, NOON - MINUTE)], { people: 1, startsAt })
    const first = settleWaitlist(list, NOON)
    expect([first.free, holders(first), first.lapsed, first.nextAt]).toEqual([[1, 2], [], [], null])
    expect(settleWaitlist({ ...list, entries: first.entries }, NOON + 1).free).toEqual([])
  })

  test('they are told again when another place gets free', () => {
    const list = line([person(1)], { people: 1, startsAt, status: Running })
    const told = settleWaitlist(list, NOON + HOUR).entries
    const full = settleWaitlist({ ...list, people: 2, entries: told }, NOON + HOUR + 1).entries
    expect(settleWaitlist({ ...list, entries: full }, NOON + HOUR + 2).free).toEqual([1])
  })

  test('an offer that was cut short does not take its person off the list, however late that is noticed', () => {
    const late = settleWaitlist(line([offered(1, NOON - MINUTE)], { people: 1, startsAt }), NOON + 2 * HOUR)
    expect([late.lapsed, late.free]).toEqual([[], [1]])
  })

  test('nobody is told while the session is full', () => {
    const list = settleWaitlist(line([person(1)], { startsAt }), NOON)
    expect([list.free, list.offered]).toEqual([[], []])
  })
})

test('a person without tokens changes places with the next, and keeps the offer when nobody waits', {
  tags: 'D-151'
}, () => {
  expect(passOn([offered(1, NOON), offered(2, NOON), person(3), person(4)], 1)).toEqual([
    { user_id: 3, rank: 1 },
    { user_id: 1, rank: 3 }
  ])
  expect(passOn([offered(1, NOON), person(2, { suspended: true })], 1)).toBeNull()
})

test('waiting is for people without a place in a full session', { tags: 'D-151' }, () => {
  const full = {
    ...{
      status: NotStarted,
      is_preset: false,
      participant_limit: 2,
      participants_count: 2,
      needs_code: false,
      join_code: 'abc'
    },
    waitlist_ended: false
  } as const
  const who = { signedIn: true, joined: false, isGuest: false, waits: false }
  expect(waitCheck(full, who)).toBeNull()
  expect(waitCheck(full, { ...who, waits: true })).toBe('already')
  expect(waitCheck(full, { ...who, isGuest: true })).toMatchObject({ kind: 'forbidden', message: GUESTS_CANNOT_WAIT })
  expect(waitCheck(full, { ...who, signedIn: false })).toMatchObject({ kind: 'unauthenticated' })
  expect(waitCheck(null, who)).toMatchObject({ kind: 'notFound' })
  expect(waitCheck(full, { ...who, joined: true })).toMatchObject({ kind: 'conflict' })
  expect(waitCheck(full, { ...who, removed: true })).toMatchObject({ kind: 'forbidden' })
  expect(waitCheck({ ...full, participants_count: 1 }, who)).toMatchObject({ message: HAS_PLACE })
  expect(waitCheck({ ...full, participant_limit: null }, who)).toMatchObject({ message: HAS_PLACE })
  expect(waitCheck({ ...full, waitlist_ended: true }, who)).toMatchObject({ message: NO_WAITLIST })
  expect(waitCheck({ ...full, needs_code: 1 }, { ...who, code: 'no' })).toMatchObject({ kind: 'wrongCode' })
  expect(waitCheck({ ...full, needs_code: 1 }, { ...who, code: 'ABC' })).toBeNull()
})

type Command =
  | { kind: 'join' | 'leave' | 'wait' | 'give up' | 'suspend' | 'spend' | 'move up'; who: number }
  | { kind: 'limit'; limit: number | null }
  | { kind: 'start'; inMinutes: number | null }
  | { kind: 'pass'; minutes: number }

const who = fc.integer({ min: 1, max: 6 })
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom('join' as const, 'wait' as const), who }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('leave' as const), who }) },
  fc.record({
    kind: fc.constantFrom('give up' as const, 'suspend' as const, 'spend' as const, 'move up' as const),
    who
  }),
  fc.record({ kind: fc.constant('limit' as const), limit: fc.option(fc.integer({ min: 1, max: 4 }), { freq: 9 }) }),
  fc.record({ kind: fc.constant('start' as const), inMinutes: fc.option(fc.integer({ min: 1, max: 2000 })) }),
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('pass' as const), minutes: fc.integer({ min: -20, max: 700 }) })
  }
)

test('in any order of commands seats hold, and nobody is skipped or charged twice', {
  tags: ['D-151', 'SES-083']
}, () => {
  fc.assert(
    fc.property(fc.array(command, { minLength: 20, maxLength: 60, size: 'max' }), commands => {
      let now = NOON
      let list: Waitlist = { status: NotStarted, startsAt: null, limit: 2, people: 0, entries: [] }
      const inside = new Set<number>()
      const charges: number[] = []
      const poor = new Set<number>()
      const settle = (): void => {
        const before = new Set(holders(list))
        const settled = settleWaitlist(list, now)
        const { entries, nextAt } = settled
        list = { ...list, entries }
        expect(settleWaitlist(list, now)).toEqual({ ...settled, lapsed: [], offered: [], free: [] })
        expect(nextAt === null || nextAt > now).toBe(true)
        const held = heldPlaces(entries)
        expect(held).toBeLessThanOrEqual(Math.max(0, (list.limit ?? Number.POSITIVE_INFINITY) - list.people))
        const isLast = list.startsAt !== null && list.startsAt - 10 * MINUTE <= now
        const inLine = entries.filter(({ opens_at, suspended }) => opens_at === null && !suspended)
        if (isLast) expect(held).toBe(0)
        else if (inLine.length > 0)
          expect(list.people + held).toBeGreaterThanOrEqual(list.limit ?? Number.POSITIVE_INFINITY)
        // Everyone in front of a new offer has one.
        for (const one of entries) {
          if (one.opens_at === null || before.has(one.user_id)) continue
          expect(inLine.every(({ rank }) => rank > one.rank)).toBe(true)
        }
      }
      const join = (id: number): void => {
        const own = list.entries.find(({ user_id }) => user_id === id)
        const taken = list.people + heldPlaces(list.entries) - (own?.opens_at == null ? 0 : 1)
        const session = { status: NotStarted, is_preset: 0, needs_code: 0, join_code: null } as const
        const visitor = { signedIn: true, joined: inside.has(id) }
        if (
          own?.suspended ||
          joinCheck({ ...session, participant_limit: list.limit, participants_count: taken }, visitor)
        )
          return
        if (poor.has(id) && !charges.includes(id)) {
          const ranks = own?.opens_at == null ? null : passOn(list.entries, id)
          if (!ranks) return
          const rankOf = (one: Waiting) => ranks.find(({ user_id }) => user_id === one.user_id)?.rank ?? one.rank
          const entries = list.entries.map(one => ({
            ...one,
            rank: rankOf(one),
            ...(one.user_id === id ? { opens_at: null, told_at: null } : {})
          }))
          list = { ...list, entries }
          return
        }
        if (!charges.includes(id)) charges.push(id)
        inside.add(id)
        list = { ...list, people: list.people + 1, entries: list.entries.filter(({ user_id }) => user_id !== id) }
        expect(list.people).toBeLessThanOrEqual(list.limit ?? Number.POSITIVE_INFINITY)
      }
      const wait = (id: number): void => {
        const own = list.entries.find(({ user_id }) => user_id === id)
        const session = {
          status: NotStarted,
          is_preset: 0,
          needs_code: 0,
          join_code: null,
          waitlist_ended: false
        } as const
        const taken = list.people + heldPlaces(list.entries)
        const refusal = waitCheck(
          { ...session, participant_limit: list.limit, participants_count: taken },
          { signedIn: true, joined: inside.has(id), isGuest: false, waits: own !== undefined }
        )
        if (refusal !== null) return
        const rank = Math.max(0, ...list.entries.map(one => one.rank)) + 1
        list = { ...list, entries: [...list.entries, person(id, { rank, time_zone: id % 2 ? 'UTC' : 'Asia/Tokyo' })] }
      }
      for (const one of commands) {
        if (one.kind === 'pass') now += one.minutes * MINUTE
        // Every change of a room settles its list first.
        settle()
        if (one.kind === 'join') join(one.who)
        if (one.kind === 'wait') wait(one.who)
        if (one.kind === 'leave' && inside.delete(one.who)) list = { ...list, people: list.people - 1 }
        if (one.kind === 'give up')
          list = { ...list, entries: list.entries.filter(({ user_id }) => user_id !== one.who) }
        if (one.kind === 'spend') poor.add(one.who)
        if (one.kind === 'limit') list = { ...list, limit: one.limit }
        if (one.kind === 'start')
          list = { ...list, startsAt: one.inMinutes === null ? null : now + one.inMinutes * MINUTE }
        if (one.kind === 'suspend' || one.kind === 'move up') {
          const front = Math.min(...list.entries.map(({ rank }) => rank)) - 1
          const change = one.kind === 'suspend' ? { suspended: true } : { rank: front }
          list = {
            ...list,
            entries: list.entries.map(each => (each.user_id === one.who ? { ...each, ...change } : each))
          }
        }
        settle()
      }
      expect(new Set(charges).size).toBe(charges.length)
    }),
    { numRuns: 200 }
  )
})
