/** Signs events and sends them until the receiver accepts them. */
import { createHmac } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../server/db/database.ts'
import { type Row, Store, takeEvents } from './object-rows.ts'

/** The value of `Stripe-Signature`. @param now in seconds */
function sign(payload: string, secret: string, now: number): string {
  return `t=${now},v1=${createHmac('sha256', secret).update(`${now}.${payload}`).digest('hex')}`
}

const AT_ONCE = 10
const TIMEOUT_MS = 10_000
/** Longer than one attempt may take. */
const LEASE_SECONDS = 30
const FIRST_PAUSE_SECONDS = 10
const LONGEST_PAUSE_SECONDS = 3600
const MOST_TRIES = 80

interface Delivery {
  db: Database
  log: FastifyBaseLogger
  url: string
  secret: string
  now: () => number
}

/** Sends the oldest due events. @returns whether there may be more */
export async function sendEvents({ db, log, url, secret, now }: Delivery): Promise<boolean> {
  const events = await takeEvents(db, now(), now() + LEASE_SECONDS, AT_ONCE)
  await Promise.all(
    events.map(async row => {
      const { data, hidden } = row
      const isTaken = await send(url, data, secret, now())
      if (!isTaken)
        log.warn({ event: data.id, type: data.type, tries: hidden.tries }, 'the receiver did not accept a webhook')
      await new Store(db, now()).save({ ...row, due: isTaken ? null : nextTry(row, now()) })
    })
  )
  return events.length === AT_ONCE
}

/** Doubles the pause after each attempt, and gives up after about three days. */
function nextTry({ hidden: { tries = 1 } }: Row<'event'>, now: number): number | null {
  return tries < MOST_TRIES ? now + Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** (tries - 1)) : null
}

async function send(url: string, event: object, secret: string, now: number): Promise<boolean> {
  const body = JSON.stringify(event)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': sign(body, secret, now) },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS)
    })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}
