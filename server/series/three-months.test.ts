/** A weekly class for 40 with a waitlist runs for three months while nobody edits anything (D-150, D-151). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateDays } from '../../domain/days/api.ts'
import { comeEveryTime, makeSeries, SeriesStatus, seriesPage } from '../../domain/series/api.ts'
import { answerSession, joinSession, sessionPage } from '../../domain/sessions/api.ts'
import { storeSession } from '../../domain/sessions/builder-api.ts'
import { setUses } from '../../testing/token-balance.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

const HOUR = 3_600_000
/** Tuesday, 3 March 2026, at 19:00 in Berlin. The clocks there change on 29 March. */
const FIRST = Date.UTC(2026, 2, 3, 18)
const WEEKS = 13
const PLACES = 40
/** The host has a place too. Three people wait for each date. */
const REGULARS = PLACES + 2

let world: World
let ada: Caller
beforeAll(async () => {
  world = await openWorld()
  ada = await world.as('ada')
})
afterAll(() => world.close())

const passUntil = (at: number) => world.pass(at - world.clock.now())

test('a weekly class for 40 with a waitlist runs for three months, and its host opens each third page', {
  tags: ['D-150', 'D-151'],
  timeout: 120_000
}, async () => {
  await ada.call(updateDays, { body: { time_zone: 'Europe/Berlin' } })
  const challenge = {
    title: 'Class',
    duration: 3600,
    started_at: new Date(FIRST).toISOString(),
    participant_limit: PLACES
  }
  const { event } = await ada.call(storeSession, { body: { challenge } })
  const { series } = await ada.call(makeSeries, { params: { event: event.slug }, body: { repeats: 'weekly' } })
  const people: Caller[] = []
  for (let nth = 0; nth < REGULARS; nth++) {
    const person = await world.as(`person-${nth}`)
    await person.call(comeEveryTime, { params: { series: series.slug } })
    people.push(person)
  }
  const look = (who: Caller) => who.visit(seriesPage, { series: series.slug })
  const at = (nth: number) => people[nth] as Caller
  const [third, second, first] = [at(REGULARS - 1), at(REGULARS - 2), at(REGULARS - 3)]
  const starts: string[] = []

  for (let week = 0; week < WEEKS; week++) {
    // A login ends after a month without a visit.
    await Promise.all(people.map(person => person.user()))
    const { coming } = await look(first)
    const [next] = coming
    const date = next?.path?.split('/').at(-1) ?? ''
    starts.push(next?.started_at ?? '')
    const startsAt = Date.parse(next?.started_at ?? '')
    expect(next).toMatchObject({ participants_count: PLACES, participant_limit: PLACES, is_joined: 0 })
    // At noon of the day before, two people can't make it. The first two who wait get an offer and take it.
    await passUntil(startsAt - 31 * HOUR)
    for (const nth of [week, week + 13]) {
      await at(nth).call(answerSession, { params: { event: date }, body: { is_coming: 0 } })
    }
    expect((await third.visit(sessionPage, { event: date })).waitlist.mine).toMatchObject({
      position: 1,
      offered_until: null
    })
    expect((await third.refused(joinSession, { params: { event: date }, body: {} })).status).toBe(409)
    for (const person of [first, second]) await person.call(joinSession, { params: { event: date }, body: {} })
    if (week === 6) await setUses(world, at(30), 0)
    if (week % 3 === 2) await ada.visit(sessionPage, { event: date })
    await passUntil(startsAt + 2 * HOUR)
  }

  const page = await look(ada)
  expect([page.series.status, page.series.asks]).toEqual([SeriesStatus.Open, 0])
  expect(page.coming).toHaveLength(4)
  const local = starts.map(start =>
    new Date(start).toLocaleString('en-GB', {
      timeZone: 'Europe/Berlin',
      weekday: 'short',
      hour: 'numeric',
      minute: 'numeric'
    })
  )
  expect(new Set(local)).toEqual(new Set(['Tue 19:00']))
  expect(new Set(starts).size).toBe(WEEKS)
  const { rows } = await world.db.$client.query<{
    people: number
    unpaid: number
    paid_absent: number
    status: number
  }>(
    `select s.status, count(*) filter (where p.left_at is null)::int as people,
       count(*) filter (where p.left_at is null and p.role = 0 and not p.charged)::int as unpaid,
       count(*) filter (where p.left_at is not null and p.charged)::int as paid_absent
     from sessions s join participants p on p.session_id = s.id
     where s.series_id is not null and s.status = 2 group by s.id order by s.series_at`
  )
  expect(rows).toHaveLength(WEEKS)
  for (const [week, row] of rows.entries()) {
    // A regular without tokens loses their place at the start, from the seventh week on.
    expect(row).toMatchObject({ people: week < 6 ? PLACES : PLACES - 1, unpaid: 0, paid_absent: 0 })
  }
})
