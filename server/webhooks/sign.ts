/** Requests of webhooks: the body that a receiver understands, and signatures by Standard Webhooks 1.0. */
import { createHmac } from 'node:crypto'
import { type Format, type Happened, sentenceOf } from '../../domain/webhooks/events.ts'

/** What every secret begins with. The rest is the key as base64. */
export const SECRET_PREFIX = 'whsec_'
/** Discord refuses longer messages. */
const LONGEST_DISCORD = 2000

interface Message {
  id: string
  event: Happened
  /** When it happened. */
  at: Date
}

interface Sent {
  headers: Record<string, string>
  body: Buffer
}

/** The request for a message, which each of the secrets signs. @param now the time of this try */
export function requestOf({ id, event, at }: Message, format: Format, secrets: readonly string[], now: number): Sent {
  const body = Buffer.from(bodyOf(event, at, format))
  const timestamp = String(Math.floor(now / 1000))
  const signatures = secrets.map(secret => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`
  })
  return {
    headers: {
      'content-type': format === 'ntfy' ? 'text/plain; charset=utf-8' : 'application/json',
      'content-length': String(body.length),
      'user-agent': 'challenge-hut',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signatures.join(' ')
    },
    body
  }
}

function bodyOf(event: Happened, at: Date, format: Format): string {
  const sentence = sentenceOf(event)
  switch (format) {
    case 'standard':
      return JSON.stringify({ type: event.type, timestamp: at.toISOString(), data: event.data })
    case 'discord':
      // A text must not mention everyone in the channel.
      return JSON.stringify({ content: sentence.slice(0, LONGEST_DISCORD), allowed_mentions: { parse: [] } })
    case 'slack':
      return JSON.stringify({
        text: sentence.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
      })
    case 'ntfy':
      return sentence
  }
}
