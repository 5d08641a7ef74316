/** Short, hard sessions that need no equipment beyond a chair and a wall. */
import { defineActivity, intervals, lastMinute, minutes, repeat, type SeedActivity, timed } from './plan-builder.ts'

const safe = '<p>Stop if something hurts. If you have a heart condition, ask your doctor first.</p>'

const who = {
  title: 'World Health Organization, Guidelines on physical activity and sedentary behaviour, 2020',
  note: 'Muscle-strengthening on two or more days a week is the advice for adults; the sets and weeks are our own.'
}

const SEVEN_MINUTES = [
  'Jumping jacks',
  'Wall sit',
  'Push-up',
  'Abdominal crunch',
  'Step-up onto chair',
  'Squat',
  'Triceps dip on chair',
  'Plank',
  'High knees, running in place',
  'Lunge',
  'Push-up and rotation',
  'Side plank'
]

export const strength: SeedActivity[] = [
  defineActivity({
    slug: 'tabata',
    title: 'Tabata: 8 × 20 seconds',
    category: 'interval-training',
    difficulty: 6,
    is_preset: true,
    source: {
      title: 'Izumi Tabata et al., Medicine & Science in Sports & Exercise 28(10), 1996',
      note: 'The study used exercise bikes, all out for 20 seconds with 10 seconds of rest, seven to eight times. The warm-up and cool-down lengths are our own.'
    },
    content: `<p>Four minutes, as hard as you can. Choose one movement that you can do fast and safely when tired: a bike, squats, or running on the spot.</p>${safe}`,
    parts: [
      timed(
        'Warm up',
        minutes(5),
        'Move easily, then a little faster. You should be warm and slightly out of breath.',
        { alerts: [lastMinute] }
      ),
      intervals(
        'Tabata',
        [
          repeat(8, 'Tabata', [
            ['Go', 20],
            ['Rest', 10]
          ])
        ],
        'All out on every Go. Stay on your feet in every Rest.',
        { goals: ['Eight rounds'] }
      ),
      timed('Cool down', minutes(5), 'Walk until you can talk again, then stretch your legs.')
    ],
    goals: [
      {
        title: 'Eight rounds',
        action: 'Complete',
        unit: 'rounds',
        amount: 8,
        amount_per_log: 1,
        is_interval: 1,
        duration: 240,
        timers: [
          repeat(8, 'Tabata', [
            ['Go', 20],
            ['Rest', 10]
          ])
        ],
        buttons: [
          { title: '+1 round', amount: 1 },
          { title: 'All 8', amount: 8 }
        ]
      }
    ]
  }),
  defineActivity({
    slug: 'seven-minute-workout',
    title: 'The scientific 7-minute workout',
    category: 'interval-training',
    difficulty: 4,
    is_preset: true,
    source: {
      title: 'Brett Klika and Chris Jordan, ACSM’s Health & Fitness Journal 17(3), 2013',
      note: 'High-intensity circuit training using body weight: twelve exercises of 30 seconds with 10 seconds between, in this order. With all the rests it comes to 7 minutes 50.'
    },
    content: `<p>Twelve exercises with a wall, a chair and the floor. The order matters: while legs work, arms rest. The authors suggest two or three circuits; one is a fine start.</p>${safe}`,
    parts: [
      timed('Get ready', 60, 'Chair against the wall. March on the spot.'),
      intervals(
        'Circuit',
        [
          repeat(
            1,
            'Circuit',
            SEVEN_MINUTES.flatMap((name, index) =>
              index === 0
                ? [[name, 30]]
                : [
                    ['Change', 10],
                    [name, 30]
                  ]
            )
          )
        ],
        'Push to about eight out of ten. Change sides halfway in the side plank.',
        { goals: ['Twelve exercises'] }
      ),
      timed('Cool down', 70, 'Walk about, shake out your arms.')
    ],
    goals: [{ title: 'Twelve exercises', list: SEVEN_MINUTES }]
  }),
  defineActivity({
    slug: 'plank-programme',
    title: 'Plank programme',
    category: 'bodyweight',
    difficulty: 4,
    is_preset: true,
    source: who,
    content:
      '<p>Twelve minutes, three times a week, for four weeks. Short holds with a straight back do more than one long hold with a sagging one. In week 1 hold for half of each interval; add a little every week.</p>',
    parts: [
      timed('Loosen up', minutes(2), 'Cat and cow on hands and knees, then a few slow squats.'),
      intervals(
        'Planks',
        [
          repeat(3, 'Front and sides', [
            ['Front plank', 40],
            ['Rest', 20],
            ['Side plank, left', 40],
            ['Rest', 20],
            ['Side plank, right', 40],
            ['Rest', 20]
          ])
        ],
        'Elbows under shoulders, ribs down, breathe. Knees on the floor is a real plank too.',
        { goals: ['Nine holds'] }
      ),
      timed('Let go', 60, 'Child’s pose, forehead on the floor.')
    ],
    goals: [
      {
        title: 'Nine holds',
        action: 'Hold',
        unit: 'holds',
        amount: 9,
        amount_per_log: 1,
        buttons: [
          { title: '+1 hold', amount: 1 },
          { title: '40 s', amount: 1, duration: 40 }
        ]
      },
      {
        title: 'Four weeks',
        list: [
          'Week 1: hold 20 seconds',
          'Week 2: hold 25 seconds',
          'Week 3: hold 30 seconds',
          'Week 4: hold 40 seconds'
        ]
      }
    ]
  }),
  defineActivity({
    slug: 'push-up-programme',
    title: 'Push-up programme',
    category: 'bodyweight',
    difficulty: 4,
    is_preset: true,
    source: who,
    content:
      '<p>Five sets with long rests, three times a week. In every set stop while you could still do two more. Against a wall, on a table, on your knees or on your toes: choose the hardest one that stays clean.</p>',
    parts: [
      timed('Warm up', minutes(3), 'Arm circles, then ten slow push-ups against a wall.'),
      intervals(
        'Five sets',
        [
          repeat(5, 'Set', [
            ['Push-ups', 30],
            ['Rest', 90]
          ])
        ],
        'Leave two in reserve. Log each set as you rest.',
        { goals: ['Forty push-ups'] }
      ),
      timed('Open up', minutes(2), 'Hands behind your back, chest wide, easy breaths.')
    ],
    goals: [
      {
        title: 'Forty push-ups',
        action: 'Do',
        unit: 'push-ups',
        amount: 40,
        buttons: [
          { title: '+5', amount: 5 },
          { title: '+8', amount: 8 },
          { title: '+10', amount: 10 }
        ]
      },
      {
        title: 'Steps from wall to floor',
        list: [
          '5 × 8 against a wall',
          '5 × 8 on a table',
          '5 × 6 on your knees',
          '5 × 4 on your toes',
          '5 × 8 on your toes'
        ]
      }
    ]
  }),
  defineActivity({
    slug: 'every-minute-on-the-minute',
    title: 'Every minute on the minute',
    category: 'interval-training',
    difficulty: 6,
    is_preset: false,
    source: {
      title: 'Challenge Hut',
      note: 'Our own mix on the common EMOM form: what is left of each minute is rest.'
    },
    content: `<p>Twelve minutes, three movements, four times round. Finish the count early and the rest of the minute is yours.</p>${safe}`,
    parts: [
      timed('Warm up', minutes(4), 'March, squat, reach. Get warm.'),
      intervals(
        'Twelve minutes',
        [
          repeat(4, 'Three movements', [
            ['10 squats', 60],
            ['6 push-ups', 60],
            ['12 lunges', 60]
          ])
        ],
        'Start each count when the minute starts.',
        {
          goals: ['Twelve minutes kept']
        }
      ),
      timed('Cool down', minutes(4), 'Walk, then stretch thighs and chest.')
    ],
    goals: [
      {
        title: 'Twelve minutes kept',
        action: 'Keep',
        unit: 'minutes',
        amount: 12,
        buttons: [
          { title: '+1 minute', amount: 1 },
          { title: '+1 round', amount: 3 }
        ]
      }
    ]
  })
]
