/**
 * Push subscriptions of browsers. The browser sends the address of its push service, so it cannot be trusted. It is
 * checked here, and again when the server connects to it (server/uploads/public-fetch.ts).
 */
import * as z from 'zod/mini'

/** The most devices of a person. */
export const MOST_DEVICES = 10

const ADDRESS_TEXT = 'Give the address of a push service: https, without a port or a name to sign in with.'
const KEY_TEXT = 'Give the keys that the browser has made.'

/**
 * Whether an address may belong to a push service: https and a domain name, without port or credentials.
 * @internal Exported for tests too.
 */
export function isPushAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, port, username, password, hostname } = new URL(text)
  const isName = hostname.includes('.') && !/^[\d.]+$/.test(hostname) && !hostname.endsWith('.')
  return protocol === 'https:' && port === '' && username === '' && password === '' && isName
}

/** An uncompressed point of the curve prime256v1: 65 bytes, of which the first is 4. The secret has 16 bytes. */
const POINT = /^B[\w-]{86}=?$/
const SECRET = /^[\w-]{22}(==)?$/

export const pushSubscription = z.object({
  endpoint: z
    .string(ADDRESS_TEXT)
    .check(z.maxLength(1000, ADDRESS_TEXT), z.refine(isPushAddress, { error: ADDRESS_TEXT, abort: true })),
  keys: z.object(
    {
      p256dh: z.string(KEY_TEXT).check(z.regex(POINT, KEY_TEXT)),
      auth: z.string(KEY_TEXT).check(z.regex(SECRET, KEY_TEXT))
    },
    KEY_TEXT
  )
})
