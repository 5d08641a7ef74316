/**
 * Figures of the whole installation for `/metrics`. A figure that cannot be read is NaN, and the others still appear.
 */
import { statfs } from 'node:fs/promises'
import { Gauge, type Registry } from 'prom-client'
import { newestBackup } from '../backup/newest.ts'
import type { Dependencies } from '../dependencies.ts'
import { singleFlight } from '../lib/sharing/single-flight.ts'
import { version } from '../lib/version.ts'
import { countFigures } from './figure-rows.ts'

/** Adds the figures to the registry of `/metrics`. */
export function addFigures(registry: Registry, { db, hub, clock, config }: Dependencies): void {
  const registers = [registry]
  const share = singleFlight<Figures>('done')
  const read = () => share('figures', readFigures)

  new Gauge({
    name: 'hut_build_info',
    help: 'Always 1; the labels say what runs',
    labelNames: ['version', 'node'],
    registers
  }).set({ version, node: process.versions.node }, 1)

  for (const [name, help] of Object.entries(HELP)) {
    new Gauge({
      name: `hut_${name}`,
      help,
      registers,
      async collect() {
        this.set((await read())[name as keyof Figures] ?? Number.NaN)
      }
    })
  }

  async function readFigures(): Promise<Figures> {
    const [disk, newest, counted] = await Promise.all([
      statfs(config.dataDir).catch(() => null),
      newestBackup({ db, config }).catch(() => null),
      countFigures(db, clock.now()).catch(() => null)
    ])
    return {
      rooms: hub.rooms(),
      sockets: hub.size(),
      disk_free_bytes: disk && disk.bavail * disk.bsize,
      disk_size_bytes: disk && disk.blocks * disk.bsize,
      backup_age_seconds: newest && Math.max(0, clock.now() - newest.at.getTime()) / 1000,
      backup_size_bytes: newest?.bytes,
      database_size_bytes: counted?.bytes,
      people: counted?.people,
      people_active: counted?.people_today,
      sessions_running: counted?.running
    }
  }
}

const HELP = {
  rooms: 'Rooms of sessions that this node has sockets in',
  sockets: 'Sockets in rooms of this node',
  disk_free_bytes: 'Free bytes of the disk of DATA_DIR',
  disk_size_bytes: 'Size of the disk of DATA_DIR',
  backup_age_seconds: 'Age of the newest backup',
  backup_size_bytes: 'Size of the newest backup',
  database_size_bytes: 'Size of the database',
  people: 'People who have an account',
  people_active: 'People who were here in the last 24 hours',
  sessions_running: 'Sessions that run'
}
type Figures = Record<keyof typeof HELP, number | null | undefined>
