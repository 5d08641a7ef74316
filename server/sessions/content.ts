/** The text of a session and the texts of its editable parts, which people write while it runs (D-67, D-68, TMR-07). */
import { hiddenFrom, participantSeen, planSeenBy, summarySeen } from '../../domain/activities/hidden.ts'
import type { Part, Plan } from '../../domain/activities/plan.ts'
import { isTooLong } from '../../domain/activities/plan-limits.ts'
import { escapeHtml } from '../../domain/lib/plain-text.ts'
import { invalid, JOIN_FIRST, refuse } from '../../domain/lib/refusal.ts'
import { changedMeanwhile, isOld } from '../../domain/lib/revision.ts'
import type { LivePoll } from '../../domain/sessions/api.ts'
import { mayContribute, readClock } from '../../domain/sessions/clock.ts'
import { byline, textIsNewer, withPartText } from '../../domain/sessions/part-text.ts'
import { canHost } from '../../domain/sessions/people/permissions.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { safeHtml } from '../lib/html.ts'
import type { RequestKey } from '../lib/idempotency.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { findParticipant, findPresent, listParticipants, staysOf, toWireSummary } from '../progress/participant-rows.ts'
import { forgetEventsAbout, type RecordEvent } from '../realtime/room-rows.ts'
import { noteUses, textsOf } from '../uploads/upload-rows.ts'
import { insertContribution } from './queries.ts'
import { getSession, recordOnSession, requireHost, sessionState, updateSessionRow } from './session-rows.ts'

interface Stored {
  content: string
  /** The revision of the part's text, or of the session. */
  revision: number
}

/**
 * The host replaces the text of the session, or of a part that is flagged editable. Returns the stored text.
 * @param revision of the session or of the part's text that the host started from; null overwrites any revision
 */
export function saveContent(
  deps: Dependencies,
  viewer: SignedIn,
  sessionId: number,
  html: string,
  partUuid: string | null,
  revision: number | null
): Promise<Stored> {
  const content = safeHtml(html)
  return deps.rooms.change(sessionId, async (tx, record, row) => {
    const isByAdmin = await requireHost(tx, viewer, sessionId)
    const now = dateAt(deps.clock)
    const changed = { revision: row.revision + 1, updated_at: now }
    if (partUuid === null) {
      if (isOld(revision, row.revision)) {
        refuse(changedMeanwhile({ content: row.content, revision: row.revision }))
      }
      await updateSessionRow(tx, sessionId, { content, ...changed })
      await noteUses(tx, { session_id: sessionId }, viewer.id, textsOf({ ...row, content }), textsOf(row))
      await forgetEventsAbout(tx, sessionId, 'session', [sessionId])
      record(sessionId, { type: 'update', data: { content } })
      if (isByAdmin) await recordOnSession(tx, viewer, 'change', sessionId, now)
      return { content, revision: changed.revision }
    }
    const part = requireEditable(row.plan, partUuid)
    if (isOld(revision, part.revision)) refuse(textIsNewer(part))
    const plan = withText(row.plan, partUuid, content)
    await updateSessionRow(tx, sessionId, { plan, ...changed })
    await noteUses(tx, { session_id: sessionId }, viewer.id, textsOf({ ...row, plan }), textsOf(row))
    // People who catch up must not get a text that the host removed.
    await forgetEventsAbout(tx, sessionId, 'part', [partUuid])
    if (isByAdmin) await recordOnSession(tx, viewer, 'change', sessionId, now)
    return recordText(record, sessionId, plan, partUuid)
  })
}

/** The longest text of a part, so that pages can hold what many people add. */
const MOST = 50_000
const NO_ROOM = 'This part has no room for more.'

/** Adds a paragraph under the participant's name, once per key. Returns the part's whole text. */
export function contributeContent(
  deps: Dependencies,
  viewer: SignedIn,
  sessionId: number,
  text: string,
  partUuid: string,
  key: RequestKey | null
): Promise<Stored> {
  return deps.rooms.change(sessionId, async (tx, record, row) => {
    const member = await findPresent(tx, sessionId, viewer.id)
    if (!member) refuse({ kind: 'forbidden', message: JOIN_FIRST })
    const part = requireEditable(planSeenBy(row.plan, canHost(viewer, member)), partUuid)
    // Checked before the turn: a retry may arrive after the turn has passed.
    const isNew = key === null || (await insertContribution(tx, sessionId, viewer.id, key, dateAt(deps.clock)))
    if (!isNew) return { content: part.content, revision: part.revision }
    const clock = readClock(sessionState(row), deps.clock.now(), await staysOf(tx, row))
    const running = clock.groups.flatMap(group => group.active).find(({ uuid }) => uuid === partUuid)
    if (running?.state !== 'active') refuse({ kind: 'conflict', message: 'This part isn’t running.' })
    if (!mayContribute(clock, partUuid, viewer.username)) {
      refuse({ kind: 'forbidden', message: 'It’s not your turn.' })
    }
    const said = escapeHtml(text).replace(/\r?\n/g, '<br />')
    const content = `${part.content}${byline(viewer.username)} ${said}</p>`
    if (content.length > MOST) refuse({ kind: 'conflict', message: NO_ROOM })
    const plan = withText(row.plan, partUuid, content)
    await updateSessionRow(tx, sessionId, { plan, revision: row.revision + 1, updated_at: dateAt(deps.clock) })
    await forgetEventsAbout(tx, sessionId, 'part', [partUuid])
    return recordText(record, sessionId, plan, partUuid)
  })
}

/** The question of the editable part that runs now, and whose turn it is. Skips parts hidden from the viewer (D-98). */
export async function getPrompt(deps: Dependencies, viewer: SignedIn | null, slugOrId: string) {
  const { session } = await getSession(deps, slugOrId)
  const me = viewer && (await findParticipant(deps.db, session.id, viewer.id))
  const seen = planSeenBy(session.plan, canHost(viewer, me))
  const clock = readClock(sessionState(session), deps.clock.now(), await staysOf(deps.db, session))
  for (const running of clock.groups.flatMap(group => group.active)) {
    const part = findPart(seen, running.uuid)
    if (!part?.edit_content || running.state !== 'active') continue
    return {
      edit_prompt: part.edit_prompt,
      part_uuid: part.uuid,
      active_participant: running.turn?.username ?? null
    }
  }
  return { edit_prompt: null, part_uuid: null, active_participant: null }
}

/** The live fields of a session, which the poll and the stream send. */
export async function getPoll(deps: Dependencies, slugOrId: string): Promise<LivePoll & { id: number }> {
  const { session } = await getSession(deps, slugOrId)
  // The response is the same for everyone, so hidden goals are left out.
  const hidden = hiddenFrom(session.plan, false)
  const participants = await listParticipants(deps.db, session.id)
  return {
    id: session.id,
    participants: participants.map(participant => participantSeen(participant, hidden)),
    content: session.content,
    summary: summarySeen(toWireSummary(session), hidden),
    started_at: session.started_at?.toISOString() ?? null,
    ended_at: session.ended_at?.toISOString() ?? null,
    status: session.status,
    seq: session.seq
  }
}

function requireEditable(plan: Pick<Plan, 'parts'>, partUuid: string): Part {
  const part = findPart(plan, partUuid) ?? refuse(invalid('part_uuid', 'There’s no such part in this plan.'))
  return part.edit_content ? part : refuse({ kind: 'conflict', message: 'You can’t edit the text of this part.' })
}

function findPart(plan: Pick<Plan, 'parts'>, uuid: string): Part | undefined {
  return plan.parts.flatMap(group => group.parts).find(part => part.uuid === uuid)
}

/** Records the new text of a part. An event reaches everyone, so for a hidden part it only says that it changed. */
function recordText(record: RecordEvent, sessionId: number, plan: Plan, uuid: string): Stored {
  const { content, revision } = requireEditable(plan, uuid)
  const isSeen = findPart(planSeenBy(plan, false), uuid) !== undefined
  record(sessionId, { type: 'update', data: isSeen ? { part: { uuid, content, revision } } : { reload: true } })
  return { content, revision }
}

function withText(plan: Plan, uuid: string, content: string): Plan {
  const after = withPartText(plan, uuid, content)
  return isTooLong(after) ? refuse({ kind: 'conflict', message: NO_ROOM }) : after
}
