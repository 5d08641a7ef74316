import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Allowance,
  allowanceOf,
  applyFact,
  applyFacts,
  type Fact,
  type MonthlyEntry,
  NO_ALLOWANCE
} from './allowance.ts'

const DAY = 86_400_000
const paid = (invoice: string, at: number, change: Partial<Extract<Fact, { type: 'paid' }>> = {}): Fact => ({
  type: 'paid',
  at,
  invoice,
  subscription: 'sub_1',
  since: 0,
  plan: 'goals_sub',
  ...change
})
const ended = (at: number, subscription = 'sub_1'): Fact => ({ type: 'ended', at, subscription })
const basics: Allowance = { monthly: 3000, plan: 'goals_sub', subscription: 'sub_1', since: 0, invoice: 'in_1' }

test('a period has 30 or 60 tokens, by plan', { tags: ['BIL-03', 'BIL-09'] }, () => {
  expect([allowanceOf('goals_sub'), allowanceOf('goals_sessions_sub')]).toEqual([3000, 6000])
})

describe('applying a fact to the monthly bucket', { tags: 'D-03' }, () => {
  test('the first period fills it', () => {
    expect(applyFact(NO_ALLOWANCE, paid('in_1', 0))).toEqual({
      held: basics,
      entries: [{ action: 'renewal', amount: 3000, invoice: 'in_1' }]
    })
  })

  test('a renewal takes the rest away and then adds the whole allowance', { tags: 'TOK-18' }, () => {
    const { held, entries } = applyFact({ ...basics, monthly: 120 }, paid('in_2', 30 * DAY))
    expect(held).toEqual({ ...basics, invoice: 'in_2' })
    expect(entries).toEqual([
      { action: 'ended', amount: -120, invoice: 'in_1' },
      { action: 'renewal', amount: 3000, invoice: 'in_2' }
    ])
  })

  test('a renewal of an empty bucket takes nothing away', () => {
    expect(applyFact({ ...basics, monthly: 0 }, paid('in_2', 30 * DAY)).entries).toEqual([
      { action: 'renewal', amount: 3000, invoice: 'in_2' }
    ])
  })

  test('another plan replaces it at once', { tags: 'D-11' }, () => {
    const other = paid('in_2', 9, { subscription: 'sub_2', since: 9, plan: 'goals_sessions_sub' })
    const { held, entries } = applyFact({ ...basics, monthly: 2999 }, other)
    expect(held).toEqual({
      monthly: 6000,
      plan: 'goals_sessions_sub',
      subscription: 'sub_2',
      since: 9,
      invoice: 'in_2'
    })
    expect(entries.map(({ amount }) => amount)).toEqual([-2999, 6000])
  })

  test('the end empties it', () => {
    expect(applyFact({ ...basics, monthly: 7 }, ended(9))).toEqual({
      held: NO_ALLOWANCE,
      entries: [{ action: 'ended', amount: -7, invoice: 'in_1' }]
    })
  })

  test('the end of a subscription that was replaced takes nothing', { tags: 'D-11' }, () => {
    const held = { ...basics, subscription: 'sub_2', since: 9 }
    expect(applyFact(held, ended(10, 'sub_1'))).toEqual({ held, entries: [] })
  })

  test('a paid period of a replaced subscription is added and taken away at once', () => {
    const held = { ...basics, subscription: 'sub_2', since: 9, monthly: 50 }
    expect(applyFact(held, paid('in_3', 10))).toEqual({
      held,
      entries: [
        { action: 'renewal', amount: 3000, invoice: 'in_3' },
        { action: 'ended', amount: -3000, invoice: 'in_3' }
      ]
    })
  })

  test('the next renewal also takes away tokens that came without an invoice', () => {
    expect(applyFact({ ...NO_ALLOWANCE, monthly: 5 }, paid('in_1', 0)).entries[0]).toEqual({
      action: 'ended',
      amount: -5,
      invoice: null
    })
  })
})

/** The facts of a person: subscriptions one after the other, each with paid periods and an end. */
const histories = fc
  .array(
    fc.record({
      plan: fc.constantFrom('goals_sub', 'goals_sessions_sub') as fc.Arbitrary<'goals_sub' | 'goals_sessions_sub'>,
      periods: fc.integer({ min: 1, max: 5 }),
      replaced: fc.boolean(),
      gap: fc.integer({ min: 1, max: 40 })
    }),
    { minLength: 1, maxLength: 5 }
  )
  .map(subscriptions => {
    const facts: Fact[] = []
    let now = 0
    for (const [nth, { plan, periods, replaced, gap }] of subscriptions.entries()) {
      const subscription = `sub_${nth}`
      const since = now
      for (let period = 0; period < periods; period++) {
        facts.push(paid(`in_${nth}_${period}`, now, { subscription, since, plan }))
        now += 30 * DAY
      }
      // A replaced subscription ends just after the next one was paid, any other before the next one begins.
      now -= 30 * DAY - 1
      facts.push(ended(replaced ? now + gap * DAY + 5 : now, subscription))
      now += gap * DAY
    }
    return facts
  })

interface Ledger {
  held: Allowance
  entries: MonthlyEntry[]
  known: Set<string>
}

const keyOf = (fact: Fact) => (fact.type === 'paid' ? fact.invoice : `end of ${fact.subscription}`)

/** Handles an event as the server does: applies the provider's facts that are not in the ledger yet. */
function synced(ledger: Ledger, happened: Fact[]): Ledger {
  const unknown = happened.filter(fact => !ledger.known.has(keyOf(fact)))
  const { held, entries } = applyFacts(ledger.held, unknown)
  return {
    held,
    entries: [...ledger.entries, ...entries],
    known: new Set([...ledger.known, ...unknown.map(keyOf)])
  }
}

const EMPTY: Ledger = { held: NO_ALLOWANCE, entries: [], known: new Set() }

test('reordered, repeated and lost events give the same ledger as ordered ones', () => {
  fc.assert(
    fc.property(
      histories,
      fc.array(fc.nat(40), { maxLength: 30 }),
      fc.infiniteStream(fc.nat()),
      (facts, moments, dice) => {
        const ordered = facts.toSorted((a, b) => a.at - b.at)
        const expected = ordered.reduce((ledger, fact) => synced(ledger, [fact]), EMPTY)
        // The server syncs at random moments, gets the facts in random order, and syncs everything at the end.
        const syncs = moments.map(moment => ordered.slice(0, moment)).toSorted((a, b) => a.length - b.length)
        const shuffled = (list: Fact[]) =>
          list
            .map(fact => ({ fact, by: dice.next().value as number }))
            .toSorted((a, b) => a.by - b.by)
            .map(({ fact }) => fact)
        let ledger = EMPTY
        for (const seen of [...syncs, ordered, ordered]) ledger = synced(ledger, shuffled(seen))
        expect(ledger.held).toEqual(expected.held)
        expect(ledger.entries).toEqual(expected.entries)
      }
    ),
    { seed: 20_261_122, numRuns: 500 }
  )
})

test('with spending in between, the bucket is never negative and equals the sum of its entries', () => {
  fc.assert(
    fc.property(histories, fc.infiniteStream(fc.nat(4000)), (facts, spends) => {
      let held = NO_ALLOWANCE
      let sum = 0
      for (const fact of facts.toSorted((a, b) => a.at - b.at)) {
        const spent = Math.min(spends.next().value as number, held.monthly)
        held = { ...held, monthly: held.monthly - spent }
        sum -= spent
        const applied = applyFact(held, fact)
        held = applied.held
        for (const { amount } of applied.entries) {
          sum += amount
          expect(sum).toBeGreaterThanOrEqual(0)
        }
        expect(held.monthly).toBe(sum)
        if (fact.type === 'paid') expect(held.monthly).toBe(held.plan === null ? 0 : allowanceOf(held.plan))
      }
    }),
    { seed: 20_261_122, numRuns: 300 }
  )
})
