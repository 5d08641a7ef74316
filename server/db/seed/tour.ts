/**
 * What the welcome tour walks through: an activity and its one session, whose addresses never change and which is kept
 * in progress for good (D-122). The first three parts are over within half an hour of the start; the last one lasts.
 * Everything here is written by the house: `hut-guide` belongs to the admin.
 */
import { LogStatus } from '../../../domain/logs/log.ts'
import {
  days,
  defineActivity,
  hours,
  minutes,
  repeat,
  type SeedActivity,
  timed,
  turns,
  uuidFor
} from './plan-builder.ts'

export type SeedTour = {
  activity: SeedActivity
  /** Runs the activity's plan. */
  session: { id: number; title: string; content: string; is_free: true; participant_limit: null }
  /** Usernames; the first one hosts. */
  participants: readonly string[]
  posts: readonly SeedPost[]
  messages: readonly { author: string; content: string }[]
  /** Progress to show on the logs page; `task` is a goal's title. */
  logs: readonly SeedLog[]
}
type SeedPost = {
  uuid: string
  author: string
  title: string
  content: string
  replies: readonly { uuid: string; author: string; content: string }[]
}
type SeedLog = {
  uuid: string
  author: string
  task: string
  title: string
  content: string
  amount: number | null
  duration: number | null
  status: LogStatus
}

const GUIDE = 'hut-guide'

const activity = defineActivity({
  slug: 'challenge-hut-tour',
  title: 'Challenge Hut tour',
  category: 'getting-started',
  difficulty: 3,
  is_preset: false,
  source: { title: 'Challenge Hut', note: 'Written for the tour.' },
  content:
    '<p>Welcome in. This activity shows what every other one is made of:</p><ul><li><strong>Parts</strong> take turns on one clock that everyone shares.</li><li><strong>Goals</strong> count what you do, with one press.</li><li><strong>Sessions</strong> are the times when people do it together.</li></ul><p>Open the session to see it all move. Nothing here can break, so press everything.</p>',
  parts: [
    timed('Look around', minutes(10), 'The ring counts down this part. Below it you see what comes next.', {
      alerts: [{ at: minutes(5), title: 'Halfway there' }],
      goals: ['See the whole hut']
    }),
    timed(
      'Press a button',
      minutes(19),
      'Choose a goal and press one of its buttons. The count goes up for you and for everyone who looks.',
      {
        alerts: [{ at: 60, title: 'One minute left' }],
        goals: ['Drink water', 'Read a few pages']
      }
    ),
    turns(
      'Say hello',
      minutes(1),
      'In a part like this the turn goes round: a minute for each person in the room.',
      'What brings you here?'
    ),
    timed('Open house', days(30) - minutes(30), 'This part goes on. Come and go as you please.', {
      goals: ['See the whole hut', 'Drink water', 'Read a few pages', 'Focus for a while']
    })
  ],
  goals: [
    {
      title: 'See the whole hut',
      content: 'A checklist. Tick what you have seen.',
      list: [
        'The countdown',
        'The goals and their buttons',
        'The people here',
        'The discussion',
        'The logs',
        'The chat'
      ]
    },
    {
      title: 'Drink water',
      content: 'The simplest kind of goal: a number and one button.',
      action: 'Drink',
      unit: 'glasses',
      amount: 6,
      amount_per_log: 1,
      buttons: [{ title: '+1 glass', amount: 1 }]
    },
    {
      title: 'Read a few pages',
      content: 'Several buttons, for small and large steps.',
      action: 'Read',
      unit: 'pages',
      amount: 20,
      buttons: [
        { title: '+1 page', amount: 1 },
        { title: '+5 pages', amount: 5 },
        { title: '+10 pages', amount: 10 }
      ]
    },
    {
      title: 'Focus for a while',
      content: 'A button with a time starts a timer. Pause it, finish it, or let it run out.',
      action: 'Focus',
      unit: 'rounds',
      amount: 2,
      duration: hours(1),
      is_interval: 1,
      timers: [
        repeat(2, 'Focus and break', [
          ['Focus', minutes(25)],
          ['Break', minutes(5)]
        ])
      ],
      buttons: [
        { title: '5 min', amount: 1, duration: minutes(5) },
        { title: '25 min', amount: 1, duration: minutes(25) }
      ]
    }
  ],
  timers: [
    repeat(1, 'A breath in between', [
      ['Breathe in', 5],
      ['Breathe out', 5]
    ])
  ]
})

export const tour: SeedTour = {
  activity,
  session: {
    id: 10,
    title: 'Challenge Hut tour: open house',
    content:
      '<p>Always open: come and look around. In a real one people join, get ready, and start together when the host says so.</p>',
    is_free: true,
    participant_limit: null
  },
  participants: [GUIDE],
  posts: [
    {
      uuid: uuidFor('tour/posts/0'),
      author: GUIDE,
      title: 'What is the discussion for?',
      content:
        '<p>For what should still be here tomorrow: questions, plans, how it went. Anything quick belongs in the chat.</p>',
      replies: [
        {
          uuid: uuidFor('tour/posts/0/replies/0'),
          author: GUIDE,
          content: '<p>Answers sit under the post they belong to, like this one.</p>'
        }
      ]
    },
    {
      uuid: uuidFor('tour/posts/1'),
      author: GUIDE,
      title: 'Three good first sessions',
      content:
        '<ul><li><a href="/activities/pomodoro-single">One pomodoro</a>, if something is waiting to be done.</li><li><a href="/activities/box-breathing">Box breathing</a>, if you have seven minutes.</li><li><a href="/activities/couch-to-5k-week-1">Couch to 5K, week 1</a>, if it is time to begin.</li></ul>',
      replies: []
    },
    {
      uuid: uuidFor('tour/posts/2'),
      author: GUIDE,
      title: 'What are tokens?',
      content:
        '<p>One token pays for a hundred goals, joins, logs, notes, posts or messages. Looking around is free, and so is this tour.</p>',
      replies: []
    }
  ],
  messages: [
    { author: GUIDE, content: 'Hello, and welcome to the hut.' },
    { author: GUIDE, content: 'Chat is open while a session runs. Everyone in the room sees a message at once.' },
    {
      author: GUIDE,
      content: 'If your connection drops, stay where you are: the clock goes on and the messages catch up.'
    }
  ],
  logs: [
    log(0, 'Drink water', { title: 'First glass', amount: 1 }),
    log(1, 'Read a few pages', { title: 'Before breakfast', content: 'Five pages with the coffee.', amount: 5 }),
    log(2, 'Focus for a while', {
      title: 'One round',
      content: 'Harder to start than to finish.',
      amount: 1,
      duration: minutes(25)
    })
  ]
}

function log(index: number, task: string, values: Partial<SeedLog>): SeedLog {
  return {
    uuid: uuidFor(`tour/logs/${index}`),
    author: GUIDE,
    task,
    title: '',
    content: '',
    amount: null,
    duration: null,
    status: LogStatus.Done,
    ...values
  }
}
