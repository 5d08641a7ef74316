/**
 * happy-dom cannot edit rich text. So the editor fails to load in component tests, and fields of plain text replace it
 * (client/editor). e2e/editor.spec.ts tests the editor itself in a browser.
 */
import { vi } from 'vitest'

vi.mock('ckeditor5', () => {
  throw new Error('There is no editor in happy-dom.')
})
