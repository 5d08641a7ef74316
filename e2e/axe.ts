/**
 * The violations that axe finds on a page. Playwright's runner of axe opens a second page for each report; this one
 * does not.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import type { RunOptions } from 'axe-core'

/** Half the size of the package's main script, which goes to each page. */
const SOURCE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

export const THEMES = ['light', 'dark'] as const

/** Another theme changes only colours, so only these rules can find something new. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

interface Choice {
  /** The disabled rules. */
  without?: string[]
  /** Checks only the rules about colours. */
  colorsOnly?: boolean
}

/** Returns a line for each element and rule. */
export async function violations(page: Page, { without = [], colorsOnly = false }: Choice = {}): Promise<string[]> {
  // Skips frames: axe would have to load in each of them.
  expect(page.frames()).toHaveLength(1)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE)
  const off = Object.fromEntries(without.map(rule => [rule, { enabled: false }]))
  const options: RunOptions = {
    resultTypes: ['violations'],
    // Skips preloading styles, which only a disabled rule needs.
    preload: { assets: ['media'] },
    ...(colorsOnly
      ? { runOnly: { type: 'rule', values: COLOR_RULES }, rules: off }
      : // Targets of 24 px are a rule of WCAG 2.2, which axe does not check by default.
        { rules: { 'target-size': { enabled: true }, ...off } })
  }
  return page.evaluate(async chosen => {
    const { axe: loaded } = window as unknown as { axe: typeof import('axe-core') }
    const { violations } = await loaded.run(document, chosen)
    return violations.flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.target.join(' ')}`))
  }, options)
}

/** Changes the theme of the device, and waits until the page follows and all colour transitions end. */
export async function changeTheme(page: Page, theme: (typeof THEMES)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme)
  await page.waitForFunction(() => document.getAnimations().every(animation => animation.playState !== 'running'))
}
