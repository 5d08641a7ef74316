/** The log that visitors see. It is never stored (D-46). */

import type { Log } from '../../domain/logs/api.ts'
import { LogStatus } from '../../domain/logs/log.ts'

export const EXAMPLE_LOG: Log = {
  id: 0,
  uuid: '00000000-0000-0000-0000-000000000000',
  goal_id: 0,
  challenge_event_id: null,
  task_uuid: null,
  ql_button_uuid: null,
  title: 'Finished “The Summer Book”',
  content: 'Two evenings by the fire. The last chapter twice.',
  action: 'Read',
  amount: 1,
  distance: null,
  duration: 5400,
  status: LogStatus.Done,
  is_timed: 1,
  started_at: '2026-01-10T18:30:00.000Z',
  ended_at: '2026-01-10T20:00:00.000Z',
  paused_at: null,
  elapsed_duration: 5400,
  remaining_duration: 0,
  completions_required: null,
  username: 'example',
  day: '2026-01-10',
  created_at: '2026-01-10T18:30:00.000Z',
  updated_at: '2026-01-10T20:00:00.000Z',
  goal: { id: null, title: 'Read 12 books this year', action: 'Read', unit: 'book' }
}
