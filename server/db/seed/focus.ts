/** Sessions for getting one thing done: Pomodoro, 52/17 and deep work. */
import { defineActivity, halfway, hours, lastMinute, minutes, type SeedActivity, timed } from './plan-builder.ts'

const cirillo = {
  title: 'Francesco Cirillo, The Pomodoro Technique, 2006',
  note: 'Devised in the late 1980s: 25 minutes of work, 3 to 5 minutes of break, and 15 to 30 minutes after four rounds. We use 5 and 20.'
}

const ONE_POMODORO = { title: '25 min', content: 'Starts a timer of one pomodoro.', amount: 1, duration: minutes(25) }

export const focus: SeedActivity[] = [
  defineActivity({
    slug: 'pomodoro-four-rounds',
    title: 'Pomodoro: four rounds',
    category: 'pomodoro',
    difficulty: 4,
    is_preset: true,
    source: cirillo,
    content:
      '<p>Two hours of work that never feel like two hours. Choose a task, work on it alone until the bell, then really stop.</p><ol><li>Write down what you will do.</li><li>Work for 25 minutes. If something else comes to mind, note it and go on.</li><li>Rest for 5 minutes, away from the screen.</li><li>After the fourth round, rest for 20.</li></ol>',
    parts: [
      ...[1, 2, 3].flatMap(round => [
        pomodoro(`Pomodoro ${round}`),
        timed('Short break', minutes(5), 'Stand up, drink water, look at something far away.', { alerts: [lastMinute] })
      ]),
      pomodoro('Pomodoro 4'),
      timed('Long break', minutes(20), 'You have earned it. Eat, walk, or do nothing at all.', { alerts: [lastMinute] })
    ],
    goals: [
      {
        title: 'Four pomodoros',
        action: 'Focus',
        unit: 'pomodoros',
        amount: 4,
        amount_per_log: 1,
        buttons: [ONE_POMODORO, { title: '+1', amount: 1 }]
      },
      {
        title: 'Note interruptions instead of following them',
        content: 'Count each one. The number alone makes the next easier to leave.',
        action: 'Note',
        unit: 'interruptions',
        buttons: [{ title: '+1 noted', amount: 1 }]
      }
    ]
  }),
  defineActivity({
    slug: 'pomodoro-single',
    title: 'One pomodoro',
    category: 'pomodoro',
    difficulty: 3,
    is_preset: true,
    source: cirillo,
    content: '<p>For the thing you keep putting off: 25 minutes, then you are free. Most people go on by choice.</p>',
    parts: [pomodoro('Pomodoro'), timed('Break', minutes(5), 'Tick it off, then step away.')],
    goals: [{ title: 'One pomodoro', action: 'Focus', unit: 'pomodoro', amount: 1, buttons: [ONE_POMODORO] }]
  }),
  defineActivity({
    slug: 'fifty-two-seventeen',
    title: '52 minutes on, 17 off',
    category: 'focus',
    difficulty: 4,
    is_preset: true,
    source: {
      title: 'Julia Gifford, The Rule of 52 and 17, DeskTime, 2014',
      note: 'The average rhythm among the most productive tenth of people in the data of a time tracker: an observation, not an experiment.'
    },
    content:
      '<p>A longer stretch than a pomodoro, for work that takes a while to get into, and a break long enough to be one. Two rounds fill a morning.</p>',
    parts: [
      longFocus('First stretch'),
      timed('Break', minutes(17), 'Leave the desk. A walk round the block is just right.', { alerts: [lastMinute] }),
      longFocus('Second stretch'),
      timed('Break', minutes(17), 'Done. Put tomorrow’s first step on paper before you go.')
    ],
    goals: [
      {
        title: 'Two stretches of focus',
        action: 'Focus',
        unit: 'stretches',
        amount: 2,
        buttons: [{ title: '52 min', amount: 1, duration: minutes(52) }]
      },
      { title: 'Before you start', list: ['Phone in another room', 'One task chosen', 'Water on the desk'] }
    ]
  }),
  defineActivity({
    slug: 'deep-work-90',
    title: 'Deep work: 90 minutes',
    category: 'deep-work',
    difficulty: 6,
    is_preset: true,
    source: {
      title: 'Cal Newport, Deep Work, 2016',
      note: 'The case for long, undistracted work and for a shutdown ritual. The 90 minutes are our choice.'
    },
    content:
      '<p>One hard problem, one door closed. Five minutes to set up, ninety to think, five to leave it so that you can come back.</p>',
    parts: [
      timed(
        'Set up',
        minutes(5),
        'Close everything you do not need. Write one sentence: when this is over, I will have…'
      ),
      timed('Deep work', minutes(90), 'Only this. When you are stuck, stay with it.', {
        alerts: [halfway(minutes(90)), { at: minutes(10), title: 'Ten minutes left' }, lastMinute],
        goals: ['Ninety minutes on one thing']
      }),
      timed('Shut down', minutes(5), 'Write where you stopped and what comes next. Then let it go.')
    ],
    goals: [
      {
        title: 'Ninety minutes on one thing',
        action: 'Work deeply',
        duration: minutes(90),
        unit: 'block',
        amount: 1,
        buttons: [{ title: '90 min', amount: 1, duration: minutes(90) }]
      },
      { title: 'Set up', list: ['Messages off', 'Door closed or headphones on', 'The result written in one sentence'] }
    ]
  }),
  defineActivity({
    slug: 'morning-focus-room',
    title: 'Morning focus room',
    category: 'focus',
    difficulty: 3,
    is_preset: false,
    source: { title: 'Challenge Hut', note: 'Our own session.' },
    content:
      '<p>Work beside others without a word. Say in the chat what you are about to do, do it for fifty minutes, and say how it went. Being seen to start is half the trick.</p>',
    participant_limit: 40,
    parts: [
      timed('Arrive', minutes(5), 'One line in the chat: what will you work on?'),
      timed('Work quietly', minutes(50), 'Chat can wait. The clock is the same for everyone.', {
        alerts: [halfway(minutes(50)), lastMinute],
        goals: ['Do what you said']
      }),
      timed('Tell us', minutes(5), 'Done, half done or not at all: all are welcome.')
    ],
    goals: [
      { title: 'Do what you said', action: 'Finish', unit: 'task', amount: 1, buttons: [{ title: 'Done', amount: 1 }] }
    ]
  }),
  defineActivity({
    slug: 'admin-power-hour',
    title: 'Small-jobs hour',
    category: 'focus',
    difficulty: 3,
    is_preset: false,
    source: { title: 'Challenge Hut', note: 'Our own session.' },
    content: '<p>Bills, forms, that one phone call. On their own they spoil a week; in company they take an hour.</p>',
    parts: [
      timed('List them', minutes(5), 'Everything that nags, smallest first.'),
      timed('Go', minutes(50), 'One after the other. Log each as it falls.', {
        alerts: [halfway(minutes(50)), lastMinute],
        goals: ['Finish five small jobs']
      }),
      timed('Cheer', minutes(5), 'Look at the list now.')
    ],
    goals: [
      {
        title: 'Finish five small jobs',
        action: 'Finish',
        unit: 'jobs',
        amount: 5,
        duration: hours(1),
        buttons: [
          { title: '+1 job', amount: 1 },
          { title: '+1, and it was a phone call', amount: 1 }
        ]
      }
    ]
  })
]

function pomodoro(title: string) {
  return timed(title, minutes(25), 'One task until the bell.', { alerts: [lastMinute] })
}

function longFocus(title: string) {
  const duration = minutes(52)
  return timed(title, duration, 'One piece of work, no side trips.', {
    alerts: [halfway(duration), lastMinute],
    goals: ['Two stretches of focus']
  })
}
