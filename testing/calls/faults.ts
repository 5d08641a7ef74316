/**
 * Sends a call that loses its connection to the database or its response, and then sends it again, as the page does.
 */
import type { Endpoint } from '../../domain/lib/endpoint.ts'
import { type Contents, type Recorder, withoutRandom } from './contents.ts'
import { type House, ROLES, type Role } from './house.ts'
import { type CallName, REQUESTS } from './requests.ts'
import { CALLS } from './roles.ts'
import { sendAs } from './send.ts'
import type { Loss } from './undoable-database.ts'

interface Run {
  /** The status of the last try. */
  status: number
  body: string
  contents: Contents
  statements: string[]
  /** The status of the try with the loss. */
  first: number
}

/** The owner tries each call that writes, or the first role that may. */
function whoMay(name: CallName): Role {
  const may = ROLES.filter((_, column) => CALLS[name].split(' ')[column] === '200')
  return may.includes('owner') ? 'owner' : (may[0] ?? 'owner')
}

/** @param loss omitted for one try without a fault */
export async function tryWith(
  house: House,
  recorder: Recorder,
  name: CallName,
  endpoint: Endpoint,
  loss?: Loss | 'the answer'
): Promise<Run> {
  const who = house.people[whoMay(name)]
  // Holds the events back: their statements would count as statements of the call.
  const sendEvents = PAYING.test(endpoint.path) ? house.shop.holdEvents() : null
  const sent = await REQUESTS[name](house, who)
  await recorder.start()
  const send = () => sendAs(house, who, endpoint, sent, endpoint.keyed && 'the-key-of-this-call')
  const { done, statements } = await house.database.watch(send, loss === 'the answer' ? undefined : loss)
  let last = done
  if (loss) {
    if (loss !== 'the answer' && loss.when === 'before') await recorder.closeGaps()
    last = await send()
  }
  if (sendEvents) {
    sendEvents()
    await house.shop.settle()
  }
  const contents = await recorder.contents()
  return { status: last.statusCode, body: withoutRandom(last.body), contents, statements, first: done.statusCode }
}

const PAYING = /subscriptions|tokens\/(purchase|get-payment-intent)|\/api\/account$|account\/keep|\/refund$/

/**
 * Returns two losses. The first comes after the first commit, which is the hardest case. The other one is random:
 * before the commit, before any statement, or only the response. A single statement that writes is a commit.
 */
export function lossesOf(statements: string[], random: () => number): (Loss | 'the answer')[] {
  const at = (words: RegExp) => statements.flatMap((word, index) => (words.test(word) ? [index + 1] : []))
  const commit = at(/^commit$/)[0] ?? at(/^(insert|update|delete)$/).at(-1)
  if (commit === undefined) return ['the answer']
  const others = [
    'the answer',
    { at: commit, when: 'before' },
    { at: 1 + Math.floor(random() * statements.length), when: 'before' }
  ] as const
  return [{ at: commit, when: 'after' }, others[Math.floor(random() * others.length)] ?? 'the answer']
}
