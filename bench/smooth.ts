/**
 * A phone in use: how long presses take until the next paint while a room is busy and while a plan grows, and how far
 * the content moves while pages load. The processor is slowed to a quarter. The browser measures the presses itself
 * (Event Timing), as it does for "Interaction to Next Paint".
 */
import { setTimeout as wait } from 'node:timers/promises'
import { type BrowserContext, chromium, type Locator, type Page } from '@playwright/test'
import { findChromium } from '../scripts/lib/chromium.mjs'
import { openCrowd } from './lib/children.ts'
import { cookieOf, insertBusyRoom } from './lib/content.ts'
import type { Ground } from './lib/ground.ts'
import type { Row } from './lib/row.ts'
import { send } from './lib/steady.ts'

const SLOWER = 4
const PEOPLE = 40
const LOGS_A_SECOND = 5
const PRESSES = 10
const BETWEEN_MS = 1100
/** The person with the phone. Person 1 is the host. */
const ME = 2
const PHONE = { viewport: { width: 390, height: 664 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }

/** An ordinary session, and one that runs for days and shows a plan of days. */
const ROOMS = [
  { name: 'a busy room', hours: 3 },
  { name: 'a busy room of days', hours: 240 }
]

export async function smooth({ product: { url }, databaseUrl }: Ground): Promise<Row[]> {
  const root = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({ executablePath: findChromium(), args: root })
  try {
    const phone = await browser.newContext(PHONE)
    const [name = '', value = ''] = cookieOf(ME).split('=')
    await phone.addCookies([{ name, value, url }])
    const rooms: Row[] = [await leastRow(phone)]
    for (const { name, hours } of ROOMS) {
      const session = await insertBusyRoom(databaseUrl, { members: PEOPLE, hours })
      const { presses, shift } = await pressInRoom(phone, url, session)
      rooms.push(
        row(`presses in ${name}, median`, medianOf(presses), 80),
        row(`presses in ${name}, slowest of ten`, Math.max(...presses), 150),
        shiftRow(name, shift)
      )
    }
    const builder = await openSlow(phone, `${url}/challenges/events/create`)
    const builderShift = await shiftOf(builder)
    const add = builder.getByRole('button', { name: 'Add a part' })
    const parts = await pressesOf(builder, add)
    await builder.close()
    const today = await openSlow(phone, `${url}/my/today`)
    const todayShift = await shiftOf(today)
    return [
      ...rooms,
      row('adding a part, slowest of ten', Math.max(...parts), 150),
      shiftRow('the builder', builderShift),
      shiftRow('Today', todayShift)
    ]
  } finally {
    await browser.close()
  }
}

/** Measures the same presses on a page that only counts them, while nobody else does anything. */
async function leastRow(phone: BrowserContext): Promise<Row> {
  const page = await openSlow(phone, `data:text/html,${encodeURIComponent(LEAST)}`)
  const presses = await pressesOf(page, page.getByRole('button'))
  await page.close()
  return {
    what: 'smooth: presses on a page that only counts them, median and slowest of ten',
    measured: `${medianOf(presses)} and ${Math.max(...presses)} ms`,
    goal: '',
    passed: null
  }
}

const LEAST = `<!doctype html><meta name="viewport" content="width=device-width">
  <button style="font-size: 2rem" onclick="this.textContent++">0</button>`

type Room = Awaited<ReturnType<typeof insertBusyRoom>>

/** Presses a log button while others log, and everyone has the room open. */
async function pressInRoom(
  phone: BrowserContext,
  url: string,
  { id, slug, tasks }: Room
): Promise<{ presses: number[]; shift: number }> {
  const crowd = await openCrowd({ url, room: id, count: PEOPLE })
  const room = await openSlow(phone, `${url}/sessions/${slug}`)
  const shift = await shiftOf(room)
  const press = room.getByRole('region', { name: 'Quick log' }).getByRole('button', { name: /Goal 1/ })
  let nth = 0
  const logs = setInterval(() => {
    nth += 1
    const body = { task_uuid: tasks[nth % tasks.length], amount: 1 }
    void send('POST', `${url}/api/challenge-events/${slug}/store-quick-log`, 3 + (nth % (PEOPLE - 2)), body)
  }, 1000 / LOGS_A_SECOND)
  await wait(1000)
  const presses = await pressesOf(room, press.first())
  clearInterval(logs)
  await room.close()
  crowd.close()
  return { presses, shift }
}

interface Watched {
  /** Milliseconds of each interaction, by its id. */
  presses: Map<number, number>
  shift: number
}

async function openSlow(phone: BrowserContext, address: string): Promise<Page> {
  const page = await phone.newPage()
  await page.addInitScript(() => {
    const watched: Watched = { presses: new Map(), shift: 0 }
    Object.assign(window, { watched })
    new PerformanceObserver(list => {
      for (const { interactionId, duration } of list.getEntries() as PerformanceEventTiming[]) {
        if (interactionId)
          watched.presses.set(interactionId, Math.max(duration, watched.presses.get(interactionId) ?? 0))
      }
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
    new PerformanceObserver(list => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) watched.shift += entry.value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const devtools = await phone.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.goto(address)
  await page.waitForLoadState('networkidle')
  await wait(2000)
  return page
}

/**
 * Presses ten times, at the place of the button, because `tap()` of Playwright runs its own checks during the press.
 * @returns milliseconds of each, at least 16, because browsers report no shorter ones
 */
async function pressesOf(page: Page, button: Locator): Promise<number[]> {
  await page.evaluate(() => (window as unknown as { watched: Watched }).watched.presses.clear())
  for (let nth = 0; nth < PRESSES; nth++) {
    await button.scrollIntoViewIfNeeded()
    const box = await button.boundingBox()
    if (!box) throw new Error('the button is not on the page')
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
    await wait(BETWEEN_MS)
  }
  const measured = await page.evaluate(() => [...(window as unknown as { watched: Watched }).watched.presses.values()])
  return [...measured, ...Array<number>(Math.max(0, PRESSES - measured.length)).fill(16)]
}

const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { watched: Watched }).watched.shift)

const medianOf = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const row = (what: string, ms: number, most: number): Row => ({
  what: `smooth: ${what}`,
  measured: `${Math.round(ms)} ms`,
  goal: `≤ ${most} ms`,
  passed: ms <= most
})

const shiftRow = (what: string, shift: number): Row => ({
  what: `smooth: shift while ${what} loads`,
  measured: shift.toFixed(3),
  goal: '< 0.01',
  passed: shift < 0.01
})
