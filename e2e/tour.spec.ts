import { expect, type Page } from '@playwright/test'
import { TOUR_STEPS } from '../domain/tour/steps.ts'
import { violations } from './axe.ts'
import { register, test } from './product.ts'

const card = (page: Page) => page.getByRole('dialog')

/** The rings, clocks of rooms and fields that the tip covers. The time on a card of a list is no clock. */
const covered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const tip = document.querySelector('[role="dialog"]')?.getBoundingClientRect()
    const kept = document.querySelectorAll(
      '[data-ring], [role="timer"]:has(circle), input, textarea:not([aria-hidden]), select, [contenteditable="true"]'
    )
    return [...kept]
      .filter(one => one.checkVisibility())
      .filter(one => {
        const { top, bottom, left, right } = one.getBoundingClientRect()
        return tip && top < tip.bottom && bottom > tip.top && left < tip.right && right > tip.left
      })
      .map(one => one.outerHTML.slice(0, 80))
  })

/** Whether the tip covers the page's title or the bar at the bottom edge. */
const coversTitleOrBar = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const tip = document.querySelector('[role="dialog"]')?.getBoundingClientRect()
    const others = [...document.querySelectorAll('h1, nav[aria-label="Main places"]')].filter(one =>
      one.checkVisibility()
    )
    return others
      .map(one => one.getBoundingClientRect())
      .some(({ top, bottom }) => tip !== undefined && top < tip.bottom && bottom > tip.top)
  })

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
      await expect.poll(() => covered(page), step.name).toEqual([])
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

test('after the first goal on a phone, one tip at a time is below what it explains', {
  tag: ['@TOUR-35..TOUR-40']
}, async ({ visitor }) => {
  const page = await visitor({ width: 390, height: 664 })
  await page.goto('/')
  const username = `mary-${Math.random().toString(36).slice(2, 8)}`
  await register(page, username)
  await page.goto('/my/goals?create=1', { waitUntil: 'networkidle' })
  const sentence = page.getByLabel('What do you want to do?')
  await sentence.pressSequentially('drink 8 glasses a day')
  // While the person types, no tip is there.
  await expect(card(page)).toBeHidden()
  await expect(page.getByRole('list', { name: 'Understood' })).toBeVisible()
  await page.getByRole('button', { name: 'Create goal' }).click()
  for (const [title, last] of [
    ['Your first goal', 'newCreateGoal'],
    ['Log progress', 'logProgressButton'],
    ['More for a goal', 'additionalGoalFeatures']
  ] as const) {
    await expect(card(page)).toHaveCount(1)
    await expect(card(page)).toContainText(title)
    await expect(card(page)).toBeInViewport({ ratio: 1 })
    await expect(page.getByText('Take a two-minute tour')).toBeHidden()
    await expect.poll(() => covered(page), title).toEqual([])
    await expect.poll(() => coversTitleOrBar(page), title).toBe(false)
    const target = await page.locator(`[data-tour~="${last}"]`).first().boundingBox()
    const tip = await card(page).boundingBox()
    if (!tip || !target) throw new Error('the tip or its target has no box')
    // The ring is below the menu, so that tip is above it.
    if (last === 'additionalGoalFeatures') expect(tip.y + tip.height, title).toBeLessThanOrEqual(target.y)
    else expect(tip.y, title).toBeGreaterThanOrEqual(target.y + target.height)
    if (last !== 'additionalGoalFeatures') await card(page).getByRole('button', { name: 'Continue' }).click()
  }
})
