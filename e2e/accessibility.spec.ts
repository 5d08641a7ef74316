import { expect, type Page } from '@playwright/test'
import { changeTheme, THEMES, violations } from './axe.ts'
import { inTabs, PERSONAL_PAGES, PUBLIC_PAGES } from './pages.ts'
import { test } from './product.ts'

/** The page as it is when nothing loads any more; a page that scrolls sideways on a phone is broken for everybody. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

async function expectNoSidewaysScroll(page: Page, path: string): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, `${path} scrolls sideways`).toBeLessThanOrEqual(0)
}

for (const width of [320, 1280]) {
  test(`axe finds nothing on any public page, light and dark, ${width} px wide`, async ({ visitor }) => {
    test.setTimeout(PUBLIC_PAGES.length * 8_000)
    const checked: string[] = []
    await inTabs(await visitor({ width }), PUBLIC_PAGES, async (page, path) => {
      await open(page, path)
      for (const theme of THEMES) {
        await changeTheme(page, theme)
        await expectNoSidewaysScroll(page, path)
        expect(await violations(page), `${path}, ${theme}`).toEqual([])
        checked.push(`${path} ${theme}`)
      }
    })
    expect(checked).toHaveLength(PUBLIC_PAGES.length * THEMES.length)
  })
}

test('axe finds nothing on the pages of a person', async ({ person }) => {
  test.setTimeout(PERSONAL_PAGES.length * 8_000)
  const { page } = await person('katherine')
  await inTabs(page, PERSONAL_PAGES, async (tab, path) => {
    await open(tab, path)
    await expectNoSidewaysScroll(tab, path)
    expect(await violations(tab), path).toEqual([])
  })
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
