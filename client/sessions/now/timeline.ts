/**
 * Lays the whole plan of a session on a time line: every set of every group, as it happened and as it is expected.
 * Units: ms since 1970. Without a known start, the line begins now.
 */
import { type PartKind, partKind } from '../../../domain/activities/part-kind.ts'
import type { PartGroup } from '../../../domain/activities/plan.ts'
import { type Frame, type Round, roundAfter, roundAt } from '../../../domain/activities/schedule.ts'
import type { Stay } from '../../../domain/activities/turns.ts'
import type { SessionClock } from '../../../domain/sessions/clock.ts'

export interface Bar {
  key: string
  uuid: string
  title: string
  kind: PartKind
  startsAt: number
  endsAt: number
}

export interface Line {
  uuid: string
  title: string
  bars: Bar[]
}

export interface Timeline {
  startsAt: number
  endsAt: number
  lines: Line[]
}

/** If there were more bars, each would be thinner than a pixel. */
const MOST_BARS = 200

export function timelineOf(
  session: { parts: readonly PartGroup[]; duration: number },
  clock: Pick<SessionClock, 'startsAt' | 'endsAt'>,
  now: number,
  people: readonly Stay[]
): Timeline {
  const startsAt = clock.startsAt ?? now
  const frame: Frame = { startsAt, now, people }
  const lines = session.parts.map(group => ({ uuid: group.uuid, title: group.title, bars: barsOf(group, frame) }))
  const last = lines.flatMap(line => line.bars).reduce((latest, bar) => Math.max(latest, bar.endsAt), startsAt)
  const endsAt = clock.endsAt ?? startsAt + session.duration * 1000
  // The line ends with the session. Parts beyond that will not happen.
  return { startsAt, endsAt: endsAt > startsAt ? endsAt : last, lines: lines.filter(line => line.bars.length > 0) }
}

function barsOf(group: PartGroup, frame: Frame): Bar[] {
  const bars: Bar[] = []
  let round: Round | null = roundAt(group, { ...frame, now: Number.NEGATIVE_INFINITY })
  while (round && bars.length < MOST_BARS) {
    for (const { part, set, startsAt, endsAt } of round.runs) {
      if (startsAt === null || endsAt === null) continue
      bars.push({
        key: `${part.uuid} ${set}`,
        uuid: part.uuid,
        title: part.title,
        kind: partKind(part),
        startsAt,
        endsAt
      })
    }
    round = roundAfter(group, round, frame)
  }
  return bars
}
