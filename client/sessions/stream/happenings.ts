/** Lists what just happened in a room: logs with their cheers, joins, and parts that began. Pure. */
import { partTitle } from '../../../domain/activities/part-title.ts'
import type { RecentLog } from '../../../domain/cheers/api.ts'
import { type DistanceUnit, distanceText } from '../../../domain/lib/distance.ts'
import { amountText, lengthText } from '../../../domain/lib/duration.ts'
import type { Session, SessionData } from '../../../domain/sessions/api.ts'
import type { SessionClock } from '../../../domain/sessions/clock.ts'
import type { Today } from '../../../domain/sessions/days.ts'

export type Happening =
  | { kind: 'log'; key: string; at: number; log: RecentLog; what: string; goal: string }
  | { kind: 'join'; key: string; at: number; username: string }
  | { kind: 'part'; key: string; at: number; title: string }

/** The data of a session's main page, the only page with recent logs. */
export type RoomWithLogs = SessionData & { recent_logs: readonly RecentLog[]; today: Today | null }

type Room = Pick<RoomWithLogs, 'participants' | 'recent_logs'> & { challengeEvent: Pick<Session, 'tasks' | 'parts'> }

/** Returns the newest first, at most `most`. Leaves out people who joined before the start. */
export function happenings(room: Room, clock: SessionClock, most: number, distances: DistanceUnit): Happening[] {
  const { challengeEvent, participants, recent_logs } = room
  const began = clock.startsAt ?? Number.POSITIVE_INFINITY
  const titles = new Map(challengeEvent.parts.flatMap(group => group.parts.map(part => [part.uuid, partTitle(part)])))
  const logs = recent_logs.map((log): Happening => {
    const task = challengeEvent.tasks.flatMap(group => group.parts).find(({ uuid }) => uuid === log.task_uuid)
    const goal = log.title || task?.title || ''
    return {
      kind: 'log',
      key: `log ${log.id}`,
      at: Date.parse(log.created_at),
      log,
      what: logText(log, task?.unit, distances),
      goal
    }
  })
  const joins = participants
    .slice(-most)
    .map((person): Happening => {
      const at = Date.parse(person.joined_at)
      return { kind: 'join', key: `join ${person.username} ${at}`, at, username: person.username }
    })
    .filter(({ at }) => at > began)
  const parts = clock.groups
    .flatMap(group => group.active)
    .map(({ uuid, startsAt }): Happening => {
      return {
        kind: 'part',
        key: `part ${uuid} ${startsAt}`,
        at: startsAt,
        title: titles.get(uuid) ?? partTitle(undefined)
      }
    })
  return [...logs, ...joins, ...parts].sort((one, other) => other.at - one.at).slice(0, most)
}

/** The amounts of a log as text. A timer has the duration that it was started with. */
function logText({ amount, distance, duration }: RecentLog, unit: string | undefined, distances: DistanceUnit): string {
  return [
    amount ? amountText(amount, unit) : '',
    distance ? distanceText(distance, distances) : '',
    duration ? lengthText(duration) : ''
  ]
    .filter(Boolean)
    .join(', ')
}
