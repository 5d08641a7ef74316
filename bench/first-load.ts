/**
 * What a first visit on a phone is like, by Lighthouse with its own throttling and the machine's Chromium. Lighthouse is
 * fetched by npx when it is asked for: as a dependency its 114 packages would be a fifth of everything that is installed.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findChromium } from '../scripts/lib/chromium.mjs'
import type { Ground } from './lib/ground.ts'
import type { Row } from './lib/row.ts'

const LIGHTHOUSE = 'lighthouse@13.5.0'
/** The middle one counts. */
const RUNS = Number(process.env.RUNS ?? 3)

const PAGES: { what: string; path: string; performance: number; isPersonal?: true }[] = [
  { what: 'home', path: '/', performance: 95 },
  { what: 'an activity', path: '/activities/pomodoro-four-rounds', performance: 95 },
  { what: 'a running session', path: '/sessions/10', performance: 95 },
  { what: 'a group', path: '/group/calm', performance: 95 },
  { what: 'a person', path: '/hut-guide', performance: 95 },
  { what: 'My Goals', path: '/my/goals', performance: 95, isPersonal: true },
  { what: 'the builder', path: '/challenges/events/create', performance: 85 }
]

interface Report {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { score: number | null; numericValue?: number; title: string }>
}

export async function firstLoad({ apart, folder }: Ground): Promise<Row[]> {
  const { product } = await apart('first_load', { DATA_DIR: join(folder, 'first-load') })
  const cookie = await signUp(product.url)
  const only = process.env.PAGE
  const rows: Row[] = []
  try {
    for (const page of PAGES) {
      if (only && page.path !== only) continue
      const reports: Report[] = []
      for (let run = 0; run < RUNS; run++) {
        reports.push(await lighthouse(product.url + page.path, page.isPersonal ? cookie : null))
      }
      rows.push(rowOf(page, reports))
    }
  } finally {
    await product.stop()
  }
  return rows
}

function rowOf({ what, performance, isPersonal }: (typeof PAGES)[number], reports: Report[]): Row {
  const fastest = [...reports].sort((one, other) => scoreOf(one, 'performance') - scoreOf(other, 'performance'))
  const middle = fastest[Math.floor(fastest.length / 2)] as Report
  const value = (audit: string): number => middle.audits[audit]?.numericValue ?? Number.NaN
  // Search engines are told to leave out what is of a person alone.
  const whole = ['accessibility', 'best-practices', ...(isPersonal ? [] : ['seo'])]
  const scores = whole.map(category => scoreOf(middle, category))
  const shift = value('cumulative-layout-shift')
  return {
    what: `first load: ${what}`,
    measured: `${scoreOf(middle, 'performance')}, ${scores.join('/')}; LCP ${seconds(value('largest-contentful-paint'))}, blocked ${Math.round(value('total-blocking-time'))} ms, shift ${shift.toFixed(3)}`,
    goal: `≥ ${performance}, ${scores.map(() => 100).join('/')}; shift < 0.05`,
    passed: scoreOf(middle, 'performance') >= performance && scores.every(score => score === 100) && shift < 0.05
  }
}

const scoreOf = (report: Report, category: string): number =>
  Math.round((report.categories[category]?.score ?? 0) * 100)
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

async function lighthouse(url: string, cookie: string | null): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'lighthouse-'))
  const report = join(folder, 'report.json')
  const args = ['--yes', LIGHTHOUSE, url, '--quiet', '--output=json', `--output-path=${report}`]
  const headers = cookie === null ? [] : [`--extra-headers=${JSON.stringify({ Cookie: cookie })}`]
  const flags = `--headless=new --disable-gpu${process.getuid?.() === 0 ? ' --no-sandbox' : ''}`
  const env = { ...process.env, CHROME_PATH: findChromium() ?? '' }
  try {
    await promisify(execFile)('npx', [...args, ...headers, `--chrome-flags=${flags}`], { env, maxBuffer: 1e8 })
    return JSON.parse(await readFile(report, 'utf8'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function signUp(url: string): Promise<string> {
  const password = 'correct horse battery'
  const response = await fetch(`${url}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email: 'ada@example.org',
      username: 'ada',
      password,
      password_confirmation: password,
      client_uuid: 'bench'
    })
  })
  if (!response.ok) throw new Error(`register: ${response.status} ${await response.text()}`)
  return response.headers
    .getSetCookie()
    .map(one => one.split(';')[0])
    .join('; ')
}
