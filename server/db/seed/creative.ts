/** Drawing, playing and finding ideas. */
import {
  defineActivity,
  halfway,
  intervals,
  lastMinute,
  minutes,
  repeat,
  type SeedActivity,
  timed
} from './plan-builder.ts'

export const creative: SeedActivity[] = [
  defineActivity({
    slug: 'gesture-drawing',
    title: 'Gesture drawing',
    category: 'drawing',
    difficulty: 4,
    is_preset: true,
    source: {
      title: 'Kimon Nicolaïdes, The Natural Way to Draw, 1941',
      note: 'Quick drawings of what a figure does rather than what it looks like. The ladder of times is a common class form.'
    },
    content:
      '<p>Draw the movement, not the outline. Use a model, a friend, people in a café or photographs; begin fast so that there is no time to be careful.</p>',
    parts: [
      intervals(
        'Thirty seconds each',
        [repeat(10, 'Pose', [['Draw', 30]])],
        'One line through the whole body, head to heel.',
        { goals: ['Twenty-two drawings'] }
      ),
      intervals('One minute each', [repeat(6, 'Pose', [['Draw', 60]])], 'Add where the weight sits.', {
        goals: ['Twenty-two drawings']
      }),
      intervals('Two minutes each', [repeat(5, 'Pose', [['Draw', 120]])], 'Now the big shapes.', {
        goals: ['Twenty-two drawings']
      }),
      timed('One long pose', minutes(9), 'Keep the life of the quick ones.', {
        alerts: [lastMinute],
        goals: ['Twenty-two drawings']
      })
    ],
    goals: [
      {
        title: 'Twenty-two drawings',
        action: 'Draw',
        unit: 'drawings',
        amount: 22,
        buttons: [
          { title: '+1', amount: 1 },
          { title: '+5', amount: 5 }
        ]
      }
    ]
  }),
  defineActivity({
    slug: 'brainwriting-6-3-5',
    title: 'Brainwriting 6-3-5',
    category: 'ideas',
    difficulty: 4,
    is_preset: true,
    source: {
      title: 'Bernd Rohrbach, Kreativ nach Regeln, Absatzwirtschaft 12, 1969',
      note: 'Six people, three ideas, five minutes, passed on until everyone has written on every sheet.'
    },
    content:
      '<p>Six people write three ideas each in five minutes and pass the sheet on. After six rounds there are up to 108 ideas, and nobody had to speak up first.</p>',
    participant_limit: 6,
    parts: [
      timed('The question', minutes(3), 'Agree on one sentence and write it on top of every sheet.'),
      ...[1, 2, 3, 4, 5, 6].map(round =>
        timed(
          `Round ${round}`,
          minutes(5),
          round === 1
            ? 'Three ideas, first that come.'
            : 'Read the sheet you were given. Add three: build, bend or begin anew.',
          {
            alerts: [lastMinute],
            goals: ['Eighteen ideas']
          }
        )
      ),
      timed('Choose', minutes(12), 'Read them all. Three dots each; talk about the ones with most.')
    ],
    goals: [
      {
        title: 'Eighteen ideas',
        action: 'Write',
        unit: 'ideas',
        amount: 18,
        amount_per_log: 3,
        buttons: [
          { title: '+3 ideas', amount: 3 },
          { title: '+1 idea', amount: 1 }
        ]
      }
    ]
  }),
  defineActivity({
    slug: 'instrument-practice',
    title: 'Instrument practice: 45 minutes',
    category: 'music',
    difficulty: 4,
    is_preset: false,
    source: {
      title: 'Anders Ericsson, Ralf Krampe and Clemens Tesch-Römer, Psychological Review 100(3), 1993',
      note: 'The study of deliberate practice: clear aims, feedback, repetition. The order below is ours.'
    },
    content:
      '<p>Practice in company, each in their own room. Small aims, slow tempo, one thing better than yesterday.</p>',
    parts: [
      timed('Warm up', minutes(5), 'Long tones, scales, loose hands.'),
      timed('One hard spot', minutes(15), 'Four bars, half tempo, seven times right in a row.', {
        alerts: [halfway(minutes(15)), lastMinute],
        goals: ['Seven clean repeats']
      }),
      timed('The piece', minutes(15), 'Play through. Mark where you stumble, do not stop.', { alerts: [lastMinute] }),
      timed('For joy', minutes(10), 'Anything you love, as you like.')
    ],
    goals: [
      {
        title: 'Seven clean repeats',
        action: 'Play',
        unit: 'repeats',
        amount: 7,
        buttons: [{ title: '+1 clean', amount: 1 }]
      }
    ]
  })
]
