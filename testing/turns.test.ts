/**
 * Compares whose turn it is on the page and on the server while people join and leave in the middle of rounds. The page
 * only knows its data and the events of its room.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyEvent, type RoomPage } from '../client/live/apply-event.ts'
import { peopleOf } from '../client/live/clock/session-clock.ts'
import { fillPath } from '../domain/lib/endpoint.ts'
import {
  completePart,
  joinSession,
  leaveSession,
  pausePart,
  resumePart,
  sessionPage,
  sessionPrompt,
  startPart,
  startSession
} from '../domain/sessions/api.ts'
import { storeSession } from '../domain/sessions/builder-api.ts'
import { readClock } from '../domain/sessions/clock.ts'
import type { RoomEvent } from '../domain/socket/messages.ts'
import { partGroupOf, partOf } from './plans.ts'
import { seededRandom } from './random.ts'
import { eventsOf } from './room.ts'
import { type Caller, openWorld, type World } from './world.ts'

let world: World
let host: Caller
let others: Caller[]
beforeAll(async () => {
  world = await openWorld()
  host = await world.as('ada')
  others = await Promise.all(['grace', 'hedy', 'katherine', 'mary'].map(name => world.as(name)))
})
afterAll(() => world.close())

const RUNS = 25
const DEEDS = 16

test(`in ${RUNS} seeded runs with people joining and leaving, page and server agree on whose turn it is`, {
  tags: ['TMR-06', 'TMR-07', 'D-93'],
  // About 10 to 17 seconds on a quiet machine. The time-out is there for a run that hangs.
  timeout: 240_000
}, async () => {
  const seen = new Set<string>()
  for (let seed = 1; seed <= RUNS; seed++) {
    const random = seededRandom(seed)
    const any = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
    const event = await startRound()
    let page: RoomPage = await world.visitor.visit(sessionPage, { event })
    for (let deed = 0; deed < DEEDS; deed++) {
      world.clock.advance(1000 + Math.floor(random() * 50) * 1000)
      const who = any(others)
      const isIn = page.participants.some(({ username }) => username === who.username)
      const part = any(page.challengeEvent.parts.flatMap(({ parts }) => parts))
      const params = { event, part: part.uuid }
      const dice = random()
      if (dice < 0.7) await who.call(isIn ? leaveSession : joinSession, { params: { event }, body: {} })
      else await control(dice < 0.9 ? any([pausePart, resumePart]) : completePart, params)

      const at = `run ${seed}, deed ${deed}`
      const events = await eventsOf(world, page.challengeEvent.id, page.challengeEvent.seq)
      const first = page.challengeEvent.seq + 1
      const room = page.challengeEvent.id
      page = events
        .map((event, index): RoomEvent => ({ ...event, room, seq: first + index }))
        .reduce((shown, event) => applyEvent(shown, event), page)
      const fresh: RoomPage = await world.visitor.visit(sessionPage, { event })
      // People who join or leave change the turns at once. The host's changes of the plan arrive with the page's data.
      if (dice >= 0.7) page = fresh
      const decided = await world.visitor.call(sessionPrompt, { params: { event } })
      if (decided.active_participant) seen.add(decided.active_participant)
      expect(turnOn(page), at).toEqual(turnOn(fresh))
      expect(promptOn(page), at).toEqual([decided.part_uuid, decided.active_participant])
      expect(activeOn(page), at).toEqual(
        fresh.challengeEvent.parts.flatMap(({ parts }) => parts.filter(({ active }) => active).map(({ uuid }) => uuid))
      )
      page = fresh
    }
  }
  // Everyone had a turn, so the runs prove something.
  expect(seen.size).toBe(others.length + 1)
})

/** Sends the call, which may succeed or be refused. */
const control = ({ path }: { path: string }, params: { event: string; part: string }) =>
  host.request({ method: 'POST', url: fillPath(path, params) })

const clockOn = (page: RoomPage) =>
  readClock({ ...page.challengeEvent, plan: page.challengeEvent }, world.clock.now(), peopleOf(page))

const turnOn = (page: RoomPage) => clockOn(page).groups.map(({ set, active }) => ({ set, active }))

const activeOn = (page: RoomPage): string[] =>
  clockOn(page).groups.flatMap(({ active }) => active.map(({ uuid }) => uuid))

function promptOn(page: RoomPage): [string | null, string | null] {
  const editable = page.challengeEvent.parts.flatMap(({ parts }) => parts).filter(part => part.edit_content)
  const running = clockOn(page).groups.flatMap(({ active }) => active)
  const asked = running.find(({ uuid, state }) => state === 'active' && editable.some(part => part.uuid === uuid))
  return [asked?.uuid ?? null, asked?.turn?.username ?? null]
}

/**
 * A group of three parts with two sets: turns, a talk for everyone, two rounds of turns. Another group beside it has
 * separate turns.
 */
async function startRound(): Promise<string> {
  const turns = { per_participant: 1 as const, edit_content: 1 as const, can_complete: 1 as const }
  const rounds = [
    partOf({ title: 'Pass the pen', duration: 40, ...turns }),
    partOf({ title: 'Talk', duration: 90, edit_content: 1 }),
    partOf({ title: 'Again', duration: 20, sets: 2, ...turns })
  ]
  const beside = [
    partOf({ title: 'At the board', duration: 30, per_participant: 1 }),
    partOf({ title: 'Tidy up', duration: 120, relative_dates: 1, start_of: 'after_previous_ends' })
  ]
  const { event } = await host.call(storeSession, {
    body: {
      challenge: {
        title: 'Round and round',
        duration: 3600,
        is_manually_started: 1,
        parts: [partGroupOf(rounds, { sets: 2 }), partGroupOf(beside, { linked: 0, auto_start: 0 })]
      }
    }
  })
  for (const who of others.slice(0, 2)) {
    world.clock.advance(1000)
    await who.call(joinSession, { params: { event: event.slug }, body: {} })
  }
  world.clock.advance(1000)
  await host.call(startSession, { params: { event: event.slug }, body: {} })
  await host.call(startPart, { params: { event: event.slug, part: beside[0]?.uuid ?? '' }, body: {} })
  return event.slug
}
