/** Creates goals and charges for them. */
import { startBare } from './lib/children.ts'
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
  const bare = await startBare('goal', { databaseUrl, response: await made.json() })
  const compared = await compare(
    () => requestsPerSecond({ url, post: GOAL, cookies: PEOPLE }),
    () => requestsPerSecond({ url: bare.url, post: GOAL, cookies: PEOPLE })
  )
  await bare.stop()
  return [ratioRow('goal: made and charged, against the same statements', 'requests/s', compared, 0.85)]
}
