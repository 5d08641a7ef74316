/** What axe finds wrong on a page. The runner of axe for Playwright opens a second page for each report; this does not. */
import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

export const THEMES = ['light', 'dark'] as const

/** A line for each element and rule. */
export async function violations(page: Page, { without = [] }: { without?: string[] } = {}): Promise<string[]> {
  // axe would have to be in each frame too.
  expect(page.frames()).toHaveLength(1)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async rules => {
      const { axe: loaded } = window as unknown as { axe: typeof import('axe-core') }
      const { violations } = await loaded.run(document, { resultTypes: ['violations'], rules })
      return violations.flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.target.join(' ')}`))
    },
    // Targets of 24 px are of WCAG 2.2, which axe checks when it is asked to.
    { 'target-size': { enabled: true }, ...Object.fromEntries(without.map(rule => [rule, { enabled: false }])) }
  )
}

/** Lets the device change its theme, and waits until the page has followed and no colour is still changing. */
export async function changeTheme(page: Page, theme: (typeof THEMES)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme)
  await page.waitForFunction(() => document.getAnimations().every(animation => animation.playState !== 'running'))
}
