/**
 * Couch to 5K: nine weeks of three runs. Where the three runs of a week differ (weeks 5 and 6) each has its own
 * template. Times are those of the plan as Cool Running published it; a run given there by distance or time uses the
 * time. Week 2 alternates 90 and 120 seconds for 20 minutes in all, so its last walk is cut to 60 seconds. The one
 * place where copies differ is week 6, run 3: 22 minutes there, 25 with the NHS.
 */
import { LogStatus } from '../../../domain/logs/log.ts'
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

const source = {
  title: 'Josh Clark, The Couch-to-5K Running Plan, 1996',
  note: 'The nine weeks as they appeared on Cool Running. The NHS in the United Kingdom uses the same weeks, with 25 minutes for week 6, run 3. The words are ours.'
}

const START = timed('Warm-up walk', minutes(5), 'Walk briskly, arms loose. You should feel warm, not tired.')
const END = timed(
  'Cool-down walk',
  minutes(5),
  'Slow to an easy stroll until your breath is quiet. Well done for coming out.'
)

type Step = [title: string, duration: number]
type Run = {
  slug: string
  title: string
  category: string
  difficulty: 3 | 4 | 6
  tip: string
  /** How the week goes on, in words. */
  week: string
  main: ReturnType<typeof timed>
  /** How often the run is done in its week. */
  times: 1 | 3
  /** A rough distance, walks included. */
  miles: number
}

const first = { category: 'couch-to-5k-first-weeks', difficulty: 3 } as const
const middle = { category: 'couch-to-5k-turning-point', difficulty: 4 } as const
const last = { category: 'couch-to-5k-last-weeks', difficulty: 6 } as const
const threeTimes = 'Run this three times this week, with a rest day after each.'

const runs: Run[] = [
  {
    ...first,
    slug: 'couch-to-5k-week-1',
    title: 'Couch to 5K, week 1',
    tip: 'Eight short runs of one minute. Go slower than you think: if you could not chat, ease off.',
    week: threeTimes,
    main: mixed('8 × run 1 min, walk 1½ min', [repeat(8, 'Run and walk', [run(60), walk(90)])]),
    times: 3,
    miles: 1.5
  },
  {
    ...first,
    slug: 'couch-to-5k-week-2',
    title: 'Couch to 5K, week 2',
    tip: 'The runs grow to a minute and a half, and so do the rests. Keep the same easy pace.',
    week: threeTimes,
    main: mixed('20 min of run 1½ min, walk 2 min', [
      repeat(5, 'Run and walk', [run(90), walk(120)]),
      repeat(1, 'Last run and walk', [run(90), walk(60)])
    ]),
    times: 3,
    miles: 1.5
  },
  {
    ...first,
    slug: 'couch-to-5k-week-3',
    title: 'Couch to 5K, week 3',
    tip: 'Your first three-minute runs. The long walk after each is part of the plan, so take all of it.',
    week: threeTimes,
    main: mixed('2 × run 1½, walk 1½, run 3, walk 3 min', [
      repeat(2, 'Short and long', [run(90), walk(90), run(180), walk(180)])
    ]),
    times: 3,
    miles: 1.5
  },
  {
    ...first,
    slug: 'couch-to-5k-week-4',
    title: 'Couch to 5K, week 4',
    tip: 'Sixteen minutes of running in all. Start each five-minute run gently and let it come to you.',
    week: `${threeTimes} If it feels like too much, repeat week 3 first; nobody is counting.`,
    main: mixed('Run 3, walk 1½, run 5, walk 2½, run 3, walk 1½, run 5 min', [
      repeat(1, 'Threes and fives', [run(180), walk(90), run(300), walk(150), run(180), walk(90), run(300)])
    ]),
    times: 3,
    miles: 2
  },
  {
    ...middle,
    slug: 'couch-to-5k-week-5-run-1',
    title: 'Couch to 5K, week 5, run 1',
    tip: 'Three runs of five minutes, with three minutes to recover between them.',
    week: 'The three runs of this week differ. Next: run 2, two runs of 8 minutes; then run 3, twenty minutes without a walk.',
    main: mixed('3 × run 5 min, 3 min walks between', [
      repeat(1, 'Fives', [run(300), walk(180), run(300), walk(180), run(300)])
    ]),
    times: 1,
    miles: 2
  },
  {
    ...middle,
    slug: 'couch-to-5k-week-5-run-2',
    title: 'Couch to 5K, week 5, run 2',
    tip: 'Two longer runs with a good walk between them. Relax your shoulders and shorten your step.',
    week: 'Run 1 of this week is 3 × 5 minutes. Next comes run 3: twenty minutes in one go.',
    main: mixed('2 × run 8 min, 5 min walk between', [repeat(1, 'Eights', [run(480), walk(300), run(480)])]),
    times: 1,
    miles: 2
  },
  {
    ...middle,
    difficulty: 6,
    slug: 'couch-to-5k-week-5-run-3',
    title: 'Couch to 5K, week 5, run 3',
    tip: 'The famous one: twenty minutes and no walk. You are ready. Begin slowly, and slow down again if you doubt it.',
    week: 'Take a rest day before and after this run.',
    main: steady(20),
    times: 1,
    miles: 2
  },
  {
    ...middle,
    slug: 'couch-to-5k-week-6-run-1',
    title: 'Couch to 5K, week 6, run 1',
    tip: 'Back to intervals: five, eight and five minutes.',
    week: 'The three runs of this week differ. Next: run 2, two runs of 10 minutes; then run 3, twenty-two minutes without a walk.',
    main: mixed('Run 5, walk 3, run 8, walk 3, run 5 min', [
      repeat(1, 'Five, eight, five', [run(300), walk(180), run(480), walk(180), run(300)])
    ]),
    times: 1,
    miles: 2.25
  },
  {
    ...middle,
    slug: 'couch-to-5k-week-6-run-2',
    title: 'Couch to 5K, week 6, run 2',
    tip: 'Two runs of ten minutes. This is the last walk break of the whole plan.',
    week: 'Run 1 of this week is 5, 8 and 5 minutes. Next comes run 3: twenty-two minutes in one go.',
    main: mixed('2 × run 10 min, 3 min walk between', [repeat(1, 'Tens', [run(600), walk(180), run(600)])]),
    times: 1,
    miles: 2.25
  },
  {
    ...middle,
    difficulty: 6,
    slug: 'couch-to-5k-week-6-run-3',
    title: 'Couch to 5K, week 6, run 3',
    tip: 'Twenty-two minutes at a pace you could talk at. From here on you are simply a runner.',
    week: 'Some versions of the plan ask for 25 minutes here. If you feel fresh, keep going into the cool-down.',
    main: steady(22),
    times: 1,
    miles: 2.25
  },
  {
    ...last,
    slug: 'couch-to-5k-week-7',
    title: 'Couch to 5K, week 7',
    tip: 'Twenty-five minutes each time. Try a new route to keep it fresh.',
    week: threeTimes,
    main: steady(25),
    times: 3,
    miles: 2.5
  },
  {
    ...last,
    slug: 'couch-to-5k-week-8',
    title: 'Couch to 5K, week 8',
    tip: 'Three minutes more than last week. If you have breath left, use it only in the last two.',
    week: threeTimes,
    main: steady(28),
    times: 3,
    miles: 2.75
  },
  {
    ...last,
    slug: 'couch-to-5k-week-9',
    title: 'Couch to 5K, week 9',
    tip: 'Thirty minutes of running. However far it takes you, this is what you came for.',
    week: `${threeTimes} After the third one, tell somebody.`,
    main: steady(30),
    times: 3,
    miles: 3
  }
]

export const couchTo5k: SeedActivity[] = runs.map(({ tip, week, main, times, miles, ...rest }) =>
  defineActivity({
    ...rest,
    is_preset: true,
    source,
    content: `<p>${tip}</p><p>Every run starts and ends with five minutes of walking. <strong>${week}</strong></p>`,
    parts: [START, { ...main, goals: ['Finish the run'] }, END],
    goals: [
      {
        title: 'Finish the run',
        action: 'Run',
        unit: 'run',
        amount: 1,
        completions_required: times,
        buttons: [{ title: 'Run done', amount: 1, status: LogStatus.Done }]
      },
      {
        title: `Cover ${miles} miles`,
        content: 'Walks included, and only a guide: time on your feet matters more than distance.',
        action: 'Cover',
        distance: miles,
        buttons: [
          { title: '+¼ mile', distance: 0.25 },
          { title: '+1 mile', distance: 1 }
        ]
      }
    ]
  })
)

function run(duration: number): Step {
  return ['Run', duration]
}

function walk(duration: number): Step {
  return ['Walk', duration]
}

function mixed(title: string, timers: ReturnType<typeof repeat>[]) {
  return intervals(title, timers, 'Run when it says run, walk when it says walk. No need to watch the clock.')
}

function steady(count: number) {
  const duration = minutes(count)
  return timed(`Run ${count} min`, duration, 'One steady run, no walk. Keep to a pace at which you could still talk.', {
    alerts: [halfway(duration), { at: minutes(5), title: 'Five minutes left' }, lastMinute]
  })
}
