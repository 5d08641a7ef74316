import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { PERSONAL_PAGES, PUBLIC_PAGES } from './pages.ts'
import { test } from './product.ts'

/** What axe finds wrong, a line each. */
async function violations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.target.join(' ')}`))
}

/** The page as it is when nothing loads any more; a page that scrolls sideways on a phone is broken for everybody. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, `${path} scrolls sideways`).toBeLessThanOrEqual(0)
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [320, 1280]) {
    test(`axe finds nothing on any public page, ${colorScheme}, ${width} px wide`, async ({ visitor }) => {
      test.setTimeout(PUBLIC_PAGES.length * 8_000)
      const page = await visitor({ colorScheme, width })
      for (const path of PUBLIC_PAGES) {
        await open(page, path)
        expect(await violations(page), path).toEqual([])
      }
    })
  }
}

test('axe finds nothing on the pages of a person', async ({ person }) => {
  test.setTimeout(PERSONAL_PAGES.length * 8_000)
  const { page } = await person('katherine')
  for (const path of PERSONAL_PAGES) {
    await open(page, path)
    expect(await violations(page), path).toEqual([])
  }
})

test('HDR-18 HDR-19 HDR-20 axe finds nothing in the sign-in modal, whose first tab is Login', async ({ visitor }) => {
  const page = await visitor()
  await page.goto('/')
  await page.getByRole('banner').getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('tab', { name: 'Login' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Email' })).toBeFocused()
  expect(await violations(page)).toEqual([])
  await page.getByRole('tab', { name: 'Register' }).click()
  expect(await violations(page)).toEqual([])
})
