import { expect, type Page } from '@playwright/test'
import { inTabs, PERSONAL_PAGES, PUBLIC_PAGES } from './pages.ts'
import { test } from './product.ts'

/** Where the page leads to within the site, without the parts that only scroll. */
async function linksOf(page: Page, path: string): Promise<string[]> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const urls = await page.locator('a[href]').evaluateAll(links => links.map(link => (link as HTMLAnchorElement).href))
  const { origin } = new URL(page.url())
  return urls.filter(url => new URL(url).origin === origin).map(url => url.slice(origin.length).replace(/#.*/, ''))
}

/** Every link of these pages, each asked for once; what is not there, with the page that leads to it. */
async function deadLinks(first: Page, paths: readonly string[]): Promise<string[]> {
  const from = new Map<string, string>()
  await inTabs(first, paths, async (page, path) => {
    // The page for what is not there names its own address.
    for (const link of await linksOf(page, path)) if (link !== path) from.set(link, path)
  })
  expect(from.size).toBeGreaterThan(20)
  const dead: string[] = []
  for (const [link, path] of from) {
    const status = (await first.request.get(link)).status()
    if (status === 404 || status >= 500) dead.push(`${status} ${link}, from ${path}`)
  }
  return dead
}

test('no link on any page leads a visitor to nothing', async ({ visitor }) => {
  test.setTimeout(300_000)
  expect(await deadLinks(await visitor(), PUBLIC_PAGES)).toEqual([])
})

test('no link on any page leads a person to nothing', async ({ person }) => {
  test.setTimeout(300_000)
  const { page } = await person('hedy')
  expect(await deadLinks(page, [...PUBLIC_PAGES, ...PERSONAL_PAGES])).toEqual([])
})

test('the links of the modals lead somewhere', async ({ visitor }) => {
  const page = await visitor()
  await page.goto('/about')
  await page.getByRole('banner').getByRole('button', { name: 'Login' }).click()
  const modal = page.getByRole('dialog')
  // Those that are seen: the other tab is drawn in advance, and hidden.
  const links = modal.getByRole('link')
  await expect(links).toHaveCount(0)
  await modal.getByRole('tab', { name: 'Register' }).click()
  await expect(links).not.toHaveCount(0)
  for (const link of await links.all()) {
    expect((await page.request.get((await link.getAttribute('href')) ?? '')).status()).toBe(200)
  }
})
