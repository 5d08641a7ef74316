/** Stretching and yoga. Stretches are held half a minute a side, twice, a minute each in all. */
import { defineActivity, halfway, intervals, minutes, repeat, type SeedActivity, timed } from './plan-builder.ts'

const HOLD = 30

export const mobility: SeedActivity[] = [
  defineActivity({
    slug: 'full-body-stretch',
    title: 'Full-body stretch',
    category: 'stretching',
    difficulty: 3,
    is_preset: true,
    source: {
      title: 'Carol Ewing Garber et al., Medicine & Science in Sports & Exercise 43(7), 2011',
      note: 'The position stand of the American College of Sports Medicine: hold 10 to 30 seconds, 60 seconds in all for each stretch. The choice of stretches is ours.'
    },
    content:
      '<p>Six stretches from calves to shoulders, each side twice. Go to where you feel it and no further; breathe out as you ease in.</p>',
    parts: [
      timed('Warm up', minutes(3), 'March on the spot, swing your arms. Muscles stretch better when warm.'),
      intervals(
        'Stretches',
        [
          repeat(2, 'Six stretches', [
            ['Calf, left', HOLD],
            ['Calf, right', HOLD],
            ['Back of the thigh, left', HOLD],
            ['Back of the thigh, right', HOLD],
            ['Front of the hip, left', HOLD],
            ['Front of the hip, right', HOLD],
            ['Chest, in a doorway', HOLD],
            ['Shoulder, left', HOLD],
            ['Shoulder, right', HOLD],
            ['Child’s pose', HOLD]
          ])
        ],
        'Steady pull, no bouncing. Change over without hurry.',
        { alerts: [halfway(600)], goals: ['Stretch today'] }
      ),
      timed('Stand tall', minutes(1), 'Roll up slowly. Notice how much taller that is.')
    ],
    goals: [
      {
        title: 'Stretch today',
        action: 'Stretch',
        unit: 'times',
        amount: 1,
        completions_required: 3,
        buttons: [{ title: 'Stretched', amount: 1 }]
      }
    ]
  }),
  defineActivity({
    slug: 'sun-salutations',
    title: 'Sun salutations: six rounds',
    category: 'yoga',
    difficulty: 4,
    is_preset: true,
    source: {
      title: 'K. Pattabhi Jois, Yoga Mala, English edition 1999',
      note: 'Surya Namaskara A: nine movements, each with a breath, and five breaths in downward dog. The seconds are ours.'
    },
    content:
      '<p>One movement, one breath. The first round is always stiff, the third starts to flow. Bend your knees in every fold if your back prefers it.</p>',
    parts: [
      timed('Stand', minutes(2), 'Feet together, eyes closed. Let the breath get longer.'),
      intervals(
        'Six rounds',
        [
          repeat(6, 'Round', [
            ['Breathe in: arms up', 5],
            ['Breathe out: fold forward', 5],
            ['Breathe in: half lift', 5],
            ['Breathe out: back and lower', 5],
            ['Breathe in: upward dog', 5],
            ['Downward dog, five breaths', 25],
            ['Breathe in: forward, half lift', 5],
            ['Breathe out: fold', 5],
            ['Breathe in: rise, arms up', 5],
            ['Breathe out: stand', 5]
          ])
        ],
        'Follow your breath rather than the clock. Put the knees down to lower, if you like.',
        { goals: ['Six rounds'] }
      ),
      timed('Lie down', minutes(3), 'On your back, palms up. This is part of it.')
    ],
    goals: [
      {
        title: 'Six rounds',
        action: 'Flow',
        unit: 'rounds',
        amount: 6,
        amount_per_log: 1,
        buttons: [
          { title: '+1 round', amount: 1 },
          { title: 'All 6', amount: 6 }
        ]
      }
    ]
  }),
  defineActivity({
    slug: 'desk-break',
    title: 'Desk break: ten minutes',
    category: 'stretching',
    difficulty: 3,
    is_preset: false,
    source: { title: 'Challenge Hut', note: 'Our own session.' },
    content: '<p>For mid-afternoon, in ordinary clothes, beside an ordinary desk. Ask a colleague along.</p>',
    parts: [
      timed('Walk', minutes(3), 'To the window, up the stairs, round the room.', { goals: ['Leave the chair'] }),
      intervals(
        'Stretch',
        [
          repeat(2, 'Standing', [
            ['Neck, left', 20],
            ['Neck, right', 20],
            ['Wrists', 20],
            ['Chest wide', 20],
            ['Side bend, left', 20],
            ['Side bend, right', 20],
            ['Fold over the desk', 30]
          ])
        ],
        'Slow and small. Stop short of pain.'
      ),
      timed('Look far', minutes(2), 'Out of the window at the farthest thing you can find. Drink a glass of water.')
    ],
    goals: [
      {
        title: 'Leave the chair',
        action: 'Take',
        unit: 'breaks',
        amount: 1,
        completions_required: 5,
        buttons: [{ title: '+1 break', amount: 1 }]
      }
    ]
  })
]
