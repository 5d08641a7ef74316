import { createHash } from 'node:crypto'
import type { Preview } from '../../../domain/previews/preview.ts'

/** Stands in the address of the picture, since those who show it keep it for long. */
export function versionOf(preview: Preview): string {
  return createHash('sha256').update(JSON.stringify(preview)).digest('base64url').slice(0, 12)
}
