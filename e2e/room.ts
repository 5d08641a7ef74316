/**
 * A room for journeys: the product on a clock that stands still until the test moves it, people with a browser each
 * whose clocks do the same, and helpers that read the room. Timers run; only dates stand still, even on a slow machine.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, test as base, expect, type Locator, type Page } from '@playwright/test'
import type * as z from 'zod/mini'
import type { Session, SessionData } from '../domain/sessions/api.ts'
import type { storeSession } from '../domain/sessions/builder-api.ts'
import { QUICK } from '../testing/servers/program.ts'
import { PASSWORD, signUp } from './product.ts'

export const ADMIN = { email: 'admin@example.org', password: PASSWORD }

type Wish = z.input<NonNullable<(typeof storeSession)['body']>>['challenge']

interface Clocked {
  address: string
  /** Moves only the server's clock. Returns its time. With `holds`, pages receive nothing until a later `false`. */
  move: (ms: number, holds?: boolean) => Promise<number>
  /** The address of a node with keys of a payment provider. */
  withKeys: () => Promise<string>
  /** The findings of the audit. */
  findings: () => Promise<unknown[]>
}

export interface Person {
  username: string
  context: BrowserContext
  page: Page
  tokens: () => Promise<number>
}

interface Fixtures {
  /** A registered person with their own browser. */
  person: (name: string, size?: Size) => Promise<Person>
  visitor: (size?: Size) => Promise<Page>
  /** Moves everyone's clock. */
  pass: (seconds: number) => Promise<void>
}

interface Size {
  width?: number
  height?: number
  /** The address of another node than the usual one. */
  address?: string
  /** Allows the page to install its service worker. */
  worker?: boolean
}

export const test = base.extend<Fixtures & { contexts: BrowserContext[] }, { clocked: Clocked }>({
  clocked: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs from here
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'hut-e2e-'))
      const { child, clocked } = await launch(folder)
      await use(clocked)
      child.kill('SIGTERM')
      await once(child, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 60_000 }
  ],
  // biome-ignore lint/correctness/noEmptyPattern: as above
  contexts: async ({}, use) => {
    const contexts: BrowserContext[] = []
    await use(contexts)
    for (const context of contexts) await context.close()
  },
  visitor: async ({ browser, clocked, contexts }, use) => {
    await use(async size => (await openBrowser(browser, clocked, contexts, size)).newPage())
  },
  person: async ({ browser, clocked, contexts }, use) => {
    await use(async (name, size) => {
      const context = await openBrowser(browser, clocked, contexts, size)
      const username = await signUp(context, name)
      const tokens = async (): Promise<number> =>
        (await (await context.request.get('/get-user')).json()).all_remaining_tokens
      return { username, context, page: await context.newPage(), tokens }
    })
  },
  pass: async ({ clocked, contexts }, use) => {
    await use(async seconds => {
      // A page that heard of the new time before its own clock moved would add the difference twice.
      const time = await clocked.move(seconds * 1000, true)
      for (const context of contexts) await context.clock.setFixedTime(time)
      await clocked.move(0, false)
      for (const context of contexts) await askTime(context)
    })
  }
})

export async function showTime(context: BrowserContext, time: number): Promise<void> {
  await context.clock.setFixedTime(time)
  await askTime(context)
}

async function askTime(context: BrowserContext): Promise<void> {
  const frames = context.pages().flatMap(page => page.frames())
  for (const frame of frames) await frame.evaluate(() => window.dispatchEvent(new Event('online')))
}

async function openBrowser(
  browser: Browser,
  clocked: Clocked,
  contexts: BrowserContext[],
  { width = 1280, height = 900, address = clocked.address, worker = false }: Size = {}
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: address,
    viewport: { width, height },
    reducedMotion: 'reduce',
    serviceWorkers: worker ? 'allow' : 'block'
  })
  contexts.push(context)
  await context.clock.setFixedTime(await clocked.move(0))
  return context
}

async function launch(folder: string): Promise<{ child: ChildProcess; clocked: Clocked }> {
  const child = fork(new URL('./clocked-server.ts', import.meta.url), {
    execArgv: QUICK,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password
    }
  })
  const asked = new Map<number, (reply: never) => void>()
  let count = 0
  const ask = <Reply>(question: object): Promise<Reply> =>
    new Promise(resolve => {
      asked.set(++count, resolve)
      child.send({ id: count, ...question })
    })
  const [{ address }] = await once(child, 'message')
  child.on('message', (reply: { id: number }) => asked.get(reply.id)?.(reply as never))
  return {
    child,
    clocked: {
      address,
      move: async (ms, holds) => (await ask<{ now: number }>({ ms, holds })).now,
      withKeys: async () => (await ask<{ address: string }>({ withKeys: true })).address,
      findings: async () => (await ask<{ findings: unknown[] }>({})).findings
    }
  }
}

/** Creates a session, which waits for its host by default. Returns its address. */
export async function makeSession(host: Person, challenge: Wish): Promise<Session> {
  const response = await host.context.request.post('/challenge-events', {
    data: { challenge: { title: 'The room', duration: 3600, is_manually_started: 1, ...challenge } }
  })
  expect(response.ok(), await response.text()).toBe(true)
  return (await response.json()).event
}

/** Sends a call as the page does. Fails if it is refused. */
export async function post({ context }: Person, path: string, data: object = {}): Promise<void> {
  const response = await context.request.post(path, { data })
  expect(response.ok(), await response.text()).toBe(true)
}

/** The current session on the server. */
export async function readSession(person: Person, path: string): Promise<SessionData> {
  return (await (await person.context.request.get(`/api${path}`)).json()).serverData
}

export const people = (page: Page): Locator => page.getByRole('region', { name: 'Participants' })
export const now = (page: Page): Locator => page.getByRole('region', { name: 'Now', exact: true })

export const lobby = (page: Page): Locator => page.getByRole('region', { name: 'Lobby' })

/** Waits until the countdown after the press of Start is over on all pages. */
export async function countDown(page: Page, pass: Fixtures['pass']): Promise<void> {
  await expect(page.getByText('Starting in five seconds.')).toHaveCount(1)
  await pass(5)
}

export async function chooseInMenu(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'Session menu' }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

export async function say(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.getByRole('textbox', { name: 'Message' }).press('Enter')
}
