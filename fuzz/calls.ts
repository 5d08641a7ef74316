/** Sends calls and pages in and out of their contract to the product, sixteen at a time. */
import { setTimeout as wait } from 'node:timers/promises'
import { allContracts } from '../testing/contracts.ts'
import { bodyOf, type Case, makeCase, targetsOf, urlOf } from './lib/cases.ts'
import { diceOf } from './lib/dice.ts'
import type { Ground } from './lib/ground.ts'
import { type Answer, cookieOf, send } from './lib/http.ts'
import { gather, type People } from './lib/people.ts'
import type { Finding, Limits, Outcome } from './lib/run.ts'

const LANES = 16
/** People lose their login and their things, so new ones come after so many calls. */
const CALLS_OF_PEOPLE = 4000
const BUSY = 503
const UNAUTHENTICATED = 401

export async function fuzzCalls(ground: Ground, { seed, seconds, cases }: Limits): Promise<Outcome> {
  const { endpoints, pages } = await allContracts()
  const targets = targetsOf(endpoints, pages)
  const findings: Finding[] = []
  const statuses = new Map<number, number>()
  const until = Date.now() + seconds * 1000
  let slowest = { ms: 0, what: '' }
  let sent = 0
  let busy = 0

  const one = async (people: People, nth: number): Promise<void> => {
    const made = makeCase(diceOf(seed, nth), targets, Object.keys(people.things))
    const found = (problem: string): void => void findings.push({ target: 'calls', problem, input: made })
    try {
      let answer = await sendCase(ground.address, people, made)
      // The product refuses calls while the machine is too busy, and asks to try again.
      if (answer.status === BUSY) {
        busy++
        await wait(5000)
        answer = await sendCase(ground.address, people, made)
      }
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      if (answer.status === UNAUTHENTICATED && made.as !== 'visitor' && !made.headers?.cookie)
        await people.signIn(made.as)
      if (answer.status >= 500) found(`${answer.status} ${answer.body.slice(0, 200)}`)
      if (answer.ms > slowest.ms) slowest = { ms: answer.ms, what: `${made.method} ${made.path}` }
    } catch (error) {
      found(String(error))
    }
  }

  for (let round = 0; sent < cases && Date.now() < until; round++) {
    const people = await gather(ground, round)
    const last = Math.min(cases, sent + CALLS_OF_PEOPLE)
    const lane = async (): Promise<void> => {
      while (sent < last && Date.now() < until) await one(people, sent++)
    }
    await Promise.all(Array.from({ length: LANES }, lane))
    if (round % 10 === 9) console.log(`${sent.toLocaleString('en')} calls, ${findings.length} findings`)
  }
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
  return {
    target: 'calls',
    cases: sent,
    findings,
    notes: [...counts, `busy: ${busy}`, `slowest ${Math.round(slowest.ms)} ms (${slowest.what})`]
  }
}

function sendCase(address: string, { callers, things }: People, made: Case): Promise<Answer> {
  const body = bodyOf(made, things)
  return send(address, {
    method: made.method,
    url: urlOf(made, things),
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...cookieOf(callers[made.as].cookies()),
      ...made.headers
    },
    ...(body === undefined ? {} : { body })
  })
}
