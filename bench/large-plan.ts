/** The longest wait of other people while someone reads, creates and changes a plan of 500 parts. */
import { partGroupOf, partOf } from '../testing/plans.ts'
import { cookieOf } from './lib/content.ts'
import type { Ground } from './lib/ground.ts'
import type { Row } from './lib/row.ts'

const PARTS = 500
const ROUNDS = 5
const MOST_MS = 100
const TEXT = `<p>${'Some words, <strong>bold</strong> and <em>not</em>. '.repeat(25)}</p>`

export async function largePlan({ product }: Ground): Promise<Row[]> {
  const send = async (method: string, path: string, body: object): Promise<{ challenge: { slug: string } }> => {
    const headers = { 'content-type': 'application/json', cookie: cookieOf(1) }
    const response = await fetch(`${product.url}${path}`, { method, headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`)
    return (await response.json()) as { challenge: { slug: string } }
  }
  let nth = 0
  const plan = () => {
    const content = TEXT.replace('Some', `Some ${++nth}`)
    return { parts: [partGroupOf(Array.from({ length: PARTS }, (_, index) => partOf({ content: content + index })))] }
  }
  const { challenge } = await send('POST', '/api/challenges', { challenge: { title: 'Large', ...plan() } })
  const path = `/api/challenges/${challenge.slug}/patch`
  const made = () => send('POST', '/api/challenges', { challenge: { title: 'Large', ...plan() } })
  const changed = () => send('PATCH', path, { challenge: plan() })
  const read = async () => void (await (await fetch(`${product.url}/activities/${challenge.slug}?n=${++nth}`)).text())
  return [
    row('reads it, as a visitor', await longestWait(product.url, read)),
    row('makes it', await longestWait(product.url, made)),
    row('changes all of it', await longestWait(product.url, changed))
  ]
}

/** The longest wait for a small response while `work` runs a few times. */
async function longestWait(url: string, work: () => Promise<unknown>): Promise<number> {
  let isDone = false
  let longest = 0
  const others = (async () => {
    while (!isDone) {
      const before = performance.now()
      await (await fetch(`${url}/healthz`)).text()
      longest = Math.max(longest, performance.now() - before)
    }
  })()
  await work()
  longest = 0
  for (let round = 0; round < ROUNDS; round++) await work()
  isDone = true
  await others
  return longest
}

function row(what: string, measured: number): Row {
  return {
    what: `large plan: the longest wait of others while someone ${what}, ${PARTS} parts`,
    measured: `${Math.round(measured)} ms`,
    goal: `≤ ${MOST_MS} ms`,
    passed: measured <= MOST_MS
  }
}
