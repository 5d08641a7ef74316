/** Checks every page: axe, scrolling sideways, and broken links. */
import { expect, type Page } from '@playwright/test'
import { changeTheme, THEMES, violations } from './axe.ts'
import { ADMIN_PAGES, inTabs, PERSONAL_PAGES, PUBLIC_PAGES } from './pages.ts'
import { PASSWORD, test } from './product.ts'

const WIDTHS = [1280, 320] as const

/** Loads a page until it is idle. Fails if the browser rendered it differently from the server. */
async function open(page: Page, path: string): Promise<void> {
  const errors: string[] = []
  const hear = (error: Error): unknown => errors.push(error.message)
  page.on('pageerror', hear)
  await page.goto(path, { waitUntil: 'networkidle' })
  page.off('pageerror', hear)
  expect(errors, path).toEqual([])
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Fails if a page scrolls sideways on a phone. */
async function expectNoSidewaysScroll(page: Page, path: string): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, `${path} scrolls sideways`).toBeLessThanOrEqual(0)
}

/** Checks an open page in both widths and themes. Returns what it checked. */
async function expectGoodLooks(page: Page, path: string): Promise<string[]> {
  const checked: string[] = []
  // Each width starts with the last theme of the width before: a change of theme redraws the whole page.
  for (const [width, themes] of [[WIDTHS[0], THEMES] as const, [WIDTHS[1], THEMES.toReversed()] as const]) {
    await page.setViewportSize({ width, height: 900 })
    for (const [nth, theme] of themes.entries()) {
      await changeTheme(page, theme)
      await expectNoSidewaysScroll(page, path)
      // The structure of a page is the same in the other theme.
      expect(await violations(page, { colorsOnly: nth > 0 }), `${path}, ${theme}, ${width} px`).toEqual([])
      checked.push(`${path} ${theme} ${width}`)
    }
  }
  await page.setViewportSize({ width: WIDTHS[0], height: 900 })
  return checked
}

/** Internal links, each with a page that has it. */
class Links {
  readonly #from = new Map<string, string>()

  async add(page: Page, path: string): Promise<void> {
    const urls = await page.locator('a[href]').evaluateAll(links => links.map(link => (link as HTMLAnchorElement).href))
    const { origin } = new URL(page.url())
    for (const url of urls) {
      // A link that only scrolls leads to the same page.
      const link = url.slice(origin.length).replace(/#.*/, '')
      // The page for missing addresses links to its own address.
      if (new URL(url).origin === origin && link !== path) this.#from.set(link, path)
    }
  }

  /** Requests each link once. */
  async expectAlive(page: Page): Promise<void> {
    expect(this.#from.size).toBeGreaterThan(20)
    const dead: string[] = []
    for (const [link, path] of this.#from) {
      const status = (await page.request.get(link)).status()
      if (status === 404 || status >= 500) dead.push(`${status} ${link}, from ${path}`)
    }
    expect(dead).toEqual([])
  }
}

test('public pages pass axe in both themes and widths, and no link is broken', async ({ visitor }) => {
  test.setTimeout(PUBLIC_PAGES.length * 16_000)
  const checked: string[] = []
  const links = new Links()
  const page = await visitor()
  await inTabs(page, PUBLIC_PAGES, async (tab, path) => {
    await open(tab, path)
    await links.add(tab, path)
    checked.push(...(await expectGoodLooks(tab, path)))
  })
  expect(checked).toHaveLength(PUBLIC_PAGES.length * THEMES.length * WIDTHS.length)
  await links.expectAlive(page)
})

test('the pages of a person pass axe, and no link on any page is broken for them', async ({ person }) => {
  test.setTimeout((PERSONAL_PAGES.length + PUBLIC_PAGES.length) * 8_000)
  // The person's time zone and language differ from the server's: the rendering must depend on neither.
  const { page } = await person('katherine', { locale: 'de-DE', timezoneId: 'Asia/Tokyo' })
  const links = new Links()
  await inTabs(page, [await goalWithDates(page), ...PERSONAL_PAGES], async (tab, path) => {
    await open(tab, path)
    await links.add(tab, path)
    await expectNoSidewaysScroll(tab, path)
    expect(await violations(tab), path).toEqual([])
  })
  await inTabs(page, PUBLIC_PAGES, async (tab, path) => {
    await tab.goto(path)
    await expect(tab.getByRole('heading', { level: 1 })).toBeVisible()
    await links.add(tab, path)
  })
  await links.expectAlive(page)
})

test('the pages of admins pass axe in both themes, on a phone too', async ({ visitor, person }) => {
  test.setTimeout(ADMIN_PAGES.length * 16_000)
  const { username, page: theirs } = await person('linus')
  const profile = await (await theirs.request.get(`/api/${username}`)).json()
  const report = { kind: 'person', subject_id: profile.serverData.person.id, reason: 'other' }
  const page = await visitor()
  expect((await page.request.post('/api/reports', { data: { ...report, comment: 'Look at this' } })).ok()).toBe(true)
  await page.request.post('/login', { data: { email: 'admin@example.org', password: PASSWORD } })
  await page.request.post('/api/account/invitations', { data: { most_uses: 2, days: 7 } })
  await inTabs(page, [...ADMIN_PAGES, `/admin/people/${username}`], async (tab, path) => {
    await open(tab, path)
    await expectGoodLooks(tab, path)
  })
})

/** Creates a goal with a log and a note, so that pages have dates to show. Returns the address of the goal. */
async function goalWithDates({ request }: Page): Promise<string> {
  const task = { title: 'Books', amount: 12, started_at: '2026-01-01T00:00:00Z', ended_at: '2099-12-31T00:00:00Z' }
  const made = await request.post('/api/goals/store', { data: { challenge: { tasks: [task] } } })
  const goal_id: number = (await made.json()).goal.id
  const log = await request.post('/api/logs/store-quick-log', { data: { goal_id, amount: 1 } })
  const note = await request.post('/api/notes', { data: { goal_id, title: 'Short ones first' } })
  expect([log.status(), note.status()]).toEqual([200, 200])
  return `/my/goals/${goal_id}`
}

test('the sign-in modal opens on Login, passes axe, and its links work', {
  tag: ['@HDR-18', '@HDR-19', '@HDR-20']
}, async ({ visitor }) => {
  const page = await visitor()
  await page.goto('/about')
  await page.getByRole('banner').getByRole('button', { name: 'Login' }).click()
  const modal = page.getByRole('dialog')
  await expect(modal.getByRole('tab', { name: 'Login' })).toHaveAttribute('aria-selected', 'true')
  await expect(modal.getByRole('textbox', { name: 'Email' })).toBeFocused()
  expect(await violations(page)).toEqual([])
  // Visible links only: the other tab is rendered in advance, and hidden.
  const links = modal.getByRole('link')
  const expectLinksAlive = async (): Promise<void> => {
    await expect(links).not.toHaveCount(0)
    for (const link of await links.all()) {
      expect((await page.request.get((await link.getAttribute('href')) ?? '')).status()).toBe(200)
    }
  }
  await expectLinksAlive()
  await modal.getByRole('tab', { name: 'Register' }).click()
  expect(await violations(page)).toEqual([])
  await expectLinksAlive()
})
