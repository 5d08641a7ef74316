// @vitest-environment node
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'

/** Static imports and exports that remain in the built code, so those of types are left out. */
const IMPORT = /^(?:import|export) (?!type\b)(?:[^']*? from )?'(\.[^']+)'/gm
const ONLY_TYPES = /^import \{(?:\s*type [\w$]+(?: as [\w$]+)?,?)+\s*\} from/

/** The modules of `client` that load before the first view of a page. */
function filesOf(page: string): Set<string> {
  const files = new Set<string>()
  const waiting = [page]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (files.has(path) || !/^client\/.*\.tsx?$/.test(path)) continue
    files.add(path)
    for (const [statement, imported = ''] of readFileSync(path, 'utf8').matchAll(IMPORT)) {
      if (!ONLY_TYPES.test(statement)) waiting.push(posix.join(posix.dirname(path), imported))
    }
  }
  return files
}

// Forms, menus and dialogs load after it.
test('the first view of My Goals needs at most 60 files', () => {
  const files = filesOf('client/goals/MyGoalsPage.tsx')
  expect(files).toContain('client/goals/GoalCard.tsx')
  expect(files.size).toBeLessThanOrEqual(60)
})
