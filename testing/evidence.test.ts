import { expect, test } from 'vitest'
import { withSection } from './evidence.ts'

const DOCUMENT = '# Evidence\n\nWords.\n\n## npm run a\nOld.\n\n## npm run b\nKept.\n'

test('a repeated command replaces its section and leaves all other text', () => {
  expect(withSection(DOCUMENT, '## npm run a', 'New.\n')).toBe(DOCUMENT.replace('Old.', 'New.'))
})

test('a new command gets a section at the end', () => {
  expect(withSection(DOCUMENT, '## npm run c', 'New.')).toBe(`${DOCUMENT}\n## npm run c\nNew.\n`)
})
