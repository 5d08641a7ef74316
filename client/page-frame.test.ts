import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const styles = globSync('client/**/*.css').map(file => readFileSync(file, 'utf8'))

test('the page extends under the notch, and its styles keep content clear of it', () => {
  expect(styles.filter(style => style.includes('env(safe-area-inset-')).length).toBeGreaterThan(0)
  expect(readFileSync('client/index.html', 'utf8')).toMatch(/name="viewport" content="[^"]*viewport-fit=cover"/)
})

test("full-width bars reserve the scrollbar's width while a dialog is open", () => {
  const bars = styles.flatMap(style => style.match(/\{[^{}]*position: fixed;[^{}]*inset-inline: 0;[^{}]*\}/g) ?? [])
  expect(bars.length).toBeGreaterThan(0)
  for (const bar of bars) expect(bar).toContain('--removed-body-scroll-bar-size')
})
