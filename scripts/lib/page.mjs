/** Builds the page into `client/dist` if its sources changed since the last build. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inBackground, must, readOrEmpty, root } from './run.mjs'

const SOURCES = ['client', 'domain', 'vite.config.ts', 'package-lock.json']
const DIST = join('client', 'dist')
const BUILD = ['build', '--logLevel', 'warn']
const STAMP = join(root, DIST, '.sources')

export function buildPage() {
  const sources = hashOfSources()
  if (readOrEmpty(STAMP) === sources) return
  console.log('Building the page ...')
  must('vite', BUILD)
  writeFileSync(STAMP, sources)
}

/** Builds the page in the background. */
export async function buildPageMeanwhile() {
  const sources = hashOfSources()
  if (readOrEmpty(STAMP) === sources) return
  const { passed, output } = await inBackground('vite', BUILD)
  console.log(`\n— the page\n${output}${passed ? 'built' : 'FAILED'}: the page`)
  if (!passed) process.exit(1)
  writeFileSync(STAMP, sources)
}

export function hashOfSources() {
  return hashOf(SOURCES, DIST)
}

/**
 * Hashes contents, not dates, because every checkout changes the dates. Some hundred small files take 20 ms.
 * @param {string[]} sources
 * @param {string} [dist] is left out
 */
export function hashOf(sources, dist) {
  const hash = createHash('sha256')
  for (const source of sources) add(source)
  return hash.digest('hex')

  /** @param {string} path */
  function add(path) {
    if (path === dist) return
    const entries = entriesOf(path)
    if (!entries) hash.update(`${path}\n`).update(readFileSync(join(root, path)))
    else for (const entry of entries.sort()) add(join(path, entry))
  }
}

/** @param {string} path */
function entriesOf(path) {
  try {
    return readdirSync(join(root, path))
  } catch {
    return null
  }
}
