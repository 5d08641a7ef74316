import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { plan as planShape } from '../activities/plan.ts'
import { keepRun } from '../activities/schedule.ts'
import type { Stay } from '../activities/turns.ts'
import type { Result } from '../lib/result.ts'
import { alertLine, countdownOf, hasTurnAhead, mayContribute, partCounts, readClock, sessionCues } from './clock.ts'
import { completePart, pausePart, resumePart, settleTurns, startPart } from './parts.ts'
import { advance, begin, type SessionState } from './session.ts'

const T0 = Date.UTC(2026, 0, 1, 12)
const ms = (seconds: number) => T0 + seconds * 1000
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const seconds = (time: number | null | undefined) => (time == null ? null : (time - T0) / 1000)

/** A session that began at T0; the parts of group `g` are called g00, g01, ... */
function running(...groups: [object, object[]][]): SessionState {
  const plan = z.parse(planShape, {
    parts: groups.map(([group, parts], g) => ({
      uuid: id(g + 1),
      ...group,
      parts: parts.map((part, index) => ({ uuid: id((g + 1) * 100 + index), duration: 60, ...part }))
    }))
  } as z.input<typeof planShape>)
  return begin({ status: 0, started_at: null, ended_at: null, duration: 36_000, is_manually_started: 1, plan }, T0)
}

function people(...names: (string | [string, number, number?])[]): Stay[] {
  return names.map(name => {
    const [username, joined, left] = typeof name === 'string' ? [name, undefined, undefined] : name
    return {
      username,
      joined: joined === undefined ? Number.NEGATIVE_INFINITY : ms(joined),
      left: left === undefined ? Number.POSITIVE_INFINITY : ms(left)
    }
  })
}

function value<T>(outcome: Result<T>): T {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.refusal))
  return outcome.value
}
const dates = (session: SessionState, now: number, group = 0) =>
  readClock(session, ms(now)).groups[group]?.parts.map(part => [
    seconds(part.startsAt),
    seconds(part.endsAt),
    part.state
  ])

describe('reading the clock', () => {
  const linked = running([{}, [{}, { duration: 0 }, { duration: 30 }]])

  test.each([
    [0, 100, 102, 60],
    [59.5, 100, 102, 60],
    [60, 102, null, 90],
    [90, null, null, 36_000]
  ])(
    'at %s s the active part, the next part and the next change are known',
    { tags: 'TMR-04' },
    (now, active, next, change) => {
      const clock = readClock(linked, ms(now))
      expect(clock.groups[0]?.active.map(part => part.uuid)).toEqual(active === null ? [] : [id(active)])
      // A part without duration is over at once, so it may be the next part but is never active.
      expect(clock.groups[0]?.next?.uuid ?? null).toBe(next === 102 ? id(101) : next)
      expect(seconds(clock.nextChange)).toBe(change)
    }
  )

  test('a running session has begun, even when the clock of the browser is a little behind', {
    tags: ['SES-062', 'TMR-04']
  }, () => {
    const early = readClock(linked, ms(-0.7))
    expect(early).toMatchObject({ status: 1, elapsed: 0, remaining: 36_000 })
    expect(early.groups[0]?.active).toMatchObject([{ uuid: id(100), remaining: 60 }])
  })

  test('a part with a future start waits, then becomes active', { tags: 'TMR-04' }, () => {
    const session = running([{ linked: 0 }, [{ relative_dates: 0, started_at: new Date(ms(50)).toISOString() }]])
    expect(dates(session, 49)).toEqual([[50, 110, 'waiting']])
    expect(dates(session, 50)).toEqual([[50, 110, 'active']])
  })

  test('an interval part has the position of its timers', { tags: 'TMR-09' }, () => {
    const timers = [
      { uuid: id(7), title: 'go', duration: 20 },
      { uuid: id(8), title: 'rest', duration: 10 }
    ]
    const session = running([{}, [{ duration: 60, is_interval: 1, sets: 2, timers }]])
    const clock = readClock(session, ms(25))
    expect(clock.groups[0]?.active[0]?.interval).toMatchObject({
      title: 'rest',
      remaining: 5,
      set: 1,
      setsRemaining: 1
    })
    expect(seconds(clock.nextChange)).toBe(60)
    expect(sessionCues(session, ms(26), ms(30)).map(cue => cue.kind)).toEqual(['count', 'count', 'count', 'change'])
  })

  test('the timers of the session cycle while it runs', { tags: ['TMR-14', 'D-95'] }, () => {
    const session = running([{}, []])
    session.plan.timers = [{ uuid: id(9), title: 'tea', duration: 100, is_interval: 0, sets: 1, nested: [] }]
    expect(readClock(session, ms(250)).timers[0]).toMatchObject({ elapsed: 50, remaining: 50 })
    expect(readClock(session, ms(36_000)).timers[0]).toBeNull()
  })

  test('three tones count down to each part and set once, but not in a pause', { tags: 'TMR-12' }, () => {
    const session = running([{ sets: 2 }, [{}, { duration: 30 }, { duration: 2 }]])
    const counts = (from: number, to: number, state = session) => {
      const windows = Array.from({ length: to - from }, (_, index) => from + index)
      return windows.flatMap(at => partCounts(state, ms(at), ms(at + 1))).map(cue => [seconds(cue.at), cue.count])
    }
    expect(counts(0, 60)).toEqual([
      [57, 3],
      [58, 2],
      [59, 1]
    ])
    // The last part is two seconds long, so no count for the next set sounds before it.
    expect(counts(60, 95)).toEqual([
      [87, 3],
      [88, 2],
      [89, 1],
      [91, 1]
    ])
    expect(counts(-10, 1)).toEqual([])
    const paused = value(pausePart(session, id(100), ms(57.5)))
    expect(counts(58, 70, paused)).toEqual([])
  })

  test('three tones count down to each turn', { tags: 'TMR-12' }, () => {
    const turns = running([{}, [{ per_participant: 1 }]])
    const cues = partCounts(turns, ms(56), ms(60), people('ada', 'bob'))
    expect(cues.map(cue => seconds(cue.at))).toEqual([57, 58, 59])
  })

  test('a group repeats its parts for each set', { tags: 'BLD-73' }, () => {
    const session = running([{ sets: 1000 }, [{ duration: 10 }, { duration: 20 }]])
    const clock = readClock(session, ms(30 * 700 + 15))
    expect(clock.groups[0]).toMatchObject({ set: 701, setsRemaining: 299 })
    expect(clock.groups[0]?.active[0]).toMatchObject({ uuid: id(101), elapsed: 5, remaining: 15 })
    expect(clock.groups[0]?.next).toMatchObject({ uuid: id(100), set: 702, startsAt: ms(30 * 701) })
  })

  test('the end of a set sounds although the next set has begun', { tags: 'TMR-12' }, () => {
    const timers = [{ uuid: id(7), title: 'go', duration: 20 }]
    const alerts = [{ at: 0, title: 'over' }]
    const session = running([{ sets: 2 }, [{ is_interval: 1, duration: 20, timers, alerts }]])
    const kinds = (from: number, to: number) => sessionCues(session, ms(from), ms(to)).map(cue => cue.kind)
    expect(kinds(18.4, 19.4)).toEqual(['count'])
    expect(kinds(19.4, 20.4)).toEqual(['end', 'alert', 'change'])
    expect(kinds(39.4, 40.4)).toEqual(['end', 'alert'])
    expect(kinds(20.4, 21.4)).toEqual([])
  })

  test('without intervals there are sounds for the start, each part and the end', { tags: 'TMR-12' }, () => {
    const pomodoro = running([
      {},
      [
        { title: 'Focus', duration: 25 },
        { title: 'Break', duration: 5 }
      ]
    ])
    const session = { ...pomodoro, duration: 60, ended_at: new Date(ms(60)).toISOString() }
    const all = (from: number, to: number) =>
      sessionCues(session, ms(from), ms(to)).map(({ at, kind, title }) => [seconds(at), kind, title])
    expect(all(-1, 0.5)).toEqual([[0, 'change', 'Focus']])
    expect(all(1, 24)).toEqual([])
    expect(all(24, 25)).toEqual([
      [25, 'end', 'Focus'],
      [25, 'change', 'Break']
    ])
    expect(all(29, 31)).toEqual([[30, 'end', 'Break']])
    expect(all(59, 61)).toEqual([[60, 'end', '']])
    expect(all(61, 70)).toEqual([])
  })

  test('a session without parts has sounds at its start and end', { tags: 'TMR-12' }, () => {
    const session = running()
    expect(sessionCues(session, ms(-1), ms(0)).map(({ kind }) => kind)).toEqual(['change'])
    const ended = { ...session, status: 2 as const, ended_at: new Date(ms(90)).toISOString() }
    expect(sessionCues(ended, ms(89), ms(90.5)).map(({ kind }) => kind)).toEqual(['end'])
  })

  test('consecutive windows contain each change once, also of turns and sets', { tags: 'TMR-12' }, () => {
    const timers = [{ uuid: id(7), title: 'go', duration: 7 }]
    const session = running(
      [
        { sets: 3 },
        [
          { per_participant: 1, duration: 9 },
          { is_interval: 1, sets: 2, timers, duration: 14 }
        ]
      ],
      [{}, [{ duration: 31, alerts: [{ at: 3, title: 'soon' }] }]]
    )
    const between = (from: number, to: number) => sessionCues(session, ms(from), ms(to), people('ada', 'grace'))
    const pieces = Array.from({ length: 130 }, (_, second) => between(second - 0.6, second + 0.4)).flat()
    const changes = pieces.filter(({ kind }) => kind === 'change').map(({ at }) => seconds(at))
    expect(new Set(changes).size).toBe(changes.length)
    // Two turns of 9 s and two intervals of 7 s, three times.
    expect(changes).toEqual([0, 32, 64].flatMap(set => [set, set + 9, set + 18, set + 25]))
  })

  test('a paused part has no sounds', { tags: 'TMR-12' }, () => {
    const session = running([{}, [{ title: 'Focus', duration: 25 }]])
    const paused = value(pausePart(session, id(100), ms(24)))
    expect(sessionCues(paused, ms(24), ms(40))).toEqual([])
  })

  test('the line of an alert stays for half a minute, also after its part', { tags: 'TMR-12' }, () => {
    const alerts = [
      { at: 20, title: 'Wrap up' },
      { at: 0, title: 'Stand up' }
    ]
    const session = running([{}, [{ duration: 60, alerts }, { duration: 60 }]])
    const line = (now: number) => alertLine(session, ms(now))
    expect([39, 40, 59, 60, 89, 90].map(line)).toEqual([null, 'Wrap up', 'Wrap up', 'Stand up', 'Stand up', null])
  })

  test('remaining counts to the start, then to the end', { tags: ['SES-060', 'SES-062'] }, () => {
    const waits: SessionState = { ...linked, status: 0, started_at: new Date(ms(10)).toISOString(), ended_at: null }
    expect(readClock(waits, ms(4))).toMatchObject({ status: 0, remaining: 6, nextChange: ms(10) })
    expect(readClock(waits, ms(12))).toMatchObject({ status: 1, remaining: 35_998, elapsed: 2 })
    expect(readClock(waits, ms(99_999))).toMatchObject({
      status: 2,
      remaining: null,
      elapsed: 36_000,
      nextChange: null
    })
  })
})

describe('turns', { tags: 'D-93' }, () => {
  const session = running([{}, [{ per_participant: 1, sets: 2 }, {}]])
  const turn = (now: number, stays: Stay[], state = session) => {
    const active = readClock(state, ms(now), stays).groups[0]?.active[0]
    return active?.turn && [active.turn.username, active.turn.round, active.turn.remaining]
  }

  test.each([
    [0, ['ada', 1, 60]],
    [60, ['grace', 1, 60]],
    [125, ['ada', 2, 55]],
    [239, ['grace', 2, 1]],
    [240, null]
  ])('turns follow the order of joining (at %s s)', { tags: 'TMR-06' }, (now, expected) => {
    expect(turn(now, people('ada', 'grace'))).toEqual(expected)
  })

  test('the timers of a part restart with each turn', { tags: ['TMR-09', 'D-93'] }, () => {
    const timers = [{ uuid: id(7), title: 'go', duration: 20 }]
    const own = running([{}, [{ per_participant: 1, is_interval: 1, sets: 3, timers }]])
    const active = readClock(own, ms(65), people('ada', 'grace')).groups[0]?.active[0]
    expect(active?.turn).toMatchObject({ username: 'grace', endsAt: ms(120) })
    expect(active?.interval).toMatchObject({ set: 1, elapsed: 5 })
  })

  test('the end of the timers of a turn sounds although the next turn has begun', {
    tags: ['TMR-12', 'D-93']
  }, () => {
    const timers = [{ uuid: id(7), title: 'go', duration: 60 }]
    const own = running([{}, [{ per_participant: 1, is_interval: 1, sets: 1, timers }]])
    const kinds = (from: number, to: number) =>
      sessionCues(own, ms(from), ms(to), people('ada', 'grace')).map(cue => cue.kind)
    expect(kinds(58.4, 59.4)).toEqual(['count'])
    expect(kinds(59.4, 60.4)).toEqual(['end', 'change'])
    expect(kinds(119.4, 120.4)).toEqual(['end'])
  })

  test('only the active participant may contribute', { tags: 'TMR-07' }, () => {
    const clock = readClock(session, ms(10), people('ada', 'grace'))
    expect([mayContribute(clock, id(100), 'ada'), mayContribute(clock, id(100), 'grace')]).toEqual([true, false])
    expect(mayContribute(clock, id(101), 'ada')).toBe(false)
  })

  test.each([
    [10, 'grace', true],
    [10, 'ada', true],
    [130, 'ada', false],
    [130, 'grace', true],
    [179.999, 'grace', true],
    [180, 'grace', false],
    [190, 'grace', false]
  ])('at %s s, whether %s has another turn', { tags: 'D-93' }, (now, username, expected) => {
    const [part] = session.plan.parts[0]?.parts ?? []
    if (!part) throw new Error('the session must have a part')
    const run = { part, set: 1, startsAt: ms(0) }
    expect(hasTurnAhead(run, people('ada', 'grace'), ms(now), username)).toBe(expected)
  })

  test('a person who joins late has the last turn', { tags: 'D-93' }, () => {
    expect(turn(70, people('ada', ['grace', 30]))).toEqual(['grace', 1, 50])
    expect(turn(70, people('ada', ['grace', 61]))).toEqual(['ada', 2, 50])
  })

  test('when a person leaves, the next turn begins at once', { tags: 'D-93' }, () => {
    expect(turn(20, people(['ada', -9, 10], 'grace'))).toEqual(['grace', 1, 50])
    expect(turn(60, people('ada', ['grace', -9, 10], 'mary'))).toEqual(['mary', 1, 60])
  })

  test('stored turns stay although their person is no longer in the list', { tags: 'D-93' }, () => {
    const settled = settleTurns(session, ms(70), people(['ada', -9, 70], 'grace', 'mary'))
    expect(turn(100, people('grace', 'mary'), settled)).toEqual(['grace', 1, 20])
    expect(turn(130, people('grace', 'mary'), settled)).toEqual(['mary', 1, 50])
  })

  test('a part that’s over keeps its times when someone leaves and comes back', { tags: 'D-93' }, () => {
    const settled = settleTurns(session, ms(250), people('ada', ['grace', -9, 250]))
    for (const who of [people('ada'), people('ada', ['grace', 255])]) {
      expect(readClock(settled, ms(260), who).groups[0]?.parts.map(part => seconds(part.endsAt))).toEqual([240, 300])
    }
    expect(settleTurns(settled, ms(260), people('ada'))).toBe(settled)
  })

  test('a part with turns ends at once when nobody is present', { tags: 'D-93' }, () => {
    const clock = readClock(session, ms(5), [])
    expect(clock.groups[0]?.active[0]?.uuid).toBe(id(101))
  })

  test('a pause inside a turn keeps the turn', { tags: 'D-94' }, () => {
    const stays = people('ada', 'grace', 'mary')
    const paused = value(pausePart(session, id(100), ms(70), stays))
    expect(turn(500, stays, paused)).toEqual(['grace', 1, 50])
    const resumed = value(resumePart(paused, id(100), ms(500), stays))
    expect(turn(549, stays, resumed)).toEqual(['grace', 1, 1])
    expect(turn(550, stays, resumed)).toEqual(['mary', 1, 60])
  })

  test('a paused part waits for the host even when everyone has left', { tags: 'D-94' }, () => {
    const paused = value(pausePart(session, id(100), ms(10), people('ada')))
    expect(dates(paused, 50)?.map(([, , state]) => state)).toEqual(['paused', 'waiting'])
    const resumed = value(resumePart(paused, id(100), ms(50), people(['ada', -9, 30])))
    expect(dates(resumed, 51)?.map(([, , state]) => state)).toEqual(['over', 'active'])
  })

  test('the person who has the turn may leave during a pause', { tags: 'D-93' }, () => {
    const paused = value(pausePart(session, id(100), ms(70), people('ada', 'grace', 'mary')))
    const settled = settleTurns(paused, ms(200), people('ada', ['grace', -9, 200], 'mary'))
    expect(turn(300, people('ada', 'mary'), settled)).toEqual(['mary', 1, 60])
  })
})

describe('commands of the host', { tags: ['D-94', 'D-98'] }, () => {
  const three = () => running([{}, [{}, { can_complete: 1 }, {}]], [{}, [{ duration: 500 }]])

  test('a paused part resumes by shifting its start by the paused time', { tags: 'TMR-05' }, () => {
    const paused = value(pausePart(three(), id(101), ms(80)))
    expect(dates(paused, 180)?.[1]).toEqual([160, 220, 'paused'])
    const resumed = value(resumePart(paused, id(101), ms(180)))
    expect(resumed.plan.parts[0]?.parts.map(part => seconds(Date.parse(part.started_at ?? '')))).toEqual([0, 160, 220])
    expect(dates(resumed, 500, 1)).toEqual([[0, 500, 'over']])
    expect(resumed.ended_at).toBe(new Date(ms(36_100)).toISOString())
  })

  test('only a pause in a linked group delays the end of the session', { tags: 'D-94' }, () => {
    expect(seconds(readClock(value(pausePart(three(), id(100), ms(10))), ms(40)).endsAt)).toBe(36_030)
    const unlinked = value(pausePart(running([{ linked: 0 }, [{}, {}]]), id(100), ms(10)))
    expect(seconds(readClock(unlinked, ms(40)).endsAt)).toBe(36_000)
    expect(dates(unlinked, 40)).toEqual([
      [30, 90, 'paused'],
      [90, 150, 'waiting']
    ])
  })

  test('pauses of two groups at once delay the session once', { tags: 'D-94' }, () => {
    let session = value(pausePart(three(), id(100), ms(10)))
    session = value(pausePart(session, id(200), ms(20)))
    session = value(resumePart(session, id(100), ms(30)))
    expect(seconds(readClock(session, ms(35)).endsAt)).toBe(36_025)
    session = value(resumePart(session, id(200), ms(50)))
    expect(seconds(readClock(session, ms(60)).endsAt)).toBe(36_040)
  })

  test('there is no next change while everything waits for a pause to end', { tags: 'D-94' }, () => {
    const paused = value(pausePart(running([{ sets: 2 }, [{}, {}]]), id(100), ms(10)))
    expect(readClock(paused, ms(40)).nextChange).toBeNull()
    expect(readClock(paused, ms(40)).groups[0]?.parts.map(part => part.drifts)).toEqual([true, true])
    const last = value(pausePart(running([{ sets: 2 }, [{}, {}]]), id(101), ms(70)))
    expect(readClock(last, ms(90)).groups[0]?.next).toMatchObject({ set: 2, drifts: true })
  })

  test('a part that may be completed ends early and the next follows', { tags: 'D-98' }, () => {
    const session = value(completePart(three(), id(101), ms(70)))
    expect(dates(session, 75)).toEqual([
      [0, 60, 'over'],
      [60, 70, 'over'],
      [70, 130, 'active']
    ])
    expect(completePart(three(), id(100), ms(10))).toMatchObject({ ok: false, refusal: { kind: 'conflict' } })
  })

  test('completing a part in a later set does not shorten the sets after it', { tags: 'BLD-73' }, () => {
    const session = running([{ sets: 3 }, [{}, { can_complete: 1 }]])
    const early = value(completePart(session, id(101), ms(190)))
    expect(readClock(early, ms(191)).groups[0]).toMatchObject({ set: 3, active: [{ uuid: id(100), elapsed: 1 }] })
    expect(seconds(readClock(early, ms(191)).groups[0]?.next?.startsAt)).toBe(250)
  })

  test('completing a part in one set does not affect the next set', { tags: 'BLD-73' }, () => {
    const session = running([{ sets: 3 }, [{}, { can_complete: 1 }]])
    const once = value(completePart(session, id(101), ms(70)))
    const twice = value(completePart(once, id(101), ms(150)))
    expect(readClock(twice, ms(151)).groups[0]).toMatchObject({ set: 3, active: [{ uuid: id(100), elapsed: 1 }] })
  })

  test('saving a plan cannot add, remove or change run facts', { tags: 'BLD-63' }, () => {
    const paused = value(pausePart(three(), id(101), ms(80)))
    const forged = {
      ...paused.plan,
      parts: paused.plan.parts.map(group => ({
        ...group,
        parts: group.parts.map(part => ({
          ...part,
          title: 'new',
          pinned: 1,
          started_at: null,
          paused_at: null,
          completed_at: new Date(T0).toISOString()
        }))
      }))
    }
    const saved = { ...paused, plan: keepRun(forged, paused.plan) }
    expect(readClock(saved, ms(90))).toEqual(readClock(paused, ms(90)))
    expect(saved.plan.parts[0]?.parts.map(part => part.title)).toEqual(['new', 'new', 'new'])
    expect(keepRun(forged, { parts: [] }).parts[0]?.parts[0]).toMatchObject({ pinned: 0, completed_at: null })
  })

  test('starting a part of a waiting group by hand starts the ones after it', { tags: 'SES-067' }, () => {
    const session = running([{ auto_start: 0 }, [{}, {}, {}]])
    expect(readClock(session, ms(5)).groups[0]).toMatchObject({ active: [], next: { uuid: id(100), startsAt: null } })
    expect(dates(value(startPart(session, id(101), ms(300))), 300)).toEqual([
      [300, 300, 'over'],
      [300, 360, 'active'],
      [360, 420, 'waiting']
    ])
  })

  test('starting an earlier part again runs the later ones again', { tags: 'SES-067' }, () => {
    expect(dates(value(startPart(three(), id(100), ms(130))), 130)).toEqual([
      [130, 190, 'active'],
      [190, 250, 'waiting'],
      [250, 310, 'waiting']
    ])
  })

  test.each([
    ['pause a waiting part', pausePart, 102],
    ['resume a running part', resumePart, 100],
    ['start a running part', startPart, 100],
    ['complete a waiting part', completePart, 101]
  ])('refuses to %s', { tags: 'D-94' }, (_, command, part) => {
    expect(command(three(), id(part), ms(10))).toMatchObject({ ok: false, refusal: { kind: 'conflict' } })
  })

  test('refuses an unknown part and a session that does not run', { tags: 'D-94' }, () => {
    expect(pausePart(three(), id(999), ms(10))).toMatchObject({ ok: false, refusal: { kind: 'notFound' } })
    expect(pausePart({ ...three(), status: 2 }, id(100), ms(10))).toMatchObject({ ok: false })
  })
})

const part = fc.record({
  duration: fc.nat(100),
  per_participant: fc.constantFrom(0, 0, 0, 1),
  sets: fc.integer({ min: 1, max: 2 }),
  can_complete: fc.constant(1),
  time_from: fc.nat(60),
  start_of: fc.constantFrom('after_previous_ends', 'before_previous_ends', 'after_previous_starts')
})
const group = fc.record({
  linked: fc.constantFrom(0, 1),
  auto_start: fc.constantFrom(0, 1, 1),
  sets: fc.integer({ min: 1, max: 3 }),
  parts: fc.array(part, { minLength: 1, maxLength: 5 })
})
const stays = fc
  .array(fc.tuple(fc.nat(200), fc.option(fc.nat(400))), { maxLength: 4 })
  .map(list =>
    people(
      ...list
        .toSorted((a, b) => a[0] - b[0])
        .map(([joined, left], n): [string, number, number?] => [
          `p${n}`,
          joined - 100,
          left === null ? undefined : joined + left
        ])
    )
  )
const commands = fc.array(
  fc.record({
    name: fc.constantFrom(startPart, pausePart, resumePart, completePart),
    part: fc.nat(9),
    wait: fc.nat(90_000)
  }),
  { maxLength: 12 }
)
const options = { seed: 60, numRuns: 300 }

describe('random plans, people and commands', () => {
  test('remaining times are never negative, linked parts never overlap, changes are in the future', {
    tags: 'TMR-03'
  }, () => {
    fc.assert(
      fc.property(fc.array(group, { minLength: 1, maxLength: 2 }), stays, commands, (groups, who, list) => {
        let session = running(...groups.map(({ parts, ...rest }): [object, object[]] => [rest, parts]))
        let now = T0
        for (const { name, part, wait } of list) {
          now += wait
          const outcome = name(session, id((1 + (part % groups.length)) * 100 + (part >> 1)), now, who)
          if (outcome.ok) session = outcome.value
          const clock = readClock(session, now, who)
          for (const [g, view] of clock.groups.entries()) {
            for (const active of view.active) {
              expect(active.elapsed).toBeGreaterThanOrEqual(0)
              expect(active.remaining).toBeGreaterThan(0)
              expect(active.turn?.remaining ?? 1).toBeGreaterThan(0)
            }
            if (!groups[g]?.linked) continue
            expect(view.active.length).toBeLessThanOrEqual(1)
            view.parts.reduce(
              (end, next) => {
                if (next.startsAt !== null && end !== null) expect(next.startsAt).toBeGreaterThanOrEqual(end)
                return next.endsAt
              },
              null as number | null
            )
          }
          if (clock.nextChange !== null) expect(clock.nextChange).toBeGreaterThan(now)
          expect(clock.remaining ?? 0).toBeGreaterThanOrEqual(0)
        }
      }),
      options
    )
  })

  test('reading the clock often gives the same as reading it once', { tags: 'D-82' }, () => {
    fc.assert(
      fc.property(
        group,
        stays,
        fc.array(fc.nat(40_000), { maxLength: 6 }),
        fc.nat(40_000),
        ({ parts, ...rest }, who, looks, last) => {
          const once = running([rest, parts])
          let often = once
          for (const look of [...looks.filter(look => look < last).sort((a, b) => a - b), last]) {
            often = advance(often, ms(look), who).session
            readClock(often, ms(look), who)
            often = settleTurns(often, ms(look), who)
          }
          expect(readClock(often, ms(last), who)).toEqual(readClock(once, ms(last), who))
        }
      ),
      options
    )
  })

  test('nothing changes before the next change', { tags: 'D-82' }, () => {
    fc.assert(
      fc.property(
        group,
        fc.nat(900_000),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        ({ parts, ...rest }, time, share) => {
          const who = people('ada', 'grace')
          const session = running([rest, parts])
          const states = (now: number) => {
            const clock = readClock(session, now, who)
            return clock.groups.map(view => [
              view.set,
              view.parts.map(p => p.state),
              view.active.map(a => a.turn?.username)
            ])
          }
          const now = T0 + time
          const next = readClock(session, now, who).nextChange
          if (next !== null) expect(states(Math.floor(now + (next - now) * share))).toEqual(states(now))
        }
      ),
      options
    )
  })

  test('a pause shifts all later dates of a linked group, and the end, by its length', { tags: 'D-94' }, () => {
    fc.assert(
      fc.property(group, fc.nat(400_000), fc.nat(500_000), ({ parts, ...rest }, time, d) => {
        const who = people('ada', 'grace')
        const session = running([{ ...rest, linked: 1, auto_start: 1 }, parts])
        const at = T0 + time
        const before = readClock(session, at, who)
        const view = before.groups[0]
        const active = view?.active[0]
        fc.pre(active !== undefined)
        const paused = value(pausePart(session, active?.uuid ?? '', at, who))
        const frozen = readClock(paused, at + d, who)
        const after = readClock(value(resumePart(paused, active?.uuid ?? '', at + d, who)), at + d, who)
        const later = view?.parts.findIndex(part => part.uuid === active?.uuid) ?? 0
        for (const clock of [frozen, after]) {
          expect(clock.endsAt).toBe((before.endsAt ?? 0) + d)
          expect(clock.groups[0]?.active[0]?.remaining).toBe(active?.remaining)
          expect(clock.groups[0]?.active[0]?.turn?.remaining).toBe(active?.turn?.remaining)
          expect(clock.groups[0]?.parts.slice(0, later)).toEqual(view?.parts.slice(0, later))
          expect(clock.groups[0]?.parts.slice(later).map(part => [part.startsAt, part.endsAt])).toEqual(
            view?.parts.slice(later).map(part => [(part.startsAt ?? 0) + d, (part.endsAt ?? 0) + d])
          )
          const [was, is] = [view?.next, clock.groups[0]?.next]
          expect(is?.startsAt).toBe(was?.startsAt == null ? was?.startsAt : was.startsAt + d)
        }
      }),
      options
    )
  })
})

test.each([
  [0, 5.01, null],
  [0, 5, 5],
  [0, 4.2, 5],
  [0, 0.001, 1],
  // From then on it runs, although the page may not have the event yet.
  [0, 0, null],
  [0, -3, null],
  // The start is unknown.
  [0, null, null],
  // In a running session, `remaining` is the time to its end.
  [1, 3, null],
  [2, null, null]
])('with status %s and %s s to go the countdown shows %s', (status, remaining, shown) => {
  expect(countdownOf({ status, remaining } as Parameters<typeof countdownOf>[0])).toBe(shown)
})
