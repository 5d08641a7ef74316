import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mayDelete } from '../logs/log.ts'
import { attachTo, copyKey, sessionOf, templateOf, tickChanges, tickedOf } from './attach.ts'

describe('attaching a goal to a session', () => {
  test.each([
    ['an open goal without a session', { session_id: null, status: 1 }, 'attach'],
    ['a goal of this session', { session_id: 5, status: 1 }, 'already'],
    ['a completed goal of this session', { session_id: 5, status: 2 }, 'already'],
    ['a goal of another session', { session_id: 6, status: 1 }, 'This goal is already in another session.'],
    ['a completed goal', { session_id: null, status: 2 }, 'This goal is already completed.']
  ] as const)('%s', { tags: ['SGL-06', 'D-101'] }, (_, goal, expected) => {
    const result = attachTo({ id: 5, status: 1 }, goal)
    expect(result.ok ? result.value : 'message' in result.refusal && result.refusal.message).toBe(expected)
  })

  test('a goal can be attached before and during a session, but not after it', { tags: 'D-138' }, () => {
    const goal = { session_id: null, status: 1 } as const
    expect(([0, 1, 2] as const).map(status => attachTo({ id: 5, status }, goal).ok)).toEqual([true, true, false])
  })
})

describe('ticking a checklist', () => {
  const LIST = ['a', 'b', 'c'].map(uuid => ({ uuid }))

  test.each([
    [[], []],
    [['b'], ['b']],
    [
      ['c', 'a'],
      ['a', 'c']
    ],
    [['a', 'a'], ['a']],
    [['x', 'b'], ['b']]
  ])('sending %j ticks %j', { tags: 'D-96' }, (items, ticked) => {
    expect(tickedOf(LIST, { items }, ['a'])).toEqual(ticked)
  })

  test('changes from two tabs are combined in either order', { tags: 'D-140' }, () => {
    const steps = [{ a: 1 }, { b: 1, c: 0 }] as const
    const tickedAfter = (order: readonly Record<string, 0 | 1>[]) =>
      order.reduce<string[]>((done, changes) => tickedOf(LIST, { changes }, done), ['c'])
    expect(tickedAfter(steps)).toEqual(['a', 'b'])
    expect(tickedAfter(steps.toReversed())).toEqual(['a', 'b'])
    expect(tickedOf(LIST, { changes: { x: 1, a: 1 } }, [])).toEqual(['a'])
  })

  test('tickChanges applies exactly the changes of one list to its copy', () => {
    fc.assert(
      fc.property(
        fc.subarray(['a', 'b', 'c']),
        fc.subarray(['a', 'b', 'c']),
        fc.subarray(['a', 'b', 'c', 'd']),
        (before, after, copy) => {
          const changes = tickChanges(before, after)
          expect(tickedOf(LIST, { changes }, before)).toEqual(after)
          const ticked = tickedOf([...LIST, { uuid: 'd' }], { changes }, copy)
          for (const uuid of ['a', 'b', 'c', 'd']) {
            const isChanged = before.includes(uuid) !== after.includes(uuid)
            expect(ticked.includes(uuid)).toBe((isChanged ? after : copy).includes(uuid))
          }
        }
      ),
      { seed: 34, numRuns: 100 }
    )
  })

  test('sending the ticked items again changes nothing', { tags: 'D-96' }, () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom<string>('a', 'b', 'c', 'd')), items => {
        const ticked = tickedOf(LIST, { items }, ['a'])
        expect(tickedOf(LIST, { items: ticked }, [])).toEqual(ticked)
        expect(ticked.every(uuid => items.includes(uuid))).toBe(true)
      }),
      { seed: 92, numRuns: 100 }
    )
  })
})

test.each([
  ['runs with a timer', 1, 600, false],
  ['runs without a timer', 1, null, true],
  ['runs with a duration of 0', 1, 0, true],
  ['is done', 2, 600, true],
  ['is paused', 3, 600, true],
  ['was stopped', 4, 600, true]
] as const)('a log that %s can be deleted: %s', { tags: 'D-131' }, (_, status, duration, allowed) => {
  expect(mayDelete({ status, duration }).ok).toBe(allowed)
})

describe('the template of a copied goal', { tags: 'D-102' }, () => {
  test('is read from the key of the copy', () => {
    expect(templateOf(copyKey(5, 'run'), 5)).toBe('run')
    expect([copyKey(5, 'run'), null, 'run'].map(sessionOf)).toEqual([5, null, null])
  })

  test.each([
    ['a goal that is no copy', null],
    ['a copy from another session', copyKey(6, 'run')],
    ['a copy from a session whose id has the same first digit', copyKey(51, 'run')],
    ['a key without a goal', '5/'],
    ['a key without a session', 'run']
  ])('is null for %s', (_, copiedFrom) => {
    expect(templateOf(copiedFrom, 5)).toBeNull()
  })
})

test('tickedOf returns only items of the list, in its order', {
  tags: 'D-96'
}, () => {
  const some = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'x'))
  const flags = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'x'), fc.constantFrom<0 | 1>(0, 1))
  const list = ['a', 'b', 'c', 'd'].map(uuid => ({ uuid }))
  fc.assert(
    fc.property(some, fc.option(flags, { nil: undefined }), some, (items, changes, done) => {
      const ticked = tickedOf(list, { items, changes }, done)
      expect(ticked).toEqual(list.map(({ uuid }) => uuid).filter(uuid => ticked.includes(uuid)))
      // Sending the same again changes nothing.
      expect(tickedOf(list, { items, changes }, ticked)).toEqual(ticked)
      // Applying the changes to the old state gives the new state.
      const before = tickedOf(list, { items: done }, [])
      expect(tickedOf(list, { changes: tickChanges(before, ticked) }, before)).toEqual(ticked)
    }),
    { seed: 96, numRuns: 300 }
  )
})

test('copyKey is read back, and malformed keys have no session', { tags: 'D-102' }, () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1e9 }),
      fc.integer({ min: 1, max: 1e9 }),
      fc.uuid(),
      (session, other, task) => {
        const key = copyKey(session, task)
        expect([sessionOf(key), templateOf(key, session)]).toEqual([session, task])
        if (other !== session) expect(templateOf(key, other)).toBeNull()
      }
    ),
    { seed: 102, numRuns: 200 }
  )
  expect([null, '', '/', 'x/y', '7', '7x/y', '-', '7 /y'].map(sessionOf)).toEqual(Array(8).fill(null))
})
