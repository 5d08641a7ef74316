/** The cost of computing the state of a session with 200 parts, on the server or in a browser. */
import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { plan } from '../domain/activities/plan.ts'
import type { Stay } from '../domain/activities/turns.ts'
import { readClock } from '../domain/sessions/clock.ts'
import { startPart } from '../domain/sessions/parts.ts'
import { begin, type SessionState } from '../domain/sessions/session.ts'
import { type PartInput, partGroupOf, partOf } from '../testing/plans.ts'
import { median } from './lib/compare.ts'
import type { Row } from './lib/row.ts'

const PARTS = 200
const PEOPLE = 500
const SECONDS = 60
const MOST = 50
const START = Date.UTC(2026, 0, 1)
const LOOKS = 2000
const ROUNDS = 15

const people: Stay[] = Array.from({ length: PEOPLE }, (_, index) => ({
  username: `person-${index}`,
  joined: START,
  left: Number.POSITIVE_INFINITY
}))
const timers = [20, 10].map(duration => ({ uuid: randomUUID(), title: 'Go', duration }))

export function clock(): Row[] {
  return [
    row('in a row', session({ linked: 1 })),
    row('each with interval timers', session({ linked: 1 }, { is_interval: 1, sets: 2, timers })),
    row('each after the one before', session({ linked: 0 })),
    row('the last started by hand, so that all are facts', lastByHand(session({ linked: 1 }))),
    row(`each with turns of ${PEOPLE} people`, session({ linked: 1 }, { per_participant: 1, duration: 1 }))
  ]
}

function session(group: object, every: Partial<PartInput> = {}): SessionState {
  const parts = Array.from({ length: PARTS }, () => partOf({ duration: SECONDS, ...every }))
  const state: SessionState = {
    status: 0,
    started_at: null,
    ended_at: null,
    duration: 30 * 86_400,
    is_manually_started: 1,
    plan: z.parse(plan, { parts: [partGroupOf(parts, group)] })
  }
  return begin(state, START)
}

function lastByHand(state: SessionState): SessionState {
  const last = state.plan.parts[0]?.parts.at(-1)
  const started = startPart(state, last?.uuid ?? '', START + 1000, people)
  if (!started.ok) throw new Error('the last part does not start')
  return started.value
}

/** Reads from the first second to the last, as a page does. */
function row(shape: string, state: SessionState): Row {
  const step = (PARTS * SECONDS * 1000) / LOOKS
  const rounds = Array.from({ length: ROUNDS }, () => {
    const before = performance.now()
    for (let look = 0; look < LOOKS; look++) readClock(state, START + 2000 + look * step, people)
    return ((performance.now() - before) / LOOKS) * 1000
  })
  const measured = median(rounds)
  return {
    what: `clock: a look at a session of ${PARTS} parts, ${shape}`,
    measured: `${measured.toFixed(1)} µs`,
    goal: `< ${MOST} µs`,
    passed: measured < MOST
  }
}
