/** The goal that visitors see. It is never stored (D-46). */
import type { Goal } from '../../domain/goals/api.ts'
import { GoalStatus } from '../../domain/goals/goal.ts'
import { LogStatus } from '../../domain/logs/log.ts'

const button = { content: '', distance: null, status: LogStatus.Active, active_log_id: null, activeLog: null }

export const EXAMPLE_GOAL: Goal = {
  id: 0,
  uuid: '00000000-0000-0000-0000-000000000000',
  title: 'Read 12 books this year',
  link: '',
  content: 'Twenty-five quiet minutes before bed count too.',
  status: GoalStatus.Open,
  action: 'Read',
  action_duration: 0,
  duration: 0,
  amount: 12,
  amount_per_log: 1,
  amount_remaining: 7,
  amount_elapsed: 5,
  distance: null,
  distance_remaining: null,
  distance_elapsed: 0,
  duration_elapsed: 30_300,
  unit: 'books',
  sets: 1,
  is_interval: 0,
  timers: [],
  is_list: 0,
  list: [],
  quick_log_buttons: [
    { ...button, uuid: '00000000-0000-0000-0000-000000000001', title: 'Finished a book', amount: 1, duration: null },
    { ...button, uuid: '00000000-0000-0000-0000-000000000002', title: '', amount: null, duration: 1500 }
  ],
  completions_required: null,
  is_limit: 0,
  clean: null,
  active_log_id: null,
  activeLog: null,
  started_at: null,
  ended_at: null,
  completed_at: null,
  created_at: '2026-01-01T08:00:00.000Z',
  repeats: null,
  period: null,
  pauses: [],
  challenge_event: null,
  revision: 0
}
