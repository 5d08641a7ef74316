/** The people of the demo, with their goals and logs. */
import { randomUUID } from 'node:crypto'
import type { GoalInput } from '../../domain/goals/fields.ts'
import type { CallOf } from '../../domain/lib/endpoint.ts'
import type { storeQuickLog } from '../../domain/logs/api.ts'
import { LogStatus } from '../../domain/logs/log.ts'

type Logged = Omit<CallOf<typeof storeQuickLog>['body'], 'goal_id'>

interface DemoGoal {
  goal: Partial<GoalInput> & { title: string }
  logs?: Logged[]
  completed?: true
}

export interface DemoPerson {
  username: string
  first_name: string
  last_name: string
  goals: DemoGoal[]
}

export const PEOPLE: DemoPerson[] = [
  {
    username: 'ada',
    first_name: 'Ada',
    last_name: 'Lovelace',
    goals: [
      {
        goal: { title: 'Plant the balcony', is_list: 1, list: ['Soil', 'Seeds', 'Pots'].map(item) },
        completed: true
      },
      {
        goal: {
          title: 'Practise the piano',
          action: 'Practise',
          unit: 'rounds',
          amount: 20,
          quick_log_buttons: [{ uuid: randomUUID(), title: '25 min', amount: 1, duration: 1500 }]
        },
        logs: [{ title: 'Scales', amount: 1, duration: 1500, status: LogStatus.Done }]
      },
      {
        goal: { title: 'Read 12 books', action: 'Read', unit: 'books', amount: 12 },
        logs: [
          { title: 'Middlemarch', amount: 1 },
          { title: 'The Peregrine', amount: 1 }
        ]
      }
    ]
  },
  {
    username: 'grace',
    first_name: 'Grace',
    last_name: 'Hopper',
    goals: [
      {
        goal: { title: 'Write the talk', action: 'Write', unit: 'pages', amount: 10 },
        logs: [{ amount: 2 }]
      },
      { goal: { title: 'Run 100 miles', action: 'Run', distance: 100 }, logs: [{ distance: 3.1 }, { distance: 5 }] }
    ]
  },
  {
    username: 'hedy',
    first_name: 'Hedy',
    last_name: 'Lamarr',
    goals: [{ goal: { title: 'Drink water', action: 'Drink', unit: 'glasses', amount: 8 }, logs: [{ amount: 3 }] }]
  },
  { username: 'katherine', first_name: 'Katherine', last_name: 'Johnson', goals: [] }
]

function item(title: string) {
  return { uuid: randomUUID(), title }
}
