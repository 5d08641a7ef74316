/** A plan for tests that has some of everything. */
import { partsOf, planOf, tasksOf, uuidOf } from '../activities/example-plan.ts'
import { inPlaces } from '../activities/plan-edit.ts'
import type { Described } from './plan-file.ts'

const timer = {
  uuid: uuidOf(20),
  title: 'Box',
  duration: 30,
  is_interval: 1 as const,
  sets: 2,
  nested: [{ title: '', duration: 10 }]
}
export const WHOLE_PLAN: Described = {
  title: 'A run',
  content: '<p>Slow and <b>easy</b></p>',
  duration: 3600,
  ...inPlaces(
    planOf({
      parts: [
        partsOf(
          1,
          [{ title: 'A', task_uuids: [uuidOf(500)], timers: [timer], is_interval: 1, is_custom_duration: 0 }, {}],
          {
            sets: 3,
            linked: 0
          }
        ),
        partsOf(2, [
          { title: 'C', alerts: [{ at: 5, title: 'Soon' }], start_of: 'after_previous_starts', time_from: 9 }
        ])
      ],
      tasks: [
        tasksOf(5, [
          {
            list: [{ uuid: uuidOf(30), title: 'Shoes' }],
            quick_log_buttons: [{ uuid: uuidOf(31), amount: 1 }],
            distance: 3.5,
            timers: [{ ...timer, uuid: uuidOf(32) }]
          }
        ])
      ],
      timers: [{ ...timer, uuid: uuidOf(40) }]
    })
  )
}
