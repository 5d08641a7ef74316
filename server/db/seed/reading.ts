/** Reading alone at the same time, and talking about it together. */
import { days, defineActivity, halfway, lastMinute, minutes, type SeedActivity, timed, turns } from './plan-builder.ts'

const PAGES = [
  { title: '+1 page', amount: 1 },
  { title: '+5 pages', amount: 5 },
  { title: '+10 pages', amount: 10 }
]

const own = { title: 'Challenge Hut', note: 'Our own plan.' }

export const reading: SeedActivity[] = [
  defineActivity({
    slug: 'reading-sprint',
    title: 'Reading sprint: twenty minutes',
    category: 'reading',
    difficulty: 3,
    is_preset: true,
    source: own,
    content:
      '<p>Everyone reads their own book for twenty minutes, phones face down. Log your pages, then tell us one sentence that you liked.</p>',
    parts: [
      timed('Find your page', minutes(2), 'Tea, light, book. Note the page where you start.'),
      timed('Read', minutes(20), 'Only reading. Slow is fine.', {
        alerts: [halfway(minutes(20)), lastMinute],
        goals: ['Read fifteen pages']
      }),
      timed('One sentence', minutes(3), 'Post a sentence that stayed with you.')
    ],
    goals: [{ title: 'Read fifteen pages', action: 'Read', unit: 'pages', amount: 15, buttons: PAGES }]
  }),
  defineActivity({
    slug: 'book-club-meeting',
    title: 'Book-club meeting',
    category: 'book-clubs',
    difficulty: 3,
    is_preset: true,
    source: own,
    content:
      '<p>An hour about a book, in which everyone speaks and nobody lectures. It is all right to come without having finished; say so and enjoy the spoilers.</p><h3>Bring</h3><ul><li>one passage you would read aloud</li><li>one question the book left you with</li></ul>',
    participant_limit: 8,
    parts: [
      timed('Arrive', minutes(5), 'Drinks and hellos. How far did everyone get?'),
      turns(
        'First thoughts',
        90,
        'A minute and a half each: what did the book do to you?',
        'One word or sentence for this book:',
        { alerts: [{ at: 15, title: 'Hand over soon' }] }
      ),
      timed('Passages', minutes(13), 'Read your passage aloud. No need to explain it.', {
        goals: ['Bring a passage and a question']
      }),
      timed('Questions', minutes(22), 'Pick the three questions that pull most.', {
        alerts: [halfway(minutes(22)), lastMinute],
        goals: ['Bring a passage and a question']
      }),
      timed('Next book', minutes(8), 'Two suggestions, one vote, one date.')
    ],
    goals: [
      {
        title: 'Bring a passage and a question',
        list: ['Read as far as I could', 'Chose a passage', 'Wrote down a question']
      },
      { title: 'Pages read for this meeting', action: 'Read', unit: 'pages', amount: 200, buttons: PAGES }
    ]
  }),
  defineActivity({
    slug: 'silent-reading-party',
    title: 'Silent reading party',
    category: 'reading',
    difficulty: 3,
    is_preset: false,
    source: {
      title: 'Guinevere de la Mare and Laura Gluhanich, Silent Book Club, 2012',
      note: 'Began in San Francisco: bring any book, read together in silence, talk before and after if you feel like it. The times are ours.'
    },
    content:
      '<p>A book club without homework. Bring whatever you are reading, sit by the fire with the rest of us, and read for an hour.</p>',
    parts: [
      timed('Settle in', minutes(15), 'Say hello and what you are reading.'),
      timed('Read in silence', minutes(60), 'Pages turning is the only sound.', {
        alerts: [halfway(minutes(60)), lastMinute],
        goals: ['Read for an hour']
      }),
      timed('Linger', minutes(15), 'Stay and talk, or go on reading.')
    ],
    goals: [
      {
        title: 'Read for an hour',
        action: 'Read',
        unit: 'pages',
        amount: 30,
        duration: minutes(60),
        buttons: [...PAGES, { title: '20 min', duration: minutes(20) }]
      }
    ]
  }),
  defineActivity({
    slug: 'thirty-days-of-reading',
    title: 'Thirty days of reading',
    category: 'reading',
    difficulty: 4,
    is_preset: false,
    source: own,
    content:
      '<p>A few pages every day for a month. Ten pages a day are three hundred by the end: a whole book that would otherwise still be on the shelf.</p>',
    parts: [
      timed('Days 1 to 10', days(10), 'Choose a book you want to read, not one you should. Ten pages a day.', {
        goals: ['Read 300 pages']
      }),
      timed('Days 11 to 20', days(10), 'The middle. Tie it to something you do anyway: coffee, the bus, bed.', {
        goals: ['Read 300 pages']
      }),
      timed('Days 21 to 30', days(10), 'Last stretch. If you finished, start the next one.', {
        alerts: [{ at: days(1), title: 'One day left' }],
        goals: ['Read 300 pages']
      })
    ],
    goals: [
      { title: 'Read 300 pages', action: 'Read', unit: 'pages', amount: 300, buttons: PAGES },
      {
        title: 'Read every day',
        action: 'Read',
        unit: 'days',
        amount: 30,
        amount_per_log: 1,
        completions_required: 30,
        buttons: [{ title: 'Read today', amount: 1 }]
      }
    ]
  })
]
