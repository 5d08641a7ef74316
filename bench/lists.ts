/** The list pages with more and more content, for signed-in people. Visitors would share their responses. */
import { compare } from './lib/compare.ts'
import { cookies } from './lib/content.ts'
import type { Ground } from './lib/ground.ts'
import { requestsPerSecond } from './lib/load.ts'
import { fillMany, type Size } from './lib/many.ts'
import type { Row } from './lib/row.ts'

const FEW: Size = { sessions: 1000, activities: 1000 }
const MANY: Size = { sessions: 100_000, activities: 100_000 }
const PER_PAGE = 10
const MOST = 1.5

const LISTS: [string, (size: Size) => string][] = [
  ['home', () => ''],
  ['home, page 50', () => '?page=50'],
  ['home, search', () => '?q=breathing'],
  ['home, search with swapped letters', () => '?q=braething'],
  ['home, search for a category', () => '?q=meditation'],
  ['home, search for a word of descriptions', () => '?q=starts'],
  ['home, search for words in several places', () => '?q=breathing+nose'],
  ['home, search with a word that is nowhere', () => '?q=breathing+calm'],
  ['home, search and category and difficulty', () => '?q=breathing&category=breathing&difficulty=3'],
  ['activities', () => '/activities'],
  ['activities, page 50', () => '/activities?page=50'],
  ['activities, search', () => '/activities?q=breathing'],
  ['activities, search with swapped letters', () => '/activities?q=braething'],
  ['activities, search for a category', () => '/activities?q=meditation'],
  ['activities, search for a word of descriptions', () => '/activities?q=starts'],
  ['activities, search for words in several places', () => '/activities?q=breathing+nose'],
  ['activities, search with a word that is nowhere', () => '/activities?q=breathing+calm'],
  ['activities, search without a hit', () => '/activities?q=xylophone'],
  ['activities, search and category and difficulty', () => '/activities?q=breathing&category=breathing&difficulty=3'],
  // A page far down. PostgreSQL counts off the rows before it one by one, so this does get slower as the table grows.
  ['home, the page in the middle', size => `?page=${size.sessions / 2 / PER_PAGE}`],
  ['activities, the page in the middle', size => `/activities?page=${size.activities / 2 / PER_PAGE}`]
]

export async function lists({ apart }: Ground): Promise<Row[]> {
  const open = async (name: string, size: Size) => {
    const { product, databaseUrl } = await apart(name)
    await fillMany(databaseUrl, size)
    const speed = (address: (size: Size) => string) =>
      requestsPerSecond({ url: `${product.url}/api${address(size)}`, cookies: cookies(16) })
    return { product, speed }
  }
  const few = await open('few', FEW)
  const many = await open('many', MANY)
  const rows: Row[] = []
  for (const [name, address] of LISTS) {
    const { product, other } = await compare(
      () => many.speed(address),
      () => few.speed(address)
    )
    rows.push(row(name, other / product, product))
  }
  await few.product.stop()
  await many.product.stop()
  return rows
}

function row(name: string, ratio: number, speed: number): Row {
  return {
    what: `lists: time of ${name}, 100,000 sessions and activities against 1,000`,
    measured: `${ratio.toFixed(2)} × (${Math.round(speed).toLocaleString('en')} requests/s)`,
    goal: `≤ ${MOST} ×`,
    passed: ratio <= MOST
  }
}
