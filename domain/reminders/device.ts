/**
 * The devices to which reminders are pushed, as their browsers describe them. The address is one of the browser's push
 * service, and comes from the browser: it is checked here, and once more where the connection is made
 * (server/uploads/public-fetch.ts).
 */
import * as z from 'zod/mini'

/** One person has so many at most. */
export const MOST_DEVICES = 10

const ADDRESS_TEXT = 'Give the address of a push service: https, without a port or a name to sign in with.'
const KEY_TEXT = 'Give the keys that the browser has made.'

/**
 * Whether an address may be one of a push service: https and a name, and nothing else before its path.
 * @internal Exported for tests too.
 */
export function isPushAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, port, username, password, hostname } = new URL(text)
  const isName = hostname.includes('.') && !/^[\d.]+$/.test(hostname) && !hostname.endsWith('.')
  return protocol === 'https:' && port === '' && username === '' && password === '' && isName
}

/** A point of the curve (prime256v1) that is not compressed takes 65 bytes, of which the first is 4; the other key has 16. */
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
