/** The figures of the overview. */
import { constants } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import { LOGIN_LASTS_MS } from '../../domain/accounts/login.ts'
import type { Overview } from '../../domain/admin/api.ts'
import { newestBackup } from '../backup/newest.ts'
import { countEvents } from '../billing/event-rows.ts'
import type { Dependencies } from '../dependencies.ts'
import { version } from '../lib/version.ts'
import { countMails } from '../mail/mail-rows.ts'
import { countFigures } from '../operator/figure-rows.ts'
import { countWaiting } from '../reports/report-rows.ts'
import { isFreeHut } from '../tokens/balance-rows.ts'
import { listWaiting } from './approval-rows.ts'
import { countNewPeople, countSeen, findBeginning } from './overview-rows.ts'
import { countPushes } from './push-rows.ts'

/** A backup that is older than this deserves a look. */
const OLD_BACKUP_MS = 2 * 86_400_000
const WEEK_MS = 7 * 86_400_000
/** A slow bucket counts as broken. */
const STORE_PATIENCE_MS = 3000
/** No picture has this name. */
const CHECKED_FILE = 'challenge-hut-check'
/** How long the counts of people are kept, because they read the rows of everyone. */
const KEPT_MS = 60_000

/** Returns a function that gets the overview. */
export function createOverview(deps: Dependencies): () => Promise<Overview> {
  let kept: { until: number; zone: string; counts: ReturnType<typeof countPeople> } | null = null
  return async () => {
    const now = deps.clock.now()
    const zone = deps.config.hut.time_zone
    if (!kept || kept.zone !== zone || kept.until <= now || kept.until > now + KEPT_MS) {
      kept = { until: now + KEPT_MS, zone, counts: countPeople(deps, now, zone) }
      kept.counts.catch(() => (kept = null))
    }
    return getOverview(deps, await kept.counts)
  }
}

async function countPeople({ db }: Dependencies, now: number, zone: string) {
  const [figures, new_people, people_week] = await Promise.all([
    countFigures(db, now),
    countNewPeople(db, now, zone),
    countSeen(db, new Date(now - WEEK_MS + LOGIN_LASTS_MS))
  ])
  return { figures, new_people, people_week }
}

async function getOverview(
  deps: Dependencies,
  { figures, new_people, people_week }: Awaited<ReturnType<typeof countPeople>>
): Promise<Overview> {
  const { db, bus, config, clock } = deps
  const [disk, backup, begun, isBusUp, mails, pushes, events, storage, reports, accounts] = await Promise.all([
    statfs(config.dataDir).catch(() => null),
    newestBackup({ db, config }).catch(() => null),
    findBeginning(db),
    bus.ping().catch(() => false),
    countMails(db),
    countPushes(db),
    countEvents(db),
    canStore(deps),
    countWaiting(db),
    listWaiting(db)
  ])
  const isFree = isFreeHut(deps)
  return {
    version,
    node: process.versions.node,
    works: {
      database: true,
      bus: isBusUp,
      mail: config.smtp ? mails.failed === 0 : null,
      push: config.push ? pushes.failed === 0 : null,
      payments: isFree ? null : events.failed === 0,
      storage
    },
    payments: isFree ? 'off' : config.payments,
    pictures: config.s3 ? 'bucket' : 'disk',
    disk_free: disk && disk.bavail * disk.bsize,
    disk_size: disk && disk.blocks * disk.bsize,
    database_size: figures.bytes,
    backup_at: backup?.at.toISOString() ?? null,
    backup_time: timeText(config.backups.at),
    is_backup_late: clock.now() - (backup?.at ?? begun).getTime() > OLD_BACKUP_MS ? 1 : 0,
    people: figures.people,
    people_today: figures.people_today,
    people_week,
    new_week: new_people.slice(-7).reduce((sum, { count }) => sum + count, 0),
    sessions_running: figures.running,
    reports_waiting: reports,
    accounts_waiting: accounts.length,
    mails_waiting: mails.waiting,
    mails_failed: mails.failed,
    pushes_waiting: pushes.waiting,
    pushes_failed: pushes.failed,
    payment_events_failed: events.failed,
    new_people
  }
}

/** @param minutes since midnight */
function timeText(minutes: number | null): string | null {
  const two = (part: number) => String(part).padStart(2, '0')
  return minutes === null ? null : `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** Whether the folder and the bucket of pictures take changes. */
function canStore({ store, config, clock }: Dependencies): Promise<boolean> {
  const tried = Promise.all([store.remove([CHECKED_FILE]), access(config.dataDir, constants.W_OK)])
  return new Promise(resolve => {
    const cancel = clock.after(STORE_PATIENCE_MS, () => resolve(false))
    void tried
      .then(() => true)
      .catch(() => false)
      .then(works => {
        cancel()
        resolve(works)
      })
  })
}
