import { createHash } from 'node:crypto'
import type { Preview } from '../../../domain/previews/preview.ts'

/**
 * Returns a text for the address of the picture. It changes with the preview, because other sites cache pictures for
 * long.
 */
export function versionOf(preview: Preview): string {
  return createHash('sha256').update(JSON.stringify(preview)).digest('base64url').slice(0, 12)
}
