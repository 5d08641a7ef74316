/** The HTML of a person's public page with 50 items: shared by visitors, and rendered again. */
import { setTimeout } from 'node:timers/promises'
import { startBare } from './lib/children.ts'
import { compare } from './lib/compare.ts'
import type { Ground } from './lib/ground.ts'
import { requestsPerSecond } from './lib/load.ts'
import { fillMany } from './lib/many.ts'
import { metricOf } from './lib/metric.ts'
import { type Row, ratioRow } from './lib/row.ts'
import { insertItems } from './publishing.ts'

const ITEMS = 50
const TIMES = 100
const MOST_MS = 15

const PAGE = `
  select i.*, p.username, b.slug as book_slug, b.title as book_title
  from items i join persons p on p.id = i.person_id left join items b on b.id = i.parent_id
  where p.username = $1 and i.is_public and not i.is_book order by i.order_ms desc, i.id desc limit 11`

export async function person({ apart }: Ground): Promise<Row[]> {
  const { product, databaseUrl } = await apart('person')
  await fillMany(databaseUrl, { sessions: 0, activities: 0 })
  await insertItems(databaseUrl, ITEMS)
  const url = `${product.url}/bench-1`
  const html = await rendered(url)
  const bare = await startBare('page', { databaseUrl, text: PAGE, values: ['bench-1'], response: html })
  const shared = await compare(
    () => requestsPerSecond({ url }),
    () => requestsPerSecond({ url: bare.url })
  )
  await bare.stop()
  const cpu = await cpuOfRendering(product.url, url)
  await product.stop()
  return [
    ratioRow(`person: their page as HTML, ${ITEMS} items, against a bare route`, 'requests/s', shared, 0.6),
    {
      what: 'person: the same rendered anew, CPU',
      measured: `${cpu.toFixed(1)} ms`,
      goal: `≤ ${MOST_MS} ms`,
      passed: cpu <= MOST_MS
    }
  ]
}

/** CPU of a rendering in ms. Each request has another query, so that no response is shared. */
async function cpuOfRendering(product: string, url: string): Promise<number> {
  const seconds = () => metricOf(product, 'process_cpu_seconds_total')
  let before = 0
  for (let n = -TIMES; n < TIMES; n++) {
    if (n === 0) before = await seconds()
    await rendered(`${url}?bench=${n}`)
    await setTimeout(20)
  }
  return (((await seconds()) - before) / TIMES) * 1000
}

/** @throws if the server leaves rendering to the browser */
async function rendered(url: string): Promise<string> {
  const html = await (await fetch(url)).text()
  if (!html.includes('<article')) throw new Error(`${url} was not rendered`)
  return html
}
