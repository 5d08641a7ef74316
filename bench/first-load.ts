/**
 * A first visit on a phone, measured by Lighthouse with its own throttling and the machine's Chromium. npx downloads
 * Lighthouse for each run: as a dependency, its 114 packages would be a fifth of all installed ones.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type BrowserContext, chromium } from '@playwright/test'
import { findChromium } from '../scripts/lib/chromium.mjs'
import type { Ground } from './lib/ground.ts'
import type { Row } from './lib/row.ts'

const LIGHTHOUSE = 'lighthouse@13.5.0'
/** The number of runs. The median counts. */
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
  const profile = await mkdtemp(join(tmpdir(), 'first-load-'))
  const root = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium(),
    args: ['--disable-gpu', '--remote-debugging-port=0', ...root]
  })
  const port = Number((await readFile(join(profile, 'DevToolsActivePort'), 'utf8')).split('\n')[0])
  const only = process.env.PAGE
  const rows: Row[] = []
  try {
    for (const page of PAGES) {
      if (only && page.path !== only) continue
      const reports: Report[] = []
      await browser.clearCookies()
      if (page.isPersonal) await signUp(browser, product.url)
      for (let run = 0; run < RUNS; run++) {
        reports.push(await lighthouse(product.url + page.path, port))
      }
      rows.push(rowOf(page, reports))
    }
  } finally {
    await browser.close()
    await rm(profile, { recursive: true, force: true })
    await product.stop()
  }
  return rows
}

function rowOf({ what, performance, isPersonal }: (typeof PAGES)[number], reports: Report[]): Row {
  const fastest = [...reports].sort((one, other) => scoreOf(one, 'performance') - scoreOf(other, 'performance'))
  const middle = fastest[Math.floor(fastest.length / 2)] as Report
  const value = (audit: string): number => middle.audits[audit]?.numericValue ?? Number.NaN
  // Private pages exclude search engines, so Lighthouse would mark them down.
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

/** Uses a browser that is signed in or not. Before each run Lighthouse empties its caches but keeps cookies. */
async function lighthouse(url: string, port: number): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'lighthouse-'))
  const report = join(folder, 'report.json')
  const args = ['--yes', LIGHTHOUSE, url, '--quiet', `--port=${port}`, '--output=json', `--output-path=${report}`]
  try {
    await promisify(execFile)('npx', args, { maxBuffer: 1e8 })
    return JSON.parse(await readFile(report, 'utf8'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function signUp({ request }: BrowserContext, url: string): Promise<void> {
  const password = 'correct horse battery'
  const response = await request.post(`${url}/api/register`, {
    data: {
      email: 'ada@example.org',
      username: 'ada',
      password,
      password_confirmation: password,
      client_uuid: 'bench'
    }
  })
  if (!response.ok()) throw new Error(`register: ${response.status()} ${await response.text()}`)
}
