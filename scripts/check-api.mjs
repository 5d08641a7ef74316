/** Lints the server's API document with the rules of redocly.yaml. Needs neither database nor network. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiDocument } from '../server/api-document/document.ts'
import { createApp } from '../server/app.ts'
import { keyedProvider } from '../server/billing/provider.ts'
import { openDatabase } from '../server/db/database.ts'
import { readConfig } from '../server/lib/config.ts'
import { createBus } from '../server/realtime/bus.ts'
import { openStore } from '../server/uploads/open-store.ts'
import { OPEN_INTERNET } from '../server/uploads/public-fetch.ts'
import { succeeds } from './lib/run.mjs'

// The script never uses the database, so the database need not exist.
const config = readConfig({ LOG_LEVEL: 'silent' })
const { documented } = await createApp({
  db: openDatabase({}, console),
  bus: createBus(),
  clock: { now: () => 0, after: () => () => {} },
  config,
  shell: () => '',
  assets: null,
  provider: keyedProvider({ secretKey: 'sk_test_0', publishableKey: '', webhookSecret: '', address: null }),
  sandbox: null,
  store: await openStore(config),
  network: OPEN_INTERNET
})
const folder = await mkdtemp(join(tmpdir(), 'challenge-hut-api-'))
try {
  const file = join(folder, 'openapi.json')
  await writeFile(file, JSON.stringify(apiDocument(documented, config), null, 1))
  const passed = succeeds('redocly', ['lint', file, '--config', 'redocly.yaml', '--format', 'stylish'], {
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true'
  })
  process.exitCode = passed ? 0 : 1
} finally {
  await rm(folder, { recursive: true })
}
// The app leaves some timers running.
process.exit()
