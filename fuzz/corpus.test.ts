/** Sends every kept input again, and a few new ones to each target without a server. */
import { beforeAll, expect, test } from 'vitest'
import { attackedWorld } from '../testing/input/bad-requests.ts'
import { addressOf } from '../testing/socket-client.ts'
import type { Caller } from '../testing/world.ts'
import { type EventCase, headerOf } from './events.ts'
import { bodyOf, type Case, type Role, urlOf } from './lib/cases.ts'
import { corpusOf } from './lib/corpus.ts'
import { diceOf } from './lib/dice.ts'
import { PURE_TARGETS, type PureName, problemOf } from './lib/pure-worker.ts'
import { playSocket, type SocketCase } from './sockets.ts'

const NEW_CASES = 300
const SEED = 32

const attacked = attackedWorld()
let callers: Record<Role, Caller>
beforeAll(async () => {
  const { world, ada, mallory } = attacked
  const [admin, moderator] = [await world.admin(), await world.moderator()]
  callers = { visitor: world.visitor, member: mallory, owner: ada, moderator, admin }
})

test.each(Object.keys(PURE_TARGETS) as PureName[])('%s survives its corpus and new inputs', { tags: 'D-18' }, name => {
  for (const { name: why, input } of corpusOf<string>(name)) expect(problemOf(name, input), why).toBeNull()
  for (let nth = 0; nth < NEW_CASES; nth++) {
    const input = PURE_TARGETS[name].make(diceOf(SEED, nth))
    expect(problemOf(name, input), JSON.stringify(input)).toBeNull()
  }
})

test.each(corpusOf<Case>('calls'))('a call gets a response below 500: $name', async ({ input }) => {
  const payload = bodyOf(input, attacked.adas)
  const { statusCode, body } = await callers[input.as].request({
    method: input.method as 'GET',
    url: urlOf(input, attacked.adas),
    headers: { ...(payload === undefined ? {} : { 'content-type': 'application/json' }), ...input.headers },
    ...(payload === undefined ? {} : { payload })
  })
  expect(statusCode, body.slice(0, 300)).toBeLessThan(500)
})

test.each(corpusOf<EventCase>('events'))('an event gets a response below 500: $name', async ({ input }) => {
  const { world } = attacked
  const { statusCode, body } = await world.visitor.request({
    method: 'POST',
    url: '/webhooks/stripe',
    payload: input.payload,
    headers: {
      'content-type': 'application/json',
      'stripe-signature': headerOf(input, world.sandbox.webhookSecret, world.clock.now())
    }
  })
  expect(statusCode, body.slice(0, 300)).toBeLessThan(500)
  await world.workers.events.done()
})

test.each(corpusOf<SocketCase>('sockets'))('a socket ends in time and without a fault: $name', async ({ input }) => {
  const address = `http://${await addressOf(attacked.world.app)}`
  const code = await playSocket(address, { callers }, input)
  // The server closes with this code when it fails itself.
  expect(code).not.toBe(1011)
})
