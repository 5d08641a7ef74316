/** The first groups. Whatever is seeded in one of their categories is in them; slugs are addresses and stay. */

export interface SeedGroup {
  slug: string
  title: string
  /** HTML of p, ul, ol, li, strong, em, a and h3. */
  content: string
  /** Slugs of categories, each in one group at most. */
  categories: readonly string[]
}

/** The last is made first, so that the first leads the list of those with as many people. */
export const groups: readonly SeedGroup[] = [
  {
    slug: 'running',
    title: 'Running',
    content:
      '<p>For everybody who runs, wants to run, or walks until then. Couch to 5K week by week, easy runs at a pace for talking, and long walks.</p><p>Start a session when you put your shoes on: those who join run by the same clock, wherever they are.</p>',
    categories: [
      'couch-to-5k-first-weeks',
      'couch-to-5k-turning-point',
      'couch-to-5k-last-weeks',
      'easy-runs',
      'walking'
    ]
  },
  {
    slug: 'focus',
    title: 'Focus',
    content:
      '<p>Quiet company for work that needs a clear head. Say what you will do, work while the clock runs, tell how it went in the break.</p><ul><li><strong>Short of time?</strong> One pomodoro.</li><li><strong>A whole morning?</strong> Deep work, ninety minutes at a time.</li><li><strong>An exam?</strong> Study blocks and active recall.</li></ul>',
    categories: ['pomodoro', 'focus', 'deep-work', 'study', 'memory', 'exams']
  },
  {
    slug: 'calm',
    title: 'Calm',
    content:
      '<p>Breathing, sitting still and stretching, from five minutes on. Nothing to be good at.</p><p>Begin with <a href="/activities/quiet-five">five quiet minutes</a> or <a href="/activities/box-breathing">box breathing</a>.</p>',
    categories: ['breathing', 'meditation', 'stretching', 'yoga']
  }
]
