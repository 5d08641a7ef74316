/** Asks the server in several calls which logs of a file exist already. */

import { compareLogs, MOST_AT_ONCE } from '../../domain/import/api.ts'
import { comparedText } from '../../domain/import/known.ts'
import type { ReadLog } from '../../domain/import/line.ts'
import type { CallOf } from '../../domain/lib/endpoint.ts'
import { call } from '../lib/api.ts'

type Compared = CallOf<typeof compareLogs>['body']['logs'][number]

/**
 * @param goalOf the goal that a log counts for; null for a new goal or none
 * @returns the indexes of the existing logs
 */
export async function findKnownLogs(
  logs: readonly ReadLog[],
  goalOf: (log: ReadLog) => number | null,
  signal: AbortSignal
): Promise<Set<number>> {
  const known = new Set<number>()
  for (const part of partsByDay(logs)) {
    signal.throwIfAborted()
    const sent = part.flatMap(number => (logs[number] ? [comparedOf(logs[number], goalOf)] : []))
    const found = await call(compareLogs, { body: { logs: sent } })
    for (const index of found.known) known.add(part[index] ?? -1)
  }
  return known
}

/** Each stored log matches only one row. So the rows of a day share a call as long as they fit. */
function partsByDay(logs: readonly ReadLog[]): number[][] {
  const parts: number[][] = [[]]
  for (const day of Map.groupBy(logs.keys(), number => logs[number]?.day).values()) {
    for (let from = 0; from < day.length; from += MOST_AT_ONCE) {
      const piece = day.slice(from, from + MOST_AT_ONCE)
      const last = parts.at(-1) ?? []
      if (last.length + piece.length <= MOST_AT_ONCE) last.push(...piece)
      else parts.push(piece)
    }
  }
  return parts.filter(part => part.length > 0)
}

function comparedOf(log: ReadLog, goalOf: (log: ReadLog) => number | null): Compared {
  const { at, day, goal, action, amount, distance, duration, title, content } = log
  return {
    ...{ at, day, goal, goal_id: goalOf(log), action, amount, distance, duration, title },
    content: comparedText(content)
  }
}
