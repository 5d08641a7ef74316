/** The page of a person with more and more items, for someone who is signed in. Visitors would share its responses. */
import { Client } from 'pg'
import { compare } from './lib/compare.ts'
import { cookies } from './lib/content.ts'
import type { Ground } from './lib/ground.ts'
import { requestsPerSecond } from './lib/load.ts'
import { fillMany } from './lib/many.ts'
import type { Row } from './lib/row.ts'

const FEW = 1000
const MANY = 1_000_000
const MOST = 1.5

export async function publishing({ apart }: Ground): Promise<Row[]> {
  const open = async (name: string, count: number) => {
    const { product, databaseUrl } = await apart(name)
    await fillMany(databaseUrl, { sessions: 0, activities: 0 })
    await insertItems(databaseUrl, count)
    const speed = () => requestsPerSecond({ url: `${product.url}/api/bench-1`, cookies: cookies(16) })
    return { product, speed }
  }
  const few = await open('few_items', FEW)
  const many = await open('many_items', MANY)
  const { product, other } = await compare(many.speed, few.speed)
  await few.product.stop()
  await many.product.stop()
  const ratio = other / product
  return [
    {
      what: 'publishing: time of page 1 of a person, 1,000,000 items against 1,000',
      measured: `${ratio.toFixed(2)} × (${Math.round(product).toLocaleString('en')} requests/s)`,
      goal: `≤ ${MOST} ×`,
      passed: ratio <= MOST
    }
  ]
}

/** All items belong to one person. Every fifth is unpublished, and every second is in a group. */
export async function insertItems(connectionString: string, count: number): Promise<void> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    const text = '<p>Some lines, as a short note has them.</p>'.repeat(10)
    const columns =
      'person_id, parent_id, is_book, slug, title, content, status, is_public, order_ms, created_at, updated_at'
    await client.query(
      `insert into items (${columns})
       select id, null, true, 'bench-book', 'Book', '', 1, true, 1, now(), now() from persons where username = 'bench-1'`
    )
    await client.query(
      `insert into items (${columns})
       select person_id, case when n % 2 = 0 then id end, false, 'bench-item-' || n, 'Item ' || n, $1,
         (n % 5 > 0)::int, n % 5 > 0, n, now(), now()
       from items, generate_series(1, ${count}) n where slug = 'bench-book'`,
      [text]
    )
    await client.query('insert into names (name, item_id) select slug, id from items where slug like $1', ['bench-%'])
    await client.query('analyze')
  } finally {
    await client.end()
  }
}
