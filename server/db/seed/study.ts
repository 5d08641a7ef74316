/** Studying so that it stays: blocks, recall, languages. */
import { defineActivity, halfway, lastMinute, minutes, type SeedActivity, timed } from './plan-builder.ts'

const own = { title: 'Challenge Hut', note: 'Our own plan.' }

const CARDS = [
  { title: '+1 right', amount: 1 },
  { title: '+10 right', amount: 10 }
]

export const study: SeedActivity[] = [
  defineActivity({
    slug: 'study-block',
    title: 'Study block: 2 × 50 minutes',
    category: 'study',
    difficulty: 4,
    is_preset: true,
    source: own,
    content:
      '<p>Two long blocks with a real break between. In the second one, start by writing down what you remember of the first.</p>',
    parts: [
      timed('Plan', minutes(5), 'Which pages, which problems? Write them as a list you can tick.'),
      block('First block', 'Begin with the hardest thing.'),
      timed('Break', minutes(10), 'Air, water, legs. No feeds.', { alerts: [lastMinute] }),
      block('Second block', 'First from memory: what was the first block about?'),
      timed('Close', minutes(5), 'Three lines: what I know now, what is unclear, where I start next time.')
    ],
    goals: [
      {
        title: 'Two blocks',
        action: 'Study',
        unit: 'blocks',
        amount: 2,
        duration: minutes(100),
        buttons: [{ title: '50 min', amount: 1, duration: minutes(50) }]
      },
      {
        title: 'Problems solved',
        action: 'Solve',
        unit: 'problems',
        amount: 10,
        buttons: [{ title: '+1 problem', amount: 1 }]
      }
    ]
  }),
  defineActivity({
    slug: 'active-recall',
    title: 'Active recall block',
    category: 'memory',
    difficulty: 4,
    is_preset: true,
    source: {
      title: 'Henry Roediger and Jeffrey Karpicke, Test-Enhanced Learning, Psychological Science 17(3), 2006',
      note: 'Students who tested themselves remembered more a week later than those who read again. The round below is ours.'
    },
    content:
      '<p>Reading again feels good and does little. Read once, close the book, write what you know, then look. The gaps you find are the lesson.</p>',
    parts: [
      timed('Read', minutes(12), 'One section, with attention. No highlighting.', { alerts: [lastMinute] }),
      timed('Close and write', minutes(10), 'Everything you remember on a blank page. Struggling is the useful part.', {
        alerts: [lastMinute],
        goals: ['Ten things from memory']
      }),
      timed('Compare', minutes(8), 'Open the book. Add what was missing in another colour.'),
      timed('Break', minutes(5), 'Think of something else entirely.'),
      timed('Again from memory', minutes(10), 'A fresh page. See how much more there is.', {
        alerts: [lastMinute],
        goals: ['Ten things from memory']
      })
    ],
    goals: [
      { title: 'Ten things from memory', action: 'Recall', unit: 'things', amount: 10, buttons: CARDS },
      { title: 'Come back to it', list: ['Tomorrow', 'In three days', 'In a week', 'In a month'] }
    ]
  }),
  defineActivity({
    slug: 'flashcard-boxes',
    title: 'Flashcards in five boxes',
    category: 'memory',
    difficulty: 3,
    is_preset: true,
    source: {
      title: 'Sebastian Leitner, So lernt man lernen, 1972',
      note: 'Cards you know move on a box and come up less often; cards you miss go back to the first. The minutes are ours.'
    },
    content:
      '<p>A card you know moves one box on; a card you miss goes back to the first. The first box comes up every day, the last hardly ever, so your time goes where it is needed.</p>',
    parts: [
      timed('Make new cards', minutes(7), 'Ten at most. One question, one answer, in your own words.'),
      timed('First box', minutes(10), 'All of it, every day.', { alerts: [lastMinute], goals: ['Thirty cards right'] }),
      timed(
        'Later boxes',
        minutes(10),
        'The second every other day, the third once a week, the rest when they fill up.',
        { alerts: [lastMinute], goals: ['Thirty cards right'] }
      ),
      timed('Stubborn ones', minutes(3), 'Rewrite a card that you keep missing. It may be a bad question.')
    ],
    goals: [{ title: 'Thirty cards right', action: 'Answer', unit: 'cards', amount: 30, buttons: CARDS }]
  }),
  defineActivity({
    slug: 'exam-rehearsal',
    title: 'Exam rehearsal',
    category: 'exams',
    difficulty: 6,
    is_preset: true,
    source: own,
    content:
      '<p>A past paper under real conditions, with company and a clock. What surprises you today will not surprise you in the hall.</p>',
    parts: [
      timed('Lay out the desk', minutes(5), 'Paper, pens, water. Notes in another room.'),
      timed('Read the paper', minutes(5), 'All questions first. Mark the order you will take them in.'),
      timed('Write', minutes(80), 'Keep to the marks: few marks, few minutes.', {
        alerts: [halfway(minutes(80)), { at: minutes(10), title: 'Ten minutes left' }, lastMinute],
        goals: ['Answer every question']
      }),
      timed('Breathe', minutes(5), 'Stand up. It was only a rehearsal.'),
      timed('Mark it', minutes(25), 'Be strict and kind. List the three topics to look at again.')
    ],
    goals: [
      {
        title: 'Answer every question',
        action: 'Answer',
        unit: 'questions',
        amount: 6,
        buttons: [{ title: '+1 question', amount: 1 }]
      },
      { title: 'On the desk', list: ['Past paper', 'Answer sheets', 'Two pens', 'Water', 'No phone'] }
    ]
  }),
  defineActivity({
    slug: 'language-practice',
    title: 'Language practice: four strands',
    category: 'languages',
    difficulty: 4,
    is_preset: true,
    source: {
      title: 'Paul Nation, The Four Strands, Innovation in Language Learning and Teaching 1(1), 2007',
      note: 'Equal time for input, output, study of the language, and fluency with what you know. The tasks are ours.'
    },
    content:
      '<p>An hour that leaves nothing out: listen or read, speak or write, look closely at the language, and be fast with what you already know.</p>',
    parts: [
      timed('Take in', minutes(15), 'Listen to or read something you mostly understand. Enjoy the story.', {
        alerts: [lastMinute]
      }),
      timed('Give out', minutes(15), 'Say or write what it was about, in your own words.', { alerts: [lastMinute] }),
      timed('Look closely', minutes(15), 'Ten words, one pattern. Make cards or sentences of your own.', {
        alerts: [lastMinute],
        goals: ['Ten new words']
      }),
      timed(
        'Be fluent',
        minutes(15),
        'Easy things, quickly: tell the same story in four minutes, then three, then two.',
        { alerts: [lastMinute] }
      )
    ],
    goals: [
      {
        title: 'Ten new words',
        action: 'Learn',
        unit: 'words',
        amount: 10,
        buttons: [
          { title: '+1 word', amount: 1 },
          { title: '+5 words', amount: 5 }
        ]
      },
      {
        title: 'Speak aloud',
        action: 'Speak',
        duration: minutes(20),
        unit: 'times',
        amount: 4,
        buttons: [{ title: '5 min', amount: 1, duration: minutes(5) }]
      }
    ]
  }),
  defineActivity({
    slug: 'language-tandem',
    title: 'Language tandem',
    category: 'languages',
    difficulty: 3,
    is_preset: false,
    source: {
      title: 'David Little and Helmut Brammerts (eds.), A Guide to Language Learning in Tandem via the Internet, 1996',
      note: 'Two people, two languages, the same time for each. The minutes are ours.'
    },
    content:
      '<p>You help me with your language, I help you with mine, half the time each. No mixing: that is the only rule.</p>',
    participant_limit: 2,
    parts: [
      timed('Say hello', minutes(5), 'What would each of you like to practise today?'),
      timed('First language', minutes(25), 'The one who is learning talks most.', {
        alerts: [halfway(minutes(25)), lastMinute],
        goals: ['Five corrections noted']
      }),
      timed('Second language', minutes(25), 'Change over.', {
        alerts: [halfway(minutes(25)), lastMinute],
        goals: ['Five corrections noted']
      }),
      timed('Until next time', minutes(5), 'Three new phrases each, and a date.')
    ],
    goals: [
      {
        title: 'Five corrections noted',
        action: 'Note',
        unit: 'phrases',
        amount: 5,
        buttons: [{ title: '+1 phrase', amount: 1 }]
      }
    ]
  })
]

function block(title: string, text: string) {
  const duration = minutes(50)
  return timed(title, duration, text, {
    alerts: [halfway(duration), lastMinute],
    goals: ['Two blocks', 'Problems solved']
  })
}
