/** Updates my open timer on a goal, on every cached page of the session. */

import type { Log } from '../../domain/logs/api.ts'
import { isCounting } from '../../domain/logs/log.ts'
import type { SessionTask } from '../../domain/sessions/api.ts'
import { changeRoomPages } from './room-pages.ts'

export function setActiveLog(id: number, taskUuid: string, log: Log): void {
  const active = isCounting(log) ? log : null
  const change = (task: SessionTask): SessionTask =>
    task.uuid === taskUuid && (active || task.activeLog?.id === log.id)
      ? {
          ...task,
          activeLog: active,
          active_log_id: active?.id ?? null,
          // Adds only what the log has counted since its last state. A reset log counts 0, so its time is subtracted.
          duration_elapsed: task.duration_elapsed + log.elapsed_duration - countedBy(task.activeLog, log)
        }
      : task
  changeRoomPages(id, page => {
    const tasks = page.challengeEvent.tasks.map(group => ({ ...group, parts: group.parts.map(change) }))
    return { ...page, challengeEvent: { ...page.challengeEvent, tasks } }
  })
}

const countedBy = (before: Log | null, log: Log): number => (before?.id === log.id ? before.elapsed_duration : 0)
