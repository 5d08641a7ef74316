/**
 * The pictures of shared links. Each is drawn once and kept in memory. One is drawn at a time, in the process that
 * makes pictures (docs/decisions/0039-arriving.md).
 */
import { join } from 'node:path'
import { RETRY_BUSY } from '../../domain/lib/limits.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import type { Preview } from '../../domain/previews/preview.ts'
import type { Config } from '../lib/config.ts'
import { createSlots } from '../lib/limits/slots.ts'
import { versionOf } from '../lib/pages/preview-version.ts'
import type { PictureMaker } from '../uploads/picture-maker.ts'

/** The most pictures in memory, about 45 kB each. */
const MOST_KEPT = 100
/** Makes a client that requests many previews wait, instead of people who upload pictures. */
const MOST_WAITING = 20

export type DrawPreview = (preview: Preview) => Promise<Buffer>

/** Returns a function that draws the picture of a link, or takes it from memory. */
export function createPreviews(pictures: Pick<PictureMaker, 'draw'>, config: Config): DrawPreview {
  const kept = new Map<string, Promise<Buffer>>()
  const slots = createSlots({
    atOnce: 1,
    mostWaiting: MOST_WAITING,
    refuseBusy: () => refuse({ kind: 'unavailable', message: 'Too many previews are drawn.', retryAfter: RETRY_BUSY })
  })
  return preview => {
    const appName = config.hut.name
    const key = `${versionOf(preview)} ${appName}`
    const known = kept.get(key)
    const drawn = known ?? slots.run(() => pictures.draw({ preview, appName, fonts: join(config.dataDir, 'fonts') }))
    // Moves it to the end, since the first one is dropped first.
    kept.delete(key)
    kept.set(key, drawn)
    const [oldest = key] = kept.keys()
    if (kept.size > MOST_KEPT) kept.delete(oldest)
    drawn.catch(() => kept.get(key) === drawn && kept.delete(key))
    return drawn
  }
}
