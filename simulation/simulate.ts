/** Simulates one hut from its seed: nodes, browsers and people, until everything is calm again. */

import type { RoomPage } from '../client/live/apply-event.ts'
import { GUEST_PREFIX } from '../domain/accounts/username.ts'
import { seededRandom } from '../testing/random.ts'
import { type Browser, createBrowser } from './lib/browser.ts'
import { act } from './lib/deeds.ts'
import { calm, cause, revive } from './lib/faults.ts'
import { beginTime, seedIds } from './lib/globals.ts'
import { visit } from './lib/guests.ts'
import { openInvariants } from './lib/invariants.ts'
import { createJournal, type Journal } from './lib/journal.ts'
import { forgetNumbers, type Network, STORM } from './lib/network.ts'
import { createNode, type Hut } from './lib/node.ts'
import { current, Scheduler } from './lib/scheduler.ts'
import { forgetSockets } from './lib/socket.ts'
import { createStatements } from './lib/statements.ts'
import { BEGIN, type Template } from './lib/template.ts'

export interface Size {
  browsers: number
  nodes: number
  /** Seconds in which people act and things break. */
  seconds: number
}

export interface Outcome {
  seed: number
  problems: string[]
  digest: string
  steps: number
  /** Actions that were acknowledged. */
  acknowledged: number
  /** The end of the trace. */
  tail: string[]
}

/** The number of guests for each person. */
const GUESTS = 0.2
/** Time for everything to become calm, in ms. An outbox waits for at most a minute. */
const PATIENCE_MS = 150_000
/** A page that has just lost its connection opens another one, and all lists have it again. */
const LISTED_MS = 5000
/** In these times the last deeds happen, and pages begin to load, which takes a moment longer. */
const DEEDS_MS = 300
const LOADS_MS = 100
/** In this time a page finds a dead connection. */
const FOUND_MS = 9000
/** In this time a page measures the clock. */
const MEASURED_MS = 500

export async function simulate(template: Template, seed: number, size: Size): Promise<Outcome> {
  const copy = await template.copy()
  const scheduler = new Scheduler(BEGIN, seededRandom(seed))
  const journal = createJournal()
  const invariants = await openInvariants(copy.connection, journal, () => scheduler.now)
  const statements = await createStatements(scheduler, copy.connection, invariants.atCommit)
  const net: Network = {
    scheduler,
    weather: STORM,
    nodes: [],
    async onResponse({ method, headers }, { statusCode }) {
      const key = headers['idempotency-key']
      const isRefused = [403, 404, 409, 422].includes(statusCode)
      if (method === 'POST' && key && (statusCode === 200 || isRefused))
        await scheduler.track(invariants.atResponse(key, isRefused))
    }
  }
  const hut: Hut = { net, statements, connection: copy.connection, errors: [], onEvents: invariants.atEvents }
  forgetNumbers()
  forgetSockets()
  beginTime(scheduler)
  seedIds(seededRandom(seed + 1_000_003))
  try {
    await play(hut, template, size, journal, invariants)
  } catch (error) {
    journal.problems.push(String((error as Error).stack))
  }
  journal.problems.push(...hut.errors)
  beginTime(null)
  for (const { actor } of net.nodes) {
    scheduler.bury(actor)
    await statements.end(actor)
  }
  await statements.close()
  await invariants.close()
  await copy.drop()
  return {
    seed,
    problems: [...new Set(journal.problems)],
    digest: scheduler.digest(),
    steps: scheduler.steps,
    acknowledged: [...journal.presses.values()].filter(({ outcome }) => outcome === 'acknowledged').length,
    tail: scheduler.tail
  }
}

type Judges = Awaited<ReturnType<typeof openInvariants>>

async function play(hut: Hut, template: Template, size: Size, journal: Journal, judges: Judges) {
  const { net } = hut
  const { scheduler } = net
  for (let nth = 0; nth < size.nodes; nth++) net.nodes.push(createNode(hut, nth))
  for (const node of net.nodes) await node.start()
  await until(scheduler, 60_000, () => net.nodes.every(({ built }) => built !== null))
  const browsers: Browser[] = []
  for (const [nth, person] of template.people.slice(0, size.browsers).entries()) {
    browsers.push(await createBrowser(net, nth, { ...person }, template.room, journal))
    browsers[nth]?.open()
  }
  const end = scheduler.now + size.seconds * 1000
  for (const [nth, browser] of browsers.entries()) act(scheduler, browser, nth === 0 ? 'host' : 'member', template, end)
  for (let nth = size.browsers; nth < size.browsers * (1 + GUESTS); nth++) {
    const guest = await createBrowser(net, nth, { id: 0, username: '', cookie: '' }, template.room, journal)
    visit(scheduler, guest, `visitor-${nth}`, template, end, () => {
      browsers.push(guest)
      act(scheduler, guest, 'guest', template, end)
    })
  }
  cause(net, browsers, end)
  revive(net)
  const isWrong = () => journal.problems.length + hut.errors.length > 0
  await until(scheduler, size.seconds * 1000, isWrong)
  if (isWrong()) return
  calm(net, browsers)
  const areDone = () => browsers.every(({ isDone }) => isDone())
  await until(scheduler, PATIENCE_MS, () => areDone() && !showsFormerName(browsers))
  const judge = async () => {
    for (const browser of browsers) browser.check()
    await until(scheduler, FOUND_MS, () => false)
    await until(scheduler, PATIENCE_MS, () => browsers.every(({ isConnected }) => isConnected()))
    for (const browser of browsers) browser.check()
    await until(scheduler, MEASURED_MS, () => false)
    await judges.atEnd(browsers, browser => freshPage(net, browser, template))
  }
  await judge()
  if (isWrong()) return
  openDuringDeeds(scheduler, browsers, template)
  await until(scheduler, DEEDS_MS, () => false)
  await until(scheduler, PATIENCE_MS, areDone)
  await judge()
  await agree(scheduler, browsers, journal)
  await closeOne(scheduler, browsers, journal)
}

/**
 * Pages open while the host acts, and nothing happens afterwards. An event that a page misses while it opens would
 * otherwise show at the next one.
 */
function openDuringDeeds(scheduler: Scheduler, browsers: readonly Browser[], { room }: Template): void {
  for (const [nth, browser] of browsers.entries()) {
    const { actor } = browser
    const soon = (label: string, ms: number, run: () => void): void =>
      void scheduler.offer(`${label} ${actor.name}`, actor, scheduler.between(0, ms), `${actor.name}: ${label}`, run)
    if (nth > 0) soon('load', LOADS_MS, browser.open)
    else
      for (const deed of ['join', 'leave', 'pause', 'resume'])
        soon(deed, DEEDS_MS, () => void browser.call('POST', `/api/challenge-events/${room.slug}/${deed}`, {}))
  }
}

/** All pages list the same people, but for a moment when one of them opens a new connection. */
async function agree(scheduler: Scheduler, browsers: readonly Browser[], { problems }: Journal): Promise<void> {
  const lists = () => new Set(browsers.map(({ here }) => here().toSorted().join()))
  await until(scheduler, LISTED_MS, () => lists().size === 1)
  if (lists().size > 1) problems.push(`pages list different people: ${[...lists()].join(' | ')}`)
}

/** Someone who closes the page is no longer here for the others. */
async function closeOne(scheduler: Scheduler, browsers: readonly Browser[], { problems }: Journal): Promise<void> {
  const [left, ...others] = browsers
  if (!left) return
  const { username } = left.person
  const seeing = () => others.filter(({ here }) => here().includes(username))
  left.close()
  await until(scheduler, PATIENCE_MS, () => seeing().length === 0)
  for (const { actor } of seeing()) problems.push(`${actor.name} sees ${username} here, who has closed the page`)
}

/**
 * Whether a page still shows the name that a guest had before registering: until the server misses their old socket, and
 * until the sweep repeats a renaming that failed.
 */
function showsFormerName(browsers: readonly Browser[]): boolean {
  const names = new Set(browsers.map(({ person }) => person.username))
  const shown = browsers.flatMap(({ here, page }) => [
    ...here(),
    ...(page()?.participants ?? []).map(({ username }) => username)
  ])
  return shown.some(name => name.startsWith(GUEST_PREFIX) && !names.has(name))
}

async function until(scheduler: Scheduler, ms: number, isDone: () => boolean): Promise<void> {
  // Work that began between steps ends first. Otherwise its order would depend on the speed of the machine.
  await scheduler.settle()
  const end = scheduler.now + ms
  while (scheduler.now < end && !isDone()) if (!(await scheduler.step())) throw new Error('nothing can happen any more')
}

async function freshPage({ scheduler, nodes }: Network, { person }: Browser, { room }: Template): Promise<RoomPage> {
  const node = nodes.find(({ built }) => built !== null)
  let page: RoomPage | null = null
  if (!node?.built) throw new Error('no node is up')
  const { built } = node
  void current.run(node.actor, async () => {
    const response = await built.app.inject({
      url: `/api/sessions/${room.slug}/chat`,
      headers: { cookie: person.cookie }
    })
    page = response.json().serverData
  })
  await until(scheduler, 5000, () => page !== null)
  return page as unknown as RoomPage
}
