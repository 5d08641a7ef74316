/**
 * Runs before each file of component tests. The files of a worker share one browser page (`isolate: false`), which
 * halves the time of the client's tests: so each test ends with `resetClientState`, and each file loads the modules of
 * the client anew.
 *
 * happy-dom has no editing, so components are tested as they are when the editor cannot be loaded, with fields of plain
 * text (client/editor). The editor itself is tested in a browser, by e2e/editor.spec.ts.
 */
import { afterAll, afterEach, vi } from 'vitest'

vi.mock('ckeditor5', () => {
  throw new Error('There is no editor in happy-dom.')
})

afterEach(async () => {
  // Imported late, so that the mocks of the test file apply to what it imports.
  const { resetClientState } = await import('./reset-client-state.ts')
  resetClientState()
})

afterAll(() => void vi.resetModules())
