/** The server's time in ms since 1970, from the response with the shortest round trip so far. */

let offset = 0
let best = Number.POSITIVE_INFINITY

/** @param at the server's time in ms, as the header `X-Server-Time` has it */
export function addTimeSample(at: number, sentAt: number, receivedAt: number): void {
  const roundTrip = receivedAt - sentAt
  if (!(at > 0) || roundTrip > best) return
  best = roundTrip
  offset = at - (sentAt + receivedAt) / 2
}

export const serverNow = (): number => Date.now() + offset
