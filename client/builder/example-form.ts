/** Page data of the builder for tests. */

import { DIFFICULTIES } from '../../domain/activities/difficulty.ts'
import { type PartGroup, part, partGroup, task, taskGroup } from '../../domain/activities/plan.ts'
import type { Form } from './form.ts'

export const CHOICES = {
  terms: [
    { id: 1, slug: 'health', title: 'Health', parent_id: null },
    { id: 2, slug: 'running', title: 'Running', parent_id: 1 },
    { id: 3, slug: 'road', title: 'Road', parent_id: 2 },
    { id: 4, slug: 'night', title: 'Night', parent_id: 3 },
    { id: 5, slug: 'mind', title: 'Mind', parent_id: null }
  ],
  difficulties: [...DIFFICULTIES]
}

export function uuidOf(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
}

export function formWith(more: Partial<Form> = {}): Form {
  return {
    title: '',
    content: '',
    term_id: null,
    term_id_0: null,
    term_id_1: null,
    term_id_2: null,
    term_id_3: null,
    difficulty: null,
    participant_limit: null,
    needs_code: 0,
    join_code: null,
    donation_link: '',
    is_manually_started: 0,
    is_preset: 0,
    unlisted: 0,
    hut_id: null,
    duration: 3600,
    started_at: null,
    ended_at: null,
    is_free: 0,
    parts: [],
    tasks: [],
    timers: [],
    ...more
  }
}

/** A group of parts that last five minutes each. */
export function groupOf(titles: readonly string[], more: Partial<PartGroup> = {}): PartGroup {
  const parts = titles.map((title, order) => part.parse({ uuid: uuidOf(100 + order), order, title, duration: 300 }))
  return { ...partGroup.parse({ uuid: uuidOf(10) }), parts, ...more }
}

export function goalsOf(...titles: string[]) {
  const parts = titles.map((title, order) => task.parse({ uuid: uuidOf(200 + order), order, title, amount: 1 }))
  return { ...taskGroup.parse({ uuid: uuidOf(20) }), parts }
}
