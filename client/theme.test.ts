import { expect, test } from 'vitest'
import { theme } from './theme.ts'

test('breakpoints are 640, 768, 1024 and 1200 px', { tags: ['HDR-42', 'HDR-43', 'HDR-44', 'HDR-45'] }, () => {
  const { sm, md, lg, xl } = theme.breakpoints ?? {}
  expect([sm, md, lg, xl].map(em => Number.parseFloat(em ?? '') * 16)).toEqual([640, 768, 1024, 1200])
})
