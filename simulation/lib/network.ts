/**
 * The connections between browsers and nodes, and the bus between nodes. Messages are late, lost, doubled and overtaken
 * as far as the real connections allow: a socket keeps its order until it breaks, and a bus that may have lost messages
 * says so (`server/realtime/bus.ts`).
 */
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { BuiltApp } from '../../server/app.ts'
import type { Link } from '../../server/realtime/shared-bus.ts'
import type { Actor, Scheduler } from './scheduler.ts'
import type { Loss } from './statements.ts'

export interface Weather {
  /** The shortest and the longest usual way of a message, in ms. */
  usual: readonly [number, number]
  /** The share of messages that take up to some seconds. */
  late: number
  /** The share of requests and of responses that get lost. */
  lost: number
  /** The share of requests with a key that arrive twice, and of messages on the bus. */
  doubled: number
}

export const STORM: Weather = { usual: [3, 60], late: 0.05, lost: 0.04, doubled: 0.05 }
export const CALM: Weather = { usual: [3, 40], late: 0, lost: 0, doubled: 0 }
const LATEST_MS = 4000

export interface Network {
  scheduler: Scheduler
  weather: Weather
  nodes: Node[]
  /** Called when a node hands out a response, before it is on its way. */
  onResponse: (request: Sent, response: LightMyRequestResponse) => Promise<void>
}

export interface Node {
  actor: Actor
  /** Null while it starts or is down. */
  built: BuiltApp | null
  isOnBus: boolean
  hear: (text: string) => void
  /** Breaks its connection to the bus. It comes back by itself. */
  leaveBus: () => void
  /** Breaks its connections to the database like this. Null ends that. */
  loseDatabase: (loss: Loss | null) => void
  start: () => Promise<void>
  stop: () => Promise<void>
  kill: () => Promise<void>
  /** Calls `broken` if the node dies. Returns a function that stops that. */
  onDeath: (broken: () => void) => () => void
}

export interface Sent extends InjectOptions {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  headers: Record<string, string>
}

/** How long a message takes. */
export function way({ scheduler, weather }: Network): number {
  const [shortest, longest] = scheduler.chance(weather.late) ? [weather.usual[1], LATEST_MS] : weather.usual
  return Math.floor(scheduler.between(shortest, longest))
}

let requests = 0
export function forgetNumbers(): void {
  requests = 0
}

/** Sends a request to a node. Never resolves when it or its response gets lost. */
export function sendRequest(net: Network, browser: Actor, node: Node, sent: Sent): Promise<LightMyRequestResponse> {
  const { scheduler, weather } = net
  const { promise, resolve, reject } = Promise.withResolvers<LightMyRequestResponse>()
  const label = `${sent.method} ${sent.url} of ${browser.name}`
  const broken = (): void => {
    scheduler.offer(`request ${requests++}`, browser, way(net), `broken: ${label}`, () =>
      reject(new TypeError('broken'))
    )
  }
  const times = 'idempotency-key' in sent.headers && scheduler.chance(weather.doubled) ? 2 : 1
  for (let time = 0; time < times; time++) {
    if (scheduler.chance(weather.lost)) continue
    const { actor, built } = node
    if (actor.state === 'dead' || !built) {
      broken()
      continue
    }
    scheduler.offer(`request ${requests++}`, actor, way(net), `${actor.name} gets ${label}`, () => {
      // The node has closed meanwhile, and refuses the connection.
      if (node.built !== built) return broken()
      const isLost = scheduler.chance(weather.lost)
      const forget = node.onDeath(broken)
      void built.app.inject(sent).then(async response => {
        forget()
        await net.onResponse(sent, response)
        if (isLost) return
        const text = `${browser.name} gets ${response.statusCode} for ${sent.method} ${sent.url}`
        scheduler.offer(`request ${requests++}`, browser, way(net), text, () => resolve(response))
      })
    })
  }
  return promise
}

/** The way from a node to the other ones. A message may be sent twice, and fails as a whole when the way breaks. */
export function linkOf(net: Network, from: Node): Link {
  const { scheduler } = net
  // Another process may run as this node later.
  const { actor } = from
  return {
    ping: async () => true,
    send(texts) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const fails = scheduler.chance(net.weather.lost / 4)
      const sent = fails ? texts.slice(0, Math.floor(scheduler.between(0, texts.length + 1))) : texts
      scheduler.offer(`bus of ${actor.name}`, actor, scheduler.between(0, 3), `${actor.name} sends`, () => {
        for (const to of net.nodes) if (to !== from && to.isOnBus) for (const text of sent) carry(net, from, to, text)
        if (!fails) return resolve()
        from.leaveBus()
        reject(new Error('the connection broke'))
      })
      return promise
    }
  }
}

function carry(net: Network, from: Node, to: Node, text: string): void {
  const { scheduler, weather } = net
  const { actor } = to
  const times = scheduler.chance(weather.doubled) ? 2 : 1
  for (let time = 0; time < times; time++) {
    const label = `${actor.name} hears ${from.actor.name}: ${text.slice(0, 200)}`
    scheduler.offer(laneTo(actor, from.actor), actor, way(net) / 4, label, () => to.hear(text))
  }
}

export const laneTo = (to: Actor, from?: Actor): string => `bus to ${to.name} ${from ? `from ${from.name}` : ''}`
