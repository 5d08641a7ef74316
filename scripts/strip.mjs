/** Writes copies of the server's files without types into dist, for server/start.mjs. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { SERVER_DIST, SERVER_SOURCES } from './lib/product.mjs'
import { root } from './lib/run.mjs'

rmSync(join(root, SERVER_DIST), { recursive: true, force: true })
for (const folder of SERVER_SOURCES) {
  for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue
    const copy = join(root, SERVER_DIST, folder, name)
    mkdirSync(dirname(copy), { recursive: true })
    // Types become blanks, so lines and columns in an error's stack are those of the source.
    writeFileSync(copy, stripTypeScriptTypes(readFileSync(join(root, folder, name), 'utf8')))
  }
}
