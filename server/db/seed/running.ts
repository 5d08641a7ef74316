/** Runs and walks that need no programme. */
import { defineActivity, halfway, hours, lastMinute, minutes, type SeedActivity, timed } from './plan-builder.ts'

export const running: SeedActivity[] = [
  defineActivity({
    slug: 'easy-run-together',
    title: 'Easy half hour, run together',
    category: 'easy-runs',
    difficulty: 3,
    is_preset: false,
    source: {
      title: 'Challenge Hut',
      note: 'Our own session. The talk test (you can speak in sentences) is the usual measure of an easy effort.'
    },
    content:
      '<p>Everybody runs where they live, at the same time. Pick any route, keep a pace at which you could chat, and tell the others afterwards what you saw.</p><ul><li>New to running? Walk whenever you like.</li><li>Been running for years? This is your slow day. Keep it slow.</li></ul>',
    parts: [
      timed('Walk out', minutes(5), 'Leave the house. That was the hard part.'),
      timed('Easy run', minutes(30), 'Slow enough to talk. Turn round at halfway.', {
        alerts: [{ at: minutes(15), title: 'Halfway: turn round' }, lastMinute],
        goals: ['Run easily']
      }),
      timed('Walk home', minutes(5), 'Breathe, stretch your calves, drink something.')
    ],
    goals: [
      {
        title: 'Run easily',
        action: 'Run',
        distance: 2.5,
        buttons: [
          { title: '+½ mile', distance: 0.5 },
          { title: '+1 mile', distance: 1 }
        ]
      }
    ]
  }),
  defineActivity({
    slug: 'walk-and-talk',
    title: 'Walk and talk',
    category: 'walking',
    difficulty: 3,
    is_preset: false,
    source: {
      title: 'World Health Organization, Guidelines on physical activity and sedentary behaviour, 2020',
      note: 'Adults are advised 150 to 300 minutes of moderate activity a week; brisk walking counts. The session is our own.'
    },
    content:
      '<p>Ring a friend, put on shoes and walk for three quarters of an hour. Nothing to prepare, nothing to sweat over, and nearly a third of a week’s movement done.</p>',
    parts: [
      timed('Walk out', 1350, 'Any direction you like, brisk enough to feel it.', { goals: ['Walk two miles'] }),
      timed('Walk back', 1350, 'Another street home, if there is one.', {
        alerts: [lastMinute],
        goals: ['Walk two miles']
      })
    ],
    goals: [
      {
        title: 'Walk two miles',
        action: 'Walk',
        distance: 2,
        buttons: [
          { title: '+½ mile', distance: 0.5 },
          { title: '+1 mile', distance: 1 }
        ]
      },
      {
        title: 'Notice three things you never saw before',
        action: 'Notice',
        unit: 'things',
        amount: 3,
        buttons: [{ title: '+1', amount: 1 }]
      }
    ]
  }),
  defineActivity({
    slug: 'long-walk',
    title: 'Two-hour long walk',
    category: 'walking',
    difficulty: 4,
    is_preset: true,
    source: { title: 'Challenge Hut', note: 'Our own plan.' },
    content:
      '<p>A walk long enough to empty the head, with a proper rest in the middle. Take water, a snack and a layer more than you think.</p>',
    parts: [
      timed('First half', 3300, 'Settle into a pace that you can keep all day.', {
        alerts: [halfway(3300)],
        goals: ['Walk six miles']
      }),
      timed('Sit down', minutes(10), 'Eat, drink, look around. Check your feet.'),
      timed('Second half', 3300, 'Home by a different way, if the map allows it.', {
        alerts: [halfway(3300), lastMinute],
        goals: ['Walk six miles']
      })
    ],
    goals: [
      {
        title: 'Walk six miles',
        action: 'Walk',
        distance: 6,
        duration: hours(2),
        buttons: [
          { title: '+1 mile', distance: 1 },
          { title: '+2 miles', distance: 2 }
        ]
      },
      { title: 'Pack', list: ['Water', 'A snack', 'Rain jacket', 'Phone, charged', 'Plasters'] }
    ]
  })
]
