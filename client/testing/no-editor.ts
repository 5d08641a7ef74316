/**
 * happy-dom has no editing, so components are tested as they are when the editor cannot be loaded, with fields of plain
 * text (client/editor). The editor itself is tested in a browser, by e2e/editor.spec.ts.
 */
import { vi } from 'vitest'

vi.mock('ckeditor5', () => {
  throw new Error('There is no editor in happy-dom.')
})
