/** Getting words down: sprints, free writing and a month-long draft. */
import { days, defineActivity, halfway, lastMinute, minutes, type SeedActivity, timed } from './plan-builder.ts'

const WORDS = [
  { title: '+100 words', amount: 100 },
  { title: '+250 words', amount: 250 },
  { title: '+500 words', amount: 500 }
]

export const writing: SeedActivity[] = [
  defineActivity({
    slug: 'writing-sprint',
    title: 'Writing sprint: 2 × 20 minutes',
    category: 'writing',
    difficulty: 4,
    is_preset: true,
    source: { title: 'Challenge Hut', note: 'Our own plan.' },
    content:
      '<p>Two short rounds of writing with a pause between. Forward only: mark what is bad with a star and mend it another day.</p>',
    parts: [
      timed('Aim', minutes(3), 'One line: what happens in the next piece you write?'),
      sprint('First round'),
      timed('Pause', minutes(5), 'Count your words, log them, move your shoulders.'),
      sprint('Second round'),
      timed('Count', minutes(2), 'Log the rest. Any number above zero is a good number.')
    ],
    goals: [
      {
        title: 'Write 600 words',
        action: 'Write',
        unit: 'words',
        amount: 600,
        buttons: [...WORDS, { title: '20 min', duration: minutes(20) }]
      }
    ]
  }),
  defineActivity({
    slug: 'freewriting',
    title: 'Freewriting: ten minutes',
    category: 'free-writing',
    difficulty: 3,
    is_preset: true,
    source: {
      title: 'Peter Elbow, Writing Without Teachers, 1973',
      note: 'Write for ten minutes without stopping, correcting or looking back, at least three times a week.'
    },
    content:
      '<p>Keep the pen moving for ten minutes. If nothing comes, write “nothing comes” until something does. Nobody will read it.</p>',
    parts: [
      timed('Open a page', 60, 'A blank one. No title.'),
      timed('Write', minutes(10), 'Do not stop. Do not look back.', {
        alerts: [halfway(600), lastMinute],
        goals: ['Keep the pen moving']
      }),
      timed('Read it once', minutes(2), 'Underline one phrase worth keeping.')
    ],
    goals: [
      {
        title: 'Keep the pen moving',
        action: 'Write',
        unit: 'times',
        amount: 1,
        completions_required: 3,
        buttons: [{ title: '10 min', amount: 1, duration: 600 }]
      }
    ]
  }),
  defineActivity({
    slug: 'morning-pages',
    title: 'Morning pages',
    category: 'free-writing',
    difficulty: 3,
    is_preset: true,
    source: {
      title: 'Julia Cameron, The Artist’s Way, 1992',
      note: 'Three pages by hand, first thing in the morning, about anything. The half hour is our estimate of how long they take.'
    },
    content:
      '<p>Three pages by hand before the day gets in. Complaints, lists and dreams all count. You are not writing well; you are clearing the table.</p>',
    parts: ['First page', 'Second page', 'Third page'].map((title, index) =>
      timed(
        title,
        minutes(10),
        ['Start with whatever is in your head.', 'The dull part. Go on.', 'Often the true things turn up here.'][
          index
        ] ?? '',
        {
          alerts: [lastMinute],
          goals: ['Three pages']
        }
      )
    ),
    goals: [
      {
        title: 'Three pages',
        action: 'Write',
        unit: 'pages',
        amount: 3,
        amount_per_log: 1,
        buttons: [{ title: '+1 page', amount: 1 }]
      }
    ]
  }),
  defineActivity({
    slug: 'first-draft-in-thirty-days',
    title: 'A first draft in thirty days',
    category: 'long-projects',
    difficulty: 6,
    is_preset: false,
    source: {
      title: 'Chris Baty, No Plot? No Problem!, 2004',
      note: '50,000 words in thirty days, about 1,667 a day. The stages and texts are ours.'
    },
    content:
      '<p>Fifty thousand words in a month, bad ones welcome. It is about 1,667 a day, which is an hour or two. Company makes it possible, so tell us your number every evening.</p>',
    parts: [
      draft('Week 1: begin', 7, 'Everything is new. Try to get a little ahead: 11,700 words by the end.'),
      draft('Week 2: keep going', 7, 'The hardest week for most. Lower your standards, not your count: 23,400.'),
      draft('Week 3: past the middle', 7, 'Let something go badly wrong for your people: 35,000.'),
      draft('Week 4: towards the end', 7, 'Skip ahead to the scenes you are looking forward to: 46,700.'),
      draft('Last two days', 2, 'Write the ending, even if there are holes before it: 50,000.')
    ],
    goals: [
      {
        title: 'Write 50,000 words',
        action: 'Write',
        unit: 'words',
        amount: 50_000,
        buttons: [...WORDS, { title: '+1,667: a day', amount: 1667 }]
      },
      {
        title: 'Milestones',
        list: ['10,000 words', '20,000 words', '25,000 words: halfway', '40,000 words', '50,000 words', 'The end']
      }
    ]
  })
]

function sprint(title: string) {
  const duration = minutes(20)
  return timed(title, duration, 'Forward only.', {
    alerts: [halfway(duration), lastMinute],
    goals: ['Write 600 words']
  })
}

function draft(title: string, count: number, text: string) {
  return timed(title, days(count), text, {
    alerts: [{ at: days(1), title: 'One day left of this stage' }],
    goals: ['Write 50,000 words']
  })
}
