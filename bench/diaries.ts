/**
 * The pages of a person with many goals and logs among millions of others, compared with those of a person who is
 * alone.
 */
import { compare } from './lib/compare.ts'
import { cookieOf } from './lib/content.ts'
import { fillDiaries } from './lib/diary.ts'
import type { Ground } from './lib/ground.ts'
import { requestsPerSecond } from './lib/load.ts'
import type { Row } from './lib/row.ts'

const FEW = { goals: 20, logs: 2000 }
/** LOGS=500000 for a smaller table. */
const MANY = { goals: 2000, logs: Number(process.env.LOGS ?? 5_000_000) }
const MOST = 1.5

export async function diaries({ apart }: Ground): Promise<Row[]> {
  const cookie = cookieOf(1)
  const open = async (name: string, size: typeof FEW) => {
    const { product, databaseUrl } = await apart(name)
    await fillDiaries(databaseUrl, size)
    const page = await fetch(`${product.url}/api/my/goals`, { headers: { cookie } })
    const { serverData } = (await page.json()) as { serverData: { my_goals: { id: number }[] } }
    const goal = `/my/goals/${serverData.my_goals[0]?.id}`
    return {
      product,
      speed: (path: string) => requestsPerSecond({ url: `${product.url}/api${path || goal}`, cookies: [cookie] })
    }
  }
  const few = await open('few_logs', FEW)
  const many = await open('many_logs', MANY)
  const rows: Row[] = []
  for (const [name, path] of PAGES) {
    const { product, other } = await compare(
      () => many.speed(path),
      () => few.speed(path)
    )
    rows.push(row(name, other / product, product))
  }
  await few.product.stop()
  await many.product.stop()
  return rows
}

/** An empty path means the page of the newest goal. */
const PAGES = [
  ['My Goals', '/my/goals'],
  ['a goal with its chart', ''],
  ['My Logs', '/my/logs'],
  ['My Logs of an action', '/my/logs?action=Action+1'],
  ['My Days', '/my/days']
] as const

function row(name: string, ratio: number, speed: number): Row {
  return {
    what: `diaries: time of ${name}, 2,000 goals and 200,000 logs of ${MANY.logs.toLocaleString('en')} against 20 goals alone`,
    measured: `${ratio.toFixed(2)} × (${Math.round(speed).toLocaleString('en')} requests/s)`,
    goal: `≤ ${MOST} ×`,
    passed: ratio <= MOST
  }
}
