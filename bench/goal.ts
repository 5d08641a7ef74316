/** Creates goals and charges for them. */
import { LIKE_PRODUCT, startBare } from './lib/children.ts'
import { compare } from './lib/compare.ts'
import { cookies } from './lib/content.ts'
import type { Ground } from './lib/ground.ts'
import { requestsPerSecond } from './lib/load.ts'
import { type Row, ratioRow } from './lib/row.ts'

const PEOPLE = cookies(16)
const GOAL = { challenge: { tasks: [{ title: 'Push-ups', amount: 20, unit: 'push-ups' }] } }

export async function goal({ product, databaseUrl }: Ground): Promise<Row[]> {
  const url = `${product.url}/api/goals/store`
  const made = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: PEOPLE[0] ?? '' },
    body: JSON.stringify(GOAL)
  })
  const task = { databaseUrl, response: await made.json() }
  const bare = await startBare('goal', task)
  const rate = (to: string) => () => requestsPerSecond({ url: to, post: GOAL, cookies: PEOPLE })
  const compared = await compare(rate(url), rate(bare.url))
  const checked = await startBare('checked-goal', task, LIKE_PRODUCT)
  const least = await compare(rate(checked.url), rate(bare.url))
  await Promise.all([bare.stop(), checked.stop()])
  const what = 'goal: made and charged, against the same statements'
  return [
    ratioRow(what, 'requests/s', compared, 0.85),
    ratioRow(
      'the same of a bare route with the flags of the server that also checks, stores and logs what a hut must',
      'requests/s',
      least
    )
  ]
}
