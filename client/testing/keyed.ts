/** A server as it treats keys, for a form whose first sending meets a bad line. */
import { json, type Sent } from './show.tsx'

const USED = 'Something else was sent with this key before, and was done.'

/** @param lost what of the first sending is lost: with its request nothing is done */
export function keyed(
  make: (sent: Sent) => object,
  lost: 'request' | 'response' = 'response'
): (sent: Sent) => Promise<Response> {
  const made = new Map<string, { body: string; response: object }>()
  let isFirst = true
  return async sent => {
    const isLost = isFirst
    isFirst = false
    const key = sent.headers['idempotency-key'] ?? ''
    const body = JSON.stringify(sent.body)
    if (!isLost || lost === 'response') {
      const earlier = made.get(key)
      if (earlier && earlier.body !== body) {
        return json({ message: USED, error: USED, errors: { 'Idempotency-Key': USED } }, 422)
      }
      made.set(key, earlier ?? { body, response: make(sent) })
    }
    if (isLost) throw new TypeError('the connection was lost')
    return json(made.get(key)?.response)
  }
}
