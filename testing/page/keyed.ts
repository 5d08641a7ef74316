/** Acts as a server that knows idempotency keys. The first call meets a connection error. */
import { json, type Sent } from './show.tsx'

const USED = 'Something else was sent with this key before, and was done.'

/** @param lost whether the request of the first call is lost, so that nothing is made, or only its response */
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
