/** The product as `npm start` runs it, on an empty folder, and people with a browser each. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type BrowserContext, test as base, expect, type Locator, type Page } from '@playwright/test'
import { READABLE_KEYS } from '../domain/tour/api.ts'

export interface Product {
  address: string
  stop: (signal?: NodeJS.Signals) => Promise<void>
  /** Restarts on the same folder and port. */
  restart: () => Promise<void>
}

export interface Person {
  username: string
  page: Page
  context: BrowserContext
}

interface Fixtures {
  /** A registered person with their own browser. */
  person: (username: string, options?: Viewport) => Promise<Person>
  /** A browser that is not signed in. */
  visitor: (options?: Viewport) => Promise<Page>
}

interface Viewport {
  width?: number
  height?: number
  colorScheme?: 'light' | 'dark'
  locale?: string
  timezoneId?: string
}

export const PASSWORD = 'correct horse battery'

/** Settings of the product, for the journeys of a file. */
export type Settings = Record<string, string>

export const test = base.extend<Fixtures, { settings: Settings; product: Product }>({
  settings: [{}, { scope: 'worker', option: true }],
  product: [
    async ({ settings }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'hut-e2e-'))
      const product = await startProduct(folder, settings)
      await use(product)
      await product.stop()
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 60_000 }
  ],
  visitor: async ({ browser, product }, use) => {
    const contexts: BrowserContext[] = []
    await use(async ({ width = 1280, height = 900, colorScheme = 'light', ...place } = {}) => {
      const context = await browser.newContext({
        baseURL: product.address,
        viewport: { width, height },
        colorScheme,
        reducedMotion: 'reduce',
        ...place
      })
      contexts.push(context)
      return context.newPage()
    })
    for (const context of contexts) await context.close()
  },
  person: async ({ visitor }, use) => {
    await use(async (name, options) => {
      const page = await visitor(options)
      return { username: await signUp(page.context(), name), page, context: page.context() }
    })
  }
})

/** Registers through the API and returns the username. Journeys share one product, so each one needs its own people. */
export async function signUp(context: BrowserContext, name: string): Promise<string> {
  const username = `${name}-${Math.random().toString(36).slice(2, 8)}`
  const response = await context.request.post('/register', {
    data: {
      email: `${username}@example.org`,
      username,
      password: PASSWORD,
      password_confirmation: PASSWORD,
      client_uuid: username
    }
  })
  expect(response.ok(), await response.text()).toBe(true)
  // Other tests cover greetings and tips (client/tour).
  const read = (message_key: string) =>
    context.request.post('/users/read-new-message', { data: { message_key, client_uuid: username } })
  await Promise.all(READABLE_KEYS.map(read))
  return username
}

/** Waits until the service worker controls the open page. The context must allow it. */
export async function workerControls(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller)
      await new Promise(resolve => navigator.serviceWorker.addEventListener('controllerchange', resolve))
  })
}

/** Registers in the modal behind the Login entry. */
export async function register(page: Page, username: string): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Login' }).click()
  await fillRegistration(page, username)
}

/** Fills the open registration form and sends it. */
export async function sendRegistration(form: Locator, username: string): Promise<void> {
  await form.getByLabel('Email').fill(`${username}@example.org`)
  await form.getByLabel('Username').fill(username)
  await form.getByLabel(/^Password/).fill(PASSWORD)
  await form.getByLabel(/^Repeat the password/).fill(PASSWORD)
  await form.getByRole('checkbox').check()
  await form.getByRole('button', { name: 'Register' }).click()
}

/** Registers in the open modal. */
export async function fillRegistration(page: Page, username: string): Promise<void> {
  const modal = page.getByRole('dialog')
  await modal.getByRole('tab', { name: 'Register' }).click()
  const form = modal.getByRole('form', { name: 'Register' })
  await sendRegistration(form, username)
  // A phone shows only the newest message, and the page's next step may have shown one of its own.
  await page.getByText('Thanks for registering!').waitFor({ state: 'attached' })
}

async function startProduct(folder: string, settings: Settings): Promise<Product> {
  let { child, address } = await launch(folder, settings.PORT ?? '0', settings)
  const port = new URL(address).port
  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
    const ended = new Promise(resolve => child.once('exit', resolve))
    child.kill(signal)
    await ended
  }
  return {
    address,
    stop,
    async restart() {
      ;({ child, address } = await launch(folder, port, settings))
    }
  }
}

async function launch(
  folder: string,
  port: string,
  settings: Settings
): Promise<{ child: ChildProcess; address: string }> {
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
      ADMIN_EMAIL: 'admin@example.org',
      ADMIN_PASSWORD: PASSWORD,
      ...settings,
      PORT: port
    },
    stdio: ['ignore', 'pipe', 'inherit']
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const ready = / is ready: (\S+)/.exec(line)
    if (ready?.[1]) return { child, address: ready[1] }
  }
  throw new Error('the product ended before it was ready')
}

/** Opens the chat of a room on a phone: a sheet that also has the tabs of the room. */
export async function openChat(page: Page): Promise<void> {
  await page.locator('.dock').getByRole('button', { name: /^Chat/ }).click()
}

/** Logs out on a desktop, by the menu of the person. */
export async function logOut(page: Page): Promise<void> {
  await page.getByRole('banner').locator('button[popovertarget]').click()
  await page.getByRole('button', { name: 'Logout' }).click()
}
