/** Breathing and sitting still. Inner timers are whole seconds, so a 5.5-second breath alternates five and six. */
import { defineActivity, halfway, intervals, minutes, repeat, type SeedActivity, timed } from './plan-builder.ts'

const easy = '<p>If you feel dizzy, breathe as you like for a while. Sit or lie down for this.</p>'

export const breathing: SeedActivity[] = [
  defineActivity({
    slug: '4-7-8-breathing',
    title: '4-7-8 breathing',
    category: 'breathing',
    difficulty: 3,
    is_preset: true,
    source: {
      title: 'Andrew Weil, Breathing: The Master Key to Self Healing, 1999',
      note: 'In for 4, hold for 7, out for 8; four breaths at a time for beginners. The quiet minutes around it are our own.'
    },
    content: `<p>Four slow breaths for the end of the day. In through the nose, hold, out through the mouth with a soft whoosh.</p>${easy}`,
    parts: [
      timed(
        'Settle',
        112,
        'Get comfortable. Rest the tip of your tongue behind your upper teeth and let your breath be.'
      ),
      intervals(
        'Four breaths',
        [
          repeat(4, '4-7-8', [
            ['In through the nose', 4],
            ['Hold', 7],
            ['Out through the mouth', 8]
          ])
        ],
        'The rhythm matters more than the speed. Four breaths are enough.',
        {
          goals: ['Four breaths']
        }
      ),
      timed('Stay', 112, 'Breathe as you like and notice what changed.')
    ],
    goals: [
      {
        title: 'Four breaths',
        action: 'Breathe',
        unit: 'rounds',
        amount: 1,
        completions_required: 2,
        buttons: [{ title: '+1 round', amount: 1 }]
      }
    ]
  }),
  defineActivity({
    slug: 'box-breathing',
    title: 'Box breathing: 4-4-4-4',
    category: 'breathing',
    difficulty: 3,
    is_preset: true,
    source: {
      title: 'Melis Yilmaz Balban et al., Cell Reports Medicine 4(1), 2023',
      note: 'Tried five minutes of box breathing a day, among other exercises. The count of four is the usual one; the study fitted it to each person.'
    },
    content: `<p>Draw a square with your breath: four counts in, four held, four out, four held. Good before something difficult.</p>${easy}`,
    parts: [
      timed('Settle', 40, 'Sit tall, shoulders down. Breathe out.'),
      intervals(
        'Twenty boxes',
        [
          repeat(20, 'Box', [
            ['In', 4],
            ['Hold', 4],
            ['Out', 4],
            ['Hold', 4]
          ])
        ],
        'Smooth corners. No need to fill your lungs to the top.',
        { goals: ['Twenty boxes'] }
      ),
      timed('Open your eyes', 60, 'Let your breath go its own way.')
    ],
    goals: [
      {
        title: 'Twenty boxes',
        action: 'Breathe',
        unit: 'boxes',
        amount: 20,
        buttons: [
          { title: '+5 boxes', amount: 5 },
          { title: 'All 20', amount: 20 }
        ]
      }
    ]
  }),
  defineActivity({
    slug: 'coherent-breathing',
    title: 'Coherent breathing: 5.5 seconds',
    category: 'breathing',
    difficulty: 3,
    is_preset: true,
    source: {
      title: 'I-Mei Lin et al., International Journal of Psychophysiology 91(3), 2014',
      note: 'Compared breathing rates; 5.5 breaths a minute with equal in and out raised heart rate variability most. 5.5 seconds each way is the common approximation.'
    },
    content: `<p>Eleven minutes at about five and a half breaths a minute. The counts go five, six, six, five, so that each breath in and out lasts five and a half seconds on average.</p>${easy}`,
    parts: [
      timed('Settle', 60, 'Loosen your belt, soften your belly.'),
      intervals(
        'Slow breaths',
        [
          repeat(30, 'Two breaths', [
            ['In', 5],
            ['Out', 6],
            ['In', 6],
            ['Out', 5]
          ])
        ],
        'Through the nose, gently. Let each breath turn like a wheel, with no hold.',
        {
          alerts: [halfway(660)],
          goals: ['Sixty slow breaths']
        }
      ),
      timed('Rest', 60, 'Stay a moment before you get up.')
    ],
    goals: [
      {
        title: 'Sixty slow breaths',
        action: 'Breathe',
        unit: 'breaths',
        amount: 60,
        buttons: [
          { title: '+20', amount: 20 },
          { title: 'All 60', amount: 60 }
        ]
      }
    ]
  }),
  defineActivity({
    slug: 'counting-breaths',
    title: 'Counting breaths: ten minutes',
    category: 'meditation',
    difficulty: 3,
    is_preset: true,
    source: {
      title: 'Robert Aitken, Taking the Path of Zen, 1982',
      note: 'Counting from one to ten and beginning again is a first Zen practice. The lengths are ours.'
    },
    content:
      '<p>Count each breath from one to ten, then begin again at one. Lost count? Begin at one. That moment of noticing is the practice, so you cannot fail.</p>',
    parts: [
      timed('Sit down', 60, 'Upright and at ease, hands in your lap.'),
      timed('Count', minutes(10), 'One to ten, and again.', { alerts: [halfway(600)], goals: ['Sit for ten minutes'] }),
      timed('Come back', 60, 'Move your fingers, open your eyes, thank yourself.')
    ],
    goals: [
      {
        title: 'Sit for ten minutes',
        action: 'Sit',
        duration: 600,
        unit: 'sitting',
        amount: 1,
        buttons: [{ title: '10 min', amount: 1, duration: 600 }]
      }
    ]
  }),
  defineActivity({
    slug: 'body-scan',
    title: 'Body scan: twenty minutes',
    category: 'meditation',
    difficulty: 3,
    is_preset: true,
    source: {
      title: 'Jon Kabat-Zinn, Full Catastrophe Living, 1990',
      note: 'The body scan of his stress-reduction course lasts about 45 minutes; this is a shorter one in our own words.'
    },
    content:
      '<p>Lie down and visit your body from toes to head. Nothing to relax on purpose, nothing to fix. Falling asleep is allowed.</p>',
    parts: [
      timed('Arrive', minutes(2), 'Feel where the floor holds you.'),
      timed('Feet and legs', minutes(5), 'Toes, soles, ankles, shins, knees, thighs. Stay a few breaths with each.'),
      timed('Belly and back', minutes(5), 'Hips, belly, lower back, ribs. Feel the breath move them.'),
      timed('Hands and arms', minutes(3), 'Fingertips, palms, wrists, elbows, shoulders.'),
      timed('Neck and head', minutes(3), 'Throat, jaw, eyes, forehead, the top of your head.'),
      timed('All of it', minutes(2), 'The whole body, breathing.')
    ],
    goals: [
      {
        title: 'One body scan',
        action: 'Do',
        unit: 'scan',
        amount: 1,
        buttons: [{ title: 'Done', amount: 1 }]
      }
    ]
  }),
  defineActivity({
    slug: 'quiet-five',
    title: 'Quiet five minutes',
    category: 'meditation',
    difficulty: 3,
    is_preset: false,
    source: { title: 'Challenge Hut', note: 'Our own session.' },
    content: '<p>Five minutes with nothing in them. Come as you are, leave a little quieter.</p>',
    parts: [timed('Quiet', minutes(5), 'No instructions. Just stay until the bell.', { goals: ['Be here'] })],
    goals: [
      {
        title: 'Be here',
        action: 'Sit',
        unit: 'sitting',
        amount: 1,
        completions_required: 7,
        buttons: [{ title: 'I was here', amount: 1 }]
      }
    ]
  })
]
