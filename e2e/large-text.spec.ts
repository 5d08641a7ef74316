/** Tests that pages keep their buttons when a browser shows text at twice its size. */
import { expect, type Page } from '@playwright/test'
import config from '../playwright.config.ts'
import { partGroupOf, partOf, taskGroupOf, taskOf } from '../testing/plans.ts'
import { makeSession, post, test } from './room.ts'

const launchOptions = config.use?.launchOptions
test.use({
  launchOptions: { ...launchOptions, args: [...(launchOptions?.args ?? []), '--blink-settings=defaultFontSize=32'] }
})

const PHONE = { width: 390, height: 844 }
const PAGES = ['/', '/my/goals?create=1', '/my/sessions', '/tokens', '/account', '/account/security', '/groups/create']

/** The labels of buttons that are cut off or outside of the page. */
const cutOff = (page: Page) =>
  page.locator('main .mantine-Button-root:visible').evaluateAll(buttons =>
    buttons
      .filter(button => {
        const label = button.querySelector('.mantine-Button-label') ?? button
        const isScrolled = button.closest('ul')?.scrollWidth !== button.closest('ul')?.clientWidth
        return (
          label.scrollWidth > label.clientWidth + 1 ||
          (!isScrolled && button.getBoundingClientRect().right > window.innerWidth)
        )
      })
      .map(button => button.textContent)
  )

test('at 200 % text no button of a phone is cut off', async ({ person }) => {
  const { page } = await person('ada', PHONE)
  for (const path of PAGES) {
    await page.goto(path)
    await expect(page.locator('main .mantine-Button-root').first()).toBeVisible()
    expect(await cutOff(page), path).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(PHONE.width)
  }
})

test('at 200 % text the log buttons of a room can be read on a phone', { tag: '@D-144' }, async ({ person }) => {
  const ada = await person('ada', PHONE)
  const { path, slug } = await makeSession(ada, {
    parts: [partGroupOf([partOf()])],
    tasks: [taskGroupOf(['Squats', 'Water'].map(title => taskOf({ title, amount: 10 })))]
  })
  await post(ada, `/challenge-events/${slug}/start`)
  await ada.page.goto(path)
  const press = ada.page.getByRole('region', { name: 'Quick log' }).getByRole('button', { name: '+1 time: Squats' })
  await expect(press).toBeInViewport({ ratio: 1 })
  expect((await press.boundingBox())?.width).toBeGreaterThan(100)
})
