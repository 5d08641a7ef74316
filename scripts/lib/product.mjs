/** Builds what `npm start` runs: the page, and the server's files without types. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildPage, hashOf } from './page.mjs'
import { must, readOrEmpty, root } from './run.mjs'

export const SERVER_SOURCES = ['domain', 'sandbox', 'server']
export const SERVER_DIST = 'dist'
const STAMP = join(root, SERVER_DIST, '.sources')

export function buildProduct() {
  buildPage()
  stripServer()
}

/** Writes the server's files without types into `dist` if the sources changed since. */
export function stripServer() {
  const sources = hashOf(SERVER_SOURCES)
  if (readOrEmpty(STAMP) === sources) return
  // In a process of its own, because the Node that runs this may be too old to do it.
  must('node', ['--disable-warning=ExperimentalWarning', 'scripts/strip.mjs'])
  writeFileSync(STAMP, sources)
}
