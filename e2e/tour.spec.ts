import { expect, type Page } from '@playwright/test'
import { TOUR_STEPS } from '../domain/tour/steps.ts'
import { violations } from './axe.ts'
import { test } from './product.ts'

const card = (page: Page) => page.getByRole('dialog')

/** Checks that the card and its target are both on the screen, and that nothing scrolls sideways. */
async function check(page: Page): Promise<void> {
  await expect(card(page)).toBeInViewport({ ratio: 1 })
  await expect(card(page).getByRole('button', { name: 'Continue' })).toBeFocused()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
}

for (const [device, size] of [
  ['desktop', { width: 1280, height: 900 }],
  ['phone', { width: 390, height: 844 }]
] as const) {
  test(`a visitor takes the whole tour by keyboard on a ${device}, and nothing is written`, {
    tag: '@TOUR-01..TOUR-34'
  }, async ({ visitor }) => {
    const page = await visitor(size)
    const writes: string[] = []
    page.on('request', request => request.method() === 'GET' || writes.push(request.url()))
    await page.goto('/')
    await page.getByRole('link', { name: 'Welcome Tour' }).press('Enter')
    for (const [index, step] of TOUR_STEPS.entries()) {
      await expect(card(page).getByText(`Step ${index + 1} of ${TOUR_STEPS.length}`)).toBeVisible()
      await expect(card(page)).toContainText(step.title)
      await expect(page).toHaveURL(new RegExp(`${step.path}$`))
      await expect(page.locator(`[data-tour~="${step.name}"]`).first(), step.name).toBeInViewport()
      await check(page)
      if (['start', 'join', 'end'].includes(step.name)) expect(await violations(page), step.name).toEqual([])
      if (step.name === 'tasks') {
        await page.reload()
        await check(page)
      }
      if (step.also) {
        for (const name of ['Terms', 'Privacy']) {
          await card(page).getByRole('link', { name }).press('Enter')
          await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
          await check(page)
        }
      }
      await page.keyboard.press('Enter')
    }
    await expect(page).toHaveURL(/\/$/)
    await expect(card(page)).toHaveCount(0)
    expect(writes.filter(url => !url.includes('/api/client-errors'))).toEqual([])
  })
}
