/** What axe finds wrong on a page. The runner of axe for Playwright opens a second page for each report; this does not. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import type { RunOptions } from 'axe-core'

/** Half as long as what the package imports, which would be sent to each page. */
const SOURCE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

export const THEMES = ['light', 'dark'] as const

/** Colours are all that another theme changes: only these rules can find something else in it. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

interface Choice {
  /** Rules that are left out. */
  without?: string[]
  /** Only the rules about colours. */
  colorsOnly?: boolean
}

/** A line for each element and rule. */
export async function violations(page: Page, { without = [], colorsOnly = false }: Choice = {}): Promise<string[]> {
  // axe would have to be in each frame too.
  expect(page.frames()).toHaveLength(1)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE)
  const off = Object.fromEntries(without.map(rule => [rule, { enabled: false }]))
  const options: RunOptions = {
    resultTypes: ['violations'],
    // Styles would be read in advance for a rule that is off.
    preload: { assets: ['media'] },
    ...(colorsOnly
      ? { runOnly: { type: 'rule', values: COLOR_RULES }, rules: off }
      : // Targets of 24 px are of WCAG 2.2, which axe checks when it is asked to.
        { rules: { 'target-size': { enabled: true }, ...off } })
  }
  return page.evaluate(async chosen => {
    const { axe: loaded } = window as unknown as { axe: typeof import('axe-core') }
    const { violations } = await loaded.run(document, chosen)
    return violations.flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.target.join(' ')}`))
  }, options)
}

/** Lets the device change its theme, and waits until the page has followed and no colour is still changing. */
export async function changeTheme(page: Page, theme: (typeof THEMES)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme)
  await page.waitForFunction(() => document.getAnimations().every(animation => animation.playState !== 'running'))
}
