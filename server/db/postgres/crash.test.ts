import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, test, vi } from 'vitest'
import { startCrashApp } from '../../../testing/crash/crash-app.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { connectionOf } from './address.ts'
import { readPostmaster } from './postmaster.ts'

const KILLS = 20
const SEED = 20_261_121

test('twenty kills of the app, of PostgreSQL or of both lose no row', {
  // It takes about 10 to 17 seconds on a quiet machine. The timeout is for a run that hangs.
  timeout: 240_000
}, async () => {
  const folder = join(await temporaryFolder(), 'postgres')
  const random = seeded(SEED)
  const acknowledged = new Set<string>()
  const killPostgres = async () => {
    const postmaster = await readPostmaster(folder)
    if (postmaster) process.kill(postmaster.pid, 'SIGKILL')
  }
  let app = startCrashApp(folder, acknowledged)
  await app.ready
  for (let kill = 0; kill < KILLS; kill++) {
    const victim = (['app', 'postgres', 'both'] as const)[kill % 3]
    await setTimeout(random() * 150)
    if (victim !== 'app') await killPostgres()
    if (victim !== 'postgres') {
      await app.kill('SIGKILL')
      app = startCrashApp(folder, acknowledged)
      // Sometimes kill it again while it starts.
      if (random() < 0.3) {
        await setTimeout(random() * 400)
        await app.kill('SIGKILL')
        app = startCrashApp(folder, acknowledged)
      }
    }
    await app.ready
    // If only PostgreSQL was killed, the app must restart it. The app keeps writing while the test reads, so only the
    // rows acknowledged before must exist.
    const promised = [...acknowledged]
    const kept = await vi.waitFor(() => writtenRows(folder), { timeout: 8000, interval: 20 })
    const lost = promised.filter(id => !kept.has(id))
    expect(lost, `after kill ${kill} of ${victim}`).toEqual([])
  }
  expect(acknowledged.size).toBeGreaterThan(KILLS)
})

async function writtenRows(folder: string): Promise<Set<string>> {
  const connection = await connectionOf(folder)
  if (!connection) throw new Error('PostgreSQL does not run')
  const client = new Client(connection)
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query('select id from written')
    return new Set(rows.map(row => row.id))
  } finally {
    await client.end().catch(() => {})
  }
}

/** Mulberry32, which gives the same numbers in every run. */
function seeded(state: number): () => number {
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
