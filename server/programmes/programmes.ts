/** Makes, changes and deletes programmes that people write. All of it is free. */
import { listingCheck } from '../../domain/accounts/may-call.ts'
import { invalid, type Refusal, refuse } from '../../domain/lib/refusal.ts'
import { changedMeanwhile, isOld } from '../../domain/lib/revision.ts'
import type { ProgrammeChange, ProgrammeForm } from '../../domain/programmes/api.ts'
import { canEditProgramme, countUnits } from '../../domain/programmes/programme.ts'
import { readProgramme } from '../../domain/programmes/read-text.ts'
import { findReady } from '../../domain/programmes/ready/ready.ts'
import { recordAction } from '../audit-log/entry-rows.ts'
import type { Transaction } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { given } from '../lib/given.ts'
import { NO_KEY, once, type RequestKey, withFreeSlug } from '../lib/idempotency.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { slugFor } from '../lib/slugs.ts'
import { closeDeleted } from '../reminders/case-news.ts'
import {
  findProgramme,
  findProgrammeByKey,
  insertProgramme,
  lockProgramme,
  type ProgrammeRow,
  updateProgrammeRow
} from './programme-rows.ts'

const NOT_YOURS: Refusal = { kind: 'forbidden', message: 'Only the author of this programme can change it.' }

/** Makes a programme. With a key, a second call returns the one that the first made. Returns its slug. */
export async function createProgramme(
  { db, clock }: Dependencies,
  viewer: SignedIn,
  form: ProgrammeForm,
  key: RequestKey | null
): Promise<string> {
  const columns = columnsOf(form)
  const refusal = listingCheck(viewer, form.visibility === 'public')
  if (refusal) refuse(refusal)
  const now = dateAt(clock)
  const row = await once(
    key,
    'programmes_request',
    known => findProgrammeByKey(db, viewer.id, known),
    made => made,
    () =>
      withFreeSlug('programmes_slug_key', isTaken => {
        const plain = slugFor(form.title, false, 'programme')
        const slug = isReserved(plain) || isTaken ? slugFor(form.title, true, 'programme') : plain
        const dates = { created_at: now, updated_at: now }
        return insertProgramme(db, { ...columns, slug, user_id: viewer.id, ...(key ?? NO_KEY), ...dates })
      })
  )
  return row.slug
}

/** Slugs of programmes that come with the product, and of the page that makes one. */
const isReserved = (slug: string): boolean => slug === 'create' || findReady(slug) !== null

/** Saves the sent fields. Those who follow the programme keep their copy. */
export async function updateProgramme(
  { db, clock }: Dependencies,
  viewer: SignedIn,
  slug: string,
  { revision, ...sent }: ProgrammeChange
): Promise<void> {
  await db.transaction(async tx => {
    const row = await lockOwn(tx, viewer, slug)
    if (isOld(revision, row.revision)) refuse(changedMeanwhile({ ...toForm(row) }))
    const columns = columnsOf({ ...row, ...given(sent) })
    const refusal = listingCheck(viewer, row.visibility !== 'public' && columns.visibility === 'public')
    if (refusal) refuse(refusal)
    const now = dateAt(clock)
    await updateProgrammeRow(tx, row.id, { ...columns, revision: row.revision + 1, updated_at: now })
    if (row.user_id === viewer.id) return
    await recordAction(tx, viewer, { action: 'change', subject: 'programme', subjectId: row.id }, now)
  })
}

export async function deleteProgramme(deps: Dependencies, viewer: SignedIn, slug: string): Promise<void> {
  const { id } = await deps.db.transaction(async tx => {
    const row = await lockOwn(tx, viewer, slug)
    const now = dateAt(deps.clock)
    await updateProgrammeRow(tx, row.id, { deleted_at: now })
    if (row.user_id === viewer.id) return row
    await recordAction(tx, viewer, { action: 'delete', subject: 'programme', subjectId: row.id }, now)
    return row
  })
  await closeDeleted(deps, viewer, { kind: 'programme', id })
}

/** The form for its author. Refuses with 404 or 403. */
export async function getForm({ db }: Dependencies, viewer: SignedIn, slug: string) {
  const row = own(await findProgramme(db, slug), viewer)
  return { slug: row.slug, path: `/programmes/${row.slug}`, ...toForm(row) }
}

async function lockOwn(tx: Transaction, viewer: SignedIn, slug: string): Promise<ProgrammeRow> {
  return own(await lockProgramme(tx, slug), viewer)
}

/** Private ones of others stay unknown. */
function own(row: ProgrammeRow | null, viewer: SignedIn): ProgrammeRow {
  if (!row) return refuse({ kind: 'notFound' })
  if (canEditProgramme(row, viewer)) return row
  return refuse(row.visibility === 'private' ? { kind: 'notFound' } : NOT_YOURS)
}

function toForm({ title, about, text, source_name, source_url, visibility, revision }: ProgrammeRow) {
  return { title, about, text, source_name, source_url, visibility, revision }
}

function columnsOf({ title, about, text, source_name, source_url, visibility }: ProgrammeForm) {
  const { weeks, problems } = readProgramme(text)
  const [problem] = problems
  if (problem) {
    const line = text.slice(0, problem.offset).split('\n').length
    refuse(invalid('text', `Line ${line}: ${problem.message}`))
  }
  if (countUnits(weeks) === 0) refuse(invalid('text', 'Write at least one unit.'))
  const counts = { weeks_count: weeks.length, units_count: countUnits(weeks) }
  return { title, about, text, source_name, source_url, visibility, ...counts }
}
