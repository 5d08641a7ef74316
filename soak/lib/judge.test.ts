import { describe, expect, test } from 'vitest'
import type { Failure, Restart } from './journal.ts'
import { gapsIn, growthOfLives, isExplained, SETTLING, slowestMinute, wrongRows } from './judge.ts'

const restart = (what: Restart['what'], node: number | null): Restart => ({ what, node, from: 1000, until: 2000 })
const failure = (kind: Failure['kind'], more: Partial<Failure> = {}): Failure => ({
  kind,
  from: 1500,
  until: 1600,
  node: 1,
  text: '',
  ...more
})

describe('a failure is explained', () => {
  test.each<[string, boolean, Failure, Restart]>([
    ['a killed node takes its connections along', true, failure('no response'), restart('kill', 1)],
    ['but not those of another', false, failure('no response'), restart('kill', 2)],
    ['also one that was there before', true, failure('no response', { from: 0, until: 1000 }), restart('kill', 1)],
    ['but none that failed before it', false, failure('no response', { from: 0, until: 999 }), restart('kill', 1)],
    ['and none that began after it', false, failure('no response', { from: 2001, until: 2002 }), restart('kill', 1)],
    ['a node that is stopped refuses nobody', false, failure('no response'), restart('stop', 1)],
    ['nor says that it cannot', false, failure('status', { code: 503 }), restart('stop', 1)],
    ['but sends its sockets elsewhere', true, failure('socket', { code: 4002 }), restart('stop', 1)],
    ['and does not drop them', false, failure('socket', { code: 1006 }), restart('stop', 1)],
    ['without a database there is nothing to say', true, failure('status', { code: 503 }), restart('postgres', null)],
    ['which is no fault of the program', false, failure('status', { code: 500 }), restart('postgres', null)],
    ['nor of the line', false, failure('no response'), restart('postgres', null)],
    ['and sockets stay open', false, failure('socket', { code: 1006 }), restart('postgres', null)],
    ['but those that are being opened', true, failure('socket', { code: 1011 }), restart('postgres', null)],
    ['without Redis everything is served', false, failure('status', { code: 503 }), restart('redis', null)],
    ['and the log says so', true, failure('log'), restart('redis', null)],
    ['nothing excuses what is wrong', false, failure('wrong'), restart('kill', 1)]
  ])('%s: %s', (_, expected, given, when) => {
    expect(isExplained(given, [when])).toBe(expected)
  })
})

describe('the slowest minute', () => {
  const reads = (from: number, times: number[]) =>
    times.map(ms => ({ path: `/of-${ms}-ms`, from, until: from + ms, ms }))
  /** When everything has just been started. */
  const first = reads(0, [900, 900, 900, 900])
  const quick = Array.from({ length: 198 }, () => 10)

  test('has the largest p99', () => {
    const all = [...first, ...reads(SETTLING, [...quick, 20, 20]), ...reads(60_000, [...quick, 300, 300])]
    expect(slowestMinute(all, [])).toEqual({ ms: 300, minute: 2, minutes: 2, reads: 400, path: '/of-300-ms' })
  })

  test('ignores reads during a restart and shortly after it', () => {
    const restarts = [{ what: 'kill', node: 1, from: 65_000, until: 66_000 } as const]
    const all = [
      ...first,
      ...reads(SETTLING, [...quick, 20, 20]),
      ...reads(60_000, quick),
      ...reads(
        66_000 + SETTLING,
        Array.from({ length: 50 }, () => 900)
      ),
      ...reads(66_001 + SETTLING, [30, 30])
    ]
    expect(slowestMinute(all, restarts)).toMatchObject({ ms: 30, minute: 2, reads: 400 })
  })

  test('needs enough reads', () => {
    expect(slowestMinute([...first, ...reads(SETTLING, quick)], [])).toBeNull()
  })
})

describe('memory', () => {
  const life = (bytes: (minute: number) => number, minutes: number, name = 'node 0') =>
    Array.from({ length: minutes + 1 }, (_, minute) => ({ life: name, at: minute * 60_000, bytes: bytes(minute) }))

  test('does not grow after a warm-up', () => {
    const [only] = growthOfLives(life(minute => (minute < 2 ? 50 : 100 + (minute % 2)), 12))
    expect(only?.growth).toBeCloseTo(0, 1)
  })

  test('grows if the last third is larger than the first', () => {
    const [only] = growthOfLives(life(minute => 100 + minute * 10, 12))
    expect(only).toMatchObject({ early: 130, late: 210, minutes: 12 })
    expect(only?.growth).toBeCloseTo(0.615)
  })

  test('is judged for each process that lives long enough', () => {
    const both = [...life(() => 100, 10), ...life(minute => minute, 3, 'node 1')]
    expect(growthOfLives(both).map(one => one.life)).toEqual(['node 0'])
  })
})

describe('an acknowledged row', () => {
  test('exists once', () => {
    const made = [
      { key: 'a', id: 1 },
      { key: 'b', id: 2 },
      { key: 'c', id: null }
    ]
    expect(
      wrongRows(made, [
        { id: 1, key: 'a' },
        { id: 2, key: 'b' }
      ])
    ).toEqual([])
    expect(
      wrongRows(made, [
        { id: 1, key: 'a' },
        { id: 2, key: 'b' },
        { id: 3, key: 'c' }
      ])
    ).toEqual([])
    expect(wrongRows(made, [{ id: 1, key: 'a' }])).toEqual(['2 was acknowledged and is not there'])
    expect(
      wrongRows(made, [
        { id: 1, key: 'a' },
        { id: 2, key: 'b' },
        { id: 3, key: 'b' }
      ])
    ).toEqual(['2 and 3 were made by one call'])
    expect(
      wrongRows(made, [
        { id: 1, key: 'a' },
        { id: 2, key: 'b' },
        { id: 4, key: null }
      ])
    ).toEqual(['4 was made by nobody'])
  })

  test('has numbers without a gap', () => {
    expect(gapsIn([1, 2, 3])).toEqual([])
    expect(gapsIn([1, 3, 3])).toEqual(['3 comes after 1', '3 comes after 3'])
  })
})
